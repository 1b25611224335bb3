//! Positions of a rule file that are no sums: values with plies, and Grundy
//! values where the game has them.

use kibitz_game::{Claim, ENOUGH, MORE, Plies, Side, Value, Watch};
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore::{self, ExploredSlots, Grundies, NoGrundy};
use kibitz_solve::{Seen, SolveError, Tally, Verdict, Visitor};

use super::{cyclic, failed};

const NO_MEMORY: &str = "no Grundy values: there is no memory left for them";

/// Everything that some positions reach.
#[derive(Debug)]
pub(super) struct Whole {
    explored: ExploredSlots,
    grundies: Option<Grundies>,
    /// Why there are no Grundy values, where people should know.
    note: Option<String>,
}

impl Whole {
    pub(super) fn new(
        game: &Rules,
        roots: &[Position],
        watch: &Watch,
    ) -> Result<Whole, SolveError> {
        let nodes = nodes(game, roots);
        let (explored, grundies) = match game.no_grundy() {
            Some(_) => (explore::solve_slotted(game, &nodes, watch)?, None),
            None => explore::solve_impartial(game, &nodes, watch)?,
        };
        let is_impartial = game.no_grundy().is_none() && !explored.has_again();
        let mut whole = Whole {
            explored,
            grundies,
            note: None,
        };
        if is_impartial {
            if whole.grundies.is_none() {
                whole.find_grundies(game, watch)?;
            }
        } else if game.forbids_cycles() {
            let cycle = explore::cycle(game, &whole.explored, watch)?;
            refuse_cycle(game, cycle.as_deref())?;
        }
        Ok(whole)
    }

    /// Grundy values, unless there is a cycle: looking for them finds it.
    fn find_grundies(&mut self, game: &Rules, watch: &Watch) -> Result<(), SolveError> {
        let may_fail = !game.forbids_cycles();
        match explore::grundies(game, &self.explored, watch) {
            Ok(grundies) => self.grundies = Some(grundies),
            Err(NoGrundy::Cycle(_)) if may_fail => {}
            Err(NoGrundy::Cycle(cycle)) => refuse_cycle(game, Some(&cycle))?,
            Err(NoGrundy::Solve(SolveError::Stop(stop))) if may_fail && stop.is_for_memory() => {
                self.note = Some(NO_MEMORY.to_owned());
            }
            Err(NoGrundy::Solve(e)) => return Err(e),
        }
        Ok(())
    }

    /// Why there are no Grundy values, where people should know.
    pub(super) fn no_grundy(&self) -> Option<String> {
        self.note.clone()
    }

    pub(super) fn get(&self, game: &Rules, p: &Position) -> Option<Verdict> {
        let node = game.node(p)?;
        let value = self.explored.get(&node)?;
        Some(self.verdict(&node, value))
    }

    /// The fewest moves from a root.
    pub(super) fn plies_from_root(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.explored.distance(&game.node(p)?)
    }

    fn verdict(&self, node: &[i64], value: Value) -> Verdict {
        Verdict {
            grundy: self.grundies.as_ref().and_then(|all| all.get(node)),
            ..Verdict::from(value)
        }
    }

    pub(super) fn visit_all(
        &self,
        game: &Rules,
        watch: &Watch,
        see: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        let _memory = self.claim_visit(watch)?;
        let mut outcome = Ok(());
        let _ = self.explored.visit(|node, value| {
            let p = game.position_of(node);
            outcome = see(Seen::one(&p, self.verdict(node, value)));
            if outcome.is_ok() { MORE } else { ENOUGH }
        });
        outcome
    }

    /// The memory that it takes to visit everything.
    fn claim_visit(&self, watch: &Watch) -> Result<Claim, SolveError> {
        Ok(watch.claim("positions in order", self.explored.visit_memory())?)
    }

