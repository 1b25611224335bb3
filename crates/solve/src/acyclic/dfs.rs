//! Post-order depth-first search over a dense index, with cycle detection.

use kibitz_game::{CONTINUE, Indexed, Reservation, RunContext, Scored, Turn, Value};

use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{self, Made, SolvedEntries, add_value};

/// The score of an unreached rank.
pub(super) const UNSEEN: i32 = i32::MIN;
/// Positions between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 14;

/// What is computed for every position from its successors.
trait Accumulate<P> {
    /// Whether a rank is finished.
    fn is_done(&self, rank: u64) -> bool;
    /// The position is decided or has no legal move.
    fn end(&mut self, rank: u64, p: &P, value: Value) -> Result<(), SolveError>;
    /// All successors are finished.
    fn join(&mut self, rank: u64, children: &[Child<P>]) -> Result<(), SolveError>;
}

struct Child<P> {
    to: P,
    rank: u64,
    turn: Turn,
}

/// A position whose successors are being visited: `successors[first..]`, up to those of the next
/// frame.
struct Frame<P> {
    p: P,
    rank: u64,
    first: usize,
    end: usize,
    next: usize,
}

/// The stacks of the search, reused between positions.
struct Search<'a, G: Indexed, F> {
    game: &'a G,
    accumulator: F,
    frames: Vec<Frame<G::Pos>>,
    successors: Vec<Child<G::Pos>>,
    /// One bit per rank: it is or was on the stack.
    entered: Vec<u64>,
}

