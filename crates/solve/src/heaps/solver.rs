//! Sums of impartial parts as a solver: Grundy values from the parts, plies
//! from an enumeration of the whole where that is small.
//!
//! In misère play, where who cannot move wins, Grundy values say nothing about
//! a sum: there the closed form of the game decides, or else the whole.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use kibitz_game::{
    Bytes, Engine, Excess, Group, Grouped, Grundy, Plan, Reason, Step, Stop, Watch, Wdl,
};

use super::Heaps;
use super::why::Theory;
use crate::explore::{self, Explored};
use crate::solution::{Groups, Seen, Visitor};
use crate::{Scope, Solution, SolveError, Solver, Verdict, Wanted};

/// Memory limit of the enumeration for plies, which are not needed to win; it is
/// reached after about a second.
const PLIES_BUDGET: u64 = 32 << 20;
/// More positions than this exceed it: a position takes at least 128 bytes.
const MANY_POSITIONS: u64 = PLIES_BUDGET / 128;
/// An enumeration of more positions is refused before it begins.
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
///
/// The Grundy values of parts that were worked out serve all solutions: they do
/// not depend on the question.
#[derive(Debug)]
pub struct Sums<G: Grouped> {
    heaps: Arc<Shared<G>>,
}

impl<G: Grouped> Default for Sums<G> {
    fn default() -> Sums<G> {
        Sums {
            heaps: Arc::new(Shared(Mutex::default())),
        }
    }
}

/// The Grundy values of parts, for one who works with them at a time.
#[derive(Debug)]
struct Shared<G: Grouped>(Mutex<Heaps<G>>);

