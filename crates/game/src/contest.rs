//! Contest formats: reading cases and writing answers, at input/output speed.
//!
//! A format has two readers. [`Contest::parse_fast`] accepts only the usual layout, as fast as
//! possible, and stops silently at anything else. [`Contest::read`] reads one case in any layout
//! that the rules allow, and is the only one to report errors. Thus errors are detected in one
//! place, and the slow reader handles only exceptions.

mod fast_reader;
mod generator;
mod input;
mod input_error;
mod lists;
mod random;

pub use fast_reader::FastReader;
pub use generator::{Bias, CaseGenerator, Size, SizeError, Sizes, lower, pieces, put_numbers};
pub use input::Input;
pub use input_error::{BadInput, InputError};
pub use lists::{ListShape, list_measure, simple_lists, simple_numbers};
pub use random::Random;

use crate::Wdl;

/// How a format gives the number of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The first number is the number of cases.
    Given,
    /// Cases follow until the input ends.
    UntilEnd,
    /// The input is a single case.
    One,
}

/// What a fast reader has consumed from the start of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consumed {
    /// Bytes consumed, a whole number of cases.
    pub bytes: usize,
    /// Line ends among them.
    pub lines: u64,
}

/// The query of a case, for commands that examine a single position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseQuery {
    /// Parameters that the case specifies, in the form of `--set`.
    pub set: Vec<(String, String)>,
    /// The position, in the game's notation.
    pub position: String,
    /// The player to move, if the input names a player and the position does not.
    pub mover: Option<&'static str>,
}

/// A contest's input and output formats.
pub trait Contest: Send + Sync {
    /// The contents of one case.
    type Case: Send + Sync;
    /// What an answer says of the case's position: its result, and perhaps more.
    type Value: Copy + From<Wdl> + Into<Wdl>;

    /// How the number of cases is given.
    fn count(&self) -> Count;

    /// Consumes as many cases as possible, at most `max`, from the start of `block` if they have
    /// the usual layout. Consuming fewer is always allowed; a case that [`read`](Contest::read)
    /// would reject or read differently must not be consumed.
    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Self::Case>) -> Consumed {
        let _ = (block, max, cases);
        Consumed::default()
    }

    /// Reads one case in any layout.
    ///
    /// # Errors
    /// Returns the place, what was found and what was expected if the input is invalid, or the I/O
    /// error if it cannot be read.
    fn read(&self, input: &mut Input<'_>) -> Result<Self::Case, InputError>;

    /// Appends the answer's line. `number` counts the cases from 1; `value` is that of the case's
    /// position for the mover.
    fn write(&self, number: u64, case: &Self::Case, value: Self::Value, out: &mut Vec<u8>);

    /// The game and the position of a case.
    fn query(&self, case: &Self::Case) -> CaseQuery;
}
