//! The directory of the working files, and what can go wrong with them.

mod block_cache;
mod block_writer;
pub(crate) mod segments;

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use kibitz_game::RunContext;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::SolveError;
use crate::error::Cause;
pub(crate) use block_cache::BlockCache;
pub(crate) use block_writer::BlockWriter;

/// Names of files.
const CHECKPOINT: &str = "checkpoint";
const NEW_CHECKPOINT: &str = "checkpoint.new";
const LOCK: &str = "lock";
/// The directory of the values, inside that of an enumeration.
pub(crate) const VALUES: &str = "values";
const ENTRIES: &str = "entries-";
const UPDATES: &str = "updates-";
/// Files of enumerations: rows of positions, runs of what is sent to shards, numbers of moves, lists
/// of predecessors, and Grundy values.
pub(crate) const ROWS: &str = "rows-";
pub(crate) const RUN: &str = "run-";
pub(crate) const DEGREES: &str = "degrees-";
pub(crate) const PREDECESSORS: &str = "predecessors-";
pub(crate) const MARKS: &str = "marks-";
/// Tables of one bit per position.
pub(crate) const BITS: &str = "bits-";
/// The moves of bundles, and what phases or rounds have solved.
pub(crate) const MOVES: &str = "moves-";
pub(crate) const SOLVED: &str = "solved-";
/// How the names of working files begin.
const PREFIXES: [&str; 10] = [
    ENTRIES,
    UPDATES,
    ROWS,
    RUN,
    DEGREES,
    PREDECESSORS,
    MARKS,
    BITS,
    MOVES,
    SOLVED,
];

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
pub(crate) struct Work {
    directory: PathBuf,
    _lock: File,
}

impl Work {
    /// Opens the directory, and creates it if there is none.
    ///
    /// # Errors
    /// Returns an error if the system refuses or another process uses it.
    pub(crate) fn open(directory: &Path) -> Result<Work, DiskError> {
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

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Creates a file, in place of one that a killed run has left.
    pub(crate) fn create(&self, name: &str) -> Result<File, DiskError> {
        let path = self.path(name);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(true);
        options.open(&path).map_err(system("create", &path))
    }

    /// Opens a file that was written before.
    pub(crate) fn open_file(&self, name: &str) -> Result<File, DiskError> {
        self.open_with(name, File::options().read(true))
    }

    /// Opens a file that was written before, for changes in it.
    pub(crate) fn open_to_change(&self, name: &str) -> Result<File, DiskError> {
        self.open_with(name, File::options().read(true).write(true))
    }

    fn open_with(&self, name: &str, options: &OpenOptions) -> Result<File, DiskError> {
        let path = self.path(name);
        options.open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.damaged(name, "it is missing"),
            _ => system("open", &path)(error),
        })
    }

    /// Makes the content of a file durable; its name is so only after
    /// [`replace_checkpoint`](Work::replace_checkpoint).
    fn sync(&self, name: &str) -> Result<(), DiskError> {
        let file = self.open_file(name)?;
        file.sync_all()
            .map_err(system("flush to the disk", &self.path(name)))
    }

    /// What the last checkpoint says, if there is one, as JSON; checks that it is one of this solve.
    pub(crate) fn read_checkpoint(
        &self,
        expected: &Identity,
    ) -> Result<Option<Vec<u8>>, DiskError> {
        let path = self.path(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let mut json = fs::read(&path).map_err(system("read", &path))?;
        let line_end = json.iter().position(|byte| *byte == b'\n');
        let line: Vec<u8> = json
            .drain(..line_end.map_or(json.len(), |end| end + 1))
            .collect();
        if line != first_line(&json).as_bytes() {
            return Err(self.unusable("its checksum is wrong"));
        }
        let found: Identity = self.parse_checkpoint(&json)?;
        if found != *expected {
            return Err(DiskError::Foreign {
                directory: self.directory.clone(),
                found: found.to_string(),
                expected: expected.to_string(),
            });
        }
        Ok(Some(json))
    }

    /// A part of what a checkpoint says.
    pub(crate) fn parse_checkpoint<T: DeserializeOwned>(
        &self,
        json: &[u8],
    ) -> Result<T, DiskError> {
        serde_json::from_slice(json).map_err(|error| self.unusable(&error.to_string()))
    }

    /// The error that the checkpoint is damaged.
    pub(crate) fn unusable(&self, problem: &str) -> DiskError {
        self.damaged(CHECKPOINT, problem)
    }

    /// Makes the files of a state durable, those in `previous` excepted, which are; makes the state
    /// the last checkpoint, and removes all other files.
    pub(crate) fn save_checkpoint(
        &self,
        state: &impl Serialize,
        files: &HashSet<String>,
        previous: &HashSet<String>,
    ) -> Result<(), DiskError> {
        for new in files.difference(previous) {
            self.sync(new)?;
        }
        let json = serde_json::to_vec(state);
        let json = json.map_err(|error| self.unwritable(CHECKPOINT, error.into()))?;
        self.replace_checkpoint(&[first_line(&json).as_bytes(), &json].concat())?;
        self.remove_others(|name| files.contains(name))
    }

    /// Makes all names durable, and only then replaces the checkpoint, atomically.
    fn replace_checkpoint(&self, content: &[u8]) -> Result<(), DiskError> {
        let (new, old) = (self.path(NEW_CHECKPOINT), self.path(CHECKPOINT));
        fs::write(&new, content).map_err(system("write", &new))?;
        self.sync(NEW_CHECKPOINT)?;
        self.sync_names()?;
        fs::rename(&new, &old).map_err(system("replace", &old))?;
        self.sync_names()
    }

    /// The size of all files in bytes, as far as the system says.
    pub(crate) fn size(&self) -> u64 {
        size_of_files(&self.directory)
    }

    /// Removes a file that is not needed any more.
    pub(crate) fn remove(&self, name: &str) -> Result<(), DiskError> {
        let path = self.path(name);
        fs::remove_file(&path).map_err(system("remove", &path))
    }

    /// Removes all working files, the checkpoint before the files that it names.
    pub(crate) fn clear(&self) -> Result<(), DiskError> {
        if self.path(CHECKPOINT).exists() {
            self.remove(CHECKPOINT)?;
            self.sync_names()?;
        }
        self.remove_others(|_| false)
    }

    /// Removes all working files except the checkpoint and those to keep. Other files in the
    /// directory are left alone.
    pub(crate) fn remove_others(&self, keep: impl Fn(&str) -> bool) -> Result<(), DiskError> {
        let listing = |error| system("list", &self.directory)(error);
        for file in fs::read_dir(&self.directory).map_err(listing)? {
            let name = file.map_err(listing)?.file_name();
            let Some(name) = name.to_str() else { continue };
            let begins = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
            let is_ours = begins || name == NEW_CHECKPOINT;
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
    pub(crate) fn damaged(&self, name: &str, problem: impl Into<String>) -> DiskError {
        DiskError::Damaged {
            path: self.path(name),
            problem: problem.into(),
        }
    }

    /// The error of reading a file: one that ends too early is damaged.
    pub(crate) fn unreadable(&self, name: &str, error: io::Error) -> DiskError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(name, "it ends too early"),
            _ => system("read", &self.path(name))(error),
        }
    }

    /// The error of writing a file.
    pub(crate) fn unwritable(&self, name: &str, error: io::Error) -> DiskError {
        system("write", &self.path(name))(error)
    }
}

