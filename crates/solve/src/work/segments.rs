//! Runs: files of what was collected for each shard.
//!
//! A run has a segment of bytes for each shard, one after the other; then there is a record for
//! each: where it begins, its length, and a checksum of run, shard and bytes. The numbers of a
//! record are little-endian with eight bytes each. A run is written once and never changed.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::Xxh3Default;

use crate::SolveError;
use crate::work::Work;

/// Bytes of a record.
pub(crate) const RECORD: usize = 3 * size_of::<u64>();

/// The checksum of a segment, before its bytes.
fn begin(run: u64, shard: u64) -> Xxh3Default {
    let mut hash = Xxh3Default::new();
    hash.update(&run.to_le_bytes());
    hash.update(&shard.to_le_bytes());
    hash
}

/// Writes a run, segment by segment.
pub(crate) struct SegmentWriter {
    file: BufWriter<File>,
    run: u64,
    /// Those of the segments so far.
    records: Vec<u8>,
    shards: u64,
    /// Where the current segment begins, its length so far, and its checksum so far.
    at: u64,
    len: u64,
    hash: Xxh3Default,
}

impl SegmentWriter {
    /// A run in a new file, through a buffer of `buffer_bytes`.
    pub(crate) fn new(file: File, run: u64, buffer_bytes: usize) -> SegmentWriter {
        SegmentWriter {
            file: BufWriter::with_capacity(buffer_bytes, file),
            run,
            records: Vec::new(),
            shards: 0,
            at: 0,
            len: 0,
            hash: begin(run, 0),
        }
    }

    /// Appends bytes to the current segment.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.len += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Ends the current segment; the next one is that of the next shard.
    pub(crate) fn next_shard(&mut self) {
        for number in [self.at, self.len, self.hash.digest()] {
            self.records.extend(number.to_le_bytes());
        }
        self.shards += 1;
        self.at += self.len;
        self.len = 0;
        self.hash = begin(self.run, self.shards);
    }

    /// Ends the file, after the last segment.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.write_all(&self.records)?;
        self.file.flush()
    }
}

/// Passes the segment of a shard to `take`, in parts of at most the size of `buffer`. `take` returns
/// how many bytes it has used; the others are passed again, with more. The checksum is known to be
/// right only at the end.
pub(crate) fn read(
    work: &Work,
    (name, run): (&str, u64),
    (shard, shards): (usize, usize),
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]) -> Result<usize, SolveError>,
) -> Result<(), SolveError> {
    let unreadable = |error| work.unreadable(name, error);
    let damaged = |problem: &str| work.damaged(name, format!("{problem} (shard {shard})"));
    let mut file = work.open_file(name)?;
    let end = file.metadata().map_err(unreadable)?.len();
    let records = end
        .checked_sub((shards * RECORD) as u64)
        .ok_or_else(|| damaged("it is shorter than its records"))?;
    let mut record = [0; RECORD];
    file.seek(SeekFrom::Start(records + (shard * RECORD) as u64))
        .and_then(|_| file.read_exact(&mut record))
        .map_err(unreadable)?;
    let (numbers, _) = record.as_chunks();
    let number = |i: usize| u64::from_le_bytes(numbers[i]);
    let (at, mut left, expected) = (number(0), number(1), number(2));
    let is_inside = at.checked_add(left).is_some_and(|end| end <= records);
    if !is_inside {
        return Err(damaged("a record names bytes outside the file").into());
    }
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    let mut hash = begin(run, shard as u64);
    let mut kept = 0;
    while left > 0 {
        let part = left.min((buffer.len() - kept) as u64) as usize;
        let new = &mut buffer[kept..kept + part];
        file.read_exact(new).map_err(unreadable)?;
        hash.update(new);
        left -= part as u64;
        let all = kept + part;
        let used = take(&buffer[..all])?;
        buffer.copy_within(used..all, 0);
        kept = all - used;
        if used == 0 && (left == 0 || kept == buffer.len()) {
            break;
        }
    }
    if kept > 0 || left > 0 {
        return Err(damaged("an item is not complete").into());
    }
    match hash.digest() == expected {
        true => Ok(()),
        false => Err(damaged("its checksum is wrong").into()),
    }
}
