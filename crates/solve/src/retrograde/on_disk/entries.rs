//! Files of table entries, little-endian.

use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;

use kibitz_game::Value;
use xxhash_rust::xxh3::Xxh3Default;

use crate::entry::TableEntry;
use crate::work::{DiskError, Work};

/// A table entry that can be stored.
pub trait StoredEntry: TableEntry {
    /// Its size.
    const BYTES: usize = size_of::<Self>();

    /// Converts all entries from as many bytes as they need.
    fn load(bytes: &[u8], entries: &mut [Self]);

    /// The reverse.
    fn store(entries: &[Self], bytes: &mut [u8]);
}

macro_rules! stored_entry {
    ($int:ty) => {
        impl StoredEntry for $int {
            fn load(bytes: &[u8], entries: &mut [$int]) {
                let (chunks, _) = bytes.as_chunks();
                for (entry, chunk) in entries.iter_mut().zip(chunks) {
                    *entry = <$int>::from_le_bytes(*chunk);
                }
            }

            fn store(entries: &[$int], bytes: &mut [u8]) {
                let (chunks, _) = bytes.as_chunks_mut();
                for (entry, chunk) in entries.iter().zip(chunks) {
                    *chunk = entry.to_le_bytes();
                }
            }
        }
    };
}

stored_entry!(u16);
stored_entry!(u32);

/// Reads a file into `entries`, in parts of the size of `buffer`, and compares it with its
/// checksum.
pub(super) fn read<C: StoredEntry>(
    work: &Work,
    name: &str,
    expected: u64,
    entries: &mut [C],
    buffer: &mut [u8],
) -> Result<(), DiskError> {
    let mut file = work.open_file(name)?;
    let mut hash = Xxh3Default::new();
    for part in entries.chunks_mut(buffer.len() / C::BYTES) {
        let bytes = &mut buffer[..part.len() * C::BYTES];
        file.read_exact(bytes)
            .map_err(|error| work.unreadable(name, error))?;
        hash.update(bytes);
        C::load(bytes, part);
    }
    let found = hash.digest();
    if found != expected {
        let problem = format!("its checksum is {found:016x}, expected {expected:016x}");
        return Err(work.damaged(name, problem));
    }
    Ok(())
}

/// Passes the bytes of `entries` to `take`, in parts of the size of `buffer`.
fn in_parts<C: StoredEntry, E>(
    entries: &[C],
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    for part in entries.chunks(buffer.len() / C::BYTES) {
        let bytes = &mut buffer[..part.len() * C::BYTES];
        C::store(part, bytes);
        take(bytes)?;
    }
    Ok(())
}

/// The checksum of the file with these entries.
pub(super) fn checksum<C: StoredEntry>(entries: &[C], buffer: &mut [u8]) -> u64 {
    let mut hash = Xxh3Default::new();
    let Ok(()) = in_parts(entries, buffer, |bytes| {
        hash.update(bytes);
        Ok::<(), std::convert::Infallible>(())
    });
    hash.digest()
}

/// Writes a file.
pub(super) fn write<C: StoredEntry>(
    work: &Work,
    name: &str,
    entries: &[C],
    buffer: &mut [u8],
) -> Result<(), DiskError> {
    let mut file = work.create(name)?;
    in_parts(entries, buffer, |bytes| file.write_all(bytes))
        .map_err(|error| work.unwritable(name, error))
}

/// Passes the values at some offsets in a file to `take`, in order.
pub(super) fn values<C: StoredEntry>(
    work: &Work,
    name: &str,
    offsets: Range<u64>,
    mut take: impl FnMut(Option<Value>),
) -> Result<(), DiskError> {
    /// Entries of a read.
    const PART: u64 = 1 << 14;
    let unreadable = |error| work.unreadable(name, error);
    let mut file = work.open_file(name)?;
    let start = SeekFrom::Start(offsets.start * C::BYTES as u64);
    file.seek(start).map_err(unreadable)?;
    let part = (offsets.end - offsets.start).min(PART) as usize;
    let (mut entries, mut bytes) = (vec![C::HOLE; part], vec![0; part * C::BYTES]);
    for start in offsets.clone().step_by(PART as usize) {
        let count = (offsets.end - start).min(PART) as usize;
        let (entries, bytes) = (&mut entries[..count], &mut bytes[..count * C::BYTES]);
        file.read_exact(bytes).map_err(unreadable)?;
        C::load(bytes, entries);
        entries.iter().for_each(|entry| take(entry.value()));
    }
    Ok(())
}
