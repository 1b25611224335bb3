//! Sums of impartial parts: mex, memo, nim-sum.
//!
//! By the theorem of Sprague and Grundy every part behaves like a heap of Nim
//! of its Grundy value, and a sum like the exclusive or of its parts.

mod solver;
mod why;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kibitz_game::{Claim, ENOUGH, Excess, Grundy, Impartial, MORE, Stop, Watch};

use crate::SolveError;

pub use solver::Sums;

/// The least Grundy value that is not among `values`, which are left sorted.
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

/// Grundy values of a game's parts, remembered from question to question.
#[derive(Debug)]
pub struct Heaps<G: Impartial> {
    memo: HashMap<G::Part, Memo>,
    /// The memory of the memo.
    memory: Option<Meter>,
}

#[derive(Clone, Copy, Debug)]
enum Memo {
    /// Its options are being worked out.
    Open,
    Done(Grundy),
}

/// A part whose options are being worked out.
struct Frame<P> {
    part: P,
    /// All options, each a sum of parts.
    options: Vec<Vec<P>>,
    /// Parts among them that are not worked out yet.
    waiting: Vec<P>,
    /// The memory of both.
    _memory: Meter,
}

/// Parts between two looks at the clock.
const PACE: u64 = 1 << 10;
/// What a remembered part costs at least, with its place in the table.
const OVERHEAD: usize = 48;

impl<G: Impartial> Default for Heaps<G> {
    fn default() -> Heaps<G> {
        Heaps {
            memo: HashMap::new(),
            memory: None,
        }
    }
}

/// Counts the memory of parts, and claims it in pieces.
#[derive(Debug)]
struct Meter {
    claim: Claim,
    unclaimed: u64,
}

impl Meter {
    const STEP: u64 = 1 << 16;

    fn new(watch: &Watch) -> Result<Meter, SolveError> {
        Ok(Meter {
            claim: watch.claim("the options of the parts", 0)?,
            unclaimed: 0,
        })
    }

    /// Counts a part; from time to time looks at the budget and the clock.
    fn add<G: Impartial>(&mut self, game: &G, part: &G::Part, watch: &Watch) -> Result<(), Stop> {
        self.unclaimed += (size_of::<G::Part>() + OVERHEAD + game.part_bytes(part)) as u64;
        if self.unclaimed >= Meter::STEP {
            self.claim
                .grow("the options of the parts", self.unclaimed)?;
            self.unclaimed = 0;
            watch.check()?;
        }
        Ok(())
    }
}

impl<G: Impartial> Heaps<G> {
    /// Nothing known yet. All questions must be about one and the same game.
    #[must_use]
    pub fn new() -> Heaps<G> {
        Heaps::default()
    }

    /// The Grundy value of a position: the nim-sum of its parts.
    ///
    /// # Errors
    /// Where a budget is used up, or a part can come again: then it has none.
    pub fn grundy(&mut self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Grundy, SolveError> {
        let mut sum = Grundy::ZERO;
        let mut rest = Vec::new();
        game.parts(p, |part| match game.known_grundy(&part) {
            Some(value) => sum ^= value,
            None => rest.push(part),
        });
        for part in &rest {
            sum ^= self.remembered(game, part, watch)?;
        }
        Ok(sum)
    }

    /// The Grundy value of one part.
    ///
    /// # Errors
    /// As [`grundy`](Heaps::grundy).
    pub fn part(&mut self, game: &G, part: &G::Part, watch: &Watch) -> Result<Grundy, SolveError> {
        match game.known_grundy(part) {
            Some(value) => Ok(value),
            None => self.remembered(game, part, watch),
        }
    }

    /// The value of a part of which the game itself knows none.
    fn remembered(
        &mut self,
        game: &G,
        part: &G::Part,
        watch: &Watch,
    ) -> Result<Grundy, SolveError> {
        if let Some(Excess { what, most }) = game.excess(part) {
            return Err(SolveError::TooLarge { what, most });
        }
        let outcome = self.work_out(game, part, watch);
        if outcome.is_err() {
            // Parts left open would look like cycles to the next question.
            self.memo.retain(|_, memo| matches!(memo, Memo::Done(_)));
        }
        outcome
    }

    fn work_out(&mut self, game: &G, root: &G::Part, watch: &Watch) -> Result<Grundy, SolveError> {
        let stage = watch.stage("Grundy values", None);
        let (mut frames, mut closed) = (Vec::new(), 0);
        self.open(game, root.clone(), &mut frames, watch)?;
        while let Some(frame) = frames.last_mut() {
            if let Some(part) = frame.waiting.pop() {
                self.open(game, part, &mut frames, watch)?;
                continue;
            }
            if let Some(frame) = frames.pop() {
                self.close(frame)?;
                closed += 1;
                if closed % PACE == 0 {
                    stage.reach(closed)?;
                }
            }
        }
        self.done(root)
    }

    /// The value of a part that has been worked out.
    fn done(&self, part: &G::Part) -> Result<Grundy, SolveError> {
        match self.memo.get(part) {
            Some(Memo::Done(value)) => Ok(*value),
            _ => Err(SolveError::Missing {
                position: format!("{part:?}"),
            }),
        }
    }

    /// Opens a part, unless it is done.
    fn open(
        &mut self,
        game: &G,
        part: G::Part,
        frames: &mut Vec<Frame<G::Part>>,
        watch: &Watch,
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
            none => none.insert(Meter::new(watch)?),
        };
        memory.add(game, &part, watch)?;
        let mut meter = Meter::new(watch)?;
        let options = collect_options(game, &part, &mut meter, watch)?;
        let waiting = options.iter().flatten().cloned().collect();
        frames.push(Frame {
            part,
            options,
            waiting,
            _memory: meter,
        });
        Ok(())
    }

    /// All options are done: the value is their mex.
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

/// All options of a part, as far as the budget allows to look at them.
fn collect_options<G: Impartial>(
    game: &G,
    part: &G::Part,
    meter: &mut Meter,
    watch: &Watch,
) -> Result<Vec<Vec<G::Part>>, SolveError> {
    let mut options: Vec<Vec<G::Part>> = Vec::new();
    let mut stopped = Ok(());
    let _ = game.options(part, |option| {
        options.push(option.to_vec());
        // Each part is there twice: among the options, and as it waits.
        let mut twice = option.iter().chain(option);
        stopped = twice.try_for_each(|part| meter.add(game, part, watch));
        if stopped.is_ok() { MORE } else { ENOUGH }
    });
    stopped?;
    Ok(options)
}