impl<G: Grouped> Shared<G> {
    /// Waits as long as the watch allows.
    fn lock(&self, watch: &Watch) -> Result<MutexGuard<'_, Heaps<G>>, Stop> {
        loop {
            match self.0.try_lock() {
                Ok(heaps) => return Ok(heaps),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    watch.check()?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    /// The Grundy value of a position; `None` where play can go in circles.
    fn grundy(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Grundy>, SolveError> {
        match self.lock(watch)?.grundy(game, p, watch) {
            Ok(grundy) => Ok(Some(grundy)),
            Err(SolveError::Cycle { .. }) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

/// Whether who cannot move wins.
fn is_misere<G: Grouped>(game: &G) -> bool {
    game.stuck() == Wdl::Win
}

/// Whether a position has few enough moves to look at each.
fn is_small<G: Grouped>(game: &G, p: &G::Pos) -> bool {
    game.degree(p).is_ok_and(|moves| moves <= MANY_MOVES)
}

/// Whether it is worth while to look at all that a position reaches.
fn has_room<G: Grouped>(game: &G, p: &G::Pos) -> bool {
    is_small(game, p) && game.reaches_at_least(p) <= MANY_POSITIONS
}

impl<G: Grouped> Solver<G> for Sums<G>
where
    G: 'static,
{
    /// Plies and visits take an enumeration, which the rest does not need.
    fn wanted(&self, asked: Wanted) -> Wanted {
        asked
    }

    fn plan(&self, game: &G, scope: &Scope<G::Pos>, wanted: Wanted, _: &Watch) -> Plan {
        let is_unknown = |p| is_misere(game) && game.known_misere(p).is_none();
        Plan::unknown(
            match wanted.visits || scope.roots().iter().any(is_unknown) {
                true => Engine::Explore,
                false => Engine::Heaps,
            },
        )
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let roots = scope.roots();
        let mut needed = Vec::new();
        let mut for_plies = Vec::new();
        let mut circles = 0;
        let mut has_large = false;
        for p in roots.iter() {
            let is_known = match is_misere(game) {
                true => game.known_misere(p).is_some(),
                false => self.heaps.grundy(game, p, watch)?.is_some(),
            };
            circles += usize::from(!is_known && !is_misere(game));
            if wanted.visits || !is_known {
                refuse_excess(game, p, wanted)?;
                needed.push(p.clone());
            } else if wanted.plies && has_room(game, p) {
                for_plies.push(p.clone());
            } else {
                has_large = true;
            }
        }
        let has_to = !needed.is_empty();
        needed.append(&mut for_plies);
        let (whole, no_plies) = match (needed.is_empty(), has_to) {
            (true, _) => (None, None),
            (false, true) => (Some(explore::solve(game, needed, watch)?), None),
            (false, false) => explore_for_plies(game, needed, watch)?,
        };
        Ok(Arc::new(Summed {
            heaps: Arc::clone(&self.heaps),
            whole,
            wanted,
            circles: match circles {
                0 => Circles::None,
                n if n == roots.len() => Circles::All,
                _ => Circles::Some,
            },
            no_plies: no_plies.or(has_large.then(|| MANY.to_owned())),
            is_misere: is_misere(game),
        }))
    }
}

/// Refuses what is known to be too much to enumerate.
fn refuse_excess<G: Grouped>(game: &G, p: &G::Pos, wanted: Wanted) -> Result<(), SolveError> {
    let least = game.reaches_at_least(p);
    if wanted.visits && least > MOST_POSITIONS {
        return Err(SolveError::TooLarge {
            what: format!("the number of positions, {least} or more,"),
            most: MOST_POSITIONS,
        });
    }
    if wanted.visits || !is_misere(game) {
        return Ok(());
    }
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
        _ => Ok(()),
    }
}

/// An enumeration, or why there is none.
type ForPlies<P> = (Option<Explored<P>>, Option<String>);

/// Enumerates the whole for the sake of its plies, if that does not take too
/// much memory; otherwise says so.
fn explore_for_plies<G: Grouped>(
    game: &G,
    roots: Vec<G::Pos>,
    watch: &Watch,
) -> Result<ForPlies<G::Pos>, SolveError> {
    let part = watch.portion(PLIES_BUDGET);
    match explore::solve(game, roots, &part) {
        Ok(whole) => Ok((Some(whole), None)),
        Err(SolveError::Stop(Stop::OutOfMemory { .. })) => {
            let note = format!(
                "plies are not told: the positions of the whole sum take more than {}",
                Bytes(part.memory_budget())
            );
            Ok((None, Some(note)))
        }
        Err(SolveError::Stop(refused @ Stop::Refused { .. })) => {
            Ok((None, Some(format!("plies are not told: {refused}"))))
        }
        Err(e) => Err(e),
    }
}

/// From which of its roots play can go in circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Circles {
    None,
    Some,
    All,
}

/// A solved sum.
struct Summed<G: Grouped> {
    heaps: Arc<Shared<G>>,
    whole: Option<Explored<G::Pos>>,
    wanted: Wanted,
    circles: Circles,
    /// Why there are no plies, where they are missing.
    no_plies: Option<String>,
    is_misere: bool,
}

impl<G: Grouped> Summed<G> {
    /// Whether positions have Grundy values. Where play from every root can go
    /// in circles, none are looked for.
    fn has_grundy(&self) -> bool {
        !self.is_misere && self.circles != Circles::All
    }

    fn in_misere(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Option<Verdict>, SolveError> {
        if let Some(wdl) = game.known_misere(p) {
            return Ok(Some(Verdict::bare(wdl)));
        }
        // A sum with a closed form may lead to one without.
        refuse_excess(game, p, Wanted::default())?;
        let whole = explore::solve(game, [p.clone()], watch)?;
        Ok(whole.get(p).map(Verdict::from))
    }
}

impl<G: Grouped> Solution<G> for Summed<G> {
    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Verdict>, SolveError> {
        let value = self.whole.as_ref().and_then(|whole| whole.get(p));
        let value = value.map(Verdict::from);
        if self.is_misere && value.is_none() {
            return self.in_misere(game, p, watch);
        }
        let grundy = match self.has_grundy() {
            true => self.heaps.grundy(game, p, watch)?,
            false => None,
        };
        Ok(match (value, grundy) {
            (Some(value), grundy) => Some(Verdict { grundy, ..value }),
            (None, grundy) => grundy.map(Verdict::from),
        })
    }

    fn covers(&self, _: &G, p: &G::Pos) -> bool {
        let has = self
            .whole
            .as_ref()
            .is_some_and(|whole| whole.get(p).is_some());
        has && self.circles == Circles::None
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        watch: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        let has_grundy = self.wanted.grundy && self.has_grundy();
        for (p, value) in self.whole.iter().flat_map(Explored::iter) {
            let mut verdict = Verdict::from(value);
            if has_grundy {
                verdict.grundy = self.heaps.grundy(game, p, watch)?;
            }
            see(Seen::one(p, verdict))?;
        }
        Ok(())
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
        let no_grundy = match self.circles {
            _ if self.is_misere => Some(MISERE),
            Circles::None => None,
            Circles::Some | Circles::All => Some(CIRCLES),
        };
        let no_grundy = no_grundy.filter(|_| wanted.grundy).map(str::to_owned);
        let no_plies = self.no_plies.clone().filter(|_| wanted.plies);
        no_grundy.into_iter().chain(no_plies).collect()
    }

    fn has_reason(&self) -> bool {
        self.has_grundy()
    }

    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        watch: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        let mut theory = Theory {
            game,
            heaps: &mut *self.heaps.lock(watch)?,
            watch,
        };
        theory.reason(p, moves).map(Some)
    }

    fn groups(&self, game: &G, p: &G::Pos) -> Option<Groups<G>> {
        if is_small(game, p) {
            return None;
        }
        let groups = game.groups(p)?;
        let with_step = |group: Group<G::Move>| Group {
            example: Step::pass(game.after(p, &group.example), group.example),
            name: group.name,
            moves: group.moves,
            winning: group.winning,
        };
        Some(groups.into_iter().map(with_step).collect())
    }
}
