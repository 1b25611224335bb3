//! Score play on state vectors: both players maximise the difference of their points.
//!
//! The value of a position is the best difference that the mover can reach from there on: the
//! maximum over the moves of the points of the move plus the value of the successor, negated if the
//! other player moves there. It is 0 without a move, and given by the rules where the game is
//! decided. If there is no cycle, every value follows from those of the successors by a post-order
//! depth-first search (backward induction). With a cycle a player could collect points for ever, so
//! there is no value.

use kibitz_game::{
    Reservation, RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn,
};

use crate::explore_vectors::RowSet;
use crate::{Cause, Evaluation, SolveError};

/// All positions reachable from some roots, with their scores.
#[derive(Debug)]
pub struct Scores {
    /// The positions, by id in breadth-first order.
    rows: RowSet,
    /// By id.
    scores: Vec<i64>,
    /// The first id of each depth.
    depths: Vec<u32>,
    _memory: Reservation,
}

/// Visits vectors with their evaluations; an error ends the visit.
pub type ScoreVisitor<'a> = dyn FnMut(&[i64], Evaluation) -> Result<(), SolveError> + 'a;

/// All positions, and what is known of them.
struct Graph {
    rows: RowSet,
    depths: Vec<u32>,
    /// The scores of positions that are done.
    scores: Vec<i64>,
    states: Vec<State>,
    memory: Reservation,
}

#[derive(Clone, Copy)]
struct Move {
    to: u32,
    turn: Turn,
    points: i64,
}

/// The state of a position in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// A position on the path of the search.
struct OnPath {
    id: u32,
    /// Where its moves begin; they end where those of the next position on the path begin.
    first: usize,
    /// The move to visit next.
    next: usize,
}

/// Positions between two checks of the limits.
const CHECK_INTERVAL: usize = 1 << 10;

/// Solves all positions reachable from `roots`.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator};
/// use kibitz_solve::scores;
///
/// /// Take one to three stones; each is a point.
/// struct Stones;
///
/// impl StateVectorGame for Stones {
///     type Fault = Infallible;
///     type Worker<'a> = Stones;
///
///     fn slots(&self) -> usize {
///         1
///     }
///
///     fn worker(&self) -> Stones {
///         Stones
///     }
/// }
///
/// impl SuccessorGenerator for Stones {
///     type Fault = Infallible;
///
///     fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
///         steps.clear();
///         for take in 1..=row[0].min(3) {
///             steps.buffer_mut().extend([row[0] - take, 2 * take]);
///         }
///         Ok(())
///     }
/// }
///
/// let solved = scores::solve(&Stones, &[vec![4]], &RunContext::new(), |_| unreachable!())?;
/// assert_eq!(solved.get(&[4]), Some(2));
/// # Ok::<(), kibitz_solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns an error if a limit is reached, the rules fail, or a score does not fit 64 bits; if there
/// is a cycle, the one that `cycle_error` makes of its positions.
pub fn solve<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    context: &RunContext,
    cycle_error: impl FnOnce(&[Vec<i64>]) -> SolveError,
) -> Result<Scores, SolveError> {
    let mut graph = enumerate(game, roots, context)?;
    if let Some(cycle) = graph.evaluate(game, context)? {
        let cycle: Vec<Vec<i64>> = cycle.into_iter().map(|id| graph.row(id)).collect();
        return Err(cycle_error(&cycle));
    }
    let kept = graph.rows.memory() + 8 * graph.scores.capacity() as u64;
    graph.memory.keep(kept);
    Ok(Scores {
        rows: graph.rows,
        scores: graph.scores,
        depths: graph.depths,
        _memory: graph.memory,
    })
}

