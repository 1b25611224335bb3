//! boxes: the nim-sum of the odd boxes, or a search of the whole game.

use kibitz_game::{Value, Watch, Wdl};
use kibitz_games::boxes::{Boxes, Counts, Format, Staircase};
use kibitz_solve::{SolveError, explore};

use super::{Arbiter, Bench};

impl Arbiter for Boxes {
    type Format<'a> = Format<'a>;
    type Bench<'a> = BoxesBench<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn bench(&self) -> BoxesBench<'_> {
        BoxesBench {
            game: self,
            staircase: self.staircase(0).ok(),
        }
    }
}

pub(crate) struct BoxesBench<'a> {
    game: &'a Boxes,
    /// The sides of the boxes met so far.
    staircase: Option<Staircase>,
}

impl Bench<Format<'_>> for BoxesBench<'_> {
    fn answer(
        &mut self,
        cases: &[Counts],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        for counts in cases {
            values.push(self.value(counts, watch)?);
        }
        Ok(())
    }

    /// The more cards, the more moves.
    fn length(&mut self, counts: &Counts, _: &Watch) -> Result<u64, SolveError> {
        Ok(counts.iter().fold(0, |sum, n| n.saturating_add(sum)))
    }
}

impl BoxesBench<'_> {
    fn value(&mut self, counts: &Counts, watch: &Watch) -> Result<Wdl, SolveError> {
        if let Some(staircase) = &mut self.staircase
            && staircase.cover(counts.len()).is_ok()
        {
            return Ok(staircase.nim_sum(counts).wdl());
        }
        let whole = explore::solve(self.game, [counts.clone()], watch)?;
        Ok(whole.get(counts).map_or(Wdl::Draw, Value::wdl))
    }
}
