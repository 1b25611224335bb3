//! The directory of the working files, and what can go wrong with them.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::SolveError;
use crate::error::Cause;

/// Names of files.
pub(super) const CHECKPOINT: &str = "checkpoint";
const NEW_CHECKPOINT: &str = "checkpoint.new";
const LOCK: &str = "lock";
const ENTRIES: &str = "entries-";
const UPDATES: &str = "updates-";

/// Why working files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The system refused.
    #[error("cannot {doing} {}: {error}{}", path.display(), advice(error))]
    System {
        /// What was to be done with the file.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file is not what was written.
    #[error(
        "the working file {} is damaged: {problem}; remove the directory {} to begin again",
        path.display(), path.parent().unwrap_or(path).display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found, and what was expected.
        problem: String,
    },
    /// The files are those of another solve.
    #[error(
        "the directory {} has the working files of {found}, expected those of {expected}; \
         finish that run, or remove the directory",
        directory.display()
    )]
    Foreign {
        /// The directory.
        directory: PathBuf,
        /// What the files are for.
        found: String,
        /// What they should be for.
        expected: String,
    },
    /// Another process uses the directory.
    #[error(
        "another run uses the directory {}; wait until it ends, or choose another file",
        .0.display()
    )]
    Busy(PathBuf),
}

impl From<DiskError> for SolveError {
    fn from(error: DiskError) -> SolveError {
        SolveError::Disk(Cause::new(error))
    }
}

/// What to do about an error of the system.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "; check the path: its directory must exist",
        io::ErrorKind::PermissionDenied => "; check the permissions of the directory",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; free some space and start again: the run continues from its last checkpoint"
        }
        io::ErrorKind::ReadOnlyFilesystem => "; choose a path on another file system",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "; a directory is needed there: remove the file, or choose another path"
        }
        _ => "",
    }
}

/// The directory, locked: no other process uses it.
#[derive(Debug)]
pub(super) struct Work {
    directory: PathBuf,
    _lock: File,
}

impl Work {
    /// Opens the directory, and creates it if there is none.
    ///
    /// # Errors
    /// Returns an error if the system refuses or another process uses it.
    pub(super) fn open(directory: &Path) -> Result<Work, DiskError> {
        if !directory.is_dir() {
            fs::create_dir(directory).map_err(system("create the directory", directory))?;
        }
        let path = directory.join(LOCK);
        let lock = File::create(&path).map_err(system("create", &path))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(DiskError::Busy(directory.to_owned())),
            // A file system without locks: two runs at once cannot be recognised there.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(Work {
            directory: directory.to_owned(),
            _lock: lock,
        })
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Creates a file, in place of one that a killed run has left.
    pub(super) fn create(&self, name: &str) -> Result<File, DiskError> {
        let path = self.path(name);
        File::create(&path).map_err(system("create", &path))
    }

    /// Opens a file that was written before.
    pub(super) fn open_file(&self, name: &str) -> Result<File, DiskError> {
        let path = self.path(name);
        File::open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.damaged(name, "it is missing"),
            _ => system("open", &path)(error),
        })
    }

    /// Makes the content of a file durable; its name is so only after
    /// [`replace_checkpoint`](Work::replace_checkpoint).
    pub(super) fn sync(&self, name: &str) -> Result<(), DiskError> {
        let file = self.open_file(name)?;
        file.sync_all()
            .map_err(system("flush to the disk", &self.path(name)))
    }

    /// Makes all names durable, and only then replaces the checkpoint, atomically.
    pub(super) fn replace_checkpoint(&self, content: &[u8]) -> Result<(), DiskError> {
        let (new, old) = (self.path(NEW_CHECKPOINT), self.path(CHECKPOINT));
        fs::write(&new, content).map_err(system("write", &new))?;
        self.sync(NEW_CHECKPOINT)?;
        self.sync_names()?;
        fs::rename(&new, &old).map_err(system("replace", &old))?;
        self.sync_names()
    }

    /// Removes a file that is not needed any more.
    pub(super) fn remove(&self, name: &str) -> Result<(), DiskError> {
        let path = self.path(name);
        fs::remove_file(&path).map_err(system("remove", &path))
    }

    /// Removes all working files, the checkpoint before the files that it names.
    pub(super) fn clear(&self) -> Result<(), DiskError> {
        if self.path(CHECKPOINT).exists() {
            self.remove(CHECKPOINT)?;
            self.sync_names()?;
        }
        self.remove_others(|_| false)
    }

    /// Removes all working files except the checkpoint and those to keep. Other files in the
    /// directory are left alone.
    pub(super) fn remove_others(&self, keep: impl Fn(&str) -> bool) -> Result<(), DiskError> {
        let listing = |error| system("list", &self.directory)(error);
        for file in fs::read_dir(&self.directory).map_err(listing)? {
            let name = file.map_err(listing)?.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_ours =
                name.starts_with(ENTRIES) || name.starts_with(UPDATES) || name == NEW_CHECKPOINT;
            if is_ours && !keep(name) {
                self.remove(name)?;
            }
        }
        Ok(())
    }

    #[cfg(unix)]
    fn sync_names(&self) -> Result<(), DiskError> {
        let synced = File::open(&self.directory).and_then(|directory| directory.sync_all());
        synced.map_err(system("flush to the disk", &self.directory))
    }

    #[cfg(not(unix))]
    fn sync_names(&self) -> Result<(), DiskError> {
        Ok(())
    }

    /// The error that a file is not what was written.
    pub(super) fn damaged(&self, name: &str, problem: impl Into<String>) -> DiskError {
        DiskError::Damaged {
            path: self.path(name),
            problem: problem.into(),
        }
    }

    /// The error of reading a file: one that ends too early is damaged.
    pub(super) fn unreadable(&self, name: &str, error: io::Error) -> DiskError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(name, "it ends too early"),
            _ => system("read", &self.path(name))(error),
        }
    }

    /// The error of writing a file.
    pub(super) fn unwritable(&self, name: &str, error: io::Error) -> DiskError {
        system("write", &self.path(name))(error)
    }
}

/// The entries of a shard as a pass has left them.
pub(super) fn entries_name(shard: usize, pass: u32) -> String {
    format!("{ENTRIES}{shard}-{pass}")
}

/// A run of updates.
pub(super) fn updates_name(run: u64) -> String {
    format!("{UPDATES}{run}")
}

/// Adds the operation and the file to an error of the system.
pub(super) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
    let path = path.to_owned();
    move |error| DiskError::System { doing, path, error }
}

/// Removes the working files of a solve that is complete, and the directory unless it has other
/// files. A missing directory is not an error.
///
/// # Errors
/// Returns an error if the system refuses, or another process uses the directory.
pub fn remove_working_files(directory: &Path) -> Result<(), SolveError> {
    if !directory.join(LOCK).exists() {
        return Ok(());
    }
    let work = Work::open(directory)?;
    work.clear()?;
    work.remove(LOCK)?;
    match fs::remove_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => Ok(removed.map_err(system("remove", directory))?),
    }
}

/// Whether there is a solve to continue.
pub(in crate::retrograde) fn has_checkpoint(directory: &Path) -> bool {
    directory.join(CHECKPOINT).exists()
}
