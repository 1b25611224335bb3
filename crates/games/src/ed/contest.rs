//! Luogu P2148: `T`, then for each case `N` and N piles, two for each pair.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::{Ed, Pair};
use crate::lists;

/// The contest's input and output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format;

/// Groups piles into pairs; `None` if one is left over or empty.
pub(super) fn paired(piles: &[u64]) -> Option<Vec<Pair>> {
    let (pairs, rest) = piles.as_chunks::<2>();
    let pairs = pairs.iter().map(|[a, b]| Pair::new(*a, *b)).collect();
    rest.is_empty().then_some(pairs)?
}

impl Contest for Format {
    type Case = Vec<Pair>;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Vec<Pair>>) -> Consumed {
        FastReader::cases(block, max, cases, |plain| {
            paired(&lists::parse_fast(plain, block.len())?)
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Vec<Pair>, InputError> {
        let what = "N, the number of piles, an even number";
        let n = input.number(what)?;
        if !n.is_multiple_of(2) {
            return Err(input.rejected_last(what));
        }
        input.begin_case();
        // Memory for the piles, and for the pairs made of them.
        let piles = lists::read(input, n, |input| {
            lists::positive(input, "a pile, a number from 1")
        })?;
        input.hold::<Pair>(piles.len() / 2)?;
        let rejected = "an even number of piles, none of them empty";
        paired(&piles).ok_or_else(|| input.rejected_last(rejected))
    }

    fn write(&self, _: u64, _: &Vec<Pair>, value: Wdl, out: &mut Vec<u8>) {
        out.extend_from_slice(match value {
            Wdl::Win => b"YES\n",
            _ => b"NO\n",
        });
    }

    fn query(&self, case: &Vec<Pair>) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: Ed.write(case),
            mover: None,
        }
    }
}
