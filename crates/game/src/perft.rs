//! Path counts, the standard test of a move generator.

use crate::{CONTINUE, Game};

/// The number of sequences of exactly `depth` moves from `p`. A statically decided position has
/// none; extra turns and forced passes count as moves.
///
/// # Errors
/// Returns the fault if the rules fail.
///
/// ```
/// # use std::convert::Infallible;
/// # use kibitz_game::{Flow, Game, Step};
/// # struct Countdown;
/// # impl Game for Countdown {
/// #     type Pos = u32; type Move = (); type Fault = Infallible;
/// #     fn expand<F>(&self, &n: &u32, mut visit: F) -> Result<Flow, Infallible>
/// #     where F: FnMut(Step<u32, ()>) -> Flow {
/// #         for take in 1..=n.min(2) { let _ = visit(Step::alternate(n - take, ())); }
/// #         Ok(kibitz_game::CONTINUE)
/// #     }
/// # }
/// // Take one or two of five: twice in 2 × 2 ways; three times in 2 × 2 × 2
/// // ways, but for 2 + 2 + 2, which are not there.
/// assert_eq!(kibitz_game::perft(&Countdown, &5, 2), Ok(4));
/// assert_eq!(kibitz_game::perft(&Countdown, &5, 3), Ok(7));
/// ```
pub fn perft<G: Game>(game: &G, p: &G::Pos, depth: u32) -> Result<u64, G::Fault> {
    if depth == 0 {
        return Ok(1);
    }
    if game.static_value(p)?.is_some() {
        return Ok(0);
    }
    if depth == 1 {
        return game.degree(p);
    }
    let mut paths = 0;
    let mut fault = None;
    let _ = game.expand(p, |step| match perft(game, &step.to, depth - 1) {
        Ok(n) => {
            paths += n;
            CONTINUE
        }
        Err(e) => {
            fault = Some(e);
            crate::BREAK
        }
    })?;
    fault.map_or(Ok(paths), Err)
}
