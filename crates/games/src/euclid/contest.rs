//! Luogu P1290: `C`, then for each case `M` and `N`.

use kibitz_game::Wdl;
use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};

use super::Pair;
use crate::lists;

/// The contest's input and output. No number is 0 in the contest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Format;

impl Contest for Format {
    type Case = Pair;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Pair>) -> Consumed {
        FastReader::cases(block, max, cases, |plain| {
            let (m, n) = (plain.number()?, plain.number()?);
            Pair::new(m, n).filter(|pair| pair.smaller > 0)
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Pair, InputError> {
        let larger = lists::positive(input, "M, a number from 1")?;
        let smaller = lists::positive(input, "N, a number from 1")?;
        Ok(Pair {
            larger: larger.max(smaller),
            smaller: larger.min(smaller),
        })
    }

    fn write(&self, _: u64, _: &Pair, value: Wdl, out: &mut Vec<u8>) {
        out.extend_from_slice(match value {
            Wdl::Win => b"Stan wins\n",
            _ => b"Ollie wins\n",
        });
    }

    fn query(&self, case: &Pair) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: case.to_string(),
            mover: None,
        }
    }
}
