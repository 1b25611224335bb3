//! Rule files without sums: every position by its state vector.

use kibitz_game::{RunContext, Side};
use kibitz_rules::{Position, Rules};
use kibitz_solve::{Evaluation, SolveError, ValueCounts};

use super::solved_rows::SolvedRows;
use super::{cyclic, failed};

/// All positions reachable from some roots.
pub(super) struct Whole {
    pub(super) rows: Box<dyn SolvedRows>,
}

impl Whole {
    pub(super) fn get(&self, game: &Rules, p: &Position) -> Result<Option<Evaluation>, SolveError> {
        match (p.row(), p.side()) {
            (None, _) => Ok(None),
            // Nothing has to be copied.
            (Some(row), None) => self.rows.get(row),
            (Some(row), side) => self.rows.get(&game.node_of(row, side)),
        }
    }

    /// Whether there is a value for a position.
    pub(super) fn has(&self, game: &Rules, p: &Position) -> bool {
        matches!(self.get(game, p), Ok(Some(_)))
    }

    /// The depth: the fewest moves from a root.
    pub(super) fn depth_of(&self, game: &Rules, p: &Position) -> Option<u32> {
        self.rows.depth(&game.node(p)?)
    }

    /// Refuses to visit the positions reachable from one that is not the root of a table.
    pub(super) fn check_root(&self, game: &Rules, p: &Position) -> Result<(), SolveError> {
        match self.rows.table_root() {
            Some(root) if self.depth_of(game, p) != Some(0) => Err(not_in_table(game, p, root)),
            _ => Ok(()),
        }
    }

    pub(super) fn count(
        &self,
        game: &Rules,
        root: &Position,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        self.check_root(game, root)?;
        let mut counts = self.rows.counts(game, context)?;
        if game.has_sides() {
            counts.nodes = Some(counts.win + counts.draw + counts.loss);
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
        let mut count = 0;
        let mut visited = 0u64;
        self.rows.visit(context, &mut |node, _| {
            visited += 1;
            if visited.is_multiple_of(1 << 16) {
                context.check()?;
            }
            count += u64::from(!self.has_left_to_move(node)?);
            Ok(())
        })?;
        Ok(count)
    }

    /// Whether Right is to move and the same position with Left to move is
    /// reachable.
    fn has_left_to_move(&self, node: &[i64]) -> Result<bool, SolveError> {
        let mut with_left = node.to_vec();
        let is_right = with_left
            .last_mut()
            .is_some_and(|side| std::mem::take(side) == 1);
        Ok(is_right && self.rows.get(&with_left)?.is_some())
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
        let mut count = 0;
        self.rows.visit(context, &mut |node, _| {
            // In a partizan game a position may occur with either player to
            // move.
            if game.has_sides() && self.has_left_to_move(node)? {
                return Ok(());
            }
            let p = game.position_of(node);
            let images = worker.images(&at(&p)).map_err(|e| failed(game, &p, e))?;
            count += images.unwrap_or(1);
            Ok(context.check()?)
        })?;
        Ok(Some(count))
    }
}

/// The error that a position is not in a table, or not its root.
pub(super) fn not_in_table(game: &Rules, p: &Position, root: &str) -> SolveError {
    SolveError::NotInTable {
        position: game.write_position(p),
        root: root.to_owned(),
    }
}

/// The vectors of the roots of the enumeration.
pub(super) fn nodes(game: &Rules, roots: &[Position]) -> Vec<Vec<i64>> {
    let all = roots.iter().flat_map(both_sides);
    all.filter_map(|p| game.node(&p)).collect()
}

/// In a partizan game the position with either player to move, otherwise the position.
pub(super) fn both_sides(p: &Position) -> Vec<Position> {
    match p.side() {
        None => vec![p.clone()],
        Some(_) => vec![p.with_side(Side::Left), p.with_side(Side::Right)],
    }
}

pub(super) fn refuse_cycle(game: &Rules, cycle: Option<&[Vec<i64>]>) -> Result<(), SolveError> {
    cycle.map_or(Ok(()), |cycle| {
        Err(cycle_error(game, cycle, cycle.len() as u64))
    })
}

/// The error that there is a cycle of some length, and the file forbids them.
pub(super) fn cycle_error(game: &Rules, cycle: &[Vec<i64>], length: u64) -> SolveError {
    let why = "the game graph has a cycle, and the file sets cycles = \"error\"";
    let help = "without that line infinite play is a draw";
    cyclic(game, (why, help), cycle, length)
}
