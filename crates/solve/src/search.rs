//! One position of a large game without cycles: alpha-beta with a bounded
//! table.
//!
//! The window has only three results in it, so a search stops looking at a
//! position as soon as it is good enough. The table keeps whole positions, not
//! only their hashes: a collision costs time and never a wrong answer.

use std::collections::HashSet;
use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use kibitz_game::{Game, MORE, Turn, Watch, Wdl};

use crate::SolveError;

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 12;
/// The largest number of table entries; more does not help a search that a
/// person waits for.
const MOST_ENTRIES: u64 = 1 << 22;

/// What is known of a position: the result lies within these bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: Wdl,
    high: Wdl,
}

const UNKNOWN: Bounds = Bounds {
    low: Wdl::Loss,
    high: Wdl::Win,
};

impl Bounds {
    /// The window of a child, seen from there.
    fn over(self, turn: Turn) -> Bounds {
        match turn {
            Turn::Again => self,
            Turn::Passes => Bounds {
                low: -self.high,
                high: -self.low,
            },
        }
    }
}

struct Frame<P> {
    p: P,
    /// The question: is the result at most `low`, at least `high`, or between?
    window: Bounds,
    best: Wdl,
    first: usize,
    next: usize,
}

struct Search<'a, G: Game> {
    game: &'a G,
    table: Vec<Option<(G::Pos, Bounds)>>,
    hasher: DefaultHashBuilder,
    frames: Vec<Frame<G::Pos>>,
    kids: Vec<(G::Pos, Turn)>,
    /// The positions of `frames`.
    path: HashSet<G::Pos>,
}

/// Win, draw or loss of `p`.
///
/// # Errors
/// Where a budget is used up, the rules fail, or play comes back to a position.
pub fn solve<G: Game>(game: &G, p: &G::Pos, watch: &Watch) -> Result<Wdl, SolveError> {
    let entry = size_of::<Option<(G::Pos, Bounds)>>() as u64;
    let entries = (watch.memory_budget() / 2 / entry).clamp(1, MOST_ENTRIES);
    let _claim = watch.claim("the search's table", entries * entry)?;
    let mut search = Search {
        game,
        table: vec![None; entries as usize],
        hasher: DefaultHashBuilder::default(),
        frames: Vec::new(),
        kids: Vec::new(),
        path: HashSet::new(),
    };
    search.run(p.clone(), watch)
}

impl<G: Game> Search<'_, G> {
    fn run(&mut self, root: G::Pos, watch: &Watch) -> Result<Wdl, SolveError> {
        let stage = watch.stage("searching", None);
        let mut opened = 0u64;
        if let Some(result) = self.open(root, UNKNOWN)? {
            return Ok(result);
        }
        loop {
            let Some(frame) = self.frames.last() else {
                return Ok(Wdl::Draw);
            };
            if frame.best >= frame.window.high || frame.next == self.kids.len() {
                let result = frame.best;
                self.close();
                match self.frames.last_mut() {
                    None => return Ok(result),
                    Some(parent) => {
                        let turn = self.kids[parent.next].1;
                        parent.next += 1;
                        parent.best = parent.best.max(result.over(turn));
                    }
                }
                continue;
            }
            let (child, turn) = self.kids[frame.next].clone();
            let window = Bounds {
                low: frame.window.low.max(frame.best),
                high: frame.window.high,
            };
            opened += 1;
            if opened.is_multiple_of(PACE) {
                stage.reach(opened)?;
            }
            if let Some(result) = self.open(child, window.over(turn))?
                && let Some(frame) = self.frames.last_mut()
            {
                frame.next += 1;
                frame.best = frame.best.max(result.over(turn));
            }
        }
    }

    /// The result where it is known at once; opens a frame otherwise.
    fn open(&mut self, p: G::Pos, window: Bounds) -> Result<Option<Wdl>, SolveError> {
        let fault = |e: G::Fault| SolveError::fault(&p, e);
        if let Some(value) = self.game.decided(&p).map_err(fault)? {
            return Ok(Some(value.wdl()));
        }
        if let Some((known, bounds)) = &self.table[self.slot(&p)]
            && *known == p
        {
            if bounds.low == bounds.high || bounds.low >= window.high {
                return Ok(Some(bounds.low));
            }
            if bounds.high <= window.low {
                return Ok(Some(bounds.high));
            }
        }
        let first = self.kids.len();
        let kids = &mut self.kids;
        let flow = self.game.expand(&p, |step| {
            kids.push((step.to, step.turn));
            MORE
        });
        let _ = flow.map_err(fault)?;
        if self.kids.len() == first {
            return Ok(Some(self.game.stuck()));
        }
        if !self.path.insert(p.clone()) {
            return Err(SolveError::Cycle {
                position: format!("{p:?}"),
            });
        }
        self.frames.push(Frame {
            p,
            window,
            best: Wdl::Loss,
            first,
            next: first,
        });
        Ok(None)
    }

    /// Takes the last frame off and remembers what it found.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        // A result inside the window is exact; at its ends it is a bound.
        let bounds = Bounds {
            low: if frame.best > frame.window.low || frame.best == Wdl::Loss {
                frame.best
            } else {
                Wdl::Loss
            },
            high: if frame.best < frame.window.high || frame.best == Wdl::Win {
                frame.best
            } else {
                Wdl::Win
            },
        };
        self.kids.truncate(frame.first);
        self.path.remove(&frame.p);
        let slot = self.slot(&frame.p);
        self.table[slot] = Some((frame.p, bounds));
    }

    fn slot(&self, p: &G::Pos) -> usize {
        (self.hasher.hash_one(p) % self.table.len() as u64) as usize
    }
}