impl<G: Indexed, F: Accumulate<G::Pos>> Search<'_, G, F> {
    fn run(
        &mut self,
        roots: impl Iterator<Item = G::Pos>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let stage = context.stage("depth-first search", None);
        let mut opened = 0u64;
        let count = |opened: &mut u64| {
            *opened += 1;
            match opened.is_multiple_of(CHECK_INTERVAL) {
                true => stage.advance_to(*opened),
                false => Ok(()),
            }
        };
        for root in roots {
            let rank = self.game.rank(&root);
            if self.accumulator.is_done(rank) {
                continue;
            }
            self.open(root, rank)?;
            count(&mut opened)?;
            while let Some(frame) = self.frames.last_mut() {
                if frame.next == frame.end {
                    self.close()?;
                    continue;
                }
                let child = &self.successors[frame.next];
                let (to, rank) = (child.to.clone(), child.rank);
                frame.next += 1;
                if !self.accumulator.is_done(rank) {
                    self.open(to, rank)?;
                    count(&mut opened)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, p: G::Pos, rank: u64) -> Result<(), SolveError> {
        let (word, bit) = ((rank / 64) as usize, 1 << (rank % 64));
        if self.entered[word] & bit != 0 {
            return Err(SolveError::Cycle {
                position: format!("{p:?}"),
            });
        }
        self.entered[word] |= bit;
        let fault = |e: G::Fault| SolveError::fault(&p, e);
        if let Some(value) = self.game.static_value(&p).map_err(fault)? {
            return self.accumulator.end(rank, &p, value);
        }
        let first = self.successors.len();
        let (game, successors) = (self.game, &mut self.successors);
        let flow = game.expand(&p, |step| {
            successors.push(Child {
                rank: game.rank(&step.to),
                to: step.to,
                turn: step.turn,
            });
            CONTINUE
        });
        let _ = flow.map_err(fault)?;
        let end = self.successors.len();
        if first == end {
            return self
                .accumulator
                .end(rank, &p, Value::terminal(game.no_move_result()));
        }
        self.frames.push(Frame {
            p,
            rank,
            first,
            end,
            next: first,
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), SolveError> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        debug_assert_eq!(frame.end, self.successors.len(), "{:?}", frame.p);
        self.accumulator
            .join(frame.rank, &self.successors[frame.first..])?;
        self.successors.truncate(frame.first);
        Ok(())
    }
}

fn search<G: Indexed, F: Accumulate<G::Pos>>(
    game: &G,
    roots: impl Iterator<Item = G::Pos>,
    accumulator: F,
    context: &RunContext,
) -> Result<F, SolveError> {
    let mut search = Search {
        game,
        accumulator,
        frames: Vec::new(),
        successors: Vec::new(),
        entered: vec![0; game.size().div_ceil(64) as usize],
    };
    search.run(roots, context)?;
    Ok(search.accumulator)
}

struct Values<C>(SolvedEntries<C>);

impl<P, C: TableEntry> Accumulate<P> for Values<C> {
    fn is_done(&self, rank: u64) -> bool {
        self.0.0[rank as usize] != C::HOLE
    }

    fn end(&mut self, rank: u64, _: &P, value: Value) -> Result<(), SolveError> {
        self.0.0[rank as usize] = table::fit(value)?;
        add_value(&mut self.0.1, value);
        Ok(())
    }

    fn join(&mut self, rank: u64, children: &[Child<P>]) -> Result<(), SolveError> {
        let values = children.iter().filter_map(|c| {
            let value = self.0.0[c.rank as usize].value()?;
            Some(value.backed_up(c.turn))
        });
        let value = values.max().unwrap_or(Value::Draw);
        self.0.0[rank as usize] = table::fit(value)?;
        add_value(&mut self.0.1, value);
        Ok(())
    }
}

pub(super) fn values<C: TableEntry, G: Indexed>(
    game: &G,
    roots: impl Iterator<Item = G::Pos>,
    context: &RunContext,
) -> Result<Made<C>, SolveError> {
    let bytes = game.size() * size_of::<C>() as u64 + game.size() / 8;
    let reservation = context.reserve("a table of all positions", bytes)?;
    let accumulator = Values((vec![C::HOLE; game.size() as usize], Vec::new()));
    Ok((search(game, roots, accumulator, context)?.0, reservation))
}

struct ScoreOf<'a, G> {
    game: &'a G,
    scores: Vec<i32>,
}

impl<G: Scored> Accumulate<G::Pos> for ScoreOf<'_, G> {
    fn is_done(&self, rank: u64) -> bool {
        self.scores[rank as usize] != UNSEEN
    }

    fn end(&mut self, rank: u64, p: &G::Pos, _: Value) -> Result<(), SolveError> {
        let score = self.game.score(p);
        let fits = i32::try_from(score).ok().filter(|s| *s != UNSEEN);
        self.scores[rank as usize] = fits.ok_or_else(|| SolveError::TooLarge {
            what: format!("a score of {score}"),
            max: i32::MAX as u64,
        })?;
        Ok(())
    }

    fn join(&mut self, rank: u64, children: &[Child<G::Pos>]) -> Result<(), SolveError> {
        let scores = children.iter().map(|c| {
            let score = self.scores[c.rank as usize];
            match c.turn {
                Turn::Other => -score,
                Turn::Same => score,
            }
        });
        self.scores[rank as usize] = scores.max().unwrap_or(0);
        Ok(())
    }
}

/// One bit per rank: it is finished.
struct Reached(Vec<u64>);

impl Reached {
    fn mark(&mut self, rank: u64) -> Result<(), SolveError> {
        self.0[(rank / 64) as usize] |= 1 << (rank % 64);
        Ok(())
    }
}

impl<P> Accumulate<P> for Reached {
    fn is_done(&self, rank: u64) -> bool {
        self.0[(rank / 64) as usize] >> (rank % 64) & 1 == 1
    }

    fn end(&mut self, rank: u64, _: &P, _: Value) -> Result<(), SolveError> {
        self.mark(rank)
    }

    fn join(&mut self, rank: u64, _: &[Child<P>]) -> Result<(), SolveError> {
        self.mark(rank)
    }
}

/// Calls `visit` with a function that says whether a rank is reachable from `root`.
pub(super) fn with_reached<G: Indexed, T>(
    game: &G,
    root: &G::Pos,
    context: &RunContext,
    visit: impl FnOnce(&dyn Fn(u64) -> bool) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let words = game.size().div_ceil(64);
    let _memory = context.reserve("the positions reached", 2 * 8 * words)?;
    let marks = Reached(vec![0; words as usize]);
    let reached = search(game, std::iter::once(root.clone()), marks, context)?;
    visit(&|rank| Accumulate::<G::Pos>::is_done(&reached, rank))
}

pub(super) fn scores<G: Indexed + Scored>(
    game: &G,
    roots: impl Iterator<Item = G::Pos>,
    context: &RunContext,
) -> Result<(Vec<i32>, Reservation), SolveError> {
    let bytes = game.size() * size_of::<i32>() as u64 + game.size() / 8;
    let reservation = context.reserve("a table of scores", bytes)?;
    let accumulator = ScoreOf {
        game,
        scores: vec![UNSEEN; game.size() as usize],
    };
    Ok((
        search(game, roots, accumulator, context)?.scores,
        reservation,
    ))
}
