//! Bit-parallel, counter-free retrograde analysis: 256 positions per word.
//!
//! For games with a bit-parallel encoding ([`BitParallelGame`]): a bundle is a word of 256 bits,
//! one for each lane, and a move acts on a whole word. There are three words per bundle, *won*,
//! *lost* and *open*. At level n the phase of losses removes from each open word the lanes that
//! have a move to a successor that is not won; the rest is lost in 2n plies. The phase of wins
//! collects the lanes that have a move to a lost successor; they are won in 2n + 1 plies. Losses in
//! 0 plies and wins in 1 are given by the game. Hence losses have even and wins odd distances, and
//! a level is stored as one bit in each of eight planes.
//!
//! No out-degree counters: a lane is lost iff the AND of its successors' win words has its bit, so
//! losses are verified through forward moves (as in Thompson 1986). While the frontier is dense,
//! all bundles are re-evaluated (one load and a few instructions per successor word); once fewer
//! than 1/`SPARSE` of the bundles change, only predecessors of changed ones (cf.
//! direction-optimising breadth-first search).
//!
//! Won and lost words are stored in the lane numbering of the player who has just moved, because
//! that is how predecessors read them.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod counts;
mod graph;
mod history;
mod levels;
mod mark;
mod on_disk;
mod planes;
mod pull;
mod reach;
mod solver;
mod word;
mod words;

use kibitz_game::{BitParallelGame, LaneMask, LaneSwaps, Reservation, RunContext, Value};

use crate::SolveError;
use crate::zeroed::Zeroed;
use planes::PLANES;
use pull::Phase;
use words::Words;

pub use counts::LaneCounts;
pub use on_disk::{SolvedOnDisk, memory_on_disk, solve_on_disk};
pub use reach::{Reached, reach};
pub use solver::BitParallelSolver;

/// Bundles per block, the unit of work of a thread.
const BLOCK: usize = 512;

/// Words per bundle: won, lost, open, and the planes.
const WORDS: u64 = 3 + PLANES as u64;

/// A solved game in the bit-parallel encoding.
#[derive(Debug)]
pub struct Solved {
    /// What stays open is drawn.
    words: Words,
    planes: Zeroed<LaneMask>,
    /// The values that some lane has.
    values: Vec<Value>,
    _memory: Reservation,
}

/// The memory in bytes for `bundles` bundles with `moves` moves each.
#[must_use]
pub fn memory(bundles: u64, moves: u64) -> u64 {
    // 32 bytes per word; a move takes 4 bytes and is stored twice.
    bundles * (32 * WORDS + 8 * moves + 9)
}

/// Solves every position.
///
/// # Errors
/// Returns an error if a limit is reached, or there are more bundles or levels than the engine
/// supports.
pub fn solve<G: BitParallelGame>(game: &G, context: &RunContext) -> Result<Solved, SolveError> {
    levels::solve(game, true, context)
}

impl Solved {
    /// Every value that some lane has, at least once, and no other.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a lane of an inner bundle that is not a hole.
    #[must_use]
    pub fn get<G: BitParallelGame>(&self, game: &G, bundle: u32, lane: u8) -> Value {
        self.bundle(bundle).get(game.side_swaps(bundle), lane)
    }

    /// Visits the values of some lanes of an inner bundle, in the mover's numbering, each with the
    /// lanes that have it.
    pub fn each_value<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
        lanes: LaneMask,
        visit: impl FnMut(Value, LaneMask),
    ) {
        let swaps = game.side_swaps(bundle);
        self.bundle(bundle).each_value(swaps, lanes, visit);
    }

    fn bundle(&self, bundle: u32) -> SolvedBundle<'_> {
        let i = bundle as usize;
        SolvedBundle {
            won: self.words.won[i],
            lost: self.words.lost[i],
            open: self.words.open[i],
            planes: &self.planes[i * PLANES..(i + 1) * PLANES],
        }
    }
}

/// The words of a solved bundle, won and lost in the lane numbering of the player who has moved.
#[derive(Clone, Copy, Debug)]
struct SolvedBundle<'a> {
    won: LaneMask,
    lost: LaneMask,
    /// Neither: drawn.
    open: LaneMask,
    planes: &'a [LaneMask],
}

impl SolvedBundle<'_> {
    /// The value of a lane that is not a hole; `swaps` are the side swaps of the bundle.
    fn get(self, swaps: LaneSwaps, lane: u8) -> Value {
        let level = planes::level(self.planes, lane);
        let seen = swaps.lane(lane ^ 0b11_1111);
        if self.won.has(seen) {
            Phase::Wins.value(level)
        } else if self.lost.has(seen) {
            Phase::Losses.value(level)
        } else {
            Value::Draw
        }
    }

    /// Visits the values of some lanes, each with the lanes that have it.
    fn each_value(self, swaps: LaneSwaps, lanes: LaneMask, mut visit: impl FnMut(Value, LaneMask)) {
        let won = lanes.and(word::swap_sides(self.won, swaps));
        let lost = lanes.and(word::swap_sides(self.lost, swaps));
        planes::by_level(self.planes, won, &mut |level, lanes| {
            visit(Phase::Wins.value(level), lanes);
        });
        planes::by_level(self.planes, lost, &mut |level, lanes| {
            visit(Phase::Losses.value(level), lanes);
        });
        let drawn = lanes.and(self.open);
        if !drawn.is_empty() {
            visit(Value::Draw, drawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kibitz_games::dobutsu::{Dobutsu, Small, Try};

    use super::*;

    /// Every lane of every inner bundle, decided or not.
    fn values(game: &Dobutsu, use_avx2: bool, threads: usize) -> Vec<(u32, Value, LaneMask)> {
        let context = RunContext::new().threads(threads);
        let solved = levels::solve(game, use_avx2, &context).unwrap();
        let mut all = Vec::new();
        for bundle in 0..game.inner() {
            let present = game.initial_lanes(bundle).holes.not();
            solved.each_value(game, bundle, present, |value, lanes| {
                all.push((bundle, value, lanes));
            });
        }
        all
    }

    /// One thread and several, scalar and AVX2.
    #[test]
    fn values_are_independent_of_threads_and_simd() {
        let game = Dobutsu::new(Try::Safe, &[Small::Giraffe, Small::Chick]);
        let one = values(&game, false, 1);
        assert!(one == values(&game, true, 1));
        assert!(one == values(&game, true, 2));
        assert!(one == values(&game, false, 3));
        let game_values: HashSet<Value> = one.iter().map(|(_, value, _)| *value).collect();
        let solved = levels::solve(&game, true, &RunContext::new()).unwrap();
        assert_eq!(
            solved.values().iter().copied().collect::<HashSet<_>>(),
            game_values
        );
        let lanes: u64 = one.iter().map(|(.., lanes)| u64::from(lanes.count())).sum();
        assert!(lanes > 1_000_000);
    }
}
