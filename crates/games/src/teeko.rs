//! *Teeko*: four stones each on a 5×5 board; bring your own together.
//!
//! Black begins. The players alternately drop their four stones on empty cells;
//! then they move one of their own a king's step to an empty cell. Four in a
//! line or in a 2×2 square win; in the advanced game the corners of larger
//! squares win, too. Infinite play is a draw.

mod cells;
mod index;
mod notation;
mod sets;
mod unmoves;
mod view;

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use kibitz_game::{
    BREAK, CONTINUE, CatalogueGame, Flow, Game, Info, Kind, Parameter, Plies, SettingError,
    Settings, Step, Value,
};

use cells::{ALL, NEIGHBOURS, cells};
use index::Index;

/// Stones per player.
const STONES: u32 = 4;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first.
    Black,
    /// Moves second.
    Red,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::Red,
            Side::Red => Side::Black,
        }
    }

    /// The English name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Black => "Black",
            Side::Red => "Red",
        }
    }

    /// The letter of the stones.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'B',
            Side::Red => 'R',
        }
    }
}

/// The stones on the board, cell i of 25 in reading order as bit i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pos {
    /// The mover's stones.
    pub mine: u32,
    /// The opponent's stones.
    pub theirs: u32,
    /// The player to move.
    pub mover: Side,
}

impl Pos {
    /// The initial position.
    pub const EMPTY: Pos = Pos {
        mine: 0,
        theirs: 0,
        mover: Side::Black,
    };

    /// The number of stones on the board.
    const fn stones(self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// The position after the mover's stones have become `mine`.
    const fn after(self, mine: u32) -> Pos {
        Pos {
            mine: self.theirs,
            theirs: mine,
            mover: self.mover.other(),
        }
    }
}

/// A drop or a move of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The source cell; `None` for a drop.
    pub from: Option<u8>,
    /// The target cell.
    pub to: u8,
}

/// Which squares win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// 2×2 squares.
    #[default]
    Standard,
    /// The corners of 3×3, 4×4 and 5×5 squares, too.
    Advanced,
}

/// The game.
///
/// ```
/// use kibitz_game::{Game, Notation};
/// use kibitz_games::teeko::{Rules, Teeko};
///
/// let game = Teeko::new(Rules::Standard);
/// let p = game.parse("BBB../.R.../.R.../.R.../..... B").unwrap();
/// assert_eq!(game.degree(&p), Ok(19));
/// ```
pub struct Teeko {
    rules: Rules,
    index: Index,
}

impl fmt::Debug for Teeko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Teeko").field("rules", &self.rules).finish()
    }
}

impl Teeko {
    /// The game with these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Teeko {
        let index = Index::new(rules == Rules::Advanced);
        Teeko { rules, index }
    }
}

impl Game for Teeko {
    type Pos = Pos;
    type Move = Move;
    type Fault = Infallible;

    fn start(&self) -> Option<Pos> {
        Some(Pos::EMPTY)
    }

    /// A winning pattern of the opponent, completed by the last move.
    #[inline]
    fn static_value(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        let is_over = self.index.wins(p.theirs);
        Ok(is_over.then_some(Value::Loss(Plies::ZERO)))
    }

    #[inline]
    fn expand<F>(&self, p: &Pos, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Pos, Move>) -> Flow,
    {
        let empty = ALL & !(p.mine | p.theirs);
        if p.mine.count_ones() < STONES {
            for to in cells(empty) {
                let by = Move { from: None, to };
                if visit(Step::alternate(p.after(p.mine | 1 << to), by)).is_break() {
                    return Ok(BREAK);
                }
            }
            return Ok(CONTINUE);
        }
        for from in cells(p.mine) {
            for to in cells(NEIGHBOURS[usize::from(from)] & empty) {
                let by = Move {
                    from: Some(from),
                    to,
                };
                let mine = p.mine ^ 1 << from ^ 1 << to;
                if visit(Step::alternate(p.after(mine), by)).is_break() {
                    return Ok(BREAK);
                }
            }
        }
        Ok(CONTINUE)
    }

    #[inline]
    fn degree(&self, p: &Pos) -> Result<u64, Infallible> {
        let empty = ALL & !(p.mine | p.theirs);
        if p.mine.count_ones() < STONES {
            return Ok(empty.count_ones().into());
        }
        let ways = cells(p.mine).map(|from| NEIGHBOURS[usize::from(from)] & empty);
        Ok(ways.map(|ways| u64::from(ways.count_ones())).sum())
    }
}

static INFO: Info<'static> = Info {
    name: "teeko",
    aliases: &[],
    summary: "drop four stones each on a 5×5 board, then move them; four in a line or square win",
    parameters: Cow::Borrowed(&[Parameter {
        name: "rules",
        kind: Kind::Text,
        default: "standard",
        meaning: "standard (2×2 squares win) or advanced (corners of larger squares, too)",
    }]),
    syntax: "the rows joined by /, B and R stones, . empty, then the player to move, \
             e.g. B..../.R.../..B../...R./..... B",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Teeko {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Teeko, SettingError> {
        match set.text("rules") {
            "standard" => Ok(Teeko::new(Rules::Standard)),
            "advanced" => Ok(Teeko::new(Rules::Advanced)),
            other => {
                let message = format!("expected standard or advanced, found `{other}`");
                Err(set.refuse("rules", 0..other.len(), message))
            }
        }
    }

    fn default_position(&self) -> Pos {
        Pos::EMPTY
    }
}
