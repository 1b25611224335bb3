//! Files of positions: the key of each, and a tag.

use kibitz_game::Wdl;

use super::hashed_file::StoredFile;
use super::key::{Key, Packer};
use crate::SolveError;
use crate::work::{ROWS, Work};

/// The depth of a position, and its static result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag(u32);

impl Tag {
    /// No tag.
    pub(super) const NONE: Tag = Tag(u32::MAX);
    /// Depths are less.
    pub(super) const MAX_DEPTH: u32 = u32::MAX >> 2;
    /// Its size in a file.
    pub(super) const BYTES: usize = size_of::<u32>();

    pub(super) fn new(depth: u32, decided: Option<Wdl>) -> Tag {
        let result = match decided {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Draw) => 2,
            Some(Wdl::Win) => 3,
        };
        Tag(depth << 2 | result)
    }

    pub(super) fn depth(self) -> u32 {
        self.0 >> 2
    }

    #[inline]
    pub(super) fn decided(self) -> Option<Wdl> {
        match self.0 & 3 {
            0 => None,
            1 => Some(Wdl::Loss),
            2 => Some(Wdl::Draw),
            _ => Some(Wdl::Win),
        }
    }

    #[inline]
    pub(super) fn store(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0.to_le_bytes());
    }

    #[inline]
    fn load(bytes: &[u8]) -> Tag {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        Tag(u32::from_le_bytes(bytes))
    }
}

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
