//! What a position is worth.

/// The value of a position for the player to move, with its plies.
///
/// A win counts 1 + the least plies among the children that are lost for the
/// opponent, a loss 1 + the greatest among all children. A forced pass is a
/// child like any other, so it costs one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mover wins in so many plies.
    Win(u32),
    /// Neither player can force anything.
    Draw,
    /// The mover loses in so many plies.
    Loss(u32),
}

impl Outcome {
    /// Whether the mover wins; nothing for a draw.
    #[must_use]
    pub fn mover_wins(self) -> Option<bool> {
        match self {
            Outcome::Win(_) => Some(true),
            Outcome::Draw => None,
            Outcome::Loss(_) => Some(false),
        }
    }

    /// The plies of a win or a loss; a draw has none.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// The value of a position from those of its children, the turn passing to
    /// the opponent in each. Without children the mover has lost in 0.
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

    /// Whether a position with these children is decided at exactly this
    /// level, when everything up to the level before is known. Children
    /// that the same sweep has just decided count as unknown.
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
    /// Who wins, and how fast.
    pub outcome: Outcome,
    /// The least number that is not the Grundy value of a child; nothing where
    /// play from here can go round in a circle.
    pub grundy: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::Outcome::{self, Draw, Loss, Win};

    #[test]
    fn the_winner_hurries_and_the_loser_does_not() {
        assert_eq!(
            Outcome::from_children(&[Loss(4), Win(1), Loss(2), Draw]),
            Win(3)
        );
        assert_eq!(Outcome::from_children(&[Win(1), Win(5), Win(3)]), Loss(6));
        assert_eq!(Outcome::from_children(&[Win(1), Draw]), Draw);
        assert_eq!(Outcome::from_children(&[]), Loss(0));
    }

    #[test]
    fn a_level_sees_only_earlier_levels() {
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
