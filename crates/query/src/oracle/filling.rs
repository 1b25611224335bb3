//! Games that fill cells: only the empty cells of a position matter.

use std::sync::Arc;

use kibitz_game::{Filling, Grundy, Impartial, Shortage, Stop, Watch, Wdl};
use kibitz_solve::acyclic::{self, GrundyValues};
use kibitz_solve::placement::{LosingSet, Placement};
use kibitz_solve::{Engine, Plan, SolveError, Table, search};

use super::last::Last;
use super::{Oracle, Seen, Surveyed, Tally, Wanted, known, survey, tally};
use crate::Verdict;
use crate::oracle::rest::Rest;

/// Up to so many empty cells every position gets its plies and Grundy value.
const FULL_CELLS: u32 = 22;
/// Up to so many a search may take the place of a table that does not fit.
const SEARCH_CELLS: u32 = 20;
/// Bytes for each position of a full table: value and Grundy value.
const FULL_BYTES: u64 = 2 + size_of::<Grundy>() as u64;

/// Solves the game on the cells that a position leaves empty, and keeps the
/// last such game.
#[derive(Debug, Default)]
pub struct Fill {
    last: Last<Solved>,
}

#[derive(Debug)]
struct Solved {
    rest: Rest,
    known: Known,
}

#[derive(Debug)]
enum Known {
    /// Plies and Grundy values too.
    Full { table: Table, grundy: GrundyValues },
    /// Win or loss, one bit each.
    Bits(LosingSet),
    /// Nothing yet: each question is a search.
    Nothing,
}

/// Which engine serves a number of empty cells: a sweep, bits or a search.
fn choose(rest: &Rest, watch: &Watch) -> Plan {
    let cells = rest.cells();
    let ranks = 1u64 << cells;
    let full = Plan::sweep(ranks, rest.patterns().len() as u64, FULL_BYTES);
    if cells <= FULL_CELLS && full.check(watch).is_ok() {
        return full;
    }
    let bits = Plan::placement(cells, watch);
    if bits.check(watch).is_err() && cells <= SEARCH_CELLS {
        return Plan::search();
    }
    bits
}

impl Fill {
    /// The solved game on a set of cells that has all empty cells of `p`.
    fn around<G: Filling>(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Solved>, SolveError> {
        let filled = game.filled(p);
        let covers = |solved: &Solved| solved.rest.covers(filled);
        self.last
            .fitting_or(covers, || Solved::new(game, filled, watch))
    }
}

impl Solved {
    fn new<G: Filling>(game: &G, filled: u64, watch: &Watch) -> Result<Solved, SolveError> {
        let rest = Rest::of(game, filled);
        let plan = choose(&rest, watch);
        plan.check(watch)?;
        let known = match plan.engine {
            Engine::Acyclic => Known::Full {
                table: acyclic::sweep(&rest, watch)?,
                grundy: acyclic::sweep_grundy(&rest, watch)?,
            },
            Engine::Search => Known::Nothing,
            _ => {
                let patterns = rest.patterns().iter().copied();
                let placement = Placement::new(rest.cells(), patterns, game.stuck())?;
                Known::Bits(placement.solve(watch)?)
            }
        };
        Ok(Solved { rest, known })
    }

    fn verdict(&self, filled: u64, watch: &Watch) -> Result<Verdict, SolveError> {
        let taken = self.rest.taken(filled);
        Ok(match &self.known {
            Known::Full { table, grundy } => {
                let rank = self.rest.rank_of(taken);
                let value = known(table.get(rank), &taken)?;
                Verdict {
                    grundy: Some(grundy.get(rank)),
                    ..Verdict::from(value)
                }
            }
            Known::Bits(lost) if lost.is_lost(taken) => Verdict::bare(Wdl::Loss),
            Known::Bits(_) => Verdict::bare(Wdl::Win),
            Known::Nothing => Verdict::bare(search::solve(&self.rest, &taken, watch)?),
        })
    }

    fn notes(&self) -> Vec<String> {
        match &self.known {
            Known::Full { .. } => Vec::new(),
            Known::Bits(_) => vec![format!(
                "plies and Grundy values are told up to {FULL_CELLS} empty cells; \
                 the {} positions here have one bit each",
                kibitz_solve::Thousands(1 << self.rest.cells())
            )],
            Known::Nothing => vec![
                "plies and Grundy values are not told: a table does not fit the memory budget, \
                 so positions are searched one by one"
                    .to_owned(),
            ],
        }
    }
}

impl<G: Filling + Impartial> Oracle<G> for Fill {
    fn plan(&self, game: &G, p: &G::Pos, watch: &Watch) -> Plan {
        choose(&Rest::of(game, game.filled(p)), watch)
    }

    fn plan_stats(&self, game: &G, _: &G::Pos, watch: &Watch) -> Plan {
        choose(&Rest::of(game, 0), watch)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        self.around(game, p, watch)?.verdict(game.filled(p), watch)
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        Ok(self.around(game, p, watch)?.notes())
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
        let solved = self.around(game, &game.position(0), watch)?;
        let positions = 1u64 << game.cells();
        // Looking at all positions one search at a time would never end.
        if matches!(solved.known, Known::Nothing) {
            return Err(SolveError::Stop(Stop::OutOfMemory {
                what: "one bit for each position".to_owned(),
                short: Shortage::new(positions.div_ceil(8), watch.memory_budget()),
            }));
        }
        for filled in 0..positions {
            let verdict = solved.verdict(filled, watch)?;
            visit(Seen::one(&game.position(filled), verdict))?;
        }
        Ok(solved.notes())
    }

    /// Bits are counted by the word.
    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let solved = self.around(game, &game.position(0), watch)?;
        let Known::Bits(lost) = &solved.known else {
            return tally::count(self, game, p, watch);
        };
        let loss = lost.count_lost();
        Ok(Tally {
            loss,
            win: (1 << game.cells()) - loss,
            notes: solved.notes(),
            ..Tally::default()
        })
    }

    /// Every position is one of the game on the cells that some of them leave
    /// empty, so that game is solved first where it is small.
    fn survey(
        &self,
        game: &G,
        positions: &[G::Pos],
        _: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let all = (1 << game.cells()) - 1;
        let common = positions.iter().fold(all, |set, p| set & game.filled(p));
        if Rest::of(game, common).cells() <= FULL_CELLS {
            self.around(game, &game.position(common), watch)?;
        }
        survey::one_by_one(self, game, positions, watch)
    }
}
