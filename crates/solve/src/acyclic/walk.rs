//! A depth-first walk over a dense index, children before parents.

use kibitz_game::{Claim, Indexed, MORE, Scored, Turn, Value, Watch};

use crate::SolveError;
use crate::cell::Cell;
use crate::table::{self, Made, Settled, tally};

/// The score of a rank that nothing has led to.
pub(super) const UNSEEN: i32 = i32::MIN;
/// Positions between two looks at the clock.
const PACE: u64 = 1 << 14;

/// What is worked out of every position, once its children have it.
trait Fold<P> {
    /// Whether a rank has been worked out.
    fn is_done(&self, rank: u64) -> bool;
    /// The game ends here.
    fn end(&mut self, rank: u64, p: &P, value: Value) -> Result<(), SolveError>;
    /// The children have been worked out.
    fn join(&mut self, rank: u64, children: &[Child<P>]) -> Result<(), SolveError>;
}

struct Child<P> {
    to: P,
    rank: u64,
    turn: Turn,
}

/// A position whose children are being worked out: `kids[first..]`, up to
/// those of the next frame.
struct Frame<P> {
    p: P,
    rank: u64,
    first: usize,
    end: usize,
    next: usize,
}

/// The walk's stacks, reused from position to position.
struct Walk<'a, G: Indexed, F> {
    game: &'a G,
    fold: F,
    frames: Vec<Frame<G::Pos>>,
    kids: Vec<Child<G::Pos>>,
    /// One bit a rank: its frame has been opened.
    entered: Vec<u64>,
}

impl<G: Indexed, F: Fold<G::Pos>> Walk<'_, G, F> {
    fn run(&mut self, roots: &[G::Pos], watch: &Watch) -> Result<(), SolveError> {
        let stage = watch.stage("walking", None);
        let mut opened = 0u64;
        for root in roots {
            let rank = self.game.rank(root);
            if self.fold.is_done(rank) {
                continue;
            }
            self.open(root.clone(), rank)?;
            while let Some(frame) = self.frames.last_mut() {
                if frame.next == frame.end {
                    self.close()?;
                    continue;
                }
                let child = &self.kids[frame.next];
                let (to, rank) = (child.to.clone(), child.rank);
                frame.next += 1;
                if !self.fold.is_done(rank) {
                    self.open(to, rank)?;
                    opened += 1;
                    if opened.is_multiple_of(PACE) {
                        stage.reach(opened)?;
                    }
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
        if let Some(value) = self.game.decided(&p).map_err(fault)? {
            return self.fold.end(rank, &p, value);
        }
        let first = self.kids.len();
        let (game, kids) = (self.game, &mut self.kids);
        let flow = game.expand(&p, |step| {
            kids.push(Child {
                rank: game.rank(&step.to),
                to: step.to,
                turn: step.turn,
            });
            MORE
        });
        let _ = flow.map_err(fault)?;
        let end = self.kids.len();
        if first == end {
            return self.fold.end(rank, &p, Value::now(game.stuck()));
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
        debug_assert_eq!(frame.end, self.kids.len(), "{:?}", frame.p);
        self.fold.join(frame.rank, &self.kids[frame.first..])?;
        self.kids.truncate(frame.first);
        Ok(())
    }
}

fn walk<G: Indexed, F: Fold<G::Pos>>(
    game: &G,
    roots: &[G::Pos],
    fold: F,
    watch: &Watch,
) -> Result<F, SolveError> {
    let mut walk = Walk {
        game,
        fold,
        frames: Vec::new(),
        kids: Vec::new(),
        entered: vec![0; game.size().div_ceil(64) as usize],
    };
    walk.run(roots, watch)?;
    Ok(walk.fold)
}

struct Values<C>(Settled<C>);

impl<P, C: Cell> Fold<P> for Values<C> {
    fn is_done(&self, rank: u64) -> bool {
        self.0.0[rank as usize] != C::HOLE
    }

    fn end(&mut self, rank: u64, _: &P, value: Value) -> Result<(), SolveError> {
        self.0.0[rank as usize] = table::fit(value)?;
        tally(&mut self.0.1, value);
        Ok(())
    }

    fn join(&mut self, rank: u64, children: &[Child<P>]) -> Result<(), SolveError> {
        let values = children.iter().filter_map(|c| {
            let value = self.0.0[c.rank as usize].value()?;
            Some(value.over(c.turn))
        });
        let value = values.max().unwrap_or(Value::Draw);
        self.0.0[rank as usize] = table::fit(value)?;
        tally(&mut self.0.1, value);
        Ok(())
    }
}

pub(super) fn values<C: Cell, G: Indexed>(
    game: &G,
    roots: &[G::Pos],
    watch: &Watch,
) -> Result<Made<C>, SolveError> {
    let bytes = game.size() * size_of::<C>() as u64 + game.size() / 8;
    let claim = watch.claim("a table of all positions", bytes)?;
    let fold = Values((vec![C::HOLE; game.size() as usize], Vec::new()));
    Ok((walk(game, roots, fold, watch)?.0, claim))
}

struct ScoreOf<'a, G> {
    game: &'a G,
    scores: Vec<i32>,
}

impl<G: Scored> Fold<G::Pos> for ScoreOf<'_, G> {
    fn is_done(&self, rank: u64) -> bool {
        self.scores[rank as usize] != UNSEEN
    }

    fn end(&mut self, rank: u64, p: &G::Pos, _: Value) -> Result<(), SolveError> {
        let score = self.game.score(p);
        let fits = i32::try_from(score).ok().filter(|s| *s != UNSEEN);
        self.scores[rank as usize] = fits.ok_or_else(|| SolveError::TooLarge {
            what: format!("a score of {score}"),
            most: i32::MAX as u64,
        })?;
        Ok(())
    }

    fn join(&mut self, rank: u64, children: &[Child<G::Pos>]) -> Result<(), SolveError> {
        let scores = children.iter().map(|c| {
            let score = self.scores[c.rank as usize];
            match c.turn {
                Turn::Passes => -score,
                Turn::Again => score,
            }
        });
        self.scores[rank as usize] = scores.max().unwrap_or(0);
        Ok(())
    }
}

pub(super) fn scores<G: Indexed + Scored>(
    game: &G,
    roots: &[G::Pos],
    watch: &Watch,
) -> Result<(Vec<i32>, Claim), SolveError> {
    let bytes = game.size() * size_of::<i32>() as u64 + game.size() / 8;
    let claim = watch.claim("a table of scores", bytes)?;
    let fold = ScoreOf {
        game,
        scores: vec![UNSEEN; game.size() as usize],
    };
    Ok((walk(game, roots, fold, watch)?.scores, claim))
}
