//! What is known of a position before it is solved.

use kibitz_game::Wdl;

/// The depth of a position, and its static result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag(u32);

impl Tag {
    /// No tag.
    pub const NONE: Tag = Tag(u32::MAX);
    /// Depths are less.
    pub const MAX_DEPTH: u32 = u32::MAX >> 2;
    /// Its size in a file.
    pub const BYTES: usize = size_of::<u32>();

    /// The tag of a position.
    #[must_use]
    pub fn new(depth: u32, decided: Option<Wdl>) -> Tag {
        let result = match decided {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Draw) => 2,
            Some(Wdl::Win) => 3,
        };
        Tag(depth << 2 | result)
    }

    /// The depth.
    #[must_use]
    pub fn depth(self) -> u32 {
        self.0 >> 2
    }

    /// The static result.
    #[must_use]
    #[inline]
    pub fn decided(self) -> Option<Wdl> {
        match self.0 & 3 {
            0 => None,
            1 => Some(Wdl::Loss),
            2 => Some(Wdl::Draw),
            _ => Some(Wdl::Win),
        }
    }

    /// Writes it to as many bytes as it has.
    ///
    /// # Panics
    /// Panics if there are more or fewer.
    #[inline]
    pub fn store(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0.to_le_bytes());
    }

    /// From a file.
    #[must_use]
    #[inline]
    pub fn load(bytes: &[u8]) -> Tag {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        Tag(u32::from_le_bytes(bytes))
    }
}
