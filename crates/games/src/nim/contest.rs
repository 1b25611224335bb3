//! Luogu P2197: `T`, then for each case `n` and the matches of n heaps.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::{Heaps, Nim};
use crate::lists;

/// The contest's input and output.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    game: Nim,
}

impl Format {
    /// The format; it does not depend on the play convention.
    #[must_use]
    pub fn new(game: Nim) -> Format {
        Format { game }
    }
}

impl Contest for Format {
    type Case = Heaps;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Heaps>) -> Consumed {
        FastReader::cases(block, max, cases, |plain| {
            lists::parse_fast(plain, block.len())
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Heaps, InputError> {
        let n = input.number("n, the number of heaps")?;
        input.begin_case();
        lists::read(input, n, |input| input.number("the matches of a heap"))
    }

    fn write(&self, _: u64, _: &Heaps, value: Wdl, out: &mut Vec<u8>) {
        out.extend_from_slice(match value {
            Wdl::Win => b"Yes\n",
            _ => b"No\n",
        });
    }

    fn query(&self, case: &Heaps) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: self.game.write(case),
            mover: None,
        }
    }
}
