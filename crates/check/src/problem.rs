//! What is wrong with a table.

use std::fmt;

use kibitz_game::Grundy;
use kibitz_tablebase::Entry;

use crate::Verdict;

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

impl<P> Wrong<P> {
    /// The verdict that an item is wrong.
    pub(crate) fn verdict(number: u64, position: Option<P>, problem: Problem<P>) -> Verdict<P> {
        Verdict::Wrong(Box::new(Wrong {
            number,
            position,
            problem,
        }))
    }
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
    /// The rules imply another score.
    Score {
        /// The stored score.
        stored: Option<i64>,
        /// The best score that a move leads to; `None` if there is none.
        implied: Option<i64>,
    },
    /// Grundy values are stored, but play may go in circles through this position.
    Cycle,
    /// The depth of a successor exceeds the stored depth by more than one.
    Deeper {
        /// The stored depth.
        stored: Option<u32>,
        /// The successor.
        to: P,
        /// Its stored depth.
        depth: Option<u32>,
    },
    /// No move from a position of the depth before leads here.
    NotReached(Option<u32>),
    /// A root has another depth than 0.
    Root(Option<u32>),
    /// A distance is stored, but none for this successor.
    NoDistance(P),
    /// A result without a distance, a Grundy value or a score is stored although a move does not
    /// lower the number: play may go in circles, so the successors' values prove nothing.
    Unordered(P),
}

impl<P> Problem<P> {
    /// The same problem with positions of another type.
    pub fn map<Q>(self, of: impl Fn(P) -> Q) -> Problem<Q> {
        match self {
            Problem::NotAPosition(entry) => Problem::NotAPosition(entry),
            Problem::Missing => Problem::Missing,
            Problem::OtherNumber(number) => Problem::OtherNumber(number),
            Problem::MissingSuccessor(to) => Problem::MissingSuccessor(of(to)),
            Problem::Differs {
                stored,
                implied,
                by,
            } => Problem::Differs {
                stored,
                implied,
                by: by.map(of),
            },
            Problem::Grundy { stored, implied } => Problem::Grundy { stored, implied },
            Problem::Score { stored, implied } => Problem::Score { stored, implied },
            Problem::Cycle => Problem::Cycle,
            Problem::Deeper { stored, to, depth } => Problem::Deeper {
                stored,
                to: of(to),
                depth,
            },
            Problem::NotReached(depth) => Problem::NotReached(depth),
            Problem::Root(depth) => Problem::Root(depth),
            Problem::NoDistance(to) => Problem::NoDistance(of(to)),
            Problem::Unordered(to) => Problem::Unordered(of(to)),
        }
    }

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
            Problem::Grundy { stored, implied } => differ("Grundy value", *stored, *implied),
            Problem::Score { stored, implied } => differ("score", *stored, *implied),
            Problem::Cycle => {
                "Grundy values are stored, but play may go in circles through this position"
                    .to_owned()
            }
            Problem::Deeper { stored, to, depth } => format!(
                "stored with {}, but its successor {} with {}",
                depth_words(*stored),
                write(to),
                depth_words(*depth)
            ),
            Problem::NotReached(depth) => format!(
                "stored with {}, but no move from a position of the depth before leads to it",
                depth_words(*depth)
            ),
            Problem::Root(depth) => format!(
                "stored with {}, but the root and its components have depth 0",
                depth_words(*depth)
            ),
            Problem::NoDistance(to) => {
                format!(
                    "stored with a distance, but the successor {} has none",
                    write(to)
                )
            }
            Problem::Unordered(to) => format!(
                "stored without a distance, or with a Grundy value or a score, but the move to {} \
                 does not lower the number, so play may go in circles",
                write(to)
            ),
        }
    }
}

/// A sentence that an item other than the value is wrong.
fn differ<T: fmt::Display>(what: &str, stored: Option<T>, implied: Option<T>) -> String {
    let words = |item: Option<T>| match item {
        Some(item) => format!("{what} {item}"),
        None => format!("no {what}"),
    };
    let (stored, implied) = (words(stored), words(implied));
    format!("stored with {stored}, but the rules imply {implied}")
}

/// A depth in words.
fn depth_words(depth: Option<u32>) -> String {
    depth.map_or("no depth".to_owned(), |depth| format!("depth {depth}"))
}

/// An entry in words.
struct Words(Entry);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.wdl().name())?;
        self.0.plies().map_or(Ok(()), |n| write!(f, " in {n}"))
    }
}
