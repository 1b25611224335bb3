//! *Tic-tac-toe*: three in a row win, or lose in misère play.
//!
//! X moves first. A move marks an empty cell; a player who completes a row,
//! column or diagonal of their own mark wins, or loses in misère play. A full
//! board without a line is a tie.

mod board;
mod notation;
mod view;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Indexed, Info, SettingError, Settings, Step,
    TopologicalIndex, Value,
};

pub use board::{Board, Impossible, Mark};

use crate::play::PlayConvention;

/// A cell from 0 to 8, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub u8);

/// The game, in which a line wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    /// Misère: a player who makes a line loses.
    pub play: PlayConvention,
}

impl Game for TicTacToe {
    type Pos = Board;
    type Move = Cell;
    type Fault = Infallible;

    fn start(&self) -> Option<Board> {
        Some(Board::EMPTY)
    }

    /// The last move, by the opponent, made a line.
    fn static_value(&self, p: &Board) -> Result<Option<Value>, Infallible> {
        Ok(if p.has_line(p.mover().other()) {
            Some(Value::terminal(self.play.no_move_result()))
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
            if visit(Step::alternate(p.marked(cell), Cell(cell))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// A board is a base-3 number of nine digits in which an empty cell has the
/// largest digit: so a mark lowers the number. Most numbers are holes:
/// unreachable boards.
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

impl TopologicalIndex for TicTacToe {}

static INFO: Info<'static> = Info {
    name: "tictactoe",
    aliases: &["tic-tac-toe", "noughts-and-crosses"],
    summary: "mark cells of a 3×3 board; three in a line win, a full board is a tie",
    parameters: Cow::Borrowed(&[PlayConvention::parameter(
        "normal (three in a line win) or misere (they lose)",
    )]),
    syntax: "the rows joined by /, X and O marks, . empty, X moves first, e.g. X.O/.X./..O",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for TicTacToe {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<TicTacToe, SettingError> {
        let play = PlayConvention::of(set)?;
        Ok(TicTacToe { play })
    }

    fn default_position(&self) -> Board {
        Board::EMPTY
    }
}
