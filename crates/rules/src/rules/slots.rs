//! The game for the engines: rows of numbers.
//!
//! Where the players have different moves a row has one slot more, the last,
//! for who moves: 0 for Left, 1 for Right.

use kibitz_game::{Side, SlotWorker, Slotted, Steps, Wdl};

use super::Rules;
use super::failure::Failure;
use super::game::result_for;
use super::position::Position;
use super::worker::Worker;
use crate::shape::FieldKind;

impl Rules {
    /// The row of a position that is no sum, as the engines see it.
    #[must_use]
    pub fn node(&self, p: &Position) -> Option<Vec<i64>> {
        Some(self.node_of(p.row()?, p.side))
    }

    /// A row of the file with who moves, as the engines see it.
    #[must_use]
    pub fn node_of(&self, row: &[i64], side: Option<Side>) -> Vec<i64> {
        let mut node = row.to_vec();
        node.extend(side.map(slot));
        node
    }

    /// The position of such a row.
    #[must_use]
    pub fn position_of(&self, node: &[i64]) -> Position {
        let (row, side) = self.parted(node);
        Position {
            parts: vec![row.into()],
            side,
        }
    }

    /// The row of the file, and who moves.
    fn parted<'n>(&self, node: &'n [i64]) -> (&'n [i64], Option<Side>) {
        if !self.has_sides() {
            return (node, None);
        }
        match node.split_last() {
            Some((0, row)) => (row, Some(Side::Left)),
            Some((_, row)) => (row, Some(Side::Right)),
            None => (node, None),
        }
    }
}

fn slot(side: Side) -> i64 {
    match side {
        Side::Left => 0,
        Side::Right => 1,
    }
}

impl Slotted for Rules {
    type Fault = Failure;
    type Worker<'r> = Worker<'r>;

    fn slots(&self) -> usize {
        self.shape.slots() + usize::from(self.has_sides())
    }

    fn worker(&self) -> Worker<'_> {
        self.asker()
    }

    fn stuck(&self) -> Wdl {
        self.no_move()
    }

    fn write(&self, node: &[i64]) -> String {
        self.write_position(&self.position_of(node))
    }

    fn name_of(&self, slot: usize) -> String {
        let mut rest = slot;
        for field in &self.shape.fields {
            let own = field.kind.slots();
            if rest < own {
                return match field.kind {
                    FieldKind::List(_) => format!("{}[{rest}]", field.name),
                    _ => field.name.clone(),
                };
            }
            rest -= own;
        }
        "who moves".to_owned()
    }
}

impl SlotWorker for Worker<'_> {
    type Fault = Failure;

    fn decided(&mut self, node: &[i64]) -> Result<Option<Wdl>, Failure> {
        let (row, side) = self.rules().parted(node);
        Ok(self.over(row)?.map(|result| result_for(result, side)))
    }

    fn expand(&mut self, node: &[i64], steps: &mut Steps) -> Result<(), Failure> {
        steps.clear();
        let (row, side) = self.rules().parted(node);
        let Some(side) = side else {
            return self.moves(row, None, steps.buffer_mut());
        };
        let mut moves = std::mem::take(self.room());
        moves.clear();
        let outcome = self.moves(row, Some(side), &mut moves);
        let buffer = steps.buffer_mut();
        for step in moves.chunks_exact(row.len() + 1) {
            let (to, is_again) = step.split_at(row.len());
            let next = if is_again[0] == Steps::AGAIN {
                side
            } else {
                side.other()
            };
            buffer.extend_from_slice(to);
            buffer.extend([slot(next), is_again[0]]);
        }
        *self.room() = moves;
        outcome
    }
}
