//! Cram: both players place dominoes either way.

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Impartial, Indexed, Info, Notation, PlacementGame, Places,
    SettingError, Settings, Step, TextError, TopologicalIndex, View,
};

use super::notation::MOVE_SYNTAX;
use super::{Board, Domino};
use crate::rectangle::{COLS, ROWS};

/// The game on a board. A position is the set of covered cells.
///
/// ```
/// use kibitz_game::Game;
/// use kibitz_games::dominoes::{Board, Cram};
///
/// let game = Cram::new(Board::new(3, 3).unwrap());
/// assert_eq!(game.degree(&0), Ok(12));
/// ```
#[derive(Clone, Debug)]
pub struct Cram {
    board: Board,
    dominoes: Vec<u64>,
}

impl Cram {
    /// The game on a board.
    #[must_use]
    pub fn new(board: Board) -> Cram {
        let mut dominoes = board.upright();
        dominoes.extend(board.across());
        Cram { board, dominoes }
    }
}

impl Game for Cram {
    type Pos = u64;
    type Move = Domino;
    type Fault = Infallible;

    fn start(&self) -> Option<u64> {
        Some(0)
    }

    #[inline]
    fn expand<F>(&self, p: &u64, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u64, Domino>) -> Flow,
    {
        for &domino in &self.dominoes {
            if domino & p == 0 && visit(Step::alternate(p | domino, Domino(domino))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// The rank of a position is the set of its *empty* cells, so that moves lower
/// the rank.
impl Indexed for Cram {
    fn size(&self) -> u64 {
        self.board.full() + 1
    }

    fn rank(&self, p: &u64) -> u64 {
        self.board.full() & !p
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(self.board.full() & !rank)
    }
}

impl TopologicalIndex for Cram {}

impl PlacementGame for Cram {
    fn cells(&self) -> u32 {
        self.board.cells()
    }

    fn patterns(&self) -> &[u64] {
        &self.dominoes
    }

    fn filled(&self, p: &u64) -> u64 {
        *p
    }

    fn position(&self, filled: u64) -> u64 {
        filled
    }
}

impl Impartial for Cram {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &u64, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, part: &u64, mut visit: F) -> Flow {
        let mut open = self.dominoes.iter().filter(|domino| **domino & part == 0);
        open.try_for_each(|domino| visit(&[part | domino]))
    }
}

impl Notation for Cram {
    fn write(&self, p: &u64) -> String {
        self.board.write(*p)
    }

    fn parse(&self, text: &str) -> Result<u64, TextError> {
        self.board.parse(text)
    }

    fn write_move(&self, _: &u64, by: &Domino) -> String {
        self.board.write_domino(*by)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some(MOVE_SYNTAX)
    }

    fn places(&self, _: &u64, by: &Domino) -> Option<Places> {
        Some(Places::place(self.board.domino_cells(*by).into()))
    }

    fn view(&self, p: &u64) -> View {
        self.board.picture(*p)
    }
}

static INFO: Info<'static> = Info {
    name: "cram",
    aliases: &["dots-and-pairs", "plugg"],
    summary: "place a domino on two empty cells, either way; a player who cannot move loses",
    parameters: Cow::Borrowed(&[ROWS, COLS]),
    syntax: "the rows joined by /, # filled, . empty, e.g. ..../.##./..../....",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Cram {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Cram, SettingError> {
        Ok(Cram::new(Board::of(set)?))
    }

    fn default_position(&self) -> u64 {
        0
    }
}
