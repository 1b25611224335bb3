//! Random games of two hands: a move changes the mover's hand, to one that
//! depends on both, and passes the turn.

use std::convert::Infallible;

use kibitz_game::{SlotWorker, Slotted, Steps, Turn, Wdl};
use kibitz_twins::Random;

/// A random game of two hands.
#[derive(Debug)]
pub(crate) struct Hands {
    /// What a hand can become, by what kind the other one is.
    moves: Vec<Vec<Vec<i64>>>,
    stuck: Wdl,
    /// A position that is different, and how.
    odd: Option<(i64, i64, Odd)>,
}

/// How a position can be different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// A move changes the other hand.
    Other,
    /// All moves do.
    Others,
    /// The same player moves again.
    Again,
    /// Nothing leads away.
    Stuck,
}

/// A hand is written as a large number.
const TIMES: i64 = 1 << 30;

impl Hands {
    /// So many hands of so many kinds.
    pub(crate) fn new(
        seed: u64,
        hands: usize,
        kinds: usize,
        odd: Option<(i64, i64, Odd)>,
    ) -> Hands {
        let mut random = Random(seed);
        let mut below = |n: usize| random.below(n) as i64;
        let mut moves = Vec::new();
        for hand in 0..hands as i64 {
            let of_kinds = (0..kinds).map(|_| {
                // Hands go up and down, and round: few are met at first. One
                // may be named twice.
                let count = 1 + below(4) - i64::from(below(40) == 0);
                let steps = (0..count).map(|_| (hand + below(12) - 3).rem_euclid(hands as i64));
                steps.collect()
            });
            moves.push(of_kinds.collect());
        }
        let stuck = [Wdl::Loss, Wdl::Win, Wdl::Draw][seed as usize % 3];
        Hands { moves, stuck, odd }
    }

    /// The row of two hands.
    pub(crate) fn row(mine: i64, theirs: i64) -> Vec<i64> {
        vec![mine * TIMES, theirs * TIMES]
    }
}

impl Slotted for Hands {
    type Fault = Infallible;
    type Worker<'a> = &'a Hands;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> &Hands {
        self
    }

    fn stuck(&self) -> Wdl {
        self.stuck
    }
}

impl SlotWorker for &Hands {
    type Fault = Infallible;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Infallible> {
        let (mine, theirs) = (position[0] / TIMES, position[1] / TIMES);
        Ok(match (mine * 31 + theirs * 17) % 101 {
            98 => Some(Wdl::Loss),
            99 => Some(Wdl::Draw),
            100 => Some(Wdl::Win),
            _ => None,
        })
    }

    fn expand(&mut self, position: &[i64], steps: &mut Steps) -> Result<(), Infallible> {
        steps.clear();
        let (mine, theirs) = (position[0] / TIMES, position[1] / TIMES);
        let of_kinds = &self.moves[mine as usize];
        let own = &of_kinds[theirs as usize % of_kinds.len()];
        let odd = self.odd.filter(|odd| (odd.0, odd.1) == (mine, theirs));
        let odd = odd.map(|odd| odd.2);
        if odd == Some(Odd::Stuck) {
            return Ok(());
        }
        for &next in own {
            let row = match odd {
                Some(Odd::Others) => Hands::row(mine, next),
                _ => Hands::row(theirs, next),
            };
            steps.push(&row, Turn::Passes);
        }
        match odd {
            Some(Odd::Other) => steps.push(&Hands::row(mine, theirs), Turn::Passes),
            Some(Odd::Again) => steps.push(&Hands::row(theirs, mine), Turn::Again),
            _ => {}
        }
        Ok(())
    }
}
