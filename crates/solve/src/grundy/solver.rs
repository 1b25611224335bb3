//! Sums of impartial components as a solver: Grundy values from the components, distances from an
//! enumeration of the whole game if that is small.
//!
//! In misère play Grundy values do not determine the result of a sum: there the game's closed form
//! decides, or else an enumeration.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use kibitz_check::{CheckError, Verdict, check_sum};
use kibitz_game::{
    Bytes, Engine, Excess, Grundy, MoveClass, MoveClasses, NumberList, Plan, Reason, RunContext,
    Step, StopReason, Wdl,
};
use kibitz_tablebase::Table;

use super::listed::{self, StoredParts};
use super::why::{Theory, explain};
use super::{COMPONENTS, GrundyCache};
use crate::explore::{self, SolvedGraph};
use crate::solution::{Groups, TableRows, Visited, Visitor};
use crate::{Evaluation, RequestedFields, RuleText, Scope, Solution, SolveError, Solver};

/// Memory limit of the enumeration for distances, which are optional; it is reached after about a
/// second.
const DISTANCE_BUDGET: u64 = 32 << 20;
/// More positions than this exceed it: a position takes at least 128 bytes.
const MANY_POSITIONS: u64 = DISTANCE_BUDGET / 128;
/// Larger enumerations are rejected before they begin.
const MAX_POSITIONS: u64 = 1 << 32;
/// Positions with more moves than this are shown by move classes.
const MANY_MOVES: u64 = 5_000;
/// Positions with more moves than this are never enumerated move by move.
const MAX_MOVES: u64 = 1 << 22;

const CYCLES: &str = "no Grundy values: the game graph has cycles";
const MISERE: &str = "no Grundy values: in misère play sums have none";
const MANY: &str = "distance not computed: the sum has too many positions";

/// Sprague–Grundy theory, and an enumeration of the whole game if possible.
///
/// The Grundy values of components are shared by all solutions: they do not depend on the query.
#[derive(Debug)]
pub struct SumSolver<G: MoveClasses> {
    cache: Arc<Shared<G>>,
}

impl<G: MoveClasses> Default for SumSolver<G> {
    fn default() -> SumSolver<G> {
        SumSolver {
            cache: Arc::new(Shared {
                memo: Mutex::default(),
                table: None,
            }),
        }
    }
}

/// The Grundy values of components.
#[derive(Debug)]
struct Shared<G: MoveClasses> {
    /// Those computed so far, locked by one user.
    memo: Mutex<GrundyCache<G>>,
    /// Those of a table file.
    table: Option<StoredParts>,
}

