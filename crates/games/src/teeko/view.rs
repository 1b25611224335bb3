//! The board as a picture.

use kibitz_game::{Cell, Grid, View};

use super::cells::SIDE;
use super::notation::cell_name;
use super::{Pos, Side};

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
    let cell = |cell: u8| {
        Some(Cell {
            name: cell_name(cell),
            piece: stone(p, cell).map(|side| side.letter().to_string()),
        })
    };
    let row = |row: u8| (SIDE * row..SIDE * (row + 1)).map(cell).collect();
    View::Grid(Grid {
        columns: ('a'..='e').map(String::from).collect(),
        rows: ('1'..='5').map(String::from).collect(),
        cells: (0..SIDE).map(row).collect(),
        hands: Vec::new(),
    })
}