/// Breadth-first, so that depths are minimal. Moves are not stored: there are many times more of
/// them than positions, and generating them a second time is fast.
fn enumerate<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    context: &RunContext,
) -> Result<Graph, SolveError> {
    let stage = context.stage("enumeration", None);
    let mut graph = Graph {
        rows: RowSet::new(game.slots()),
        depths: Vec::new(),
        scores: Vec::new(),
        states: Vec::new(),
        memory: context.reserve("enumeration", 0)?,
    };
    let mut worker = game.worker();
    let mut steps = SuccessorBuffer::new(game.slots());
    let mut row = vec![0; game.slots()];
    graph.reserve(roots.len(), 0)?;
    for root in roots {
        graph.number(root)?;
    }
    let mut level = 0..graph.rows.len();
    while !level.is_empty() {
        graph.depths.push(level.start as u32);
        for id in level.clone() {
            graph.rows.get(id as u32, &mut row);
            let decided = worker.final_score(&row).map_err(failed(game, &row))?;
            graph.scores.push(decided.unwrap_or(0));
            graph.states.push(match decided {
                Some(_) => State::Done,
                None => State::New,
            });
            if decided.is_none() {
                worker
                    .expand(&row, &mut steps)
                    .map_err(failed(game, &row))?;
                graph.reserve(steps.len(), 0)?;
                for (to, _) in steps.iter() {
                    graph.number(to)?;
                }
            }
            if id.is_multiple_of(CHECK_INTERVAL) {
                stage.advance_to(id as u64)?;
            }
        }
        level = level.end..graph.rows.len();
    }
    Ok(graph)
}

/// The error that the rules fail at a position.
fn failed<'a, G: StateVectorGame>(
    game: &'a G,
    row: &'a [i64],
) -> impl FnOnce(G::Fault) -> SolveError + 'a {
    |fault| SolveError::Fault {
        position: game.write(row),
        fault: Cause::new(fault),
    }
}

impl Graph {
    /// The id of a position, which is added if it is new.
    fn number(&mut self, row: &[i64]) -> Result<u32, SolveError> {
        let id = self.rows.insert(row);
        id.map(|(id, _)| id).ok_or_else(|| SolveError::TooLarge {
            what: "the number of positions".to_owned(),
            max: u32::MAX.into(),
        })
    }

    fn row(&self, id: u32) -> Vec<i64> {
        let mut row = vec![0; self.rows.slots()];
        self.rows.get(id, &mut row);
        row
    }

    /// Reserves the memory that the graph takes with `more` positions, and `moves` moves on the path
    /// of the search.
    fn reserve(&mut self, more: usize, moves: usize) -> Result<(), SolveError> {
        /// Reservations are made by the mebibyte.
        const STEP: u64 = 1 << 20;
        // Vectors grow by doubling, and exist twice for a moment.
        let each = 3 * (size_of::<i64>() + size_of::<State>());
        let path = 3 * (size_of::<Move>() + size_of::<OnPath>());
        let bytes = (self.rows.len() + more) * each + moves * path;
        let needed = self.rows.memory_with(more) + bytes as u64;
        if needed > self.memory.bytes() {
            let what = format!("enumeration reached {} positions and", self.rows.len());
            let grown = needed.next_multiple_of(STEP) - self.memory.bytes();
            self.memory.grow(&what, grown)?;
        }
        Ok(())
    }

