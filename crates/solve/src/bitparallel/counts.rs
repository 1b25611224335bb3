//! Counts of reachable positions by value.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{BitParallelGame, LaneMask, LaneSymmetry, Plies, RunContext, Value};

use super::{BLOCK, Reached, Solved};
use crate::table::add_values;
use crate::{DistanceCount, SolveError, Undecided};

/// Bundles counted by one task.
const PART: usize = 32 * BLOCK;

/// The number of positions of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneCounts {
    /// Wins and losses by distance, from 0.
    pub levels: Vec<DistanceCount>,
    /// Drawn.
    pub draws: u64,
    /// The undecided positions among all of these.
    pub undecided: Undecided,
    /// The first position with the largest distance, by bundle and lane.
    pub longest: Option<(Plies, u32, u8)>,
}

/// The canonical lanes for each lane symmetry; few symmetries occur.
#[derive(Default)]
pub(super) struct CanonicalLanes(HashMap<LaneSymmetry, LaneMask>);

impl CanonicalLanes {
    pub(super) fn of(&mut self, symmetry: LaneSymmetry) -> LaneMask {
        *self
            .0
            .entry(symmetry)
            .or_insert_with(|| symmetry.canonical_lanes())
    }
}

impl Solved {
    /// Counts the reachable positions.
    ///
    /// # Errors
    /// Returns an error if the run is cancelled or a limit is reached.
    pub fn count_values<G: BitParallelGame>(
        &self,
        game: &G,
        reached: &Reached,
        context: &RunContext,
    ) -> Result<LaneCounts, SolveError> {
        let stage = context.stage("counting positions", Some(game.bundles().into()));
        let done = AtomicU64::new(0);
        let parts = (0..game.bundles()).step_by(PART).collect();
        let parts = context.pool().try_map(parts, |first: u32| {
            let end = first.saturating_add(PART as u32).min(game.bundles());
            let mut counts = LaneCounts::default();
            let mut canonical = CanonicalLanes::default();
            for bundle in first..end {
                if (bundle - first).is_multiple_of(BLOCK as u32) {
                    context.check()?;
                }
                let lanes = reached.lanes(game, bundle);
                if !lanes.is_empty() {
                    let lanes = lanes.and(canonical.of(game.lane_symmetry(bundle)));
                    self.count(game, bundle, lanes, &mut counts);
                }
            }
            let count = u64::from(end - first);
            stage.advance_to(done.fetch_add(count, Ordering::Relaxed) + count)?;
            Ok::<_, SolveError>(counts)
        })?;
        Ok(parts
            .into_iter()
            .fold(LaneCounts::default(), LaneCounts::and))
    }

    fn count<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
        lanes: LaneMask,
        counts: &mut LaneCounts,
    ) {
        let known = game.initial_lanes(bundle);
        let won = lanes.and(known.decided_won);
        let lost = lanes.and(known.decided_lost);
        counts.add(bundle, Value::Win(Plies::new(1)), won);
        counts.add(bundle, Value::Loss(Plies::ZERO), lost);
        let rest = lanes.and(won.or(lost).not());
        if rest.is_empty() {
            return;
        }
        self.each_value(game, bundle, rest, |value, lanes| {
            let count = u64::from(lanes.count());
            match value {
                Value::Win(_) => counts.undecided.win += count,
                Value::Draw => counts.undecided.draw += count,
                Value::Loss(_) => counts.undecided.loss += count,
            }
            counts.add(bundle, value, lanes);
        });
    }
}

impl LaneCounts {
    fn add(&mut self, bundle: u32, value: Value, lanes: LaneMask) {
        let Some(lane) = lanes.iter().next() else {
            return;
        };
        match value.plies() {
            None => self.draws += u64::from(lanes.count()),
            Some(plies) => {
                add_values(&mut self.levels, value, lanes.count().into());
                if self.longest.is_none_or(|(max, ..)| plies > max) {
                    self.longest = Some((plies, bundle, lane));
                }
            }
        }
    }

    /// Merges two counts; `self` covers the smaller bundles.
    fn and(mut self, other: LaneCounts) -> LaneCounts {
        if self.levels.len() < other.levels.len() {
            self.levels
                .resize(other.levels.len(), DistanceCount::default());
        }
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            level.win += more.win;
            level.loss += more.loss;
        }
        self.draws += other.draws;
        self.undecided.win += other.undecided.win;
        self.undecided.draw += other.undecided.draw;
        self.undecided.loss += other.undecided.loss;
        if other.longest.map(|l| l.0) > self.longest.map(|l| l.0) {
            self.longest = other.longest;
        }
        self
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.draws + self.levels.iter().map(|l| l.win + l.loss).sum::<u64>()
    }
}
