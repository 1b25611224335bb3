//! Random games of swap moves: a move changes the mover's hand, depending on both, and swaps the
//! hands.

use std::convert::Infallible;

use kibitz_bruteforce::Random;
use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn, Wdl};

/// A random game of swap moves.
#[derive(Debug)]
pub(crate) struct Hands {
    /// What a hand can become, by the kind of the other one.
    moves: Vec<Vec<Vec<i64>>>,
    no_move_result: Wdl,
    /// A position that violates the structure, and how.
    odd: Option<(i64, i64, Odd)>,
}

/// How a position can violate the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// One move changes the other hand.
    Other,
    /// All moves do.
    Others,
    /// An extra turn.
    Again,
    /// No legal move.
    NoMoves,
}

/// Hands are encoded as large numbers.
const TIMES: i64 = 1 << 30;

impl Hands {
    /// `size` hands of several kinds.
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
                // Hands go up and down, modulo their number: few are reached at first. A move may
                // occur twice.
                let count = 1 + below(4) - i64::from(below(40) == 0);
                let steps = (0..count).map(|_| (hand + below(12) - 3).rem_euclid(hands as i64));
                steps.collect()
            });
            moves.push(of_kinds.collect());
        }
        let no_move_result = [Wdl::Loss, Wdl::Win, Wdl::Draw][seed as usize % 3];
        Hands {
            moves,
            no_move_result,
            odd,
        }
    }

    /// The vector of two hands.
    pub(crate) fn row(mine: i64, theirs: i64) -> Vec<i64> {
        vec![mine * TIMES, theirs * TIMES]
    }
}

impl StateVectorGame for Hands {
    type Fault = Infallible;
    type Worker<'a> = &'a Hands;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> &Hands {
        self
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move_result
    }
}

impl SuccessorGenerator for &Hands {
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

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        let (mine, theirs) = (position[0] / TIMES, position[1] / TIMES);
        let of_kinds = &self.moves[mine as usize];
        let own = &of_kinds[theirs as usize % of_kinds.len()];
        let odd = self.odd.filter(|odd| (odd.0, odd.1) == (mine, theirs));
        let odd = odd.map(|odd| odd.2);
        if odd == Some(Odd::NoMoves) {
            return Ok(());
        }
        for &next in own {
            let row = match odd {
                Some(Odd::Others) => Hands::row(mine, next),
                _ => Hands::row(theirs, next),
            };
            steps.push(&row, Turn::Other);
        }
        match odd {
            Some(Odd::Other) => steps.push(&Hands::row(mine, theirs), Turn::Other),
            Some(Odd::Again) => steps.push(&Hands::row(theirs, mine), Turn::Same),
            _ => {}
        }
        Ok(())
    }
}
