//! Laws of [`BitParallelGame`]: bundles agree with the rules, lane by lane.

use std::collections::HashMap;

use super::{Violation, for_each_step, violation};
use crate::{BitParallelGame, LaneMask, LaneSwaps, Plies, Value, Wdl};

/// Converts the lane number for the mover to that for the player who has moved. An involution: both
/// steps are involutions and commute.
const fn other_number(lane: u8, side_swaps: LaneSwaps) -> u8 {
    side_swaps.lane(lane ^ 0b11_1111)
}

/// The canonical lane of a lane's position in its bundle.
fn least<G: BitParallelGame>(game: &G, bundle: u32, lane: u8) -> u8 {
    game.lane_symmetry(bundle).canonical_lane(lane)
}

/// Every lane of a bundle has its own position, the static value given by the rules, and the moves
/// given by the rules: each edge is a move, and each move to an undecided position is an edge of an
/// undecided lane. Moves to decided positions may be missing; [`InitialLanes`](crate::InitialLanes)
/// then accounts for them.
///
/// # Errors
/// Returns the first lane for which this does not hold.
pub fn bundle_agrees<G: BitParallelGame>(game: &G, bundle: u32) -> Result<(), Violation> {
    let initial = game.initial_lanes(bundle);
    let mut edges = Vec::new();
    if bundle < game.inner() {
        game.edges(bundle, |edge| edges.push(edge));
    }
    let lane_moves = game.lane_moves();
    for lane in 0..=255u8 {
        let at = (bundle, lane);
        let Some(p) = game.position(bundle, lane) else {
            match initial.holes.has(lane) {
                true => continue,
                false => return violation("a lane without a position is a hole", at),
            }
        };
        if initial.holes.has(lane) {
            return violation("a lane with a position is not a hole", (at, p));
        }
        let (home, number) = game.address(&p);
        if (home, least(game, bundle, number)) != (bundle, least(game, bundle, lane)) {
            return violation(
                "the address of a lane's position is that lane",
                (at, p, home, number),
            );
        }
        let static_value = match (
            initial.decided_won.has(lane),
            initial.decided_lost.has(lane),
        ) {
            (true, false) => Some(Value::Win(Plies::new(1))),
            (false, true) => Some(Value::Loss(Plies::ZERO)),
            (false, false) => None,
            (true, true) => return violation("no lane is both won and lost", (at, p)),
        };
        if game.static_value(&p).ok() != Some(static_value) {
            return violation("static values agree with the rules", (at, p, static_value));
        }
        if static_value.is_some() {
            continue;
        }
        if bundle >= game.inner() {
            return violation("outer bundles are statically decided", (at, p));
        }
        let mut moves: HashMap<(u32, u8), i64> = HashMap::new();
        let mut is_won = false;
        for_each_step(game, &p, |step| {
            let (to, lane) = game.address(&step.to);
            let lost = game.initial_lanes(to).decided_lost.has(lane);
            is_won |= lost && to >= game.inner();
            *moves.entry((to, least(game, to, lane))).or_default() += 1;
        })?;
        if initial.no_move.has(lane) != moves.is_empty() || game.no_move_result() != Wdl::Loss {
            return violation("a lane without a move is lost", (at, p));
        }
        if initial.won.has(lane) != is_won {
            return violation("wins by moves to outer bundles are marked", (at, p));
        }
        // Two identical animals have one move each in the bundle, but only one by the rules:
        // compare existence, not multiplicity.
        let mut seen: HashMap<(u32, u8), i64> = HashMap::new();
        for edge in &edges {
            let lane_move = &lane_moves[edge.kind as usize];
            if !lane_move.from.has(lane) {
                continue;
            }
            let to = other_number(lane_move.lane(lane), game.side_swaps(edge.to));
            seen.insert((edge.to, least(game, edge.to, to)), 1);
        }
        if let Some(edge) = seen.keys().find(|to| !moves.contains_key(to)) {
            return violation("an edge is a move", (at, p, edge));
        }
        let missing = moves.keys().find(|to| {
            let initial = game.initial_lanes(to.0);
            let decided = initial.decided_won.or(initial.decided_lost);
            !seen.contains_key(to) && (to.0 < game.inner() || !decided.has(to.1))
        });
        if let Some(to) = missing {
            return violation("a move is an edge", (at, p, to));
        }
    }
    let decided = initial.decided_won.or(initial.decided_lost);
    if initial.won.or(initial.no_move).and(decided) != LaneMask::NONE {
        return violation(
            "a win by a move, or a loss without one, is not decided",
            bundle,
        );
    }
    Ok(())
}
