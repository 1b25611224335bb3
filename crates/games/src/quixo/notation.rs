//! `.../.X./..O X`: the rows from the top, and the player to move. `a1-a3`
//! takes the cube in the first column and row, and pushes it in from below.

use kibitz_game::{Notation, Places, TextError, View};

use super::{Move, Pos, Quixo};
use crate::marks;
use crate::rectangle::{cell_name, picture};
use crate::tictactoe::Mark;

const MARKS: [Mark; 2] = [Mark::X, Mark::O];

/// The sign of the cube on a cell.
fn sign(p: &Pos, cell: u32) -> Option<Mark> {
    marks::owner(cell, [p.mine, p.theirs], [p.mover, p.mover.other()])
}

impl Quixo {
    /// The name of a cell.
    fn name(&self, cell: u8) -> String {
        cell_name((cell / self.side).into(), (cell % self.side).into())
    }
}

impl Notation for Quixo {
    fn write(&self, p: &Pos) -> String {
        let side = self.side.into();
        let rows = marks::write(side, side, |cell| sign(p, cell).map(Mark::letter));
        format!("{rows} {}", p.mover.name())
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        let letters = MARKS.map(Mark::letter);
        let written = marks::parse_with_mover(text, self.side.into(), letters)?;
        Ok(Pos {
            mine: written.marks[written.mover],
            theirs: written.marks[1 - written.mover],
            mover: MARKS[written.mover],
        })
    }

    fn write_move(&self, _: &Pos, by: &Move) -> String {
        format!("{}-{}", self.name(by.from), self.name(by.to))
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. a1-a3: take the cube at a1 and push it in at a3")
    }

    fn places(&self, _: &Pos, by: &Move) -> Option<Places> {
        let is_in_row = by.from / self.side == by.to / self.side;
        let step = if is_in_row { 1 } else { self.side };
        let between = (by.from.min(by.to)..=by.from.max(by.to)).step_by(step.into());
        let mut cells: Vec<String> = between.map(|cell| self.name(cell)).collect();
        if by.from > by.to {
            cells.reverse();
        }
        Some(Places::push(cells))
    }

    fn players(&self) -> [&'static str; 2] {
        [Mark::X.name(), Mark::O.name()]
    }

    fn view(&self, p: &Pos) -> View {
        let side = u32::from(self.side);
        picture(side, side, |row, column| {
            let sign = sign(p, side * row + column);
            Some(sign.map(|mark| mark.name().to_owned()))
        })
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        Some(p.mover.name())
    }
}
