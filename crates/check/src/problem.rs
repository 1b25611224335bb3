//! What is wrong with a table.

use std::fmt;

use kibitz_game::Grundy;
use kibitz_tablebase::Entry;

/// The first wrong item of a table, in the order of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong<P> {
    /// Its number.
    pub number: u64,
    /// The position of this number; `None` if there is none.
    pub position: Option<P>,
    /// What is wrong.
    pub problem: Problem<P>,
}

/// Why an item of a table is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem<P> {
    /// A value is stored for a number without a position.
    NotAPosition(Entry),
    /// No value is stored for a position.
    Missing,
    /// The position of this number has another one.
    OtherNumber(Option<u64>),
    /// No value is stored for a successor, which is not statically decided either.
    MissingSuccessor(P),
    /// The rules imply another value.
    Differs {
        /// The stored value.
        stored: Entry,
        /// The value implied by the rules.
        implied: Entry,
        /// A successor that implies it; `None` if the position is over.
        by: Option<P>,
    },
    /// The rules imply another Grundy value.
    Grundy {
        /// The stored value.
        stored: Option<Grundy>,
        /// The least value that no successor has; `None` if the position is statically decided or
        /// a successor has no value.
        implied: Option<Grundy>,
    },
    /// A distance is stored, but none for this successor.
    NoDistance(P),
    /// A result without a distance or a Grundy value is stored although a move does not lower the
    /// number: play may go in circles, so the successors' values prove nothing.
    Unordered(P),
}

impl<P> Problem<P> {
    /// A sentence, with positions written by `write`.
    pub fn describe(&self, write: impl Fn(&P) -> String) -> String {
        match self {
            Problem::NotAPosition(stored) => {
                format!(
                    "stored as {}, but no position has this number",
                    Words(*stored)
                )
            }
            Problem::Missing => "no value is stored for this position".to_owned(),
            Problem::OtherNumber(Some(number)) => {
                format!("the position of this number has number {number}")
            }
            Problem::OtherNumber(None) => "the position of this number has no number".to_owned(),
            Problem::MissingSuccessor(to) => {
                format!(
                    "a move leads to {}, for which no value is stored",
                    write(to)
                )
            }
            Problem::Differs {
                stored,
                implied,
                by,
            } => {
                let (stored, implied) = (Words(*stored), Words(*implied));
                match by {
                    Some(to) => {
                        format!(
                            "stored as {stored}, but {implied} by the move to {}",
                            write(to)
                        )
                    }
                    None => format!("stored as {stored}, but {implied} by the rules"),
                }
            }
            Problem::Grundy { stored, implied } => {
                let words = |grundy: &Option<Grundy>| match grundy {
                    Some(grundy) => format!("Grundy value {grundy}"),
                    None => "no Grundy value".to_owned(),
                };
                let (stored, implied) = (words(stored), words(implied));
                format!("stored with {stored}, but the rules imply {implied}")
            }
            Problem::NoDistance(to) => {
                format!(
                    "stored with a distance, but the successor {} has none",
                    write(to)
                )
            }
            Problem::Unordered(to) => format!(
                "stored without a distance or with a Grundy value, but the move to {} does not \
                 lower the number, so play may go in circles",
                write(to)
            ),
        }
    }
}

/// An entry in words.
struct Words(Entry);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.wdl().name())?;
        self.0.plies().map_or(Ok(()), |n| write!(f, " in {n}"))
    }
}
