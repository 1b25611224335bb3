//! *Game of Cards*: cases until the end of the input.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::{Pile, Piles};
use crate::lists;

/// One case: the piles and the maximum number of discards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The game of this case.
    pub game: Piles,
    /// The piles.
    pub piles: Vec<Pile>,
}

/// The contest's input and output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format;

/// Maximum number of piles for which memory is reserved before they are read.
const MAX_PREALLOCATED: u64 = 1 << 12;

impl Contest for Format {
    type Case = Case;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::UntilEnd
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Case>) -> Consumed {
        FastReader::cases(block, max, cases, |plain| {
            parse_case_fast(plain, block.len())
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Case, InputError> {
        let count = input.number("P, the number of piles")?;
        let k = input.number("K, the maximum number of cards discarded")?;
        let mut piles = Vec::with_capacity(count.min(MAX_PREALLOCATED) as usize);
        input.begin_case();
        for i in 1..=count {
            input.hold::<Pile>(1)?;
            piles.push(read_pile(input, i, count)?);
        }
        Ok(Case {
            game: Piles { k },
            piles,
        })
    }

    fn write(&self, _: u64, _: &Case, value: Wdl, out: &mut Vec<u8>) {
        out.extend_from_slice(match value {
            Wdl::Win => b"Alice can win.\n",
            _ => b"Bob will win.\n",
        });
    }

    fn query(&self, case: &Case) -> CaseQuery {
        CaseQuery {
            set: vec![("k".to_owned(), case.game.k.to_string())],
            position: case.game.write(&case.piles),
            mover: None,
        }
    }
}

/// A case within a block of `bytes` bytes; each number takes at least two.
fn parse_case_fast(plain: &mut FastReader<'_>, bytes: usize) -> Option<Case> {
    let count = plain.number()? as usize;
    let k = plain.number()?;
    let mut piles = Vec::with_capacity((count <= bytes).then_some(count)?);
    for _ in 0..count {
        let pile = lists::parse_fast(plain, bytes)?;
        if pile.contains(&0) {
            return None;
        }
        piles.push(pile);
    }
    Some(Case {
        game: Piles { k },
        piles,
    })
}

fn read_pile(input: &mut Input<'_>, i: u64, of: u64) -> Result<Pile, InputError> {
    let max = i64::MAX as u64;
    let height =
        input.number_at_most(max, || format!("the number of cards in pile {i} of {of}"))?;
    lists::read(input, height, |input| {
        lists::positive(input, "a card, a number from 1")
    })
}
