//! What table files of type-erased games have in common.

use kibitz_check::Counts;

/// The result of checking a table file against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCheck {
    /// Every value is right.
    Correct(Counts),
    /// Some value is wrong.
    Wrong {
        /// The number of the first wrong item.
        number: u64,
        /// The position; `None` if no position has this number.
        position: Option<String>,
        /// What is wrong.
        problem: String,
    },
}

/// Positions of which the rules' fingerprint is made, spread evenly over the numbers.
pub const SAMPLE: u64 = 1 << 12;
