//! Counting what can be reached by value.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{Alike, Bundled, Lanes, Plies, Value, Watch};

use super::{BLOCK, Reached, Solved};
use crate::table::tally_many;
use crate::{Level, SolveError, Undecided};

/// Bundles that are counted at a time.
const PART: usize = 32 * BLOCK;

/// How many positions have which value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Won and lost by plies, from 0.
    pub levels: Vec<Level>,
    /// Drawn.
    pub draws: u64,
    /// Those among all of these that the rules do not decide.
    pub undecided: Undecided,
    /// The first of the positions with the most plies, by bundle and lane.
    pub longest: Option<(Plies, u32, u8)>,
}

/// One lane for each position, by which lanes are alike: there are few cases.
#[derive(Default)]
pub(super) struct Counted(HashMap<Alike, Lanes>);

impl Counted {
    pub(super) fn of(&mut self, alike: Alike) -> Lanes {
        *self.0.entry(alike).or_insert_with(|| alike.counted())
    }
}

impl Solved {
    /// Counts the positions that can be reached.
    ///
    /// # Errors
    /// Where somebody stops it.
    pub fn census<G: Bundled>(
        &self,
        game: &G,
        reached: &Reached,
        watch: &Watch,
    ) -> Result<Census, SolveError> {
        let stage = watch.stage("counting", Some(game.bundles().into()));
        let done = AtomicU64::new(0);
        let parts = (0..game.bundles()).step_by(PART).collect();
        let parts = watch.pool().try_map(parts, |first: u32| {
            let end = first.saturating_add(PART as u32).min(game.bundles());
            let mut census = Census::default();
            let mut counted = Counted::default();
            for bundle in first..end {
                if (bundle - first).is_multiple_of(BLOCK as u32) {
                    watch.check()?;
                }
                let lanes = reached.lanes(game, bundle);
                if !lanes.is_empty() {
                    let lanes = lanes.and(counted.of(game.alike(bundle)));
                    self.count(game, bundle, lanes, &mut census);
                }
            }
            let count = u64::from(end - first);
            stage.reach(done.fetch_add(count, Ordering::Relaxed) + count)?;
            Ok::<_, SolveError>(census)
        })?;
        Ok(parts.into_iter().fold(Census::default(), Census::and))
    }

    fn count<G: Bundled>(&self, game: &G, bundle: u32, lanes: Lanes, census: &mut Census) {
        let known = game.opening(bundle);
        let won = lanes.and(known.decided_won);
        let lost = lanes.and(known.decided_lost);
        census.add(bundle, Value::Win(Plies::new(1)), won);
        census.add(bundle, Value::Loss(Plies::ZERO), lost);
        let rest = lanes.and(won.or(lost).not());
        if rest.is_empty() {
            return;
        }
        self.each_value(game, bundle, rest, |value, lanes| {
            let count = u64::from(lanes.count());
            match value {
                Value::Win(_) => census.undecided.win += count,
                Value::Draw => census.undecided.draw += count,
                Value::Loss(_) => census.undecided.loss += count,
            }
            census.add(bundle, value, lanes);
        });
    }
}

impl Census {
    fn add(&mut self, bundle: u32, value: Value, lanes: Lanes) {
        let Some(lane) = lanes.iter().next() else {
            return;
        };
        match value.plies() {
            None => self.draws += u64::from(lanes.count()),
            Some(plies) => {
                tally_many(&mut self.levels, value, lanes.count().into());
                if self.longest.is_none_or(|(most, ..)| plies > most) {
                    self.longest = Some((plies, bundle, lane));
                }
            }
        }
    }

    /// Both together, this one with the smaller bundles.
    fn and(mut self, other: Census) -> Census {
        if self.levels.len() < other.levels.len() {
            self.levels.resize(other.levels.len(), Level::default());
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

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.draws + self.levels.iter().map(|l| l.win + l.loss).sum::<u64>()
    }
}
