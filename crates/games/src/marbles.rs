//! *Marbles* (弹珠游戏, Luogu P7395): fill a board with runs of marbles.
//!
//! A move places marbles on 1 to `run` consecutive empty cells along a row, a
//! column or a diagonal of a grid. A player who cannot move loses. The contest
//! prints the 4 × 4 grid standing on its corner, as a diamond; rows, columns
//! and diagonals of the diamond are diagonals, rows and columns of the grid, so
//! the moves are the same.

mod contest;
mod diamond;
mod generator;
mod map;
mod notation;
mod shape;
mod view;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, CONTINUE, CatalogueGame, Flow, Game, Impartial, Indexed, Info, Kind, Parameter,
    PlacementGame, SettingError, Settings, Step, TopologicalIndex,
};

pub use contest::Format;
pub use generator::SIZES;
pub use shape::Shape;

use crate::rectangle::{COLS, ROWS, sides_of};

/// The set of cells with a marble: bit *i* is cell *i* of the [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(pub u64);

/// The cells that a move fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run(pub u64);

/// The game on a board of a given shape.
///
/// ```
/// use kibitz_game::{Game, Indexed};
/// use kibitz_games::marbles::{Board, Marbles, Shape};
///
/// let game = Marbles::new(Shape::rectangle(4, 4), 3);
/// assert_eq!(game.size(), 65_536);
/// assert_eq!(game.degree(&Board(0)), Ok(82));
/// ```
#[derive(Clone, Debug)]
pub struct Marbles {
    shape: Shape,
    runs: Vec<u64>,
}

impl Marbles {
    /// The game with runs of up to `longest` marbles.
    #[must_use]
    pub fn new(shape: Shape, longest: u32) -> Marbles {
        let runs = shape.runs(longest);
        Marbles { shape, runs }
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All cells.
    fn full(&self) -> u64 {
        (1 << self.shape.cells()) - 1
    }
}

impl Game for Marbles {
    type Pos = Board;
    type Move = Run;
    type Fault = Infallible;

    fn start(&self) -> Option<Board> {
        Some(Board(0))
    }

    #[inline]
    fn expand<F>(&self, p: &Board, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Board, Run>) -> Flow,
    {
        for &run in &self.runs {
            if run & p.0 == 0 && visit(Step::alternate(Board(p.0 | run), Run(run))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// The rank of a board is the set of its *empty* cells, so that moves lower the
/// rank.
impl Indexed for Marbles {
    fn size(&self) -> u64 {
        self.full() + 1
    }

    #[inline]
    fn rank(&self, p: &Board) -> u64 {
        self.full() & !p.0
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Board> {
        Some(Board(self.full() & !rank))
    }
}

impl TopologicalIndex for Marbles {}

impl PlacementGame for Marbles {
    fn cells(&self) -> u32 {
        self.shape.cells()
    }

    fn patterns(&self) -> &[u64] {
        &self.runs
    }

    fn filled(&self, p: &Board) -> u64 {
        p.0
    }

    fn position(&self, filled: u64) -> Board {
        Board(filled)
    }
}

impl Impartial for Marbles {
    type Part = Board;

    fn parts<F: FnMut(Board)>(&self, p: &Board, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[Board]) -> Flow>(&self, part: &Board, mut visit: F) -> Flow {
        let mut open = self.runs.iter().filter(|run| **run & part.0 == 0);
        open.try_for_each(|run| visit(&[Board(part.0 | run)]))
    }
}

static INFO: Info<'static> = Info {
    name: "marbles",
    aliases: &["p7395", "弹珠游戏", "coe-i-c"],
    summary: "place 1 to 3 marbles in a line of empty cells; a player who cannot move loses",
    parameters: Cow::Borrowed(&[
        ROWS,
        COLS,
        Parameter {
            name: "shape",
            kind: Kind::Text,
            default: "",
            meaning: "the board instead of rows and cols: rows joined by /, . a cell, # none",
        },
        Parameter {
            name: "run",
            kind: Kind::Number,
            default: "3",
            meaning: "the longest run of marbles in one move",
        },
    ]),
    syntax: "rows of the grid joined by /, * a marble, . empty, # no cell, e.g. *.../..../..../....",
    fields: Cow::Borrowed(&[]),
    contest: Some(
        "T, then boards of 16 cells as diamonds, * a marble and . empty. \
         Answers Possible. or Impossible.",
    ),
};

impl CatalogueGame for Marbles {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Marbles, SettingError> {
        let longest = set.number("run", 1..=Shape::MAX_CELLS.into())?;
        let shape = if set.text("shape").is_empty() {
            let (rows, cols) = sides_of(set, Shape::MAX_CELLS)?;
            Shape::rectangle(rows, cols)
        } else {
            Shape::parse(set.text("shape")).map_err(|e| set.wrong("shape", e))?
        };
        Ok(Marbles::new(shape, longest as u32))
    }

    /// The actual rows and columns, also if a shape determines them.
    fn settings(&self, set: &Settings) -> Vec<(&'static str, String)> {
        let value = |name, text: &str| match name {
            "rows" => self.shape.rows().to_string(),
            "cols" => self.shape.cols().to_string(),
            _ => text.to_owned(),
        };
        set.iter()
            .map(|(name, text)| (name, value(name, text)))
            .collect()
    }

    fn default_position(&self) -> Board {
        Board(0)
    }

    fn axes(&self) -> Option<Axes> {
        self.halves()
    }
}
