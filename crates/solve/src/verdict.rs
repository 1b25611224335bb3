//! What is known of a position.

use std::cmp::Reverse;

use kibitz_game::{Grundy, Plies, Turn, Value, Wdl};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Win, draw or loss for the player who moves.
    pub wdl: Wdl,
    /// How soon; `None` for draws, and where distances were too much.
    pub plies: Option<Plies>,
    /// The Grundy value, where the game has them.
    pub grundy: Option<Grundy>,
    /// The score, where the game has one, signed for the mover.
    pub score: Option<i64>,
}

impl From<Value> for Verdict {
    fn from(value: Value) -> Verdict {
        Verdict {
            plies: value.plies(),
            ..Verdict::bare(value.wdl())
        }
    }
}

impl From<Grundy> for Verdict {
    /// In normal play a position is lost if its Grundy value is 0.
    fn from(grundy: Grundy) -> Verdict {
        Verdict {
            grundy: Some(grundy),
            ..Verdict::bare(grundy.wdl())
        }
    }
}

impl Verdict {
    /// A result without a distance.
    #[must_use]
    pub const fn bare(wdl: Wdl) -> Verdict {
        Verdict {
            wdl,
            plies: None,
            grundy: None,
            score: None,
        }
    }

    /// What a step to such a position is worth to the player who makes it.
    #[must_use]
    pub fn over(self, turn: Turn) -> Verdict {
        Verdict {
            wdl: self.wdl.over(turn),
            plies: self.plies.map(Plies::succ),
            grundy: self.grundy,
            score: self
                .score
                .map(|s| if turn == Turn::Passes { -s } else { s }),
        }
    }

    /// The place of a move of this worth in the list of moves: best first,
    /// quick wins before slow ones, slow losses before quick ones.
    #[must_use]
    pub fn order(&self) -> (Reverse<Wdl>, i64) {
        let plies = self.plies.map_or(0, |n| i64::from(n.get()));
        let wanted = if self.wdl == Wdl::Loss { -plies } else { plies };
        (Reverse(self.wdl), wanted)
    }
}

/// What a position is worth to either player, where they have different moves
/// and each of them begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// To Left, who moves.
    pub left: Verdict,
    /// To Right, who moves.
    pub right: Verdict,
}

impl Outcome {
    /// `N`, `P`, `L` or `R`: the next or the previous player wins, or Left or
    /// Right in either case. Where draws occur, the two results, Left's first.
    #[must_use]
    pub fn class(&self) -> &'static str {
        use Wdl::{Draw, Loss, Win};
        match (self.left.wdl, self.right.wdl) {
            (Win, Win) => "N",
            (Loss, Loss) => "P",
            (Win, Loss) => "L",
            (Loss, Win) => "R",
            (Draw, Draw) => "draw/draw",
            (Draw, Win) => "draw/win",
            (Draw, Loss) => "draw/loss",
            (Win, Draw) => "win/draw",
            (Loss, Draw) => "loss/draw",
        }
    }
}
