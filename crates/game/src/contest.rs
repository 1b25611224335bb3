//! Contest formats: cases in, answers out, at the speed of the disk.
//!
//! A format reads its input in two ways. [`Contest::recognise`] takes the
//! layout that files usually have, as fast as it can, and stops at anything
//! unusual without a word. [`Contest::read`] reads one case in any layout that
//! the rules allow, and it alone makes errors. So there is one place that
//! knows what is wrong, and none that is slow for long.

mod bad;
mod input;
mod plain;
mod random;
mod sampled;

pub use bad::{BadInput, InputError};
pub use input::Input;
pub use plain::Plain;
pub use random::Random;
pub use sampled::{Bias, Sampled, Size, SizeError, Sizes, lower, pieces, put_numbers};

use crate::Wdl;

/// How a format says how many cases there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The first number is the number of cases.
    Given,
    /// Cases follow until the input ends.
    UntilEnd,
}

/// What a recogniser has taken from the head of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Bytes taken, a whole number of cases.
    pub bytes: usize,
    /// Line ends among them.
    pub lines: u64,
}

/// What a case asks, for commands that look at one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Parameters that the case brings along, as for `--set`.
    pub set: Vec<(&'static str, String)>,
    /// The position, in the game's notation.
    pub position: String,
    /// Who moves in it, where the input names a player and the position does
    /// not.
    pub mover: Option<&'static str>,
}

/// A contest's input and output.
pub trait Contest: Send + Sync {
    /// What one case says.
    type Case: Send + Sync;

    /// How many cases there are.
    const COUNT: Count;

    /// Takes as many cases as stand at the head of `block` in the usual
    /// layout, at most `most`. It may always take fewer, and never takes a
    /// case that [`read`](Contest::read) would refuse or read differently.
    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Self::Case>) -> Taken {
        let _ = (block, most, cases);
        Taken::default()
    }

    /// Reads one case in any layout.
    ///
    /// # Errors
    /// Where the input is wrong, with the place, what was found and what was
    /// expected; or cannot be read at all.
    fn read(&self, input: &mut Input<'_>) -> Result<Self::Case, InputError>;

    /// Appends the answer's line. `number` counts the cases from 1; `value` is
    /// that of the case's position for the player who moves.
    fn write(&self, number: u64, case: &Self::Case, value: Wdl, out: &mut Vec<u8>);

    /// The game and the position that a case asks about.
    fn asked(&self, case: &Self::Case) -> Asked;
}