impl<G: MoveClasses<Part: NumberList>> Shared<G> {
    /// Waits for the lock, up to the limits of the context.
    fn lock(&self, context: &RunContext) -> Result<MutexGuard<'_, GrundyCache<G>>, StopReason> {
        loop {
            match self.memo.try_lock() {
                Ok(cache) => return Ok(cache),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    context.check()?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    /// The Grundy value of a position; `None` if the game graph has a cycle.
    fn grundy(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Grundy>, SolveError> {
        if let Some(table) = &self.table
            && let Some(grundy) = table.grundy(game, p)?
        {
            return Ok(Some(grundy));
        }
        match self.lock(context)?.grundy(game, p, context) {
            Ok(grundy) => Ok(Some(grundy)),
            Err(SolveError::Cycle { .. }) => Ok(None),
            Err(e) => Err(e),
        }
    }
}

/// Whether the game is played in misère convention.
fn is_misere<G: MoveClasses>(game: &G) -> bool {
    game.no_move_result() == Wdl::Win
}

/// Whether a position has few enough moves to enumerate them.
fn is_small<G: MoveClasses>(game: &G, p: &G::Pos) -> bool {
    game.degree(p).is_ok_and(|moves| moves <= MANY_MOVES)
}

/// Whether an enumeration of what a position reaches is worthwhile.
fn has_room<G: MoveClasses>(game: &G, p: &G::Pos) -> bool {
    is_small(game, p) && game.reaches_at_least(p) <= MANY_POSITIONS
}

impl<G: MoveClasses<Part: NumberList> + 'static> Solver<G> for SumSolver<G> {
    /// Distances and visits need an enumeration, everything else does not.
    fn wanted(&self, requested: RequestedFields) -> RequestedFields {
        requested
    }

    /// In misère play Grundy values of components are of no use.
    fn rule_text(&self, game: &G, root: &G::Pos) -> Option<RuleText> {
        (!is_misere(game)).then(|| RuleText {
            numbering: COMPONENTS,
            source: None,
            hash: listed::fingerprint(game, root),
            symmetry: false,
        })
    }

    fn with_components(&self, table: &Arc<Table>, falls_back: bool) -> Option<Arc<dyn Solver<G>>> {
        let table = StoredParts::new(table, falls_back)?;
        Some(Arc::new(SumSolver {
            cache: Arc::new(Shared {
                memo: Mutex::default(),
                table: Some(table),
            }),
        }))
    }

    fn check(
        &self,
        game: &G,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<G::Pos>, CheckError>> {
        let root = game.parse(table.description().root.as_deref()?).ok()?;
        check_sum(game, &root, table, context)
    }

    fn plan(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        _: &RunContext,
    ) -> Plan {
        let is_unknown = |p| is_misere(game) && game.known_misere(p).is_none();
        Plan::unknown(
            match wanted.visits || scope.roots().iter().any(is_unknown) {
                true => Engine::Explore,
                false => Engine::Grundy,
            },
        )
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let roots = scope.roots();
        let mut needed = Vec::new();
        let mut for_plies = Vec::new();
        let mut cycles = 0;
        let mut has_large = false;
        for p in roots.iter() {
            let is_known = match is_misere(game) {
                true => game.known_misere(p).is_some(),
                false => self.cache.grundy(game, p, context)?.is_some(),
            };
            cycles += usize::from(!is_known && !is_misere(game));
            if wanted.visits || !is_known {
                reject_excess(game, p, wanted, context)?;
                needed.push(p.clone());
            } else if wanted.plies && has_room(game, p) {
                for_plies.push(p.clone());
            } else {
                has_large = true;
            }
        }
        let has_to = !needed.is_empty();
        needed.append(&mut for_plies);
        let (whole, no_distance) = match (needed.is_empty(), has_to) {
            (true, _) => (None, None),
            (false, true) => (Some(explore::solve(game, needed, context)?), None),
            (false, false) => enumerate_for_plies(game, needed, context)?,
        };
        Ok(Arc::new(SumSolution {
            cache: Arc::clone(&self.cache),
            whole,
            wanted,
            cycles: match cycles {
                0 => Cycles::None,
                n if n == roots.len() => Cycles::All,
                _ => Cycles::Some,
            },
            no_distance: no_distance.or(has_large.then(|| MANY.to_owned())),
            is_misere: is_misere(game),
            roots,
        }))
    }
}

/// Rejects enumerations that are known to be too large.
fn reject_excess<G: MoveClasses>(
    game: &G,
    p: &G::Pos,
    wanted: RequestedFields,
    context: &RunContext,
) -> Result<(), SolveError> {
    let least = game.reaches_at_least(p);
    if wanted.visits && least > MAX_POSITIONS {
        return Err(SolveError::TooLarge {
            what: format!("the number of positions, {least} or more,"),
            max: MAX_POSITIONS,
        });
    }
    if wanted.visits || !is_misere(game) {
        return Ok(());
    }
    let mut excess = None;
    game.parts(p, |part| {
        excess = excess.take().or_else(|| game.excess(&part))
    });
    if let Some(Excess { what, max }) = excess {
        // A stopped computation of values leaves them out too.
        context.check()?;
        return Err(SolveError::TooLarge { what, max });
    }
    match game.degree(p) {
        Ok(moves) if moves > MAX_MOVES => Err(SolveError::TooLarge {
            what: format!("the number of moves, {moves}, with no closed form in misère play,"),
            max: MAX_MOVES,
        }),
        _ => Ok(()),
    }
}

/// An enumeration, or why there is none.
type ForPlies<P> = (Option<SolvedGraph<P>>, Option<String>);

/// Enumerates the whole game for its distances, within a memory limit; otherwise returns a note.
fn enumerate_for_plies<G: MoveClasses>(
    game: &G,
    roots: Vec<G::Pos>,
    context: &RunContext,
) -> Result<ForPlies<G::Pos>, SolveError> {
    let part = context.with_memory_share(DISTANCE_BUDGET);
    match explore::solve(game, roots, &part) {
        Ok(whole) => Ok((Some(whole), None)),
        Err(SolveError::Stop(StopReason::OutOfMemory { .. })) => {
            let note = format!(
                "distance not computed: the positions of the sum take more than {}",
                Bytes(part.memory_budget())
            );
            Ok((None, Some(note)))
        }
        Err(SolveError::Stop(refused @ StopReason::Refused { .. })) => {
            Ok((None, Some(format!("distance not computed: {refused}"))))
        }
        Err(e) => Err(e),
    }
}

/// From which of its roots a cycle can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cycles {
    None,
    Some,
    All,
}

/// A solved sum.
struct SumSolution<G: MoveClasses> {
    cache: Arc<Shared<G>>,
    whole: Option<SolvedGraph<G::Pos>>,
    wanted: RequestedFields,
    cycles: Cycles,
    /// Why distances are missing, if they are.
    no_distance: Option<String>,
    is_misere: bool,
    roots: Arc<[G::Pos]>,
}

impl<G: MoveClasses<Part: NumberList>> SumSolution<G> {
    /// Whether positions have Grundy values. If every root can reach a cycle, none are computed.
    fn has_grundy(&self) -> bool {
        !self.is_misere && self.cycles != Cycles::All
    }

    fn in_misere(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        if let Some(wdl) = game.known_misere(p) {
            return Ok(Some(Evaluation::bare(wdl)));
        }
        // A sum with a closed form may lead to one without.
        reject_excess(game, p, RequestedFields::default(), context)?;
        let whole = explore::solve(game, [p.clone()], context)?;
        Ok(whole.get(p).map(Evaluation::from))
    }
}

impl<G: MoveClasses<Part: NumberList>> Solution<G> for SumSolution<G> {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        let value = self.whole.as_ref().and_then(|whole| whole.get(p));
        let value = value.map(Evaluation::from);
        if self.is_misere && value.is_none() {
            return self.in_misere(game, p, context);
        }
        let grundy = match self.has_grundy() {
            true => self.cache.grundy(game, p, context)?,
            false => None,
        };
        Ok(match (value, grundy) {
            (Some(value), grundy) => Some(Evaluation { grundy, ..value }),
            (None, grundy) => grundy.map(Evaluation::from),
        })
    }

    fn covers(&self, _: &G, p: &G::Pos) -> bool {
        let has = self
            .whole
            .as_ref()
            .is_some_and(|whole| whole.get(p).is_some());
        has && self.cycles == Cycles::None
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        context: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        let has_grundy = self.wanted.grundy && self.has_grundy();
        for (p, value) in self.whole.iter().flat_map(SolvedGraph::iter) {
            let mut evaluation = Evaluation::from(value);
            if has_grundy {
                evaluation.grundy = self.cache.grundy(game, p, context)?;
            }
            visitor(Visited::one(p, evaluation))?;
        }
        Ok(())
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        let no_grundy = match self.cycles {
            _ if self.is_misere => Some(MISERE),
            Cycles::None => None,
            Cycles::Some | Cycles::All => Some(CYCLES),
        };
        let no_grundy = no_grundy.filter(|_| wanted.grundy).map(str::to_owned);
        let no_distance = self.no_distance.clone().filter(|_| wanted.plies);
        no_grundy.into_iter().chain(no_distance).collect()
    }

    fn has_reason(&self) -> bool {
        self.has_grundy()
    }

    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        context: &RunContext,
    ) -> Result<Option<Reason>, SolveError> {
        let mut theory = Theory {
            game,
            cache: &mut *self.cache.lock(context)?,
            context,
        };
        explain(game, &mut theory, p, moves).map(Some)
    }

    fn table_rows(
        &self,
        game: &G,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let mut memo = self.cache.lock(context)?;
        let rows = listed::list(game, &self.roots, &mut memo, context)?;
        Ok(Some(Box::new(rows)))
    }

    fn groups(&self, game: &G, p: &G::Pos) -> Option<Groups<G>> {
        if is_small(game, p) {
            return None;
        }
        let groups = game.groups(p)?;
        let with_step = |group: MoveClass<G::Move>| MoveClass {
            example: Step::alternate(game.after(p, &group.example), group.example),
            name: group.name,
            moves: group.moves,
            winning: group.winning,
        };
        Some(groups.into_iter().map(with_step).collect())
    }
}