    /// Computes the scores of all positions in post-order; returns the ids on a cycle if there is
    /// one.
    fn evaluate<G: StateVectorGame>(
        &mut self,
        game: &G,
        context: &RunContext,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        let count = self.rows.len();
        let stage = context.stage("scores", Some(count as u64));
        let mut search = Search {
            worker: game.worker(),
            steps: SuccessorBuffer::new(game.slots()),
            row: vec![0; game.slots()],
            path: Vec::new(),
            moves: Vec::new(),
        };
        let mut done = 0;
        for root in 0..count as u32 {
            if self.states[root as usize] == State::New {
                search.enter(game, self, root)?;
            }
            while let Some(at) = search.path.last_mut() {
                let Some(one) = search.moves.get(at.next) else {
                    let score = self.best(game, at.id, &search.moves[at.first..])?;
                    self.scores[at.id as usize] = score;
                    self.states[at.id as usize] = State::Done;
                    search.moves.truncate(at.first);
                    search.path.pop();
                    done += 1;
                    if done % CHECK_INTERVAL as u64 == 0 {
                        stage.advance_to(done)?;
                    }
                    continue;
                };
                at.next += 1;
                let to = one.to;
                match self.states[to as usize] {
                    State::Done => {}
                    State::New => search.enter(game, self, to)?,
                    State::OnPath => {
                        let ids = search.path.iter().map(|at| at.id);
                        return Ok(Some(ids.skip_while(|id| *id != to).collect()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The score of a position with these moves, whose successors are done; 0 without moves.
    fn best<G: StateVectorGame>(
        &self,
        game: &G,
        id: u32,
        moves: &[Move],
    ) -> Result<i64, SolveError> {
        let mut best = None;
        for one in moves {
            let next = self.scores[one.to as usize];
            let next = match one.turn {
                Turn::Other => next.checked_neg(),
                Turn::Same => Some(next),
            };
            let score = next.and_then(|next| next.checked_add(one.points));
            let score = score.ok_or_else(|| SolveError::TooLarge {
                what: format!("the score of {}", game.write(&self.row(id))),
                max: i64::MAX as u64,
            })?;
            best = best.max(Some(score));
        }
        Ok(best.unwrap_or(0))
    }
}

/// The depth-first search: the path, and the moves of the positions on it.
struct Search<W> {
    worker: W,
    steps: SuccessorBuffer,
    row: Vec<i64>,
    path: Vec<OnPath>,
    moves: Vec<Move>,
}

impl<W: SuccessorGenerator> Search<W> {
    /// Puts a position on the path.
    fn enter<G: StateVectorGame<Fault = W::Fault>>(
        &mut self,
        game: &G,
        graph: &mut Graph,
        id: u32,
    ) -> Result<(), SolveError> {
        graph.rows.get(id, &mut self.row);
        let expanded = self.worker.expand(&self.row, &mut self.steps);
        expanded.map_err(failed(game, &self.row))?;
        let first = self.moves.len();
        graph.reserve(0, first + self.steps.len() + self.path.len() + 1)?;
        for (row, turn, points) in self.steps.iter_with_points() {
            let to = graph.rows.find(row).ok_or_else(|| SolveError::Missing {
                position: game.write(row),
            })?;
            self.moves.push(Move { to, turn, points });
        }
        graph.states[id as usize] = State::OnPath;
        self.path.push(OnPath {
            id,
            first,
            next: first,
        });
        Ok(())
    }
}

impl Scores {
    /// The score of a position; `None` if it is not reachable.
    #[must_use]
    pub fn get(&self, row: &[i64]) -> Option<i64> {
        let id = self.rows.find(row)?;
        Some(self.scores[id as usize])
    }

    /// The depth of a position: the fewest moves from a root.
    #[must_use]
    pub fn depth(&self, row: &[i64]) -> Option<u32> {
        let id = self.rows.find(row)?;
        Some(self.depths.partition_point(|first| *first <= id) as u32 - 1)
    }

    /// Visits all positions in order of depth, then of vectors; an error ends the visit.
    ///
    /// # Errors
    /// Returns the error of the visitor, or if a limit is reached.
    pub fn visit(
        &self,
        context: &RunContext,
        visitor: &mut ScoreVisitor<'_>,
    ) -> Result<(), SolveError> {
        let mut row = vec![0; self.rows.slots()];
        let ends = self.depths.iter().skip(1).copied();
        let ends = ends.chain([self.rows.len() as u32]);
        for (first, end) in self.depths.iter().zip(ends) {
            let bytes = u64::from(end - first) * size_of::<u32>() as u64;
            let _memory = context.reserve("visiting positions in order", bytes)?;
            let mut ids: Vec<u32> = (*first..end).collect();
            ids.sort_unstable_by(|a, b| self.rows.compare(*a, *b));
            for (i, id) in ids.into_iter().enumerate() {
                if i.is_multiple_of(CHECK_INTERVAL) {
                    context.check()?;
                }
                self.rows.get(id, &mut row);
                visitor(&row, Evaluation::of_score(self.scores[id as usize]))?;
            }
        }
        Ok(())
    }
}
