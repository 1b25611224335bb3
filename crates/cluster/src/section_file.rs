//! Files of checkpoints: a checksum on the first line, what the file is on the second as JSON, and
//! then sections, whose checksums the JSON has. A file has a temporary name until it is on the disk.

use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::Path;

use kibitz_solve::{DiskError, SolveError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

use crate::Log;

const TEMPORARY: &str = ".tmp";

/// The longest description of a file.
const MAX_HEADER: u64 = 1 << 30;

/// Bytes that are read or written at a time.
pub(crate) const BUFFER: usize = 1 << 18;

/// Why a file is not used.
pub(crate) enum Unusable {
    Damaged(String),
    /// What it is for.
    Foreign(String),
    System(io::Error),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Unusable {
        Unusable::System(error)
    }
}

impl Unusable {
    /// The error that a file cannot be read any more.
    pub(crate) fn at(self, path: &Path) -> SolveError {
        match self {
            Unusable::System(error) => system("read", path)(error),
            Unusable::Damaged(problem) | Unusable::Foreign(problem) => DiskError::Damaged {
                path: path.to_owned(),
                problem,
            }
            .into(),
        }
    }

    /// Logs that a file is damaged and not used; files of other games, and those that cannot be
    /// read, are errors.
    pub(crate) fn logged(self, path: &Path, expected: &str, log: &Log) -> Result<(), SolveError> {
        match self {
            Unusable::Foreign(found) => Err(DiskError::Foreign {
                directory: path.parent().unwrap_or(path).to_owned(),
                found,
                expected: expected.to_owned(),
            }
            .into()),
            Unusable::Damaged(problem) => {
                log(&format!(
                    "the checkpoint {} is damaged: {problem}; it is not used",
                    path.display()
                ));
                Ok(())
            }
            Unusable::System(error) => Err(system("read", path)(error)),
        }
    }
}

/// Writes a file in place of an older one, and flushes it to the disk.
pub(crate) fn write(
    path: &Path,
    header: &impl Serialize,
    sections: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SolveError> {
    let temporary = path.with_added_extension(&TEMPORARY[1..]);
    let written = || {
        let json = serde_json::to_vec(header)?;
        let mut file = BufWriter::with_capacity(BUFFER, File::create(&temporary)?);
        writeln!(file, "{:016x}", xxh3_64(&json))?;
        file.write_all(&json)?;
        file.write_all(b"\n")?;
        sections(&mut file)?;
        file.into_inner()?.sync_all()
    };
    written().map_err(system("write", &temporary))?;
    fs::rename(&temporary, path).map_err(system("replace", path))?;
    sync_names(path.parent().unwrap_or(path))
}

/// Reads and checks the first two lines.
pub(crate) fn read_header<H: DeserializeOwned>(file: &mut impl BufRead) -> Result<H, Unusable> {
    let damaged = |problem: &str| Unusable::Damaged(problem.to_owned());
    let mut line = Vec::new();
    file.by_ref().take(17).read_to_end(&mut line)?;
    let mut json = Vec::new();
    file.by_ref()
        .take(MAX_HEADER)
        .read_until(b'\n', &mut json)?;
    if json.pop() != Some(b'\n') {
        return Err(damaged("it ends too early"));
    }
    if line != format!("{:016x}\n", xxh3_64(&json)).as_bytes() {
        return Err(damaged("the checksum of its header is wrong"));
    }
    serde_json::from_slice(&json).map_err(|error| Unusable::Damaged(error.to_string()))
}

/// Reads a section of this length, and compares it with its checksum.
pub(crate) fn read_section(
    file: &mut impl Read,
    shard: usize,
    (length, checksum): (u64, u64),
    bytes: &mut Vec<u8>,
) -> Result<(), Unusable> {
    bytes.clear();
    file.by_ref().take(length).read_to_end(bytes)?;
    if bytes.len() as u64 != length {
        return Err(Unusable::Damaged("it ends too early".to_owned()));
    }
    let found = xxh3_64(bytes);
    match found == checksum {
        true => Ok(()),
        false => Err(Unusable::Damaged(format!(
            "the checksum of shard {shard} is {found:016x}, expected {checksum:016x}"
        ))),
    }
}

/// Removes a file, which another process may have removed.
pub(crate) fn remove(path: &Path) -> Result<(), SolveError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        _ => Ok(()),
    }
}

/// The names of all files in a directory.
pub(crate) fn names(directory: &Path) -> Result<Vec<String>, SolveError> {
    let listing = |error| system("list", directory)(error);
    let mut names = Vec::new();
    for file in fs::read_dir(directory).map_err(listing)? {
        let name = file.map_err(listing)?.file_name();
        names.extend(name.to_str().map(str::to_owned));
    }
    Ok(names)
}

/// The worker and the number of workers at the end of a file's name.
pub(crate) fn parse_workers(text: &str) -> Option<(usize, usize)> {
    let (worker, workers) = text.split_once("-of-")?;
    let (worker, workers) = (worker.parse().ok()?, workers.parse().ok()?);
    (worker < workers).then_some((worker, workers))
}

/// Makes the names of a directory durable.
fn sync_names(directory: &Path) -> Result<(), SolveError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    synced.map_err(system("flush to the disk", directory))
}

/// Adds the operation and the file to an error of the system.
pub(crate) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SolveError {
    let path = path.to_owned();
    move |error| DiskError::System { doing, path, error }.into()
}
