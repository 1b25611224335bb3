//! Walks through everything that was explored, children first, as far as the
//! first cycle.

use kibitz_game::{Claim, Slotted, Watch};

use super::children::Children;
use super::enumerate::{Found, count};
use super::slotted::ExploredSlots;
use crate::SolveError;

/// Why there are no Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGrundy {
    /// Play may go on for ever: each of these positions has a move to the
    /// next, and the last one to the first.
    #[error("the game has a cycle of {} moves", .0.len())]
    Cycle(Vec<Vec<i64>>),
    /// A budget is used up, or the rules fail.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A cycle of an explored game: positions of which each has a move to the next,
/// and the last one to the first. `None` where play always ends. Positions are
/// expanded once more.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn cycle<G: Slotted>(
    game: &G,
    explored: &ExploredSlots,
    watch: &Watch,
) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
    match explored.found.order {
        // All moves go down.
        Some(_) => Ok(None),
        None => walk(game, &explored.found, watch, |_, _| ()),
    }
}

/// Where a position stands in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// A position of the path.
struct Stop {
    id: u32,
    /// Where its children begin in the list of all children on the path.
    from: usize,
    /// The next one to go to.
    next: usize,
}

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 12;

/// Goes depth first from the roots; `leave(id, children)` is called once the
/// children have been left. Ends at the first cycle.
pub(super) fn walk<G: Slotted>(
    game: &G,
    found: &Found,
    watch: &Watch,
    mut leave: impl FnMut(u32, &[u32]),
) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
    let stage = watch.stage("looking for cycles", Some(count(found.levels.all())));
    let mut walker = Walker {
        found,
        memory: watch.claim(WALK, found.ids.into())?,
        claimed: 0,
        states: vec![State::New; found.ids as usize],
        path: Vec::new(),
        expander: Children::new(game, found),
        children: Vec::new(),
    };
    let mut left = 0;
    for root in found.roots() {
        if walker.states[root as usize] == State::New {
            walker.enter(root)?;
        }
        while let Some(stop) = walker.path.last_mut() {
            let Some(&child) = walker.children.get(stop.next) else {
                let Stop { id, from, .. } = *stop;
                leave(id, &walker.children[from..]);
                walker.states[id as usize] = State::Done;
                walker.children.truncate(from);
                walker.path.pop();
                left += 1;
                if left % PACE == 0 {
                    stage.reach(left)?;
                }
                continue;
            };
            stop.next += 1;
            match walker.states[child as usize] {
                State::New => walker.enter(child)?,
                State::OnPath => return Ok(Some(walker.cycle(child))),
                State::Done => {}
            }
        }
    }
    Ok(None)
}

/// What the memory of a walk is for.
const WALK: &str = "a walk through all positions";

struct Walker<'g, G: Slotted> {
    found: &'g Found,
    memory: Claim,
    /// Bytes of the path that are claimed.
    claimed: usize,
    states: Vec<State>,
    path: Vec<Stop>,
    expander: Children<'g, G>,
    /// The children of the positions on the path, one's after the other's.
    children: Vec<u32>,
}

impl<G: Slotted> Walker<'_, G> {
    /// Goes to a position.
    fn enter(&mut self, id: u32) -> Result<(), SolveError> {
        let from = self.children.len();
        self.expander.of(id, &mut self.children)?;
        self.states[id as usize] = State::OnPath;
        self.path.push(Stop {
            id,
            from,
            next: from,
        });
        Ok(self.claim()?)
    }

    /// Claims the memory of the path. Lists grow to twice their length, and are
    /// there once more while they do.
    fn claim(&mut self) -> Result<(), kibitz_game::Stop> {
        const PORTION: usize = 1 << 18;
        let path = self.path.len() * size_of::<Stop>();
        let bytes = 3 * (path + self.children.len() * size_of::<u32>());
        if bytes > self.claimed + PORTION {
            let more = (bytes - self.claimed).next_multiple_of(PORTION);
            self.memory.grow(WALK, more as u64)?;
            self.claimed += more;
        }
        Ok(())
    }

    /// The path from a position on it to its end.
    fn cycle(&self, from: u32) -> Vec<Vec<i64>> {
        let path = self.path.iter().skip_while(|stop| stop.id != from);
        path.map(|stop| self.found.row_of(stop.id)).collect()
    }
}
