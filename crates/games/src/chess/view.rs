//! View of the board, White at the bottom.

use kibitz_game::{Cell, Grid, View};

use super::notation::square_name;
use super::{Ending, Pos};

impl Ending {
    pub(super) fn picture(&self, p: &Pos) -> View {
        let cell = |square: u8| {
            Some(Cell {
                name: square_name(square),
                piece: self.letter_on(p, square).map(String::from),
            })
        };
        let row = |rank: u8| (8 * rank..8 * rank + 8).map(cell).collect();
        View::Grid(Grid {
            columns: ('a'..='h').map(String::from).collect(),
            rows: ('1'..='8').rev().map(String::from).collect(),
            cells: (0..8).rev().map(row).collect(),
            hands: Vec::new(),
        })
    }
}
