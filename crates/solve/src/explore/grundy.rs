//! Grundy values of everything that was explored.

use std::sync::Arc;

use kibitz_game::{Claim, Grundy, Slotted, Stop, Watch};

use super::enumerate::Found;
use super::in_order::Pass;
use super::slotted::ExploredSlots;
use super::walk::{NoGrundy, walk};
use crate::SolveError;

/// The Grundy values of everything that was explored.
#[derive(Debug)]
pub struct Grundies {
    found: Arc<Found>,
    values: Vec<u32>,
    _memory: Claim,
}

impl Grundies {
    /// The Grundy value of a position; `None` for one that cannot be reached.
    #[must_use]
    pub fn get(&self, position: &[i64]) -> Option<Grundy> {
        let id = self.found.id(position)?;
        Some(Grundy::new(self.values[id as usize].into()))
    }
}

/// Grundy values by id, worked out children first.
#[derive(Debug)]
pub(super) struct Mexes {
    values: Vec<u32>,
    /// By value, the position that was last seen to lead to it; ids are counted
    /// from one.
    seen: Vec<u32>,
    memory: Claim,
}

impl Mexes {
    /// # Errors
    /// Where there is no memory for them.
    pub(super) fn new(found: &Found, watch: &Watch) -> Result<Mexes, Stop> {
        let memory = watch.claim("Grundy values", 4 * u64::from(found.ids))?;
        Ok(Mexes {
            values: vec![0; found.ids as usize],
            seen: Vec::new(),
            memory,
        })
    }

    /// Gives a position the least value that none of its children has.
    #[inline]
    pub(super) fn add(&mut self, id: u32, children: impl Iterator<Item = u32>) {
        let mark = id + 1;
        for child in children {
            let value = self.values[child as usize] as usize;
            if self.seen.len() <= value {
                self.seen.resize(value + 1, 0);
            }
            self.seen[value] = mark;
        }
        let missing = self.seen.iter().position(|last| *last != mark);
        self.values[id as usize] = missing.unwrap_or(self.seen.len()) as u32;
    }

    /// The values, all of which have been worked out.
    pub(super) fn finish(self, found: &Arc<Found>) -> Grundies {
        Grundies {
            found: Arc::clone(found),
            values: self.values,
            _memory: self.memory,
        }
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
    let mut mexes = Mexes::new(found, watch).map_err(SolveError::from)?;
    let cycle = match found.order {
        Some(order) => {
            let pass = Pass {
                game,
                found,
                order,
                threads: watch.pool(),
                watch,
            };
            let visited = pass.visit("Grundy values", None, |id, moves| {
                mexes.add(id, moves.iter().map(|mark| mark.id()));
                Ok(())
            });
            visited.map(|()| None)
        }
        None => walk(game, found, watch, |id, children| {
            mexes.add(id, children.iter().copied());
        }),
    };
    match cycle? {
        Some(cycle) => Err(NoGrundy::Cycle(cycle)),
        None => Ok(mexes.finish(found)),
    }
}
