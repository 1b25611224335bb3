//! HDU 3389: `T`, then for each case `n` and the cards of n boxes.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::{Boxes, Counts};
use crate::lists;

/// The contest's input and output.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    game: &'a Boxes,
}

impl<'a> Format<'a> {
    /// The format; it does not depend on the transfers.
    #[must_use]
    pub fn new(game: &'a Boxes) -> Format<'a> {
        Format { game }
    }
}

impl Format<'_> {
    /// The least number of boxes: all boxes that `moves` names must exist.
    fn least(&self) -> usize {
        self.game.transfers().largest().unwrap_or(0)
    }

    pub(super) fn game(&self) -> &Boxes {
        self.game
    }
}

impl Contest for Format<'_> {
    type Case = Counts;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Counts>) -> Consumed {
        let least = self.least();
        FastReader::cases(block, max, cases, |plain| {
            let counts = lists::parse_fast(plain, block.len())?;
            (counts.len() >= least).then_some(counts)
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Counts, InputError> {
        let n = input.number("the number of boxes")?;
        let least = self.least();
        if n < least as u64 {
            let what = format!("at least {least} boxes, because `moves` names box {least}");
            return Err(input.rejected_last(&what));
        }
        input.begin_case();
        lists::read(input, n, |input| {
            input.number("the number of cards in a box")
        })
    }

    fn write(&self, number: u64, _: &Counts, value: Wdl, out: &mut Vec<u8>) {
        let winner = match value {
            Wdl::Win => "Alice",
            Wdl::Draw => "Draw",
            Wdl::Loss => "Bob",
        };
        out.extend_from_slice(format!("Case {number}: {winner}\n").as_bytes());
    }

    fn query(&self, case: &Counts) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: self.game.write(case),
            mover: None,
        }
    }
}
