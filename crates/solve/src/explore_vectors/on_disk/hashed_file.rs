//! Files with a checksum that a checkpoint has.

use std::fs::File;
use std::io::{Read, Write};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::DiskError;
use crate::SolveError;
use crate::work::Work;

/// Bytes of a read or write.
pub(super) const BUFFER: usize = 1 << 17;

/// A file as a checkpoint names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredFile {
    /// Its name is a word for the kind of file, and this.
    pub(super) number: u64,
    checksum: u64,
}

/// The name of a file.
pub(super) fn name(kind: &str, number: u64) -> String {
    format!("{kind}{number}")
}

/// A file that is being written.
pub(super) struct HashedWriter<'w> {
    work: &'w Work,
    name: String,
    number: u64,
    file: File,
    hash: Xxh3Default,
    /// What is not yet written.
    buffer: Vec<u8>,
}

impl<'w> HashedWriter<'w> {
    pub(super) fn new(
        work: &'w Work,
        kind: &str,
        number: u64,
    ) -> Result<HashedWriter<'w>, DiskError> {
        let name = name(kind, number);
        Ok(HashedWriter {
            work,
            number,
            file: work.create(&name)?,
            name,
            hash: Xxh3Default::new(),
            buffer: Vec::with_capacity(BUFFER),
        })
    }

    /// The place of the next `len` bytes, at most as many as a buffer.
    #[inline]
    pub(super) fn place(&mut self, len: usize) -> Result<&mut [u8], DiskError> {
        if self.buffer.len() + len > BUFFER {
            self.flush()?;
        }
        let start = self.buffer.len();
        self.buffer.resize(start + len, 0);
        Ok(&mut self.buffer[start..])
    }

    fn flush(&mut self) -> Result<(), DiskError> {
        self.hash.update(&self.buffer);
        let written = self.file.write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(|error| self.work.unwritable(&self.name, error))
    }

    pub(super) fn finish(mut self) -> Result<StoredFile, DiskError> {
        self.flush()?;
        Ok(StoredFile {
            number: self.number,
            checksum: self.hash.digest(),
        })
    }
}

impl StoredFile {
    /// Passes the records of a file of `records` records of `len` bytes to `take`, and compares the
    /// file with its checksum, which is known to be right only at the end.
    pub(super) fn read(
        self,
        work: &Work,
        kind: &str,
        (records, len): (u64, usize),
        buffer: &mut [u8],
        mut take: impl FnMut(&[u8]),
    ) -> Result<(), SolveError> {
        let name = name(kind, self.number);
        let mut file = work.open_file(&name)?;
        let mut hash = Xxh3Default::new();
        let at_once = (buffer.len() / len) as u64;
        let mut left = records;
        while left > 0 {
            let part = &mut buffer[..left.min(at_once) as usize * len];
            file.read_exact(part)
                .map_err(|error| work.unreadable(&name, error))?;
            hash.update(part);
            part.chunks_exact(len).for_each(&mut take);
            left -= left.min(at_once);
        }
        self.compare(work, &name, &hash)
    }

    /// Appends a file of `len` bytes to `into`, and compares it with its checksum.
    pub(super) fn append(
        self,
        work: &Work,
        kind: &str,
        len: u64,
        into: &mut Vec<u8>,
    ) -> Result<(), SolveError> {
        let name = name(kind, self.number);
        let start = into.len();
        into.resize(start + len as usize, 0);
        let mut file = work.open_file(&name)?;
        file.read_exact(&mut into[start..])
            .map_err(|error| work.unreadable(&name, error))?;
        let mut hash = Xxh3Default::new();
        hash.update(&into[start..]);
        self.compare(work, &name, &hash)
    }

    /// Compares a file with its checksum.
    pub(super) fn verify(
        self,
        work: &Work,
        kind: &str,
        buffer: &mut [u8],
    ) -> Result<(), SolveError> {
        let name = name(kind, self.number);
        let mut file = work.open_file(&name)?;
        let mut hash = Xxh3Default::new();
        loop {
            let read = file.read(buffer);
            match read.map_err(|error| work.unreadable(&name, error))? {
                0 => break,
                read => hash.update(&buffer[..read]),
            }
        }
        self.compare(work, &name, &hash)
    }

    fn compare(self, work: &Work, name: &str, hash: &Xxh3Default) -> Result<(), SolveError> {
        let (found, expected) = (hash.digest(), self.checksum);
        if found == expected {
            return Ok(());
        }
        let problem = format!("its checksum is {found:016x}, expected {expected:016x}");
        Err(work.damaged(name, problem).into())
    }
}
