//! Sums of impartial parts: Grundy values from the parts, plies from the
//! whole where it is small.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Bytes, Grouped, Grundy, Stop, Watch};
use kibitz_solve::explore::Explored;
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Plan, SolveError};

use super::explored::Reach;
use super::{Group, Oracle, Seen, Surveyed, Wanted, known};
use crate::Verdict;

/// Memory that may go into the plies of a sum, which nobody needs to win.
const PLIES_BUDGET: u64 = 256 << 20;
/// A position with more moves than this is shown in groups.
const MANY_MOVES: u64 = 5_000;

const CIRCLES: &str = "no Grundy values: play can go in circles";
const MANY: &str = "plies are not told: the sum has too many positions to look at";

/// The theory of Sprague and Grundy, and an enumeration of the whole where
/// that is possible.
#[derive(Debug)]
pub struct Sums<G: Grouped> {
    heaps: Mutex<Heaps<G>>,
    whole: Reach<G::Pos>,
    /// Whether play from the position that was prepared can go in circles:
    /// then there is no use in looking for Grundy values.
    is_cyclic: AtomicBool,
}

impl<G: Grouped> Default for Sums<G> {
    fn default() -> Sums<G> {
        Sums {
            heaps: Mutex::default(),
            whole: Reach::default(),
            is_cyclic: AtomicBool::new(false),
        }
    }
}

impl<G: Grouped> Sums<G> {
    /// The Grundy value of a position.
    ///
    /// # Errors
    /// Where a budget is used up, or play may not end: then there is none.
    pub fn grundy(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Grundy, SolveError> {
        let mut heaps = self.heaps.lock().unwrap_or_else(PoisonError::into_inner);
        heaps.grundy(game, p, watch)
    }

    /// The same; `None` where play can go in circles.
    fn grundy_if_any(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Option<Grundy>, SolveError> {
        match self.grundy(game, p, watch) {
            Ok(grundy) => Ok(Some(grundy)),
            Err(SolveError::Cycle { .. }) => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Whether a position is small enough to look at all it reaches.
    fn is_small(game: &G, p: &G::Pos) -> bool {
        game.degree(p).is_ok_and(|moves| moves <= MANY_MOVES)
    }
}

/// What a Grundy value tells without the whole; nothing is a loss.
fn bare(grundy: Option<Grundy>) -> Verdict {
    Verdict {
        grundy,
        ..Verdict::bare(grundy.unwrap_or_default().wdl())
    }
}

/// Looks at the whole for the sake of its plies, if that does not take too
/// much memory; otherwise says so.
fn for_plies<P>(
    watch: &Watch,
    explore: impl FnOnce(&Watch) -> Result<Arc<Explored<P>>, SolveError>,
) -> Result<Result<Arc<Explored<P>>, String>, SolveError> {
    let budget = watch.memory_budget().min(PLIES_BUDGET);
    match explore(&watch.clone().memory(budget)) {
        Ok(whole) => Ok(Ok(whole)),
        Err(SolveError::Stop(Stop::OutOfMemory { .. })) => Ok(Err(format!(
            "plies are not told: the positions of the whole sum take more than {}",
            Bytes(budget)
        ))),
        Err(e) => Err(e),
    }
}

impl<G: Grouped> Oracle<G> for Sums<G> {
    fn plan(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::heaps()
    }

    fn plan_stats(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let whole = self.whole.known(p).and_then(|whole| whole.get(p));
        if let Some(value) = whole
            && self.is_cyclic.load(Ordering::Relaxed)
        {
            return Ok(Verdict::from(value));
        }
        let Some(grundy) = self.grundy_if_any(game, p, watch)? else {
            // No Grundy value, but the whole tells.
            self.is_cyclic.store(true, Ordering::Relaxed);
            let value = self.whole.around(game, p, watch)?.get(p);
            return known(value, p).map(Verdict::from);
        };
        Ok(Verdict {
            grundy: Some(grundy),
            ..whole.map_or(Verdict::bare(grundy.wdl()), Verdict::from)
        })
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        let cyclic = self.grundy_if_any(game, p, watch)?.is_none();
        self.is_cyclic.store(cyclic, Ordering::Relaxed);
        if cyclic {
            self.whole.around(game, p, watch)?;
            return Ok(vec![CIRCLES.to_owned()]);
        }
        if !Self::is_small(game, p) {
            return Ok(vec![MANY.to_owned()]);
        }
        let whole = for_plies(watch, |watch| self.whole.around(game, p, watch))?;
        Ok(whole.err().into_iter().collect())
    }

    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        wanted: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        // Kept, so that the verdicts to come have their plies.
        let whole = self.whole.rooted_at(game, [p.clone()], watch)?;
        let mut notes = Vec::new();
        if wanted.grundy {
            let cyclic = self.grundy_if_any(game, p, watch)?.is_none();
            self.is_cyclic.store(cyclic, Ordering::Relaxed);
            notes.extend(cyclic.then(|| CIRCLES.to_owned()));
        }
        let has_grundy = wanted.grundy && notes.is_empty();
        for (p, value) in whole.iter() {
            let mut verdict = Verdict::from(value);
            if has_grundy {
                verdict.grundy = Some(self.grundy(game, p, watch)?);
            }
            visit(Seen::one(p, verdict))?;
        }
        Ok(notes)
    }

    /// The whole is looked at only for plies, or where play goes in circles.
    fn survey(
        &self,
        game: &G,
        positions: &[G::Pos],
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let mut grundy = Vec::with_capacity(positions.len());
        for p in positions {
            grundy.push(self.grundy_if_any(game, p, watch)?);
        }
        let asked = || positions.iter().zip(&grundy);
        let circles = grundy.iter().any(Option::is_none);
        let small = |p| wanted.plies && Self::is_small(game, p);
        let roots = asked().filter(|(p, grundy)| grundy.is_none() || small(p));
        let roots = roots.map(|(p, _)| p.clone());
        let whole = match (circles, wanted.plies) {
            (true, _) => Ok(self.whole.rooted_at(game, roots, watch)?),
            (false, true) => for_plies(watch, |watch| self.whole.rooted_at(game, roots, watch))?,
            (false, false) => return Ok(Surveyed::new(grundy.into_iter().map(bare).collect())),
        };
        let value = |p: &G::Pos| whole.as_ref().ok().and_then(|whole| whole.get(p));
        let verdict = |(p, grundy): (&G::Pos, &Option<Grundy>)| match (value(p), *grundy) {
            (None, None) => known(None, p),
            (None, grundy) => Ok(bare(grundy)),
            (Some(value), grundy) => Ok(Verdict {
                grundy,
                ..Verdict::from(value)
            }),
        };
        let verdicts: Result<Vec<Verdict>, SolveError> = asked().map(verdict).collect();
        let mut surveyed = Surveyed::new(verdicts?);
        surveyed.notes.extend(circles.then(|| CIRCLES.to_owned()));
        let is_large = |p| !Self::is_small(game, p);
        surveyed.notes.extend(match whole {
            Err(note) => Some(note),
            Ok(_) if wanted.plies && positions.iter().any(is_large) => Some(MANY.to_owned()),
            Ok(_) => None,
        });
        Ok(surveyed)
    }

    fn groups(&self, game: &G, p: &G::Pos) -> Option<Vec<Group<G::Move>>> {
        if Self::is_small(game, p) {
            return None;
        }
        game.groups(p)
    }

    fn after(&self, game: &G, p: &G::Pos, by: &G::Move) -> Option<G::Pos> {
        Some(game.after(p, by))
    }
}
