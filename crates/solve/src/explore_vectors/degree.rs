//! Initial states of positions.

use kibitz_game::Wdl;

/// The initial state of a position in four bytes: the number of its moves, or a static result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degree(u32);

impl Degree {
    /// Its size in a file.
    pub const BYTES: usize = size_of::<u32>();
    /// Numbers of moves are less.
    pub const MAX_MOVES: u32 = 1 << 31;
    const KNOWN: u32 = Degree::MAX_MOVES;

    /// A number of moves below 2^31.
    #[must_use]
    pub fn moves(count: usize) -> Option<Degree> {
        let count = u32::try_from(count).ok()?;
        (count < Degree::KNOWN).then_some(Degree(count))
    }

    /// A static result.
    #[must_use]
    pub fn known(result: Wdl) -> Degree {
        Degree(match result {
            Wdl::Loss => Degree::KNOWN,
            Wdl::Draw => Degree::KNOWN + 1,
            Wdl::Win => Degree::KNOWN + 2,
        })
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
    pub fn load(bytes: &[u8]) -> Degree {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        Degree(u32::from_le_bytes(bytes))
    }

    /// The number of moves.
    ///
    /// # Errors
    /// Returns the static result if there is one.
    #[inline]
    pub fn get(self) -> Result<u32, Wdl> {
        match self.0.checked_sub(Degree::KNOWN) {
            None => Ok(self.0),
            Some(0) => Err(Wdl::Loss),
            Some(1) => Err(Wdl::Draw),
            Some(_) => Err(Wdl::Win),
        }
    }
}
