//! Post-order depth-first search over the enumerated game, up to the first cycle.

use kibitz_game::{Reservation, RunContext, StateVectorGame};

use super::SolvedVectors;
use super::children::Children;
use super::enumerate::{StateSpace, count};
use crate::SolveError;

/// Why there are no Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrundyError {
    /// The game graph has a cycle: each of these positions has a move to the next, and the last one
    /// to the first.
    #[error("the game has a cycle of {} moves", .0.len())]
    Cycle(Vec<Vec<i64>>),
    /// A limit is reached, or the rules fail.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A cycle of an enumerated game: each of these positions has a move to the next, and the last one
/// to the first. `None` if play always ends. Positions are expanded a second time.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn cycle<G: StateVectorGame>(
    game: &G,
    explored: &SolvedVectors,
    context: &RunContext,
) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
    match explored.found.order {
        // A topological order proves that there is no cycle.
        Some(_) => Ok(None),
        None => dfs(game, &explored.found, context, |_, _| ()),
    }
}

/// The state of a position in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// A position on the path.
struct DfsFrame {
    id: u32,
    /// Where its successors begin in the list of all successors on the path.
    from: usize,
    /// The next successor to visit.
    next: usize,
}

/// Positions between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 12;

/// Depth-first search from the roots; `leave(id, children)` is called in post-order. Ends at the
/// first cycle.
pub(super) fn dfs<G: StateVectorGame>(
    game: &G,
    found: &StateSpace,
    context: &RunContext,
    mut leave: impl FnMut(u32, &[u32]),
) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
    let stage = context.stage("cycle detection", Some(count(found.levels.all())));
    let mut search = Search {
        found,
        memory: context.reserve(WHAT, found.ids.into())?,
        reserved: 0,
        states: vec![State::New; found.ids as usize],
        path: Vec::new(),
        expander: Children::new(game, found),
        children: Vec::new(),
    };
    let mut left = 0;
    for root in found.roots() {
        if search.states[root as usize] == State::New {
            search.enter(root)?;
        }
        while let Some(frame) = search.path.last_mut() {
            let Some(&child) = search.children.get(frame.next) else {
                let DfsFrame { id, from, .. } = *frame;
                leave(id, &search.children[from..]);
                search.states[id as usize] = State::Done;
                search.children.truncate(from);
                search.path.pop();
                left += 1;
                if left % CHECK_INTERVAL == 0 {
                    stage.advance_to(left)?;
                }
                continue;
            };
            frame.next += 1;
            match search.states[child as usize] {
                State::New => search.enter(child)?,
                State::OnPath => return Ok(Some(search.cycle(child))),
                State::Done => {}
            }
        }
    }
    Ok(None)
}

/// What the memory is reserved for.
const WHAT: &str = "a depth-first search of all positions";

struct Search<'g, G: StateVectorGame> {
    found: &'g StateSpace,
    memory: Reservation,
    /// Bytes reserved for the path.
    reserved: usize,
    states: Vec<State>,
    path: Vec<DfsFrame>,
    expander: Children<'g, G>,
    /// The successors of the positions on the path, concatenated.
    children: Vec<u32>,
}

impl<G: StateVectorGame> Search<'_, G> {
    /// Pushes a position.
    fn enter(&mut self, id: u32) -> Result<(), SolveError> {
        let from = self.children.len();
        self.expander.of(id, &mut self.children)?;
        self.states[id as usize] = State::OnPath;
        self.path.push(DfsFrame {
            id,
            from,
            next: from,
        });
        Ok(self.reservation()?)
    }

    /// Reserves the memory of the path. A list grows to twice its length, with both copies alive
    /// meanwhile.
    fn reservation(&mut self) -> Result<(), kibitz_game::StopReason> {
        const RESERVE_STEP: usize = 1 << 18;
        let path = self.path.len() * size_of::<DfsFrame>();
        let bytes = 3 * (path + self.children.len() * size_of::<u32>());
        if bytes > self.reserved + RESERVE_STEP {
            let more = (bytes - self.reserved).next_multiple_of(RESERVE_STEP);
            self.memory.grow(WHAT, more as u64)?;
            self.reserved += more;
        }
        Ok(())
    }

    /// The path from a position on it to its end.
    fn cycle(&self, from: u32) -> Vec<Vec<i64>> {
        let path = self.path.iter().skip_while(|frame| frame.id != from);
        path.map(|frame| self.found.row_of(frame.id)).collect()
    }
}
