//! Sums of impartial parts: Grundy values from the parts, plies from the
//! whole where it is small.
//!
//! In misère play, where who cannot move wins, Grundy values say nothing about
//! a sum: then the game's own word counts, or else the whole.

mod why;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Bytes, Excess, Grouped, Grundy, Reason, Step, Stop, Watch, Wdl};
use kibitz_solve::explore::Explored;
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Plan, SolveError};

use super::explored::Reach;
use super::survey::one_by_one;
use super::{Group, Oracle, Seen, Surveyed, Wanted, known};
use crate::Verdict;

use why::Theory;

/// Memory that may go into the plies of a sum, which nobody needs to win.
const PLIES_BUDGET: u64 = 256 << 20;
/// So many positions at least take more than that.
const MANY_POSITIONS: u64 = 1 << 23;
/// Nobody has the memory for more.
const MOST_POSITIONS: u64 = 1 << 32;
/// A position with more moves than this is shown in groups.
const MANY_MOVES: u64 = 5_000;
/// A position with more moves than this is not looked at move by move, though
/// nothing else could tell its value.
const MOST_MOVES: u64 = 1 << 22;

const CIRCLES: &str = "no Grundy values: play can go in circles";
const MISERE: &str = "no Grundy values: in misère play sums have none";
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

    /// Whether it is worth while to look at all that a position reaches.
    fn has_room(game: &G, p: &G::Pos) -> bool {
        Self::is_small(game, p) && game.reaches_at_least(p) <= MANY_POSITIONS
    }

    /// Misère play: the game's own word where there is no enumeration that has
    /// `p` in it, and an enumeration where there is no such word.
    fn misere(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        if let Some(whole) = self.whole.known(p) {
            return known(whole.get(p), p).map(Verdict::from);
        }
        match game.known_misere(p) {
            Some(wdl) => Ok(Verdict::bare(wdl)),
            None => {
                let whole = self.misere_whole(game, p, watch)?;
                known(whole.get(p), p).map(Verdict::from)
            }
        }
    }

    fn misere_whole(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Explored<G::Pos>>, SolveError> {
        let mut excess = None;
        game.parts(p, |part| {
            excess = excess.take().or_else(|| game.excess(&part))
        });
        if let Some(Excess { what, most }) = excess {
            return Err(SolveError::TooLarge { what, most });
        }
        match game.degree(p) {
            Ok(moves) if moves > MOST_MOVES => Err(SolveError::TooLarge {
                what: format!("the number of moves, {moves}, with no short cut in misère play,"),
                most: MOST_MOVES,
            }),
            _ => self.whole.around(game, p, watch),
        }
    }

    /// Looks at all that a small position reaches, for its plies; says what is
    /// missing where that is too much.
    fn look_at_all(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Option<String>, SolveError> {
        if !Self::has_room(game, p) {
            return Ok(Some(MANY.to_owned()));
        }
        let whole = for_plies(watch, |watch| self.whole.around(game, p, watch))?;
        Ok(whole.err())
    }

    /// The verdicts on many positions in misère play: those of the game itself
    /// where it has one for each and no plies are wanted.
    fn survey_misere(
        &self,
        game: &G,
        positions: &[G::Pos],
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let known = positions.iter().map(|p| game.known_misere(p));
        match known.collect::<Option<Vec<Wdl>>>() {
            Some(known) if !wanted.plies => Ok(Surveyed {
                verdicts: known.into_iter().map(Verdict::bare).collect(),
                notes: vec![MISERE.to_owned()],
            }),
            _ => one_by_one(self, game, positions, watch),
        }
    }
}

/// Whether who cannot move wins.
fn is_misere<G: Grouped>(game: &G) -> bool {
    game.stuck() == Wdl::Win
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
    let part = watch.portion(PLIES_BUDGET);
    match explore(&part) {
        Ok(whole) => Ok(Ok(whole)),
        Err(SolveError::Stop(Stop::OutOfMemory { .. })) => Ok(Err(format!(
            "plies are not told: the positions of the whole sum take more than {}",
            Bytes(part.memory_budget())
        ))),
        Err(SolveError::Stop(refused @ Stop::Refused { .. })) => {
            Ok(Err(format!("plies are not told: {refused}")))
        }
        Err(e) => Err(e),
    }
}

impl<G: Grouped> Oracle<G> for Sums<G> {
    const VISITS_REACHED: bool = true;

    fn plan(&self, game: &G, p: &G::Pos, _: &Watch) -> Plan {
        if is_misere(game) && game.known_misere(p).is_none() {
            return Plan::explore();
        }
        Plan::heaps()
    }

    fn plan_stats(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        if is_misere(game) {
            return self.misere(game, p, watch);
        }
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
        if is_misere(game) {
            let mut notes = vec![MISERE.to_owned()];
            if game.known_misere(p).is_some() {
                notes.extend(self.look_at_all(game, p, watch)?);
            } else {
                self.misere_whole(game, p, watch)?;
            }
            return Ok(notes);
        }
        let cyclic = self.grundy_if_any(game, p, watch)?.is_none();
        self.is_cyclic.store(cyclic, Ordering::Relaxed);
        if cyclic {
            self.whole.around(game, p, watch)?;
            return Ok(vec![CIRCLES.to_owned()]);
        }
        Ok(self.look_at_all(game, p, watch)?.into_iter().collect())
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
        let least = game.reaches_at_least(p);
        if least > MOST_POSITIONS {
            return Err(SolveError::TooLarge {
                what: format!("the number of positions, {least} or more,"),
                most: MOST_POSITIONS,
            });
        }
        // Kept, so that the verdicts to come have their plies.
        let whole = self.whole.rooted_at(game, [p.clone()], watch)?;
        let mut notes = Vec::new();
        if wanted.grundy && is_misere(game) {
            notes.push(MISERE.to_owned());
        } else if wanted.grundy {
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
        if is_misere(game) {
            return self.survey_misere(game, positions, wanted, watch);
        }
        let mut grundy = Vec::with_capacity(positions.len());
        for p in positions {
            grundy.push(self.grundy_if_any(game, p, watch)?);
        }
        let asked = || positions.iter().zip(&grundy);
        let circles = grundy.iter().any(Option::is_none);
        let small = |p| wanted.plies && Self::has_room(game, p);
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
        let is_large = |p| !Self::has_room(game, p);
        surveyed.notes.extend(match whole {
            Err(note) => Some(note),
            Ok(_) if wanted.plies && positions.iter().any(is_large) => Some(MANY.to_owned()),
            Ok(_) => None,
        });
        Ok(surveyed)
    }

    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        watch: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        if self.is_cyclic.load(Ordering::Relaxed) || is_misere(game) {
            return Ok(None);
        }
        let mut heaps = self.heaps.lock().unwrap_or_else(PoisonError::into_inner);
        let mut theory = Theory {
            game,
            heaps: &mut heaps,
            watch,
        };
        theory.reason(p, moves).map(Some)
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
