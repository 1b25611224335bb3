//! *Game of Cards*: cases until the end of the input.

use kibitz_game::contest::{Asked, Contest, Count, Input, InputError, Plain, Taken};
use kibitz_game::{Notation, Wdl};

use super::{Pile, Piles};
use crate::lists;

/// One case: the piles and how many cards may be discarded.
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

/// Room for so many piles is made before they are seen.
const AT_ONCE: u64 = 1 << 12;

impl Contest for Format {
    type Case = Case;

    const COUNT: Count = Count::UntilEnd;

    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Case>) -> Taken {
        Plain::cases(block, most, cases, |plain| {
            recognise_case(plain, block.len())
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Case, InputError> {
        let count = input.number("P, the number of piles")?;
        let k = input.number("K, the most cards that may be discarded")?;
        let mut piles = Vec::with_capacity(count.min(AT_ONCE) as usize);
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

    fn asked(&self, case: &Case) -> Asked {
        Asked {
            set: vec![("k", case.game.k.to_string())],
            position: case.game.write(&case.piles),
            mover: None,
        }
    }
}

/// A case within a block of so many bytes, each number taking at least two.
fn recognise_case(plain: &mut Plain<'_>, bytes: usize) -> Option<Case> {
    let count = plain.number()? as usize;
    let k = plain.number()?;
    let mut piles = Vec::with_capacity((count <= bytes).then_some(count)?);
    for _ in 0..count {
        let pile = lists::recognise(plain, bytes)?;
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
    let most = i64::MAX as u64;
    let height =
        input.number_at_most(most, || format!("the number of cards in pile {i} of {of}"))?;
    lists::read(input, height, |input| {
        lists::positive(input, "a card, a number from 1")
    })
}
