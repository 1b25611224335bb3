//! The board as a picture.

use kibitz_game::{Cell as Shown, Grid, Notation, View};

use super::{Board, Cell, Mark, TicTacToe};

impl TicTacToe {
    pub(super) fn picture(&self, p: &Board) -> View {
        let cell = |cell: u8| {
            Some(Shown {
                name: self.write_move(p, &Cell(cell)),
                piece: p.at(cell).map(|mark| Mark::name(mark).to_owned()),
            })
        };
        let row = |row: u8| (3 * row..3 * row + 3).map(cell).collect();
        View::Grid(Grid {
            columns: ["a", "b", "c"].map(str::to_owned).to_vec(),
            rows: ["1", "2", "3"].map(str::to_owned).to_vec(),
            cells: (0..3).map(row).collect(),
            hands: Vec::new(),
        })
    }
}
