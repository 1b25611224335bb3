//! Walks through everything that was explored, children first: Grundy values,
//! and cycles where there are some.

use std::sync::Arc;

use kibitz_game::{Grundy, SlotWorker, Slotted, Steps, Watch};

use super::enumerate::Found;
use super::slotted::ExploredSlots;
use crate::{Cause, SolveError};

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

/// The Grundy values of everything that was explored.
#[derive(Debug)]
pub struct Grundies {
    found: Arc<Found>,
    values: Vec<u32>,
    _memory: kibitz_game::Claim,
}

impl Grundies {
    /// The Grundy value of a position; `None` for one that cannot be reached.
    #[must_use]
    pub fn get(&self, position: &[i64]) -> Option<Grundy> {
        let id = self.found.id(position)?;
        Some(Grundy::new(self.values[id as usize].into()))
    }
}

/// The Grundy values of all positions of an explored game, which must be
/// impartial: in normal play, with nothing decided at a glance and no extra
/// turns. Positions are expanded once more.
///
/// # Errors
/// Where the game has a cycle, a budget is used up, or the rules fail.
pub fn grundies<G: Slotted>(
    game: &G,
    explored: &ExploredSlots,
    watch: &Watch,
) -> Result<Grundies, NoGrundy> {
    let found = &explored.found;
    let bytes = 4 * u64::from(found.ids);
    let memory = watch
        .claim("Grundy values", bytes)
        .map_err(SolveError::from)?;
    let mut values = vec![0u32; found.ids as usize];
    let mut seen: Vec<u32> = Vec::new();
    let cycle = walk(game, found, watch, |id, children| {
        // In `seen`, a value stands for the position that saw it last; ids
        // are counted from one.
        let mark = id + 1;
        for child in children {
            let value = values[*child as usize] as usize;
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = mark;
        }
        let missing = seen.iter().position(|last| *last != mark);
        values[id as usize] = missing.unwrap_or(seen.len()) as u32;
    })?;
    match cycle {
        Some(cycle) => Err(NoGrundy::Cycle(cycle)),
        None => Ok(Grundies {
            found: Arc::clone(found),
            values,
            _memory: memory,
        }),
    }
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
    walk(game, &explored.found, watch, |_, _| ())
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
fn walk<G: Slotted>(
    game: &G,
    found: &Found,
    watch: &Watch,
    mut leave: impl FnMut(u32, &[u32]),
) -> Result<Option<Vec<Vec<i64>>>, SolveError> {
    let stage = watch.stage("looking for cycles", None);
    let _memory = watch.claim("a walk through all positions", found.ids.into())?;
    let mut walker = Walker {
        game,
        found,
        rules: game.worker(),
        states: vec![State::New; found.ids as usize],
        path: Vec::new(),
        children: Vec::new(),
        row: vec![0; game.slots()],
        key: found.key(),
        steps: Steps::new(game.slots()),
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

struct Walker<'g, G: Slotted> {
    game: &'g G,
    found: &'g Found,
    rules: G::Worker<'g>,
    states: Vec<State>,
    path: Vec<Stop>,
    /// The children of the positions on the path, one's after the other's.
    children: Vec<u32>,
    row: Vec<i64>,
    key: Vec<u64>,
    steps: Steps,
}

impl<G: Slotted> Walker<'_, G> {
    /// Goes to a position.
    fn enter(&mut self, id: u32) -> Result<(), SolveError> {
        let from = self.children.len();
        self.found.row(id, &mut self.key, &mut self.row);
        let fault = |row: &[i64], fault: G::Fault| SolveError::Fault {
            position: self.game.write(row),
            fault: Cause::new(fault),
        };
        let decided = self.rules.decided(&self.row);
        if decided.map_err(|e| fault(&self.row, e))?.is_none() {
            let expanded = self.rules.expand(&self.row, &mut self.steps);
            expanded.map_err(|e| fault(&self.row, e))?;
            let found = self
                .found
                .ids(&self.steps, &mut self.key, &mut self.children);
            found.map_err(|row| SolveError::Missing {
                position: self.game.write(row),
            })?;
        }
        self.states[id as usize] = State::OnPath;
        self.path.push(Stop {
            id,
            from,
            next: from,
        });
        Ok(())
    }

    /// The path from a position on it to its end.
    fn cycle(&self, from: u32) -> Vec<Vec<i64>> {
        let path = self.path.iter().skip_while(|stop| stop.id != from);
        path.map(|stop| self.found.row_of(stop.id)).collect()
    }
}
