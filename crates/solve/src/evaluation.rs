//! Evaluations of positions.

use std::cmp::Reverse;

use kibitz_game::{Grundy, Plies, Step, Turn, Value, Wdl};

/// Everything known about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The result for the mover.
    pub wdl: Wdl,
    /// The distance; `None` for draws, and if it was not computed.
    pub plies: Option<Plies>,
    /// The Grundy value, if the game has one.
    pub grundy: Option<Grundy>,
    /// The score, if the game has one, signed for the mover.
    pub score: Option<i64>,
}

impl From<Value> for Evaluation {
    fn from(value: Value) -> Evaluation {
        Evaluation {
            plies: value.plies(),
            ..Evaluation::bare(value.wdl())
        }
    }
}

impl From<Grundy> for Evaluation {
    /// In normal play a position is lost iff its Grundy value is 0.
    fn from(grundy: Grundy) -> Evaluation {
        Evaluation {
            grundy: Some(grundy),
            ..Evaluation::bare(grundy.wdl())
        }
    }
}

impl Evaluation {
    /// A result without a distance.
    #[must_use]
    pub const fn bare(wdl: Wdl) -> Evaluation {
        Evaluation {
            wdl,
            plies: None,
            grundy: None,
            score: None,
        }
    }

    /// A position of score play: the mover's points in the rest of the game less those of the
    /// opponent.
    #[must_use]
    pub const fn of_score(score: i64) -> Evaluation {
        let wdl = match score {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        Evaluation {
            score: Some(score),
            ..Evaluation::bare(wdl)
        }
    }

    /// Negamax back-up: the evaluation of a move to such a position, for the player making it.
    #[must_use]
    pub fn backed_up<P, M>(self, step: &Step<P, M>) -> Evaluation {
        let score = match step.turn {
            Turn::Other => self.score.map(|score| -score),
            Turn::Same => self.score,
        };
        match score {
            // Points may change the result.
            Some(score) if step.points != 0 => Evaluation::of_score(score + step.points),
            _ => Evaluation {
                wdl: self.wdl.backed_up(step.turn),
                plies: self.plies.map(Plies::succ),
                grundy: self.grundy,
                score,
            },
        }
    }

    /// Sort key of a move of this evaluation: best first, quick wins before slow ones, slow losses
    /// before quick ones; without distances by score.
    #[must_use]
    pub fn order(&self) -> (Reverse<Wdl>, i64) {
        let wanted = match self.plies {
            None => self.score.map_or(0, |score| -score),
            Some(plies) if self.wdl == Wdl::Loss => -i64::from(plies.get()),
            Some(plies) => plies.get().into(),
        };
        (Reverse(self.wdl), wanted)
    }
}

/// The evaluations of a partizan position with either player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// For Left, moving first.
    pub left: Evaluation,
    /// For Right, moving first.
    pub right: Evaluation,
}

impl Outcome {
    /// The outcome class `N`, `P`, `L` or `R`: the next player, the previous player, Left or Right
    /// wins. If draws occur, the two results, Left's first.
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
