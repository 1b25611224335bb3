//! Files of positions: the key of each, and a tag.

use super::super::tag::Tag;
use super::hashed_file::StoredFile;
use super::key::{Key, Packer};
use crate::SolveError;
use crate::work::{ROWS, Work};

/// A key and a tag from a record of a file.
#[inline]
pub(super) fn row<const N: usize>(record: &[u8]) -> (Key<N>, Tag) {
    let (key, tag) = record.split_at(record.len() - Tag::BYTES);
    (Key::load(key), Tag::load(tag))
}

/// Passes the positions of a file to `take`, in order.
pub(super) fn read_rows<const N: usize>(
    work: &Work,
    file: StoredFile,
    positions: u64,
    packer: &Packer,
    buffer: &mut [u8],
    mut take: impl FnMut(Key<N>, Tag),
) -> Result<(), SolveError> {
    let records = (positions, packer.bytes() + Tag::BYTES);
    file.read(work, ROWS, records, buffer, |record| {
        let (key, tag) = row(record);
        take(key, tag);
    })
}
