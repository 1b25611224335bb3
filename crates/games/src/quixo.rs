//! *Quixo* (Thierry Chapeau, 1995) on n×n cubes: make a line of n cubes.
//!
//! A move takes a border cube that is blank or the mover's, turns it to the
//! mover's sign, and pushes it in at an end of its row or column other than
//! where it was taken. A line of the mover's sign wins; a move that completes a
//! line of the opponent's loses, even if it completes one of the mover's as
//! well. Infinite play is a draw.

mod index;
mod notation;
mod push;
mod unmoves;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    BREAK, CONTINUE, CatalogueGame, Flow, Game, Info, Kind, Parameter, Plies, SettingError,
    Settings, Step, Value,
};

use crate::tictactoe::Mark;
use index::Index;
use push::Push;

/// The cubes with a sign, cell i in reading order as bit i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pos {
    /// The mover's cubes.
    pub mine: u32,
    /// The opponent's cubes.
    pub theirs: u32,
    /// The player to move.
    pub mover: Mark,
}

impl Pos {
    /// The initial position.
    pub const BLANK: Pos = Pos {
        mine: 0,
        theirs: 0,
        mover: Mark::X,
    };
}

/// A move: takes a cube from a cell and pushes it in at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell of the cube taken.
    pub from: u8,
    /// The cell where it is pushed in.
    pub to: u8,
}

/// The game.
///
/// ```
/// use kibitz_game::{Game, Notation};
/// use kibitz_games::quixo::Quixo;
///
/// let game = Quixo::new(3).unwrap();
/// let p = game.parse(".../.X./..O X").unwrap();
/// assert_eq!(game.degree(&p), Ok(18));
/// ```
#[derive(Debug)]
pub struct Quixo {
    side: u8,
    lines: Vec<u32>,
    pushes: Vec<Push>,
    index: Index,
}

impl Quixo {
    /// The range of side lengths.
    pub const SIDES: std::ops::RangeInclusive<u8> = 2..=5;

    /// The game with this side length; `None` outside [`SIDES`](Quixo::SIDES).
    #[must_use]
    pub fn new(side: u8) -> Option<Quixo> {
        Quixo::SIDES.contains(&side).then(|| Quixo::sized(side))
    }

    fn sized(side: u8) -> Quixo {
        Quixo {
            side,
            lines: lines(side.into()),
            pushes: Push::all(side),
            index: Index::new(side),
        }
    }

    /// Whether these cubes contain a line.
    #[inline]
    fn has_line(&self, cubes: u32) -> bool {
        let is_there = |line: &u32| cubes & line == *line;
        self.lines.iter().fold(false, |any, l| any | is_there(l))
    }
}

/// Rows, columns and both diagonals.
fn lines(side: u32) -> Vec<u32> {
    let set = |cell: &dyn Fn(u32) -> u32| (0..side).fold(0, |set, i| set | 1u32 << cell(i));
    let rows = (0..side).map(|row| set(&|i| side * row + i));
    let columns = (0..side).map(|column| set(&|i| side * i + column));
    let diagonals = [set(&|i| side * i + i), set(&|i| side * i + side - 1 - i)];
    rows.chain(columns).chain(diagonals).collect()
}

impl Game for Quixo {
    type Pos = Pos;
    type Move = Move;
    type Fault = Infallible;

    fn start(&self) -> Option<Pos> {
        Some(Pos::BLANK)
    }

    /// A line of the mover's was completed by the opponent, who thereby loses
    /// in any case.
    #[inline]
    fn static_value(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        Ok(if self.has_line(p.mine) {
            Some(Value::Win(Plies::ZERO))
        } else if self.has_line(p.theirs) {
            Some(Value::Loss(Plies::ZERO))
        } else {
            None
        })
    }

    #[inline]
    fn expand<F>(&self, p: &Pos, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Pos, Move>) -> Flow,
    {
        for push in &self.pushes {
            if p.theirs & push.from != 0 {
                continue;
            }
            let to = Pos {
                mine: push.shift(p.theirs),
                theirs: push.shift(p.mine) | push.to,
                mover: p.mover.other(),
            };
            if visit(Step::alternate(to, push.by())).is_break() {
                return Ok(BREAK);
            }
        }
        Ok(CONTINUE)
    }

    #[inline]
    fn degree(&self, p: &Pos) -> Result<u64, Infallible> {
        let can = |push: &&Push| p.theirs & push.from == 0;
        Ok(self.pushes.iter().filter(can).count() as u64)
    }
}

static INFO: Info<'static> = Info {
    name: "quixo",
    aliases: &[],
    summary: "take a border cube and push it in elsewhere; a line of your sign wins, infinite play is a draw",
    parameters: Cow::Borrowed(&[Parameter {
        name: "n",
        kind: Kind::Number,
        default: "3",
        meaning: "side length of the board, 2 to 5",
    }]),
    syntax: "the rows joined by /, cubes X and O, . blank, then the player to move, e.g. .../.X./..O X",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Quixo {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Quixo, SettingError> {
        let sides = u64::from(*Quixo::SIDES.start())..=u64::from(*Quixo::SIDES.end());
        Ok(Quixo::sized(set.number("n", sides)? as u8))
    }

    fn default_position(&self) -> Pos {
        Pos::BLANK
    }
}
