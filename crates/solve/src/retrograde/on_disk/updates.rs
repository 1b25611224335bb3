//! Runs: files of updates, sorted by destination shard.
//!
//! A run is what a worker has emitted until its [`Bins`] were full. The updates of the shards
//! follow each other; then there is a record for each shard: where its updates begin, how many they
//! are, and a checksum of run, shard and updates. All numbers are little-endian, updates have four
//! bytes, the numbers of a record eight each. A run is written once and never changed.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::Xxh3Default;

use super::work::{Work, updates_name};
use crate::SolveError;
use crate::retrograde::Update;
use crate::retrograde::bins::Bins;

/// Bytes of an update.
const UPDATE: usize = size_of::<u32>();
/// Bytes of a record.
const RECORD: usize = 3 * size_of::<u64>();

/// The checksum of the updates of a shard, before the updates.
fn begin(run: u64, shard: usize) -> Xxh3Default {
    let mut hash = Xxh3Default::new();
    hash.update(&run.to_le_bytes());
    hash.update(&(shard as u64).to_le_bytes());
    hash
}

/// Writes the contents of bins as a run, and adds the number of updates of each shard to `counts`.
pub(super) fn write(
    work: &Work,
    run: u64,
    bins: &Bins,
    counts: &[AtomicU64],
    buffer_bytes: usize,
) -> Result<(), SolveError> {
    let name = updates_name(run);
    let file = BufWriter::with_capacity(buffer_bytes, work.create(&name)?);
    let written = write_to(file, run, bins, counts);
    Ok(written.map_err(|error| work.unwritable(&name, error))?)
}

fn write_to(mut file: impl Write, run: u64, bins: &Bins, counts: &[AtomicU64]) -> io::Result<()> {
    let mut records = Vec::with_capacity(counts.len() * RECORD);
    let mut at = 0;
    let mut bytes = Vec::new();
    for (shard, count) in counts.iter().enumerate() {
        let mut hash = begin(run, shard);
        let mut len = 0;
        for part in bins.parts(shard) {
            bytes.resize(part.len() * UPDATE, 0);
            let (chunks, _) = bytes.as_chunks_mut();
            for (update, chunk) in part.iter().zip(chunks) {
                *chunk = update.0.to_le_bytes();
            }
            hash.update(&bytes);
            file.write_all(&bytes)?;
            len += part.len() as u64;
        }
        for number in [at, len, hash.digest()] {
            records.extend(number.to_le_bytes());
        }
        count.fetch_add(len, Ordering::Relaxed);
        at += len * UPDATE as u64;
    }
    file.write_all(&records)?;
    file.flush()
}

/// Passes the updates of a shard to `apply`, in parts of the size of `buffer`; returns how many they
/// are. `ranks` is the size of the shard. The checksum is known to be right only at the end.
pub(super) fn read(
    work: &Work,
    run: u64,
    (shard, shards): (usize, usize),
    ranks: usize,
    buffer: &mut [u8],
    mut apply: impl FnMut(&[Update]) -> Result<(), SolveError>,
) -> Result<u64, SolveError> {
    let name = updates_name(run);
    let unreadable = |error| work.unreadable(&name, error);
    let damaged = |problem: &str| work.damaged(&name, format!("{problem} (shard {shard})"));
    let mut file = work.open_file(&name)?;
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
    let (at, count, expected) = (number(0), number(1), number(2));
    let bytes = count.checked_mul(UPDATE as u64);
    let mut left = bytes
        .filter(|bytes| at.checked_add(*bytes).is_some_and(|end| end <= records))
        .ok_or_else(|| damaged("a record names updates outside the file"))?;
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    let mut hash = begin(run, shard);
    let mut updates = Vec::new();
    while left > 0 {
        let part = left.min((buffer.len() / UPDATE * UPDATE) as u64) as usize;
        let bytes = &mut buffer[..part];
        file.read_exact(bytes).map_err(unreadable)?;
        hash.update(bytes);
        updates.clear();
        let (chunks, _) = bytes.as_chunks();
        updates.extend(
            chunks
                .iter()
                .map(|chunk| Update(u32::from_le_bytes(*chunk))),
        );
        if updates.iter().any(|update| update.offset() >= ranks) {
            return Err(damaged("an update is for a position outside the shard").into());
        }
        apply(&updates)?;
        left -= part as u64;
    }
    if hash.digest() != expected {
        return Err(damaged("the checksum of its updates is wrong").into());
    }
    Ok(count)
}
