//! The game for the engines: state vectors.
//!
//! In partizan games a state vector has one more slot, the last, for the player
//! to move: 0 for Left, 1 for Right.

use kibitz_game::{Side, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

use super::Rules;
use super::failure::Failure;
use super::game::result_for;
use super::position::Position;
use super::worker::Worker;
use crate::shape::FieldKind;

impl Rules {
    /// The state vector of a position that is not a sum.
    #[must_use]
    pub fn node(&self, p: &Position) -> Option<Vec<i64>> {
        Some(self.node_of(p.row()?, p.side))
    }

    /// The state vector of the file's fields and the player to move.
    #[must_use]
    pub fn node_of(&self, row: &[i64], side: Option<Side>) -> Vec<i64> {
        let mut node = row.to_vec();
        node.extend(side.map(slot));
        node
    }

    /// The position of a state vector.
    #[must_use]
    pub fn position_of(&self, node: &[i64]) -> Position {
        let (row, side) = self.split_side(node);
        Position {
            parts: vec![row.into()],
            side,
        }
    }

    fn split_side<'n>(&self, node: &'n [i64]) -> (&'n [i64], Option<Side>) {
        split_side(node, self.shape.slots())
    }
}

/// The file's fields, which have a number of slots or words, and the player to move, if there is
/// one more.
pub(super) fn split_side(node: &[i64], slots: usize) -> (&[i64], Option<Side>) {
    let (row, side) = node.split_at(slots);
    let side = side.first().map(|side| match side {
        0 => Side::Left,
        _ => Side::Right,
    });
    (row, side)
}

/// Adds the player to move next to the fields of each move by `side`.
pub(super) fn add_sides(
    steps: &mut SuccessorBuffer,
    slots: usize,
    side: Side,
    moves: &mut Vec<i64>,
) {
    std::mem::swap(moves, steps.buffer_mut());
    let buffer = steps.buffer_mut();
    buffer.clear();
    for step in moves.chunks_exact(slots + 1) {
        let (to, is_again) = step.split_at(slots);
        let next = if is_again[0] == SuccessorBuffer::AGAIN {
            side
        } else {
            side.other()
        };
        buffer.extend_from_slice(to);
        buffer.extend([slot(next), is_again[0]]);
    }
}

fn slot(side: Side) -> i64 {
    match side {
        Side::Left => 0,
        Side::Right => 1,
    }
}

impl StateVectorGame for Rules {
    type Fault = Failure;
    type Worker<'r> = Worker<'r>;

    fn slots(&self) -> usize {
        self.shape.slots() + usize::from(self.has_sides())
    }

    fn worker(&self) -> Worker<'_> {
        Rules::worker(self)
    }

    fn no_move_result(&self) -> Wdl {
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
                    FieldKind::List(_) | FieldKind::Row(_) => format!("{}[{rest}]", field.name),
                    FieldKind::Int | FieldKind::Bool | FieldKind::Value(_) => field.name.clone(),
                };
            }
            rest -= own;
        }
        "player to move".to_owned()
    }
}

impl SuccessorGenerator for Worker<'_> {
    type Fault = Failure;

    fn decided(&mut self, node: &[i64]) -> Result<Option<Wdl>, Failure> {
        let (row, side) = self.rules().split_side(node);
        Ok(self.over(row)?.map(|result| result_for(result, side)))
    }

    fn final_score(&mut self, node: &[i64]) -> Result<Option<i64>, Failure> {
        self.over(node)
    }

    fn expand(&mut self, node: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Failure> {
        steps.clear();
        let (row, side) = self.rules().split_side(node);
        self.moves(row, side, steps.buffer_mut())?;
        if let Some(side) = side {
            add_sides(steps, row.len(), side, self.move_buffer());
        }
        Ok(())
    }
}
