//! Sprague–Grundy theory for sums of impartial components: memoised mex per component, nim-sum of
//! the components.
//!
//! By the Sprague–Grundy theorem every component is equivalent to a Nim heap of its Grundy value,
//! and a sum has the exclusive or of its components' values.

mod listed;
mod solver;
mod why;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kibitz_game::{
    BREAK, CONTINUE, Excess, Grundy, Impartial, Reservation, RunContext, StopReason,
};

use crate::SolveError;

pub use solver::SumSolver;

/// The minimum excluded Grundy value of `values`, which are sorted in place.
///
/// ```
/// use kibitz_game::Grundy;
///
/// let mut options = [0, 1, 3].map(Grundy::new);
/// assert_eq!(kibitz_solve::mex(&mut options), Grundy::new(2));
/// ```
pub fn mex(values: &mut [Grundy]) -> Grundy {
    values.sort_unstable();
    let mut least = 0;
    for value in values {
        if value.get() == least {
            least += 1;
        } else if value.get() > least {
            break;
        }
    }
    Grundy::new(least)
}

/// Memoised Grundy values of a game's components.
#[derive(Debug)]
pub struct GrundyCache<G: Impartial> {
    memo: HashMap<G::Part, Memo>,
    /// The memory of the memo.
    memory: Option<Meter>,
}

#[derive(Clone, Copy, Debug)]
enum Memo {
    /// On the stack: its options are being evaluated.
    Open,
    Done(Grundy),
}

/// A component whose options are being evaluated.
struct Frame<P> {
    part: P,
    /// All options, each a sum of components.
    options: Vec<Vec<P>>,
    /// Components among them that are not evaluated yet.
    waiting: Vec<P>,
    /// The memory of both.
    _memory: Meter,
}

/// Components between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 10;
/// Minimum memory of a memoised component, with its table entry.
const OVERHEAD: usize = 48;

impl<G: Impartial> Default for GrundyCache<G> {
    fn default() -> GrundyCache<G> {
        GrundyCache {
            memo: HashMap::new(),
            memory: None,
        }
    }
}

/// Tracks the memory of components, and reserves it in steps.
#[derive(Debug)]
struct Meter {
    reservation: Reservation,
    unreserved: u64,
}

impl Meter {
    const STEP: u64 = 1 << 16;

    fn new(context: &RunContext) -> Result<Meter, SolveError> {
        Ok(Meter {
            reservation: context.reserve("the options of components", 0)?,
            unreserved: 0,
        })
    }

    /// Counts a component; periodically checks the budget and the context.
    fn add<G: Impartial>(
        &mut self,
        game: &G,
        part: &G::Part,
        context: &RunContext,
    ) -> Result<(), StopReason> {
        self.unreserved += (size_of::<G::Part>() + OVERHEAD + game.part_bytes(part)) as u64;
        if self.unreserved >= Meter::STEP {
            self.reservation
                .grow("the options of components", self.unreserved)?;
            self.unreserved = 0;
            context.check()?;
        }
        Ok(())
    }
}

impl<G: Impartial> GrundyCache<G> {
    /// An empty cache. All queries must be for the same game.
    #[must_use]
    pub fn new() -> GrundyCache<G> {
        GrundyCache::default()
    }

    /// The Grundy value of a position: the nim-sum of its components.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, or a component can recur: then it has no Grundy
    /// value.
    pub fn grundy(
        &mut self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        let mut sum = Grundy::ZERO;
        let mut rest = Vec::new();
        game.parts(p, |part| match game.known_grundy(&part) {
            Some(value) => sum ^= value,
            None => rest.push(part),
        });
        for part in &rest {
            sum ^= self.remembered(game, part, context)?;
        }
        Ok(sum)
    }

    /// The Grundy value of one component.
    ///
    /// # Errors
    /// The same as [`grundy`](GrundyCache::grundy).
    pub fn part(
        &mut self,
        game: &G,
        part: &G::Part,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        match game.known_grundy(part) {
            Some(value) => Ok(value),
            None => self.remembered(game, part, context),
        }
    }

    /// The value of a component without a closed form.
    fn remembered(
        &mut self,
        game: &G,
        part: &G::Part,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        if let Some(Excess { what, max }) = game.excess(part) {
            return Err(SolveError::TooLarge { what, max });
        }
        let outcome = self.evaluate(game, part, context);
        if outcome.is_err() {
            // Entries left open would look like cycles to the next query.
            self.memo.retain(|_, memo| matches!(memo, Memo::Done(_)));
        }
        outcome
    }

    fn evaluate(
        &mut self,
        game: &G,
        root: &G::Part,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        let stage = context.stage("Grundy values", None);
        let (mut frames, mut closed) = (Vec::new(), 0);
        self.open(game, root.clone(), &mut frames, context)?;
        while let Some(frame) = frames.last_mut() {
            if let Some(part) = frame.waiting.pop() {
                self.open(game, part, &mut frames, context)?;
                continue;
            }
            if let Some(frame) = frames.pop() {
                self.close(frame)?;
                closed += 1;
                if closed % CHECK_INTERVAL == 0 {
                    stage.advance_to(closed)?;
                }
            }
        }
        self.done(root)
    }

    /// The value of an evaluated component.
    fn done(&self, part: &G::Part) -> Result<Grundy, SolveError> {
        match self.memo.get(part) {
            Some(Memo::Done(value)) => Ok(*value),
            _ => Err(SolveError::Missing {
                position: format!("{part:?}"),
            }),
        }
    }

    /// Pushes a component, unless it is evaluated.
    fn open(
        &mut self,
        game: &G,
        part: G::Part,
        frames: &mut Vec<Frame<G::Part>>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        match self.memo.entry(part.clone()) {
            Entry::Occupied(known) => match known.get() {
                Memo::Done(_) => return Ok(()),
                Memo::Open => {
                    return Err(SolveError::Cycle {
                        position: format!("{part:?}"),
                    });
                }
            },
            Entry::Vacant(free) => free.insert(Memo::Open),
        };
        let memory = match &mut self.memory {
            Some(memory) => memory,
            none => none.insert(Meter::new(context)?),
        };
        memory.add(game, &part, context)?;
        let mut meter = Meter::new(context)?;
        let options = collect_options(game, &part, &mut meter, context)?;
        let waiting = options.iter().flatten().cloned().collect();
        frames.push(Frame {
            part,
            options,
            waiting,
            _memory: meter,
        });
        Ok(())
    }

    /// All options are evaluated: the value is their mex.
    fn close(&mut self, frame: Frame<G::Part>) -> Result<(), SolveError> {
        let mut values = Vec::with_capacity(frame.options.len());
        for option in &frame.options {
            let mut sum = Grundy::ZERO;
            for part in option {
                sum ^= self.done(part)?;
            }
            values.push(sum);
        }
        self.memo.insert(frame.part, Memo::Done(mex(&mut values)));
        Ok(())
    }
}

/// All options of a component, within the memory budget.
fn collect_options<G: Impartial>(
    game: &G,
    part: &G::Part,
    meter: &mut Meter,
    context: &RunContext,
) -> Result<Vec<Vec<G::Part>>, SolveError> {
    let mut options: Vec<Vec<G::Part>> = Vec::new();
    let mut stopped = Ok(());
    let _ = game.options(part, |option| {
        options.push(option.to_vec());
        // Each component is stored twice: in the options, and in the waiting list.
        let mut twice = option.iter().chain(option);
        stopped = twice.try_for_each(|part| meter.add(game, part, context));
        if stopped.is_ok() { CONTINUE } else { BREAK }
    });
    stopped?;
    Ok(options)
}
