//! Games that fill cells, in which Left and Right have different moves.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Side, SidedFilling, Watch, Wdl};
use kibitz_solve::placement::{LosingSet, TwoSided};
use kibitz_solve::{Engine, Plan, SolveError, Table, acyclic};

use super::{Oracle, Outcome, Seen, Tally, Wanted, known, tally};
use crate::Verdict;

/// Up to so many cells every position gets its plies.
const FULL_CELLS: u32 = 22;
/// Bytes of a value.
const VALUE: u64 = 2;

/// A pass over the whole board, made at the first question.
#[derive(Debug, Default)]
pub struct FillSides {
    solved: OnceLock<Arc<Solved>>,
}

#[derive(Debug)]
enum Solved {
    /// Plies too.
    Full(Table),
    /// Win or loss, one bit each: what Left loses who moves, and Right.
    Bits([LosingSet; 2]),
}

/// Which engine serves the board: a sweep, or bits.
fn choose<G: SidedFilling>(game: &G, watch: &Watch) -> Plan {
    let moves = game
        .patterns(Side::Left)
        .len()
        .max(game.patterns(Side::Right).len());
    let full = Plan::sweep(game.size(), moves as u64, VALUE);
    match game.cells() <= FULL_CELLS && full.check(watch).is_ok() {
        true => full,
        // Two tables are as large as one with a cell more.
        false => Plan::placement(game.cells() + 1, watch),
    }
}

impl FillSides {
    fn solved<G: SidedFilling>(&self, game: &G, watch: &Watch) -> Result<Arc<Solved>, SolveError> {
        if let Some(solved) = self.solved.get() {
            return Ok(Arc::clone(solved));
        }
        let plan = choose(game, watch);
        plan.check(watch)?;
        let solved = match plan.engine {
            Engine::Acyclic => Solved::Full(acyclic::sweep(game, watch)?),
            _ => {
                let [left, right] =
                    [Side::Left, Side::Right].map(|side| game.patterns(side).iter().copied());
                let placement = TwoSided::new(game.cells(), left, right, game.stuck())?;
                Solved::Bits(placement.solve(watch)?)
            }
        };
        let solved = Arc::new(solved);
        Ok(Arc::clone(self.solved.get_or_init(|| solved)))
    }
}

impl Solved {
    fn verdict<G: SidedFilling>(&self, game: &G, p: &G::Pos) -> Result<Verdict, SolveError> {
        match self {
            Solved::Full(table) => known(table.get(game.rank(p)), p).map(Verdict::from),
            Solved::Bits(lost) => {
                let (filled, side) = game.taken(p);
                Ok(Verdict::bare(match lost[side as usize].is_lost(filled) {
                    true => Wdl::Loss,
                    false => Wdl::Win,
                }))
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        match self {
            Solved::Full(_) => Vec::new(),
            Solved::Bits([left, _]) => vec![format!(
                "plies are told up to {FULL_CELLS} cells; \
                 the {} positions here have one bit for each player",
                kibitz_solve::Thousands(1 << left.cells())
            )],
        }
    }
}

impl<G: SidedFilling> Oracle<G> for FillSides {
    fn plan(&self, game: &G, _: &G::Pos, watch: &Watch) -> Plan {
        choose(game, watch)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        self.solved(game, watch)?.verdict(game, p)
    }

    fn prepare(&self, game: &G, _: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        Ok(self.solved(game, watch)?.notes())
    }

    fn outcome(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Outcome>, SolveError> {
        let (filled, _) = game.taken(p);
        let of = |side| self.verdict(game, &game.position(filled, side), watch);
        Ok(Some(Outcome {
            left: of(Side::Left)?,
            right: of(Side::Right)?,
        }))
    }

    fn visit<F>(
        &self,
        game: &G,
        _: &G::Pos,
        _: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        let solved = self.solved(game, watch)?;
        for filled in 0..1u64 << game.cells() {
            for side in [Side::Left, Side::Right] {
                let p = game.position(filled, side);
                visit(Seen::one(&p, solved.verdict(game, &p)?))?;
            }
        }
        Ok(solved.notes())
    }

    /// Bits are counted by the word; a position is counted once, whoever moves.
    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let solved = self.solved(game, watch)?;
        let positions = 1u64 << game.cells();
        let tally = match &*solved {
            Solved::Full(_) => tally::count(self, game, p, watch)?,
            Solved::Bits(lost) => {
                let loss = lost.iter().map(LosingSet::count_lost).sum();
                Tally {
                    loss,
                    win: 2 * positions - loss,
                    notes: solved.notes(),
                    ..Tally::default()
                }
            }
        };
        Ok(Tally {
            folded: Some(positions),
            nodes: Some(2 * positions),
            unfolded: Some(positions),
            ..tally
        })
    }
}
