//! Bundles say the same as the rules, lane by lane.

use std::collections::HashMap;

use super::{Broken, broken, for_each_step};
use crate::{Bundled, Lanes, Plies, Swaps, Value, Wdl};

/// A lane as the player who has moved numbers it, from the number that it has
/// for the player who moves, and back: both steps are their own inverse and
/// commute.
const fn other_number(lane: u8, turned: Swaps) -> u8 {
    turned.lane(lane ^ 0b11_1111)
}

/// The smallest number of a lane's position in its bundle.
fn least<G: Bundled>(game: &G, bundle: u32, lane: u8) -> u8 {
    game.alike(bundle).least(lane)
}

/// Every lane of a bundle is its position and no other's, is decided as the
/// rules decide, and has the moves that the rules give it: each edge a move,
/// and each move to a position that is not decided an edge of an undecided
/// lane. A move to a decided position may be missing; the opening then tells
/// what it is worth.
///
/// # Errors
/// The first lane for which it does not hold.
pub fn bundle_agrees<G: Bundled>(game: &G, bundle: u32) -> Result<(), Broken> {
    let opening = game.opening(bundle);
    let mut edges = Vec::new();
    if bundle < game.inner() {
        game.edges(bundle, |edge| edges.push(edge));
    }
    let actions = game.actions();
    for lane in 0..=255u8 {
        let at = (bundle, lane);
        let Some(p) = game.position(bundle, lane) else {
            match opening.absent.has(lane) {
                true => continue,
                false => return broken("a lane without a position is absent", at),
            }
        };
        if opening.absent.has(lane) {
            return broken("a lane with a position is not absent", (at, p));
        }
        let (home, number) = game.address(&p);
        if (home, least(game, bundle, number)) != (bundle, least(game, bundle, lane)) {
            return broken("a position is found where it is", (at, p, home, number));
        }
        let told = match (
            opening.decided_won.has(lane),
            opening.decided_lost.has(lane),
        ) {
            (true, false) => Some(Value::Win(Plies::new(1))),
            (false, true) => Some(Value::Loss(Plies::ZERO)),
            (false, false) => None,
            (true, true) => return broken("nobody has won and lost", (at, p)),
        };
        if game.decided(&p).ok() != Some(told) {
            return broken("a bundle decides what the rules decide", (at, p, told));
        }
        if told.is_some() {
            continue;
        }
        if bundle >= game.inner() {
            return broken("an outer bundle is decided", (at, p));
        }
        let mut moves: HashMap<(u32, u8), i64> = HashMap::new();
        let mut is_won = false;
        for_each_step(game, &p, |step| {
            let (to, lane) = game.address(&step.to);
            let lost = game.opening(to).decided_lost.has(lane);
            is_won |= lost && to >= game.inner();
            *moves.entry((to, least(game, to, lane))).or_default() += 1;
        })?;
        if opening.stuck.has(lane) != moves.is_empty() || game.stuck() != Wdl::Loss {
            return broken("who is stuck has no move, and loses", (at, p));
        }
        if opening.won.has(lane) != is_won {
            return broken("the opening knows the moves that win outside", (at, p));
        }
        // Two animals that are alike have one move each in the bundle, and one
        // between them by the rules: so only whether there is a move counts.
        let mut seen: HashMap<(u32, u8), i64> = HashMap::new();
        for edge in &edges {
            let action = &actions[edge.kind as usize];
            if !action.from.has(lane) {
                continue;
            }
            let to = other_number(action.lane(lane), game.turned(edge.to));
            seen.insert((edge.to, least(game, edge.to, to)), 1);
        }
        if let Some(edge) = seen.keys().find(|to| !moves.contains_key(to)) {
            return broken("an edge is a move", (at, p, edge));
        }
        let missing = moves.keys().find(|to| {
            let opening = game.opening(to.0);
            let decided = opening.decided_won.or(opening.decided_lost);
            !seen.contains_key(to) && (to.0 < game.inner() || !decided.has(to.1))
        });
        if let Some(to) = missing {
            return broken("a move is an edge", (at, p, to));
        }
    }
    let decided = opening.decided_won.or(opening.decided_lost);
    if opening.won.or(opening.stuck).and(decided) != Lanes::NONE {
        return broken(
            "a win by a move, or a loss without one, is not decided",
            bundle,
        );
    }
    Ok(())
}
