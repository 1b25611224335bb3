//! Games that are known only by a successor function on state vectors, e.g. rule files.
//!
//! A vector belongs to one of [`BUCKETS`] buckets by its hash, and buckets to processes, round-robin.
//!
//! | step | rounds | what is sent |
//! | --- | --- | --- |
//! | `enumerate` | the depths | successors, to their owners |
//! | `placed`: positions are sorted within their buckets | | |
//! | `moves`: all positions are expanded again, now that they have ranks | one | moves, to the owners of the successors |
//! | `grundy`: Kahn's algorithm, if Grundy values are wanted or cycles forbidden | as many as needed | Grundy values, to predecessors |
//! | `cycle`, if one is forbidden and there is one | the moves of a walk | the walk |
//! | retrograde analysis on the lists of predecessors | the levels | effects, to predecessors |
//! | `ranges`: parts of the table are ranges in the order of vectors | one | positions with their values |
//!
//! The rank of a position is its bucket and its place there. It depends on neither the number of
//! processes nor the order in which packets arrive, and nor do depths and values.

mod cycle;
mod enumerate;
mod grundy;
mod items;
mod moves;
mod placed;
mod ranges;
pub(crate) mod saved;
mod share;

use kibitz_solve::explore_vectors::VectorSource;
use timely::worker::Worker;

use crate::ClusterError;
use crate::build::Run;
use crate::checkpoint::Offer;
use crate::options::Built;
use placed::Placed;
use saved::{PositionsOffer, Progress};

/// The number of buckets. It must not depend on the number of processes: checkpoints of one number
/// are read by another.
pub(crate) const BUCKETS: usize = 1 << 10;

/// The bucket of a vector.
#[inline]
pub(crate) fn bucket(row: &[i64]) -> usize {
    let mix = |hash: u64, number: &i64| {
        (hash.rotate_left(23) ^ *number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let hash = row.iter().fold(0, mix);
    ((hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 54) as usize
}

/// Solves a game together with the other processes, and writes the part of this one.
pub(crate) fn solve(
    run: &Run,
    worker: &mut Worker,
    source: &dyn VectorSource,
    (positions, values): (Option<PositionsOffer>, Option<Offer>),
) -> Result<Built, ClusterError> {
    let peers = run.peers();
    let saved = run.saved_positions(source.slots());
    let found = enumerate::enumerate(peers, worker, source, &saved, positions)?;
    let placed = Placed::new(peers, worker, found)?;
    let bits = placed.bits();
    let is_saved = |offer: PositionsOffer| matches!(offer.progress, Progress::All { .. });
    if !positions.is_some_and(is_saved) {
        placed.save(peers, &saved)?;
    }
    let checkpoints = run.checkpoints(placed.division(), bits);
    let graph = moves::predecessors(peers, worker, source, placed)?;
    let has_grundy = source.has_grundy() && !graph.placed().summary().has_extra_turns;
    let removed = match has_grundy || source.forbids_cycles() {
        true => Some(grundy::remove(peers, worker, &graph)?),
        false => None,
    };
    if let Some(removed) = &removed
        && !removed.is_all
        && source.forbids_cycles()
    {
        let error = cycle::cycle_error(peers, worker, source, &graph, removed)?;
        return Err(error.into());
    }
    let grundies = removed.filter(|removed| has_grundy && removed.is_all);
    let (entries, reserved) = run.values(&checkpoints, worker, &graph, values)?;
    let placed = graph.into_placed();
    let part = ranges::exchange(peers, worker, placed, &entries, grundies)?;
    drop((entries, reserved));
    let built = part.write(run, values.map(|offer| offer.level))?;
    run.end(&checkpoints)?;
    saved.clear()?;
    Ok(built)
}
