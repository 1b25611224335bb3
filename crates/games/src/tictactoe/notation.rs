//! `X.O/.X./..O`: the rows from the top.

use kibitz_game::{Notation, Places, TextError, View};

use super::{Board, Cell, Mark, TicTacToe};
use crate::marks;
use crate::rectangle::cell_name;

impl Notation for TicTacToe {
    fn write(&self, p: &Board) -> String {
        marks::write(3, 3, |cell| p.at(cell as u8).map(Mark::letter))
    }

    fn parse(&self, text: &str) -> Result<Board, TextError> {
        let trimmed = text.trim();
        let offset = text.len() - text.trim_start().len();
        let whole = offset..offset + trimmed.len();
        let letters = [Mark::X, Mark::O].map(Mark::letter);
        let marks = marks::parse(trimmed, 3, 3, letters).map_err(|e| e.shifted(offset))?;
        Board::new(marks).map_err(|e| TextError::new(whole, e.to_string()))
    }

    /// `b3`: columns a to c from the left, rows 1 to 3 from the top.
    fn write_move(&self, _: &Board, by: &Cell) -> String {
        cell_name((by.0 / 3).into(), (by.0 % 3).into())
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. b3: column b, row 3")
    }

    fn places(&self, p: &Board, by: &Cell) -> Option<Places> {
        Some(Places::place(vec![self.write_move(p, by)]))
    }

    fn players(&self) -> [&'static str; 2] {
        [Mark::X.name(), Mark::O.name()]
    }

    fn view(&self, p: &Board) -> View {
        p.picture()
    }

    fn mover(&self, p: &Board) -> Option<&'static str> {
        Some(p.mover().name())
    }
}
