//! `B..../.R.../..B../...R./..... B`: the rows from the top, and the player to
//! move. `c3` drops a stone, `c3-d4` moves one.

use kibitz_game::{Notation, Places, TextError, View};

use super::cells::SIDE;
use super::view::{picture, stone};
use super::{Move, Pos, STONES, Side, Teeko};
use crate::{marks, rectangle};

const SIDES: [Side; 2] = [Side::Black, Side::Red];

fn cell_name(cell: u8) -> String {
    rectangle::cell_name((cell / SIDE).into(), (cell % SIDE).into())
}

impl Notation for Teeko {
    fn write(&self, p: &Pos) -> String {
        let side = SIDE.into();
        let rows = marks::write(side, side, |cell| stone(p, cell as u8).map(Side::letter));
        format!("{rows} {}", p.mover.letter())
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        let letters = SIDES.map(Side::letter);
        let written = marks::parse_with_mover(text, SIDE.into(), letters)?;
        let (at, here) = (written.board_at, written.mover_at);
        let [black, red] = written.marks;
        let mover = SIDES[written.mover];
        let mine = written.marks[written.mover];
        let theirs = written.marks[1 - written.mover];
        let due =
            due(black.count_ones(), red.count_ones()).map_err(|e| TextError::new(at.clone(), e))?;
        if let Some(due) = due
            && due != mover
        {
            let message = format!("{} drops the next stone", due.name());
            return Err(TextError::new(here, message));
        }
        if self.index.wins(mine) {
            let message = format!(
                "{} has won, which ends the game, so {} cannot have moved after it",
                mover.name(),
                mover.other().name()
            );
            return Err(TextError::new(at, message));
        }
        Ok(Pos {
            mine,
            theirs,
            mover,
        })
    }

    fn write_move(&self, _: &Pos, by: &Move) -> String {
        match by.from {
            None => cell_name(by.to),
            Some(from) => format!("{}-{}", cell_name(from), cell_name(by.to)),
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. c3 to drop a stone, or c3-d4 to move one")
    }

    fn places(&self, _: &Pos, by: &Move) -> Option<Places> {
        let to = cell_name(by.to);
        Some(match by.from {
            None => Places::place(vec![to]),
            Some(from) => Places::step(cell_name(from), to),
        })
    }

    fn players(&self) -> [&'static str; 2] {
        [Side::Black.name(), Side::Red.name()]
    }

    fn view(&self, p: &Pos) -> View {
        picture(p)
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        Some(p.mover.name())
    }
}

/// The player who drops the next stone; `None` if all are on the board.
fn due(black: u32, red: u32) -> Result<Option<Side>, String> {
    if black > STONES || red > STONES {
        return Err(format!(
            "{black} B and {red} R: each player has {STONES} stones"
        ));
    }
    match black.checked_sub(red) {
        Some(0) if black == STONES => Ok(None),
        Some(0) => Ok(Some(Side::Black)),
        Some(1) => Ok(Some(Side::Red)),
        _ => Err(format!(
            "{black} B and {red} R: Black begins, so there must be as many B as R or one more"
        )),
    }
}
