//! Numbers: the counts of cards of each value of the mover, then of the opponent.

use std::convert::Infallible;

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

/// A number of cards with the values below the modulus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) cards: i64,
    pub(crate) modulus: usize,
}

impl Numbers {
    /// All ones against all ones.
    pub(crate) fn start(&self) -> Vec<i64> {
        let mut hand = vec![0; self.modulus];
        hand[1] = self.cards;
        hand.repeat(2)
    }
}

impl StateVectorGame for Numbers {
    type Fault = Infallible;
    type Worker<'a> = Numbers;

    fn slots(&self) -> usize {
        2 * self.modulus
    }

    fn worker(&self) -> Numbers {
        *self
    }
}

impl SuccessorGenerator for Numbers {
    type Fault = Infallible;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Infallible> {
        Ok(if position[0] == self.cards {
            Some(Wdl::Win)
        } else if position[self.modulus] == self.cards {
            Some(Wdl::Loss)
        } else {
            None
        })
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        let (mine, theirs) = position.split_at(self.modulus);
        let mut after = [theirs, mine, &[SuccessorBuffer::PASSES]].concat();
        let buffer = steps.buffer_mut();
        for a in (1..self.modulus).filter(|a| mine[*a] > 0) {
            for b in (1..self.modulus).filter(|b| theirs[*b] > 0) {
                let sum = a + b;
                let sum = if sum >= self.modulus {
                    sum - self.modulus
                } else {
                    sum
                };
                after[self.modulus + a] -= 1;
                after[self.modulus + sum] += 1;
                buffer.extend_from_slice(&after);
                after[self.modulus + a] += 1;
                after[self.modulus + sum] -= 1;
            }
        }
        Ok(())
    }
}
