//! *Tic-tac-toe*: three in a row, or in misère play the other way round.
//!
//! X moves first. A move marks an empty cell; who makes a row, column or
//! diagonal of their own mark wins, or loses in misère play. A full board
//! without one is a tie.

mod board;
mod notation;
mod view;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Descending, Flow, Game, Indexed, Info, Listed, MORE, SettingError, Settings, Step, Value,
};

pub use board::{Board, Impossible, Mark};

use crate::play::Play;

/// A cell from 0 to 8, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub u8);

/// The game, in which a line wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    /// Misère: who makes a line loses.
    pub play: Play,
}

impl Game for TicTacToe {
    type Pos = Board;
    type Move = Cell;
    type Fault = Infallible;

    fn start(&self) -> Option<Board> {
        Some(Board::EMPTY)
    }

    /// A line was made by the other player, with the last move.
    fn decided(&self, p: &Board) -> Result<Option<Value>, Infallible> {
        Ok(if p.has_line(p.mover().other()) {
            Some(Value::now(self.play.stuck()))
        } else if p.is_full() {
            Some(Value::Draw)
        } else {
            None
        })
    }

    fn expand<F>(&self, p: &Board, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Board, Cell>) -> Flow,
    {
        for cell in p.empty_cells() {
            if visit(Step::pass(p.marked(cell), Cell(cell))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(MORE)
    }
}

/// Boards as numbers of nine digits in base 3, of which an empty cell has the
/// largest digit: so a mark makes the number smaller. Most are holes: boards
/// that play does not lead to.
impl Indexed for TicTacToe {
    fn size(&self) -> u64 {
        3u64.pow(9)
    }

    fn rank(&self, p: &Board) -> u64 {
        (0..9).fold(0, |rank, cell| {
            3 * rank
                + match p.at(cell) {
                    Some(Mark::X) => 0,
                    Some(Mark::O) => 1,
                    None => 2,
                }
        })
    }

    fn unrank(&self, mut rank: u64) -> Option<Board> {
        let mut marks = [0; 2];
        for cell in (0..9).rev() {
            if let Some(own) = marks.get_mut((rank % 3) as usize) {
                *own |= 1 << cell;
            }
            rank /= 3;
        }
        Board::new(marks).ok()
    }
}

impl Descending for TicTacToe {}

static INFO: Info<'static> = Info {
    name: "tictactoe",
    aliases: &["tic-tac-toe", "noughts-and-crosses"],
    summary: "mark cells of a 3×3 board; three of one's own in a line win, a full board is a tie",
    parameters: Cow::Borrowed(&[Play::parameter(
        "normal (three in a line win) or misere (they lose)",
    )]),
    syntax: "the rows joined by /, X and O marks, . empty, X moves first, as X.O/.X./..O",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl Listed for TicTacToe {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<TicTacToe, SettingError> {
        let play = Play::of(set)?;
        Ok(TicTacToe { play })
    }

    fn shown(&self) -> Board {
        Board::EMPTY
    }
}
