//! The values of heaps, one after another.
//!
//! A value follows from those of the last *m* heaps, where *m* is the largest
//! number that may be taken: so as soon as *m* values in a row come again, all
//! that follow do too. That holds for Grundy values, and in misère play for
//! wins and losses.

use std::fmt;

use crate::period::{Period, Rule, mex};
use crate::play::Play;

/// A heap that is won in misère play; a lost one has 0.
pub(super) const WON: u32 = 1;

/// The numbers that may be taken, in increasing order.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    pub(super) takes: Vec<u64>,
    pub(super) play: Play,
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&kibitz_game::listed(&self.takes, 8))
    }
}

/// Values looked at in all, and values kept at most.
const MOST_LOOKS: usize = 1 << 26;
const MOST_VALUES: usize = 1 << 20;

impl Rule for Takes {
    /// Grundy values in normal play, wins in misère play.
    fn next(&self, values: &[u32]) -> u32 {
        let heap = values.len() as u64;
        let takes = self.takes.iter().take_while(|take| **take <= heap);
        let mut options = takes.map(|take| values[(heap - take) as usize]);
        match self.play {
            Play::Normal => mex(options),
            // Without a move one has won; else one has to leave a lost heap.
            Play::Misere if self.takes[0] > heap => WON,
            Play::Misere => u32::from(options.any(|value| value != WON)),
        }
    }

    fn proves(&self, _: Period, run: usize) -> bool {
        self.takes.last().is_some_and(|most| run as u64 >= *most)
    }

    fn most(&self) -> usize {
        MOST_VALUES.min(MOST_LOOKS / self.takes.len())
    }
}
