//! Errors of reading and writing tables.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use kibitz_game::StopReason;

use crate::format::{MAGIC, VERSION};

/// Why a table was not read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refused.
    #[error("cannot read the table {}: {error}{}", path.display(), reading_advice(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is something else.
    #[error(
        "{} is not a table file: it begins with {found:?}, expected `{}`; \
         give a file that kibitz has written as a table",
        path.display(), MAGIC.escape_ascii()
    )]
    NotATable {
        /// The file.
        path: PathBuf,
        /// Its first bytes.
        found: String,
    },
    /// The file has another version of the format.
    #[error(
        "the table {} has format version {found}, but this program reads version {VERSION}; {}",
        path.display(),
        if *found > VERSION { "use a newer kibitz" } else { "make the table again" }
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file is incomplete or was changed.
    #[error(
        "the table {} is damaged: {damage}; copy it again from its origin or make it again",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found where, and what was expected.
        damage: Damage,
    },
    /// The table has no such column.
    #[error(
        "the table {} has no column `{column}`, only {present}; make it again with this column",
        path.display()
    )]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column asked for.
        column: &'static str,
        /// The columns of the table.
        present: String,
    },
    /// The table has no such item.
    #[error(
        "item {item} of the table {} does not exist: it has {positions} positions, \
         numbered from 0",
        path.display()
    )]
    OutOfRange {
        /// The file.
        path: PathBuf,
        /// The item asked for.
        item: u64,
        /// The number of items.
        positions: u64,
    },
    /// The row that is searched for has another length than those of the table.
    #[error(
        "a row of {found} bytes cannot be in the table {}: its rows have {expected} bytes; \
         search for a row of this table's positions",
        path.display()
    )]
    RowLength {
        /// The file.
        path: PathBuf,
        /// The length of the row that is searched for.
        found: usize,
        /// The length of the table's rows.
        expected: usize,
    },
    /// The run was cancelled or reached a limit.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// What is wrong with the content of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Damage(String);

impl Damage {
    /// The place and what was found there, and what was expected.
    pub(crate) fn new(what: impl Into<String>) -> Damage {
        Damage(what.into())
    }

    /// The error for a file.
    pub(crate) fn of(self, path: &Path) -> TableError {
        TableError::Damaged {
            path: path.to_owned(),
            damage: self,
        }
    }
}

/// Why a table was not written. `E` is the error of the sources of its columns.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E: Error> {
    /// A source failed.
    #[error(transparent)]
    Source(E),
    /// The run was cancelled or reached a limit.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The system refused.
    #[error("cannot write the table {}: {doing}: {error}{}", path.display(), writing_advice(error))]
    System {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        doing: String,
        /// The system's error.
        error: io::Error,
    },
    /// What the caller gave is not a table.
    #[error("cannot write the table {}: {problem}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what was expected.
        problem: String,
    },
}

/// What to do about an error of the system when reading.
fn reading_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "; check the path",
        _ => writing_advice(error),
    }
}

/// What to do about an error of the system when writing.
fn writing_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "; check the path: its directory must exist",
        io::ErrorKind::PermissionDenied => "; check the permissions of the file and its directory",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; free some space, or choose a path on another file system"
        }
        io::ErrorKind::IsADirectory => "; give the path of a file",
        io::ErrorKind::NotADirectory => "; a part of the path is a file, not a directory",
        io::ErrorKind::ReadOnlyFilesystem => "; choose a path on another file system",
        io::ErrorKind::AlreadyExists => {
            "; another run is writing this table: wait until it ends, or choose another path"
        }
        _ => "",
    }
}
