//! Domineering: Left places dominoes vertically, Right horizontally.

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Indexed, Info, Notation, PartizanPlacementGame, Places,
    SettingError, Settings, Side, Step, TextError, TopologicalIndex, View,
};

use super::notation::MOVE_SYNTAX;
use super::{Board, Domino};
use crate::rectangle::{COLS, ROWS};

/// The covered cells and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turned {
    /// The covered cells.
    pub filled: u64,
    /// The player to move.
    pub side: Side,
}

/// The game on a board.
///
/// ```
/// use kibitz_game::{Game, Notation};
/// use kibitz_games::dominoes::{Board, Domineering};
///
/// let game = Domineering::new(Board::new(2, 3).unwrap());
/// let p = game.parse(".../... Left").unwrap();
/// assert_eq!(game.degree(&p), Ok(3));
/// let p = game.parse(".../... Right").unwrap();
/// assert_eq!(game.degree(&p), Ok(4));
/// ```
#[derive(Clone, Debug)]
pub struct Domineering {
    board: Board,
    /// The placements of Left and of Right.
    dominoes: [Vec<u64>; 2],
}

impl Domineering {
    /// The game on a board.
    #[must_use]
    pub fn new(board: Board) -> Domineering {
        Domineering {
            board,
            dominoes: [board.upright(), board.across()],
        }
    }
}

impl Game for Domineering {
    type Pos = Turned;
    type Move = Domino;
    type Fault = Infallible;

    fn start(&self) -> Option<Turned> {
        Some(self.default_position())
    }

    #[inline]
    fn expand<F>(&self, p: &Turned, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Turned, Domino>) -> Flow,
    {
        for &domino in self.patterns(p.side) {
            if domino & p.filled != 0 {
                continue;
            }
            let to = Turned {
                filled: p.filled | domino,
                side: p.side.other(),
            };
            if visit(Step::alternate(to, Domino(domino))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// The rank of a position is the set of its *empty* cells, so that moves lower
/// the rank, with the player to move as the lowest bit.
impl Indexed for Domineering {
    fn size(&self) -> u64 {
        2 * (self.board.full() + 1)
    }

    fn rank(&self, p: &Turned) -> u64 {
        2 * (self.board.full() & !p.filled) + p.side as u64
    }

    fn unrank(&self, rank: u64) -> Option<Turned> {
        Some(Turned {
            filled: self.board.full() & !(rank / 2),
            side: [Side::Left, Side::Right][(rank % 2) as usize],
        })
    }
}

impl TopologicalIndex for Domineering {}

impl PartizanPlacementGame for Domineering {
    fn cells(&self) -> u32 {
        self.board.cells()
    }

    fn patterns(&self, side: Side) -> &[u64] {
        &self.dominoes[side as usize]
    }

    fn taken(&self, p: &Turned) -> (u64, Side) {
        (p.filled, p.side)
    }

    fn position(&self, filled: u64, side: Side) -> Turned {
        Turned { filled, side }
    }
}

impl Notation for Domineering {
    fn write(&self, p: &Turned) -> String {
        format!("{} {}", self.board.write(p.filled), p.side.name())
    }

    /// The board and the player to move, Left by default.
    fn parse(&self, text: &str) -> Result<Turned, TextError> {
        let trimmed = text.trim_end();
        let (board, name) = trimmed.rsplit_once(' ').unwrap_or((trimmed, "Left"));
        let side = match name {
            "Left" | "left" => Side::Left,
            "Right" | "right" => Side::Right,
            _ => {
                let at = trimmed.len() - name.len()..trimmed.len();
                let message = format!("expected Left or Right after the board, found `{name}`");
                return Err(TextError::new(at, message));
            }
        };
        let filled = self.board.parse(board.trim_end())?;
        Ok(Turned { filled, side })
    }

    fn write_move(&self, _: &Turned, by: &Domino) -> String {
        self.board.write_domino(*by)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some(MOVE_SYNTAX)
    }

    fn places(&self, _: &Turned, by: &Domino) -> Option<Places> {
        Some(Places::place(self.board.domino_cells(*by).into()))
    }

    fn players(&self) -> [&'static str; 2] {
        [Side::Left.name(), Side::Right.name()]
    }

    fn view(&self, p: &Turned) -> View {
        self.board.picture(p.filled)
    }

    fn mover(&self, p: &Turned) -> Option<&'static str> {
        Some(p.side.name())
    }
}

static INFO: Info<'static> = Info {
    name: "domineering",
    aliases: &["stop-gate", "crosscram"],
    summary: "Left places dominoes vertically, Right horizontally; a player who cannot move loses",
    parameters: Cow::Borrowed(&[ROWS, COLS]),
    syntax: "the rows joined by /, # filled, . empty, then Left or Right, the player to move, e.g. ..../.##./..../.... Left",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Domineering {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Domineering, SettingError> {
        Ok(Domineering::new(Board::of(set)?))
    }

    fn default_position(&self) -> Turned {
        Turned {
            filled: 0,
            side: Side::Left,
        }
    }
}
