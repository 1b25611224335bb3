//! Score play on state vectors: both players maximise the difference of their points.
//!
//! The value of a position is the best difference that the mover can reach from there on: the
//! maximum over the moves of the points of the move plus the value of the successor, negated if the
//! other player moves there. It is 0 without a move, and given by the rules where the game is
//! decided. If there is no cycle, every value follows from those of the successors by a post-order
//! depth-first search (backward induction). With a cycle a player could collect points for ever, so
//! there is no value.

use std::ops::Range;

use kibitz_game::{
    Reservation, RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn,
};

use crate::explore_vectors::RowSet;
use crate::{Evaluation, SolveError};

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

/// The moves of all positions, and what is known without them.
struct Graph {
    rows: RowSet,
    depths: Vec<u32>,
    /// Where the moves of each position begin, and where the last ones end.
    starts: Vec<usize>,
    moves: Vec<Move>,
    /// The scores of positions without moves; 0 for the others.
    scores: Vec<i64>,
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

/// A position on the path of the search, and its moves that are not visited yet.
type OnPath = (u32, Range<usize>);

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

/// Breadth-first, so that depths are minimal.
fn enumerate<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    context: &RunContext,
) -> Result<Graph, SolveError> {
    let stage = context.stage("enumeration", None);
    let mut graph = Graph {
        rows: RowSet::new(game.slots()),
        depths: Vec::new(),
        starts: vec![0],
        moves: Vec::new(),
        scores: Vec::new(),
        memory: context.reserve("enumeration", 0)?,
    };
    let mut worker = game.worker();
    let mut steps = SuccessorBuffer::new(game.slots());
    let mut row = vec![0; game.slots()];
    for root in roots {
        graph.number(root)?;
    }
    let mut level = 0..graph.rows.len();
    while !level.is_empty() {
        graph.depths.push(level.start as u32);
        for id in level.clone() {
            graph.rows.get(id as u32, &mut row);
            let failed = |fault| SolveError::Fault {
                position: game.write(&row),
                fault: crate::Cause::new(fault),
            };
            let decided = worker.final_score(&row).map_err(failed)?;
            graph.scores.push(decided.unwrap_or(0));
            if decided.is_none() {
                worker.expand(&row, &mut steps).map_err(failed)?;
                graph.reserve(steps.len())?;
                for (to, turn, points) in steps.iter_with_points() {
                    let to = graph.number(to)?;
                    graph.moves.push(Move { to, turn, points });
                }
            }
            graph.starts.push(graph.moves.len());
            if id.is_multiple_of(CHECK_INTERVAL) {
                stage.advance_to(id as u64)?;
            }
        }
        level = level.end..graph.rows.len();
    }
    Ok(graph)
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

    /// The moves of a position.
    fn moves_of(&self, id: u32) -> Range<usize> {
        self.starts[id as usize]..self.starts[id as usize + 1]
    }

    /// Reserves the memory that the graph and the search will take with `more` moves.
    fn reserve(&mut self, more: usize) -> Result<(), SolveError> {
        /// Reservations are made by the mebibyte.
        const STEP: u64 = 1 << 20;
        // Starts, scores, states, and the path of the search. Vectors grow by doubling, and exist
        // twice for a moment.
        let each = 3 * (size_of::<usize>() + size_of::<i64>() + size_of::<OnPath>()) + 1;
        let rows = (self.rows.len() + more) * each;
        let moves = 3 * size_of::<Move>() * (self.moves.len() + more);
        let needed = self.rows.memory_with(more) + (rows + moves) as u64;
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
        let mut states = vec![State::New; count];
        let mut path: Vec<OnPath> = Vec::new();
        let mut done = 0;
        for root in 0..count as u32 {
            if states[root as usize] == State::New {
                states[root as usize] = State::OnPath;
                path.push((root, self.moves_of(root)));
            }
            while let Some((id, rest)) = path.last_mut() {
                let Some(next) = rest.next() else {
                    let id = *id;
                    self.back_up(game, id)?;
                    states[id as usize] = State::Done;
                    path.pop();
                    done += 1;
                    if done % CHECK_INTERVAL as u64 == 0 {
                        stage.advance_to(done)?;
                    }
                    continue;
                };
                let to = self.moves[next].to;
                match states[to as usize] {
                    State::Done => {}
                    State::New => {
                        states[to as usize] = State::OnPath;
                        path.push((to, self.moves_of(to)));
                    }
                    State::OnPath => {
                        let ids = path.iter().map(|(id, _)| *id);
                        return Ok(Some(ids.skip_while(|id| *id != to).collect()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The score of a position whose successors have theirs.
    fn back_up<G: StateVectorGame>(&mut self, game: &G, id: u32) -> Result<(), SolveError> {
        let moves = &self.moves[self.moves_of(id)];
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
        if let Some(best) = best {
            self.scores[id as usize] = best;
        }
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
