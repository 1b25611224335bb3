//! Rule files without sums: values with distances by enumeration and retrograde
//! analysis, and Grundy values if the game has them.

use kibitz_game::{BREAK, CONTINUE, Plies, Reservation, RunContext, Side, Value};
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore_vectors::{self, GrundyError, GrundyTable, SolvedVectors};
use kibitz_solve::{Evaluation, SolveError, ValueCounts, Visited, Visitor};

use super::{cyclic, failed};

const NO_MEMORY: &str = "no Grundy values: not enough memory";

/// All positions reachable from some roots.
#[derive(Debug)]
pub(super) struct Whole {
    explored: SolvedVectors,
    grundies: Option<GrundyTable>,
    /// Note for the user on why there are no Grundy values.
    note: Option<String>,
}

impl Whole {
    pub(super) fn new(
        game: &Rules,
        roots: &[Position],
        context: &RunContext,
    ) -> Result<Whole, SolveError> {
        let nodes = nodes(game, roots);
        let (explored, grundies) = match game.no_grundy() {
            Some(_) => (explore_vectors::solve(game, &nodes, context)?, None),
            None => explore_vectors::solve_impartial(game, &nodes, context)?,
        };
        let is_impartial = game.no_grundy().is_none() && !explored.has_extra_turns();
        let mut whole = Whole {
            explored,
            grundies,
            note: None,
        };
        if is_impartial {
            if whole.grundies.is_none() {
                whole.compute_grundies(game, context)?;
            }
        } else if game.forbids_cycles() {
            let cycle = explore_vectors::cycle(game, &whole.explored, context)?;
            refuse_cycle(game, cycle.as_deref())?;
        }
        Ok(whole)
    }

    /// Computes Grundy values; the depth-first search also detects cycles.
    fn compute_grundies(&mut self, game: &Rules, context: &RunContext) -> Result<(), SolveError> {
        let may_fail = !game.forbids_cycles();
        match explore_vectors::grundies(game, &self.explored, context) {
            Ok(grundies) => self.grundies = Some(grundies),
            Err(GrundyError::Cycle(_)) if may_fail => {}
            Err(GrundyError::Cycle(cycle)) => refuse_cycle(game, Some(&cycle))?,
            Err(GrundyError::Solve(SolveError::Stop(stop))) if may_fail && stop.is_for_memory() => {
                self.note = Some(NO_MEMORY.to_owned());
            }
            Err(GrundyError::Solve(e)) => return Err(e),
        }
        Ok(())
    }

    /// Note for the user on why there are no Grundy values.
    pub(super) fn no_grundy(&self) -> Option<String> {
        self.note.clone()
    }

    pub(super) fn get(&self, game: &Rules, p: &Position) -> Option<Evaluation> {
        let node = game.node(p)?;
        let value = self.explored.get(&node)?;
        Some(self.evaluation(&node, value))
    }

    /// The depth: the fewest moves from a root.
    pub(super) fn depth_of(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.explored.depth(&game.node(p)?)
    }

    fn evaluation(&self, node: &[i64], value: Value) -> Evaluation {
        Evaluation {
            grundy: self.grundies.as_ref().and_then(|all| all.get(node)),
            ..Evaluation::from(value)
        }
    }

    pub(super) fn visit_all(
        &self,
        game: &Rules,
        context: &RunContext,
        visitor: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        let _memory = self.reserve_visit(context)?;
        let mut outcome = Ok(());
        let _ = self.explored.visit(|node, value| {
            let p = game.position_of(node);
            outcome = visitor(Visited::one(&p, self.evaluation(node, value)));
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome
    }

    /// Reserves the memory for visiting all positions in order.
    fn reserve_visit(&self, context: &RunContext) -> Result<Reservation, SolveError> {
        Ok(context.reserve("visiting positions in order", self.explored.visit_memory())?)
    }

    pub(super) fn count(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        let levels = self.explored.levels();
        let _memory = context.reserve("the distance histogram", size_of_val(levels) as u64)?;
        let last = levels.iter().rposition(|level| level.count() > 0);
        let longest = last.map(|n| Plies::new(n as u32)).and_then(|max| {
            let (node, _) = self.explored.least(|value| value.plies() == Some(max))?;
            Some((max, game.position_of(&node)))
        });
        let mut counts = ValueCounts {
            draw: self.explored.draws(),
            ties: self.explored.ties(),
            longest,
            ..ValueCounts::of_levels(levels.to_vec())
        };
        if game.has_sides() {
            counts.nodes = Some(self.explored.len());
            counts.distinct_positions = Some(self.positions_of_sides(context)?);
        }
        counts.positions_without_symmetry = match game.is_symmetry_reduced() {
            false => Some(counts.positions()),
            true => self.positions_without_symmetry(game, root, context)?,
        };
        Ok(counts)
    }

    /// The number of positions, each counted once if either player can be to
    /// move.
    fn positions_of_sides(&self, context: &RunContext) -> Result<u64, SolveError> {
        let _memory = self.reserve_visit(context)?;
        let mut count = 0;
        let mut visited = 0u64;
        let mut stopped = Ok(());
        let _ = self.explored.visit(|node, _| {
            visited += 1;
            if visited.is_multiple_of(1 << 16) {
                stopped = context.check();
            }
            count += u64::from(!self.has_left_to_move(node));
            if stopped.is_ok() { CONTINUE } else { BREAK }
        });
        stopped?;
        Ok(count)
    }

    /// Whether Right is to move and the same position with Left to move is
    /// reachable.
    fn has_left_to_move(&self, node: &[i64]) -> bool {
        let mut with_left = node.to_vec();
        let is_right = with_left
            .last_mut()
            .is_some_and(|side| std::mem::take(side) == 1);
        is_right && self.explored.get(&with_left).is_some()
    }

    /// The number of positions without symmetry reduction, if known: the sum of
    /// the orbit sizes, provided that the start is the only element of its
    /// orbit. Then the images of every reachable position are reachable.
    fn positions_without_symmetry(
        &self,
        game: &Rules,
        start: &Position,
        context: &RunContext,
    ) -> Result<Option<u64>, SolveError> {
        let mut worker = game.worker();
        let at = |p: &Position| p.row().map(<[i64]>::to_vec).unwrap_or_default();
        let images = worker.images(&at(start));
        if images.map_err(|e| failed(game, start, e))? != Some(1) {
            return Ok(None);
        }
        let _memory = self.reserve_visit(context)?;
        let mut count = 0;
        let mut outcome = Ok(());
        let _ = self.explored.visit(|node, _| {
            // In a partizan game a position may occur with either player to
            // move.
            if game.has_sides() && self.has_left_to_move(node) {
                return CONTINUE;
            }
            let p = game.position_of(node);
            outcome = match worker.images(&at(&p)) {
                Ok(images) => {
                    count += images.unwrap_or(1);
                    context.check().map_err(SolveError::from)
                }
                Err(e) => Err(failed(game, &p, e)),
            };
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome?;
        Ok(Some(count))
    }
}

/// The roots of the enumeration: in a partizan game with either player to move.
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
    let why = "the game graph has a cycle, and the file sets cycles = \"error\"";
    let help = "without that line infinite play is a draw";
    Err(cyclic(game, why, help, cycle))
}
