//! Values of positions.

/// The value of a position for the mover: the result, and the distance in
/// plies.
///
/// The distance of a win is 1 + the least among successors lost for the
/// opponent, that of a loss 1 + the greatest among all successors. A forced
/// pass is an ordinary successor, so it counts one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mover wins in this number of plies.
    Win(u32),
    /// Neither player can force a win.
    Draw,
    /// The mover loses in this number of plies.
    Loss(u32),
}

impl Outcome {
    /// Whether the mover wins; `None` for a draw.
    #[must_use]
    pub fn mover_wins(self) -> Option<bool> {
        match self {
            Outcome::Win(_) => Some(true),
            Outcome::Draw => None,
            Outcome::Loss(_) => Some(false),
        }
    }

    /// The distance of a win or a loss; a draw has none.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// The value of a position from those of its successors, in all of which
    /// the opponent moves. Without successors it is a loss in 0.
    #[must_use]
    pub fn from_children(children: &[Outcome]) -> Outcome {
        let mut quickest_win = None;
        let mut slowest_loss = 0;
        let mut can_draw = false;
        for child in children {
            match *child {
                Outcome::Loss(plies) => {
                    let mine = plies + 1;
                    if quickest_win.is_none_or(|best| mine < best) {
                        quickest_win = Some(mine);
                    }
                }
                Outcome::Draw => can_draw = true,
                Outcome::Win(plies) => slowest_loss = slowest_loss.max(plies + 1),
            }
        }
        match quickest_win {
            Some(plies) => Outcome::Win(plies),
            None if can_draw => Outcome::Draw,
            None => Outcome::Loss(slowest_loss),
        }
    }

    /// The value of a position with these successors if it is solved at exactly
    /// this level, given all values of lower levels. Successors solved in the
    /// current level count as unsolved.
    pub(crate) fn at_level(
        level: u32,
        children: impl Iterator<Item = Option<Outcome>>,
    ) -> Option<Outcome> {
        let mut all_lose = true;
        for child in children {
            match child {
                Some(Outcome::Loss(plies)) if plies < level => return Some(Outcome::Win(level)),
                Some(Outcome::Win(plies)) if plies < level => {}
                _ => all_lose = false,
            }
        }
        all_lose.then_some(Outcome::Loss(level))
    }
}

/// The value of a position of an impartial game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solved {
    /// Result and distance.
    pub outcome: Outcome,
    /// The Grundy value: the mex of the successors' values; `None` if a cycle
    /// is reachable.
    pub grundy: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::Outcome::{self, Draw, Loss, Win};

    #[test]
    fn winner_minimises_and_loser_maximises_the_distance() {
        assert_eq!(
            Outcome::from_children(&[Loss(4), Win(1), Loss(2), Draw]),
            Win(3)
        );
        assert_eq!(Outcome::from_children(&[Win(1), Win(5), Win(3)]), Loss(6));
        assert_eq!(Outcome::from_children(&[Win(1), Draw]), Draw);
        assert_eq!(Outcome::from_children(&[]), Loss(0));
    }

    #[test]
    fn at_level_uses_only_lower_levels() {
        let at = |level, children: &[Option<Outcome>]| {
            Outcome::at_level(level, children.iter().copied())
        };
        assert_eq!(at(3, &[None, Some(Loss(2))]), Some(Win(3)));
        assert_eq!(at(3, &[None, Some(Loss(3))]), None);
        assert_eq!(at(3, &[Some(Win(1)), Some(Win(2))]), Some(Loss(3)));
        assert_eq!(at(3, &[Some(Win(1)), Some(Win(3))]), None);
        assert_eq!(at(3, &[Some(Win(1)), None]), None);
    }
}
