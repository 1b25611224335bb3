//! View of the board.

use kibitz_game::View;

use super::{Board, Mark};
use crate::rectangle::picture;

impl Board {
    pub(super) fn picture(self) -> View {
        picture(3, 3, |row, col| {
            let mark = self.at((3 * row + col) as u8);
            Some(mark.map(|mark| Mark::name(mark).to_owned()))
        })
    }
}
