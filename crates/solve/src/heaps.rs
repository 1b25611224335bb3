//! Sums of impartial parts: mex, memo, nim-sum.
//!
//! By the theorem of Sprague and Grundy every part behaves like a heap of Nim
//! of its Grundy value, and a sum like the exclusive or of its parts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kibitz_game::{ENOUGH, Grundy, Impartial, MORE, Watch};

use crate::SolveError;

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
}

/// Parts between two looks at the clock.
const PACE: usize = 1 << 10;
/// What a remembered part costs at least, with its place in the table.
const OVERHEAD: usize = 48;

impl<G: Impartial> Default for Heaps<G> {
    fn default() -> Heaps<G> {
        Heaps {
            memo: HashMap::new(),
        }
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
        let mut parts = Vec::new();
        game.parts(p, |part| parts.push(part));
        let mut sum = Grundy::ZERO;
        for part in &parts {
            sum ^= self.part(game, part, watch)?;
        }
        Ok(sum)
    }

    /// The Grundy value of one part.
    ///
    /// # Errors
    /// As [`grundy`](Heaps::grundy).
    pub fn part(&mut self, game: &G, part: &G::Part, watch: &Watch) -> Result<Grundy, SolveError> {
        if let Some(value) = game.known_grundy(part) {
            return Ok(value);
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
        let mut frames = Vec::new();
        self.open(game, root.clone(), &mut frames, watch)?;
        while let Some(frame) = frames.last_mut() {
            if let Some(part) = frame.waiting.pop() {
                self.open(game, part, &mut frames, watch)?;
                continue;
            }
            if let Some(frame) = frames.pop() {
                self.close(frame);
            }
            if self.memo.len().is_multiple_of(PACE) {
                stage.reach(self.memo.len() as u64)?;
                let bytes = self.memo.len() * (size_of::<G::Part>() + OVERHEAD);
                watch.claim("the memo of Grundy values", bytes as u64)?;
            }
        }
        match self.memo.get(root) {
            Some(Memo::Done(value)) => Ok(*value),
            _ => Ok(Grundy::ZERO),
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
        let options = collect_options(game, &part, watch)?;
        let waiting = options.iter().flatten().cloned().collect();
        frames.push(Frame {
            part,
            options,
            waiting,
        });
        Ok(())
    }

    /// All options are done: the value is their mex.
    fn close(&mut self, frame: Frame<G::Part>) {
        let value_of = |part| match self.memo.get(part) {
            Some(Memo::Done(value)) => *value,
            _ => Grundy::ZERO,
        };
        let sums = frame.options.iter();
        let mut values: Vec<Grundy> = sums
            .map(|option| option.iter().map(value_of).fold(Grundy::ZERO, |a, b| a ^ b))
            .collect();
        self.memo.insert(frame.part, Memo::Done(mex(&mut values)));
    }
}

/// All options of a part, as far as the budget allows to look at them.
fn collect_options<G: Impartial>(
    game: &G,
    part: &G::Part,
    watch: &Watch,
) -> Result<Vec<Vec<G::Part>>, SolveError> {
    let mut options: Vec<Vec<G::Part>> = Vec::new();
    let mut claim = watch.claim("the options of one part", 0)?;
    let mut stopped = Ok(());
    let _ = game.options(part, |option| {
        options.push(option.to_vec());
        if options.len().is_multiple_of(PACE) {
            let bytes = PACE * (size_of::<G::Part>() + OVERHEAD);
            let claimed = claim.grow("the options of one part", bytes as u64);
            stopped = claimed.and_then(|()| watch.check());
        }
        if stopped.is_ok() { MORE } else { ENOUGH }
    });
    stopped?;
    Ok(options)
}
