//! The game on the empty cells of a board.

use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, Flow, Game, Impartial, Indexed, PlacementGame, Step, TopologicalIndex, Wdl,
};

use super::{Placement, PlacementError};

/// The game on some cells of a board, renumbered. A position is the set of those cells that are
/// filled.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// All cells of the board, and the remaining ones.
    board: u64,
    open: u64,
    patterns: Vec<u64>,
    no_move_result: Wdl,
}

impl Rest {
    /// The game on the cells that `filled` leaves empty.
    pub(super) fn of<G: PlacementGame>(game: &G, filled: u64) -> Rest {
        let board = (1 << game.cells()) - 1;
        let open = !filled & board;
        let mut patterns: Vec<u64> = game
            .patterns()
            .iter()
            .filter(|pattern| *pattern & filled == 0)
            .map(|pattern| gather(*pattern, open))
            .collect();
        patterns.sort_unstable();
        patterns.dedup();
        Rest {
            board,
            open,
            patterns,
            no_move_result: game.no_move_result(),
        }
    }

    pub(super) fn cells(&self) -> u32 {
        self.open.count_ones()
    }

    /// The game for the engine of this module.
    pub(super) fn placement(&self) -> Result<Placement, PlacementError> {
        let patterns = self.patterns.iter().copied();
        Placement::new(self.cells(), patterns, self.no_move_result)
    }

    pub(super) fn patterns(&self) -> &[u64] {
        &self.patterns
    }

    /// Whether a position of the board belongs to this game: all other cells are filled in it.
    pub(super) fn covers(&self, filled: u64) -> bool {
        !self.open & self.board & !filled == 0
    }

    /// The cells of this game that are filled in a position of the board.
    pub(super) fn taken(&self, filled: u64) -> u64 {
        match self.open == self.board {
            true => filled & self.board,
            false => gather(filled, self.open),
        }
    }

    pub(super) fn rank_of(&self, taken: u64) -> u64 {
        self.all() & !taken
    }

    fn all(&self) -> u64 {
        (1 << self.cells()) - 1
    }
}

/// The bits of `from` at the places of `mask`, compressed (`PEXT`).
fn gather(from: u64, mut mask: u64) -> u64 {
    let mut gathered = 0;
    let mut place = 0;
    while mask != 0 {
        gathered |= (from >> mask.trailing_zeros() & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    gathered
}

impl Game for Rest {
    type Pos = u64;
    type Move = u64;
    type Fault = Infallible;

    fn expand<F>(&self, taken: &u64, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u64, u64>) -> Flow,
    {
        for pattern in self.patterns.iter().filter(|p| *p & taken == 0) {
            if visit(Step::alternate(taken | pattern, *pattern)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move_result
    }
}

impl Indexed for Rest {
    fn size(&self) -> u64 {
        self.all() + 1
    }

    fn rank(&self, taken: &u64) -> u64 {
        self.rank_of(*taken)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(self.all() & !rank)
    }
}

impl TopologicalIndex for Rest {}

impl Impartial for Rest {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &u64, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, part: &u64, mut visit: F) -> Flow {
        let mut open = self.patterns.iter().filter(|p| *p & part == 0);
        open.try_for_each(|pattern| visit(&[part | pattern]))
    }
}
