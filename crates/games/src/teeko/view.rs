//! View of the board.

use kibitz_game::View;

use super::cells::SIDE;
use super::{Pos, Side};
use crate::{marks, rectangle};

/// The colour of the stone on a cell.
pub(super) fn stone(p: &Pos, cell: u8) -> Option<Side> {
    let sides = [p.mover, p.mover.other()];
    marks::owner(cell.into(), [p.mine, p.theirs], sides)
}

/// The view of a position.
pub(super) fn picture(p: &Pos) -> View {
    let side = u32::from(SIDE);
    rectangle::picture(side, side, |row, col| {
        let stone = stone(p, (side * row + col) as u8);
        Some(stone.map(|side| side.letter().to_string()))
    })
}
