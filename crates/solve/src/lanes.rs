//! Retrograde analysis of 256 positions at a time.
//!
//! For games whose positions come in bundles ([`Bundled`]): a bundle is a word
//! of 256 bits, one for each lane, and a move acts on a whole word. There are
//! three words for each bundle, *won*, *lost* and *open*. Level by level, the
//! phase of losses takes from each open word the lanes that have a move to a
//! child that is not won: what remains is lost in 2n plies. The phase of wins
//! gathers the lanes that have a move to a lost child: they are won in 2n + 1.
//! Losses in 0 plies and wins in 1 come from the game; so losses always have an
//! even number of plies and wins an odd one, and a level is one bit in each of
//! eight planes.
//!
//! There are no counters. A lane is lost where *all* its children are won,
//! which an AND over the children tells; so it is looked at again in every
//! level, which costs less than one would think: a look at 256 positions is one
//! load and a few instructions, and while many bundles change it would be
//! necessary anyway. Once few change, the parents of what changed are marked,
//! and only they are looked at.
//!
//! Won and lost words are stored as the player who has just moved numbers the
//! lanes, because that is how parents read them.

mod census;
mod graph;
mod levels;
mod mark;
mod planes;
mod pull;
mod reach;
mod solver;
#[cfg(target_arch = "x86_64")]
mod wide;
mod word;

use kibitz_game::{Bundled, Claim, Lanes, Plies, Value, Watch};

use crate::SolveError;
use crate::zeroed::Zeroed;
use planes::PLANES;

pub use census::Census;
pub use reach::{Reached, reach};
pub use solver::Bundles;

/// Bundles that a thread works on at a time.
const BLOCK: usize = 512;

/// Words for each bundle: won, lost, open, and the planes.
const WORDS: u64 = 3 + PLANES as u64;

/// Every position of a game in bundles, solved.
#[derive(Debug)]
pub struct Solved {
    /// Won and lost, as the player who has moved numbers lanes.
    won: Zeroed<Lanes>,
    lost: Zeroed<Lanes>,
    /// Neither: drawn.
    open: Zeroed<Lanes>,
    planes: Zeroed<Lanes>,
    _memory: Claim,
}

/// The bytes that it takes to solve so many bundles with so many moves each.
#[must_use]
pub fn memory(bundles: u64, moves: u64) -> u64 {
    // A word of 32 bytes is as good as eight moves, each kept twice.
    bundles * (32 * WORDS + 8 * moves + 9)
}

/// Solves every position.
///
/// # Errors
/// Where a budget is used up, or there are more bundles or levels than the
/// engine can count.
pub fn solve<G: Bundled>(game: &G, watch: &Watch) -> Result<Solved, SolveError> {
    levels::solve(game, true, watch)
}

impl Solved {
    /// The value of a lane of an inner bundle that is not absent.
    #[must_use]
    pub fn get<G: Bundled>(&self, game: &G, bundle: u32, lane: u8) -> Value {
        let i = bundle as usize;
        let level = planes::level(&self.planes[i * PLANES..(i + 1) * PLANES], lane);
        let seen = game.turned(bundle).lane(lane ^ 0b11_1111);
        if self.won[i].has(seen) {
            Value::Win(Plies::new(2 * level + 1))
        } else if self.lost[i].has(seen) {
            Value::Loss(Plies::new(2 * level))
        } else {
            Value::Draw
        }
    }

    /// Visits the values of some lanes of an inner bundle, as the mover numbers
    /// them, each with the lanes that have it.
    pub fn each_value<G: Bundled>(
        &self,
        game: &G,
        bundle: u32,
        lanes: Lanes,
        mut visit: impl FnMut(Value, Lanes),
    ) {
        let i = bundle as usize;
        let planes = &self.planes[i * PLANES..(i + 1) * PLANES];
        let turned = game.turned(bundle);
        let won = lanes.and(word::turned(self.won[i], turned));
        let lost = lanes.and(word::turned(self.lost[i], turned));
        planes::by_level(planes, won, &mut |level, lanes| {
            visit(Value::Win(Plies::new(2 * level + 1)), lanes);
        });
        planes::by_level(planes, lost, &mut |level, lanes| {
            visit(Value::Loss(Plies::new(2 * level)), lanes);
        });
        let drawn = lanes.and(self.open[i]);
        if !drawn.is_empty() {
            visit(Value::Draw, drawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use kibitz_games::dobutsu::{Dobutsu, Small, Try};

    use super::*;

    /// Every lane of every inner bundle, decided or not.
    fn values(game: &Dobutsu, is_wide: bool, threads: usize) -> Vec<(u32, Value, Lanes)> {
        let watch = Watch::new().threads(threads);
        let solved = levels::solve(game, is_wide, &watch).unwrap();
        let mut all = Vec::new();
        for bundle in 0..game.inner() {
            let present = game.opening(bundle).absent.not();
            solved.each_value(game, bundle, present, |value, lanes| {
                all.push((bundle, value, lanes));
            });
        }
        all
    }

    /// One thread and several, plain integers and wide registers.
    #[test]
    fn however_it_is_solved_the_result_is_the_same() {
        let game = Dobutsu::new(Try::Safe, &[Small::Giraffe, Small::Chick]);
        let one = values(&game, false, 1);
        assert!(one == values(&game, true, 1));
        assert!(one == values(&game, true, 2));
        assert!(one == values(&game, false, 3));
        let lanes: u64 = one.iter().map(|(.., lanes)| u64::from(lanes.count())).sum();
        assert!(lanes > 1_000_000);
    }
}
