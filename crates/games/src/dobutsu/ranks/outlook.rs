//! What can be told of a position by counting its moves.
//!
//! Every animal steps to a neighbour, so nothing is pinned and nothing can be
//! put between: a player who is not in check may move any animal but the lion
//! anywhere; one who is may catch what gives check, if that is one animal; and
//! the lion goes where it is not threatened.

use kibitz_game::{Outlook, Plies, Value};

use super::super::Try;
use super::codes::{CODES, Code, LABELS, MINE, is_mine_on_board};
use super::frames::{Frame, Labels};

/// What some of the animals have to say; those of a run are looked at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The mover can catch the lion.
    catches: bool,
    /// The labels of the mover's animals.
    own: Labels,
    /// Where the opponent's animals step.
    threatened: Labels,
    /// How many of the opponent's animals give check, and where one does.
    checks: u32,
    checking: Labels,
    /// Where the mover's animals step, ten bits for each of the six.
    steps: u64,
    /// Kinds in the mover's hand.
    held: u32,
    /// Animals on the board.
    on_board: u32,
}

/// The lowest bit of each of six sets of labels side by side.
const SIX: u64 = {
    let (mut ones, mut i) = (0, 0);
    while i < 6 {
        ones |= 1 << (LABELS * i);
        i += 1;
    }
    ones
};

impl Seen {
    /// Whether the position is decided.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.catches
    }

    /// Looks at the two animals of a kind too.
    #[inline]
    pub(super) fn with(mut self, frame: &Frame, kind: usize, pair: [Code; 2]) -> Seen {
        for (which, code) in pair.into_iter().enumerate() {
            self.catches |= frame.catches[kind] >> code & 1 == 1;
            // The bit of a label; none for an animal in hand.
            let here = (1u32 << (code >> 2) >> 1) as Labels;
            let steps = frame.steps[kind][usize::from(code) % CODES];
            self.on_board += u32::from(here != 0);
            if is_mine_on_board(code) {
                self.own |= here;
                self.steps |= u64::from(steps) << (LABELS * (2 * kind + which));
            } else {
                self.threatened |= steps;
                let is_check = frame.checks[kind] >> code & 1 == 1;
                self.checks += u32::from(is_check);
                self.checking |= if is_check { here } else { 0 };
            }
        }
        self.held += u32::from(pair.contains(&MINE));
        self
    }

    /// What can be told once all animals have been looked at.
    #[inline]
    pub(super) fn outlook(&self, frame: &Frame, rule: Try) -> Outlook {
        if self.catches {
            return Outlook::Absent;
        }
        let lion = frame.lion & !self.own;
        let safe = lion & !self.threatened & !frame.near;
        let tries = match rule {
            Try::Safe => safe & frame.far,
            Try::Any => lion & frame.far,
        };
        if tries != 0 {
            return Outlook::Known(Value::Win(Plies::new(1)));
        }
        let steps = self.steps & !(u64::from(self.own) * SIX);
        let drops = self.held * (LABELS as u32 - self.on_board);
        let others = match self.checks {
            0 => steps.count_ones() + drops,
            1 => (steps & (u64::from(self.checking) * SIX)).count_ones(),
            _ => 0,
        };
        let open = safe.count_ones() + others;
        if open > 0 {
            return Outlook::Open(open.into());
        }
        // Every move, if there is one, leads to a position that is won in 1.
        let is_stuck = lion == 0 && steps == 0 && drops == 0;
        let plies = if is_stuck { 0 } else { 2 };
        Outlook::Known(Value::Loss(Plies::new(plies)))
    }
}