    pub(super) fn count(
        &self,
        game: &Rules,
        root: &Position,
        watch: &Watch,
    ) -> Result<Tally<Position>, SolveError> {
        let levels = self.explored.levels();
        let _memory = watch.claim(
            "the number of positions by plies",
            size_of_val(levels) as u64,
        )?;
        let most = levels.iter().rposition(|level| level.count() > 0);
        let longest = most.map(|n| Plies::new(n as u32)).and_then(|most| {
            let (node, _) = self.explored.least(|value| value.plies() == Some(most))?;
            Some((most, game.position_of(&node)))
        });
        let mut tally = Tally {
            draw: self.explored.draws(),
            ties: self.explored.ties(),
            longest,
            ..Tally::of_levels(levels.to_vec())
        };
        if game.has_sides() {
            tally.nodes = Some(self.explored.len());
            tally.folded = Some(self.positions_of_sides(watch)?);
        }
        tally.unfolded = match game.is_folded() {
            false => Some(tally.positions()),
            true => self.unfolded(game, root, watch)?,
        };
        Ok(tally)
    }

    /// Positions counted once, whoever is to move.
    fn positions_of_sides(&self, watch: &Watch) -> Result<u64, SolveError> {
        let _memory = self.claim_visit(watch)?;
        let mut count = 0;
        let mut met = 0u64;
        let mut stopped = Ok(());
        let _ = self.explored.visit(|node, _| {
            met += 1;
            if met.is_multiple_of(1 << 16) {
                stopped = watch.check();
            }
            count += u64::from(!self.has_twin(node));
            if stopped.is_ok() { MORE } else { ENOUGH }
        });
        stopped?;
        Ok(count)
    }

    /// Whether Right moves, and the same position with Left to move is there.
    fn has_twin(&self, node: &[i64]) -> bool {
        let mut twin = node.to_vec();
        let is_right = twin
            .last_mut()
            .is_some_and(|side| std::mem::take(side) == 1);
        is_right && self.explored.get(&twin).is_some()
    }

    /// How many positions there are without folding, where that is known: the
    /// images of all representatives, if the start is its own only image. For
    /// then whatever can be reached, so can its images.
    fn unfolded(
        &self,
        game: &Rules,
        start: &Position,
        watch: &Watch,
    ) -> Result<Option<u64>, SolveError> {
        let mut asker = game.asker();
        let at = |p: &Position| p.row().map(<[i64]>::to_vec).unwrap_or_default();
        let images = asker.images(&at(start));
        if images.map_err(|e| failed(game, start, e))? != Some(1) {
            return Ok(None);
        }
        let _memory = self.claim_visit(watch)?;
        let mut count = 0;
        let mut outcome = Ok(());
        let _ = self.explored.visit(|node, _| {
            // With sides a position may be there twice.
            if game.has_sides() && self.has_twin(node) {
                return MORE;
            }
            let p = game.position_of(node);
            outcome = match asker.images(&at(&p)) {
                Ok(images) => {
                    count += images.unwrap_or(1);
                    watch.check().map_err(SolveError::from)
                }
                Err(e) => Err(failed(game, &p, e)),
            };
            if outcome.is_ok() { MORE } else { ENOUGH }
        });
        outcome?;
        Ok(Some(count))
    }
}

/// Where the engine begins: with sides, from either starter.
fn nodes(game: &Rules, roots: &[Position]) -> Vec<Vec<i64>> {
    let both = |p: &Position| match p.side() {
        None => vec![p.clone()],
        Some(_) => vec![p.with_side(Side::Left), p.with_side(Side::Right)],
    };
    let all = roots.iter().flat_map(both);
    all.filter_map(|p| game.node(&p)).collect()
}

fn refuse_cycle(game: &Rules, cycle: Option<&[Vec<i64>]>) -> Result<(), SolveError> {
    let Some(cycle) = cycle else {
        return Ok(());
    };
    let why = "play can go on for ever, and the file says cycles = \"error\"";
    let help = "without that line endless play is a draw";
    Err(cyclic(game, why, help, cycle))
}
