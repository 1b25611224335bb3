//! Games of two hands, a whole set of positions at a time.
//!
//! Fix the mover's hand x; the positions (x, y) for all y are one row of bits.
//! Against a hand y that holds key b, x may become x', which leaves the
//! opponent with (y, x'). Write K(b) for the row of hands that hold b, and
//! column x' of a set of positions for the row of those y with (y, x') in it.
//! Then ply by ply
//!
//! - (x, ·) is won where some K(b) meets a column x' of lost positions:
//!   an OR over b of K(b) AND (OR over x' of lost column x');
//! - (x, ·) is lost where every K(b) lies in all won columns x':
//!   an AND over b of NOT K(b) OR (AND over x' of won column x').
//!
//! 64 positions and more fall to each machine word. Every position is settled
//! once, so recording its plies and turning rows into columns costs one step
//! for each position and none for each move.

mod changes;
mod rounds;
mod rows;
mod rule;
mod solver;
mod turn;
mod wide;

use kibitz_game::{Claim, Paired, Value, Watch, Wdl};

use crate::SolveError;
use crate::table::{Table, narrow_or_wide};

pub use solver::TwoHands;

use rounds::Rounds;
use rows::Rows;

/// The value of every position of a game of two hands.
#[derive(Debug)]
pub struct Pairs {
    hands: u64,
    table: Table,
}

impl Pairs {
    /// The value of a position; `None` where there is no such position.
    #[must_use]
    pub fn get(&self, mine: u32, theirs: u32) -> Option<Value> {
        self.table
            .get(u64::from(mine) * self.hands + u64::from(theirs))
    }
}

/// Win, draw or loss of every position, two bits each.
#[derive(Debug)]
pub struct Outcomes {
    won: Rows,
    lost: Rows,
    _memory: Claim,
}

impl Outcomes {
    /// Win, draw or loss of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, mine: u32, theirs: u32) -> Wdl {
        // Without branches: results of random positions cannot be foretold.
        let won = usize::from(self.won.contains(mine, theirs));
        let lost = usize::from(self.lost.contains(mine, theirs));
        [Wdl::Draw, Wdl::Loss, Wdl::Win][(2 * won + lost).min(2)]
    }
}

/// The bytes that it takes to solve a game of so many hands.
#[must_use]
pub fn memory(hands: u64) -> u64 {
    2 * hands * hands + memory_of_sets(hands)
}

/// Six sets of positions of one bit each.
fn memory_of_sets(hands: u64) -> u64 {
    6 * hands * hands.div_ceil(512) * 64
}

/// Solves every position.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn solve<G: Paired>(game: &G, watch: &Watch) -> Result<Pairs, SolveError> {
    let hands = u64::from(game.hands());
    let claim = || watch.claim("a table of all positions", memory(hands));
    let table = narrow_or_wide(
        || {
            let claim = claim()?;
            Ok((Rounds::<u16, G>::new(game)?.cells(watch)?, claim))
        },
        || {
            let claim = claim()?;
            Ok((Rounds::<u32, G>::new(game)?.cells(watch)?, claim))
        },
    )?;
    Ok(Pairs { hands, table })
}

/// Win, draw or loss of every position, without plies: faster and smaller.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn outcomes<G: Paired>(game: &G, watch: &Watch) -> Result<Outcomes, SolveError> {
    let bytes = memory_of_sets(game.hands().into());
    let mut claim = watch.claim("sets of positions", bytes)?;
    let (won, lost) = Rounds::<(), G>::new(game)?.outcomes(watch)?;
    // Two of the six sets stay.
    claim.keep(bytes / 3);
    Ok(Outcomes {
        won,
        lost,
        _memory: claim,
    })
}
