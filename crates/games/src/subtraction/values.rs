//! The values of heaps in sequence.
//!
//! A value follows from those of the last *m* heaps, where *m* is the largest
//! number in the subtraction set: as soon as *m* consecutive values recur, all
//! following values do. That holds for Grundy values, and in misère play for
//! wins and losses.

use std::fmt;

use crate::period::{Period, Rule, mex};
use crate::play::PlayConvention;

/// A win in misère play; a loss is 0.
pub(super) const WON: u32 = 1;

/// The subtraction set, in increasing order.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    pub(super) takes: Vec<u64>,
    pub(super) play: PlayConvention,
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&kibitz_game::listed(&self.takes, 8))
    }
}

/// Maximum number of values read in total, and of values stored.
const MAX_READS: usize = 1 << 26;
const MAX_VALUES: usize = 1 << 20;

impl Rule for Takes {
    type Memory = ();

    /// Grundy values in normal play, wins in misère play.
    fn next(&self, values: &[u32], (): &mut ()) -> u32 {
        let heap = values.len() as u64;
        let takes = self.takes.iter().take_while(|take| **take <= heap);
        let mut options = takes.map(|take| values[(heap - take) as usize]);
        match self.play {
            PlayConvention::Normal => mex(options),
            // A win without a move; otherwise the mover must leave a lost heap.
            PlayConvention::Misere if self.takes[0] > heap => WON,
            PlayConvention::Misere => u32::from(options.any(|value| value != WON)),
        }
    }

    fn proves(&self, _: Period, run: usize) -> bool {
        self.takes.last().is_some_and(|max| run as u64 >= *max)
    }

    fn is_complete(&self, values: &[u32], (): &(), _: u64) -> bool {
        values.len() >= MAX_VALUES.min(MAX_READS / self.takes.len())
    }
}
