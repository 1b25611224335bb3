//! The reference solver, by exhaustive search. A position is the set of cards
//! played, bit `suit * ranks + rank`, and the player to move.

use std::collections::HashMap;

/// A deal, and the rule for a player without a card to lay.
pub(crate) struct Reference {
    pub(crate) suits: usize,
    pub(crate) ranks: usize,
    pub(crate) opening: usize,
    pub(crate) alice: u64,
    /// The wrong rule: a player who cannot lay a card has lost.
    pub(crate) no_move_loses: bool,
}

/// The outcome for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) wins: bool,
    pub(crate) plies: u32,
    /// Cards left in the loser's hand, negative for the loser, if both play for
    /// the score alone.
    pub(crate) score: i64,
}

impl Reference {
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.suits * self.ranks)
    }

    fn hand(&self, alice_moves: bool, played: u64) -> u64 {
        let dealt = if alice_moves { self.alice } else { !self.alice };
        dealt & self.all() & !played
    }

    fn fits(&self, card: usize, played: u64) -> bool {
        let rank = card % self.ranks;
        let on_table = |card: usize| played >> card & 1 == 1;
        rank == self.opening
            || rank < self.opening && on_table(card + 1)
            || rank > self.opening && on_table(card - 1)
    }

    fn legal(&self, alice_moves: bool, played: u64) -> Vec<usize> {
        let hand = self.hand(alice_moves, played);
        (0..self.suits * self.ranks)
            .filter(|&card| hand >> card & 1 == 1 && self.fits(card, played))
            .collect()
    }

    /// Whether the mover wins; stops at the first winning card.
    pub(crate) fn wins(
        &self,
        memo: &mut HashMap<(u64, bool), bool>,
        played: u64,
        alice: bool,
    ) -> bool {
        if self.hand(alice, played) == 0 {
            return true;
        }
        if self.hand(!alice, played) == 0 {
            return false;
        }
        if let Some(&known) = memo.get(&(played, alice)) {
            return known;
        }
        let legal = self.legal(alice, played);
        let wins = if legal.is_empty() {
            !self.no_move_loses && !self.wins(memo, played, !alice)
        } else {
            let mut cards = legal.iter();
            cards.any(|card| !self.wins(memo, played | 1 << card, !alice))
        };
        memo.insert((played, alice), wins);
        wins
    }

    /// The number of move sequences of this length.
    pub(crate) fn paths(&self, played: u64, alice: bool, depth: u32) -> u64 {
        let over = self.hand(alice, played) == 0 || self.hand(!alice, played) == 0;
        match (depth, over, self.legal(alice, played)) {
            (0, _, _) => 1,
            (_, true, _) => 0,
            (_, false, legal) if legal.is_empty() => self.paths(played, !alice, depth - 1),
            (_, false, legal) => legal
                .iter()
                .map(|card| self.paths(played | 1 << card, !alice, depth - 1))
                .sum(),
        }
    }

    /// Whether Alice, moving first, wins.
    pub(crate) fn alice_wins(&self) -> bool {
        self.wins(&mut HashMap::new(), 0, true)
    }

    /// The whole outcome, examining every card.
    pub(crate) fn outcome(
        &self,
        memo: &mut HashMap<(u64, bool), Outcome>,
        played: u64,
        alice: bool,
    ) -> Outcome {
        let mine = self.hand(alice, played).count_ones();
        let theirs = self.hand(!alice, played).count_ones();
        if mine == 0 || theirs == 0 {
            return Outcome {
                wins: mine == 0,
                plies: 0,
                score: i64::from(theirs) - i64::from(mine),
            };
        }
        if let Some(&known) = memo.get(&(played, alice)) {
            return known;
        }
        let legal = self.legal(alice, played);
        let children: Vec<Outcome> = if legal.is_empty() {
            vec![self.outcome(memo, played, !alice)]
        } else {
            let after = |card: &usize| played | 1 << card;
            legal
                .iter()
                .map(|card| self.outcome(memo, after(card), !alice))
                .collect()
        };
        let quickest = children.iter().filter(|c| !c.wins).map(|c| c.plies).min();
        let slowest = children.iter().map(|c| c.plies).max();
        let outcome = Outcome {
            wins: quickest.is_some(),
            plies: 1 + quickest.or(slowest).unwrap(),
            score: children.iter().map(|c| -c.score).max().unwrap(),
        };
        memo.insert((played, alice), outcome);
        outcome
    }
}
