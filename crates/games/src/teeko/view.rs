//! The board as a picture.

use kibitz_game::View;

use super::cells::SIDE;
use super::{Pos, Side};
use crate::rectangle;

/// The colour of the stone on a cell.
pub(super) fn stone(p: &Pos, cell: u8) -> Option<Side> {
    if p.mine >> cell & 1 == 1 {
        Some(p.mover)
    } else if p.theirs >> cell & 1 == 1 {
        Some(p.mover.other())
    } else {
        None
    }
}

/// The picture of a position.
pub(super) fn picture(p: &Pos) -> View {
    let side = u32::from(SIDE);
    rectangle::picture(side, side, |row, col| {
        let stone = stone(p, (side * row + col) as u8);
        Some(stone.map(|side| side.letter().to_string()))
    })
}
