//! Topological index of positions.
//!
//! A table is a number whose digits are, suit by suit, the distance of the
//! suit's state from the last one, in base "states of a suit". Laying a card
//! raises a state, so it lowers the number. Each table has two ranks, one per
//! side to move; a player who must pass there has the higher one, so that a
//! pass lowers the rank as well.
//!
//! In exactly one table neither player can lay a card: the full one, number 0.
//! It is not a position, because the game is over before: both its ranks are
//! holes. Its last card would be laid by a player whose opponent is already
//! out.
//!
//! All ranks fit: a deck has at most 64 cards, so the largest number of tables
//! is that of 8 suits of 8 ranks, 21⁸ < 2³⁶.

use kibitz_game::{Indexed, TopologicalIndex};

use super::{Nine, Player, Position};

impl Nine {
    fn table_number(&self, p: &Position) -> u64 {
        let states = self.deck().shape().states() as u64;
        let suits = &p.table[..self.deck().suits()];
        suits.iter().fold(0, |number, &state| {
            number * states + (states - 1 - u64::from(state))
        })
    }

    /// The table with this number, Alice to move.
    fn numbered_table(&self, mut number: u64) -> Position {
        let states = self.deck().shape().states() as u64;
        let mut p = Position::empty(Player::Alice);
        for state in p.table[..self.deck().suits()].iter_mut().rev() {
            *state = (states - 1 - number % states) as u8;
            number /= states;
        }
        p
    }

    /// Whether the mover has the higher of the table's two ranks: Bob, or Alice
    /// if she must pass.
    fn is_second(&self, p: &Position) -> bool {
        let alice_passes = self.playable(p, Player::Alice).is_empty();
        (p.mover == Player::Bob) != alice_passes
    }
}

impl Indexed for Nine {
    fn size(&self) -> u64 {
        let states = self.deck().shape().states() as u64;
        2 * states.pow(self.deck().suits() as u32)
    }

    fn rank(&self, p: &Position) -> u64 {
        2 * self.table_number(p) + u64::from(self.is_second(p))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank < 2 {
            return None;
        }
        let with_alice = self.numbered_table(rank / 2);
        if self.is_second(&with_alice) == (rank % 2 == 1) {
            Some(with_alice)
        } else {
            Some(with_alice.passed())
        }
    }
}

impl TopologicalIndex for Nine {}