/// What a checkpoint is for: the first fields of every state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// Changes whenever files of another version of this program cannot be continued.
    pub(crate) format: u32,
    /// Game, parameters and rules.
    pub(crate) purpose: String,
    /// The number of ranks, if it is known from the beginning.
    pub(crate) ranks: Option<u64>,
}

impl Identity {
    /// That of the checkpoint in a directory, if there is one; `Some(None)` if it cannot be read.
    pub(crate) fn read(directory: &Path) -> Option<Option<Identity>> {
        let path = directory.join(CHECKPOINT);
        path.exists().then(|| {
            let content = fs::read(path).ok()?;
            let line_end = content.iter().position(|byte| *byte == b'\n')?;
            serde_json::from_slice(&content[line_end..]).ok()
        })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.purpose)?;
        if let Some(ranks) = self.ranks {
            write!(f, ", {ranks} ranks")?;
        }
        write!(f, " (format {})", self.format)
    }
}

/// The line before the state in a checkpoint.
fn first_line(json: &[u8]) -> String {
    format!("{:016x}\n", xxh3_64(json))
}

/// The entries of a shard as a pass has left them.
pub(crate) fn entries_name(shard: usize, pass: u32) -> String {
    format!("{ENTRIES}{shard}-{pass}")
}

/// A run of updates.
pub(crate) fn updates_name(run: u64) -> String {
    format!("{UPDATES}{run}")
}

/// Adds the operation and the file to an error of the system.
pub(crate) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
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
    remove_working_files(&directory.join(VALUES))?;
    work.clear()?;
    work.remove(LOCK)?;
    match fs::remove_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => Ok(removed.map_err(system("remove", directory))?),
    }
}

/// The bytes that files in a directory may still take, as far as the system says, those that they
/// take already included.
#[cfg(unix)]
pub(crate) fn free_space(directory: &Path) -> Option<u64> {
    let parent = directory
        .parent()
        .filter(|path| !path.as_os_str().is_empty());
    let exists = [directory, parent.unwrap_or(Path::new("."))];
    let existing = exists.into_iter().find(|path| path.exists())?;
    let system = rustix::fs::statvfs(existing).ok()?;
    let free = system.f_bavail.saturating_mul(system.f_frsize);
    Some(free.saturating_add(size_of_files(directory)))
}

#[cfg(not(unix))]
pub(crate) fn free_space(_: &Path) -> Option<u64> {
    None
}

/// The size of all files in a directory in bytes, as far as the system says.
fn size_of_files(directory: &Path) -> u64 {
    let files = fs::read_dir(directory).into_iter().flatten();
    let sizes = files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
    sizes.sum()
}

/// Whether to solve in memory, with a peak of `peak` bytes of which the solution keeps `kept`:
/// always without a directory for working files; else if there is memory for that and for the use
/// of the solution, and the solve is neither required to be on disk nor was begun there.
pub(crate) fn stays_in_memory(peak: u64, kept: u64, context: &RunContext) -> bool {
    context.scratch().is_none_or(|scratch| {
        let needed = peak.max(kept.saturating_add(scratch.spare));
        needed <= context.memory_free()
            && !scratch.is_required
            && !scratch.directory.join(CHECKPOINT).exists()
    })
}
