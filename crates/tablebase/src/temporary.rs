//! A file that appears under its name only when it is complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::format::MAGIC;

/// A file under a temporary name beside its target, removed when it is dropped unless it was
/// [committed](TemporaryFile::commit).
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    target: PathBuf,
    /// `None` once the file has its final name.
    path: Option<PathBuf>,
    file: File,
    written: u64,
}

/// An operation on a file that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) doing: String,
    pub(crate) error: io::Error,
}

/// Adds the operation to an error of the system.
fn failed(doing: impl Into<String>) -> impl FnOnce(io::Error) -> Failed {
    let doing = doing.into();
    move |error| Failed { doing, error }
}

impl TemporaryFile {
    /// A new file for `target`. The temporary name is that of the target with `.tmp` added. It is
    /// locked while it is written, so that a file without a lock is known to be abandoned, by a run
    /// that was killed; it is then replaced.
    pub(crate) fn create(target: &Path) -> Result<TemporaryFile, Failed> {
        check_target(target)?;
        let mut target = target.to_owned();
        if target.is_symlink() {
            // The file is replaced, not the link to it.
            target = fs::canonicalize(&target).map_err(failed("following the link"))?;
        }
        let mut path = OsString::from(&target);
        path.push(".tmp");
        let path = PathBuf::from(path);
        let file = create(&path).map_err(failed(format!("creating {}", path.display())))?;
        Ok(TemporaryFile {
            target,
            path: Some(path),
            file,
            written: 0,
        })
    }

    /// The number of bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Appends some bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        let result = self.file.write_all(bytes);
        result.map_err(failed(format!("writing after {} bytes", self.written)))?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Makes the file durable and gives it its final name, in place of a file that has it.
    pub(crate) fn commit(mut self) -> Result<(), Failed> {
        self.file
            .sync_all()
            .map_err(failed("flushing it to the disk"))?;
        if let Some(path) = &self.path {
            fs::rename(path, &self.target)
                .map_err(failed(format!("renaming {}", path.display())))?;
            self.path = None;
        }
        sync_directory(&self.target).map_err(failed("flushing its directory to the disk"))
    }
}

/// Checks that a table can be written to `target`: its directory exists, and what has this name is
/// nothing, a table, or an empty file.
pub(crate) fn check_target(target: &Path) -> Result<(), Failed> {
    let refuse = |problem| io::Error::new(io::ErrorKind::InvalidInput, problem);
    let error = match fs::metadata(target) {
        _ if target.file_name().is_none() => io::ErrorKind::IsADirectory.into(),
        Ok(found) if found.is_dir() => io::ErrorKind::IsADirectory.into(),
        Ok(found) if !found.is_file() => refuse("it is not a regular file; choose another path"),
        Ok(found) => match found.len() == 0 || is_table(target).map_err(failed("reading it"))? {
            true => return Ok(()),
            false => refuse(
                "it exists and is not a table file, so it is not overwritten; choose another path",
            ),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            match fs::metadata(directory_of(target)) {
                Ok(found) if found.is_dir() => return Ok(()),
                Ok(_) => io::ErrorKind::NotADirectory.into(),
                Err(error) => error,
            }
        }
        Err(error) => error,
    };
    Err(failed("creating it")(error))
}

/// Whether a file begins as a table does.
fn is_table(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?
        .take(MAGIC.len() as u64)
        .read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

/// Creates a file and locks it, in place of an abandoned one.
fn create(path: &Path) -> io::Result<File> {
    let new = || OpenOptions::new().write(true).create_new(true).open(path);
    let file = match new() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // The lock is held until the new file exists, so that no other run removes it.
            let _abandoned = abandoned(path)?.ok_or(error)?;
            fs::remove_file(path)?;
            new()?
        }
        file => file?,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::AlreadyExists.into()),
        // On a file system without locks abandoned files cannot be recognised; no more is lost.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The locked file at `path` if no run is writing it.
#[cfg(unix)]
fn abandoned(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::MetadataExt;

    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(None);
    }
    let file = File::open(path)?;
    if file.try_lock().is_err() {
        return Ok(None);
    }
    // Meanwhile another run may have replaced the file that was opened.
    let (own, now) = (file.metadata()?, fs::symlink_metadata(path)?);
    let is_same = (own.dev(), own.ino()) == (now.dev(), now.ino());
    Ok(is_same.then_some(file))
}

#[cfg(not(unix))]
fn abandoned(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // A failure cannot be reported from here; the next run replaces the file.
            let _ = fs::remove_file(path);
        }
    }
}

/// Makes the name of a file durable.
fn sync_directory(target: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(directory_of(target))?.sync_all()
}

/// The directory of a file.
fn directory_of(file: &Path) -> &Path {
    let parent = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}
