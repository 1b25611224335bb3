//! Runs of updates: what a worker has emitted until its [`Bins`] were full. Updates have four bytes,
//! little-endian.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::SolveError;
use crate::retrograde::Update;
use crate::retrograde::bins::Bins;
use crate::work::segments::{self, SegmentWriter};
use crate::work::{Work, updates_name};

/// Bytes of an update.
const UPDATE: usize = size_of::<u32>();

/// Writes the contents of bins as a run, and adds the number of updates of each shard to `counts`.
pub(super) fn write(
    work: &Work,
    run: u64,
    bins: &Bins,
    counts: &[AtomicU64],
    buffer_bytes: usize,
) -> Result<(), SolveError> {
    let name = updates_name(run);
    let writer = SegmentWriter::new(work.create(&name)?, run, buffer_bytes);
    let written = write_to(writer, bins, counts);
    Ok(written.map_err(|error| work.unwritable(&name, error))?)
}

fn write_to(mut writer: SegmentWriter, bins: &Bins, counts: &[AtomicU64]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for (shard, count) in counts.iter().enumerate() {
        for part in bins.parts(shard) {
            bytes.resize(part.len() * UPDATE, 0);
            let (chunks, _) = bytes.as_chunks_mut();
            for (update, chunk) in part.iter().zip(chunks) {
                *chunk = update.0.to_le_bytes();
            }
            writer.write(&bytes)?;
            count.fetch_add(part.len() as u64, Ordering::Relaxed);
        }
        writer.next_shard();
    }
    writer.finish()
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
    let mut updates = Vec::new();
    let mut count = 0;
    segments::read(work, (&name, run), (shard, shards), buffer, |bytes| {
        updates.clear();
        let (chunks, _) = bytes.as_chunks();
        updates.extend(
            chunks
                .iter()
                .map(|chunk| Update(u32::from_le_bytes(*chunk))),
        );
        if updates.iter().any(|update| update.offset() >= ranks) {
            let problem = format!("an update is for a position outside the shard {shard}");
            return Err(work.damaged(&name, problem).into());
        }
        apply(&updates)?;
        count += updates.len() as u64;
        Ok(updates.len() * UPDATE)
    })?;
    Ok(count)
}
