//! Reachability in tables that list positions: depths, and the absence of cycles.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kibitz_game::{Reservation, RunContext, StopReason};
use kibitz_tablebase::Table;

use crate::checker::{CheckError, Verdict};
use crate::{Problem, Wrong};

/// Numbers between two checks of the time limit.
const CHECK_INTERVAL: u64 = 1 << 12;

/// The depths of a table, checked while its values are.
///
/// The roots, and they only, have depth 0; no successor of a position of depth d is deeper than
/// d + 1, so no stored depth exceeds the true one; and every other position is a successor of one
/// whose depth is smaller by one, so by induction it is reachable in that many moves.
#[derive(Debug)]
pub(crate) struct Depths<'t> {
    table: &'t Table,
    /// In memory if that is permitted; [`NONE`] for no depth.
    decoded: Option<(Vec<u32>, Reservation)>,
    /// One bit for each number.
    reached: Vec<AtomicU64>,
    /// The first root that has another depth than 0.
    wrong_root: Option<u64>,
    _memory: Reservation,
}

/// No depth.
const NONE: u32 = u32::MAX;

/// Numbers that are decoded in one step.
const CHUNK: u64 = 1 << 16;

impl<'t> Depths<'t> {
    /// The depths of a table that lists what is reachable from `roots`; `None` if it has none.
    pub(crate) fn new(
        table: &'t Table,
        roots: &[u64],
        context: &RunContext,
    ) -> Result<Option<Depths<'t>>, CheckError> {
        if !table.has_depths() {
            return Ok(None);
        }
        let size = table.positions();
        let words = size.div_ceil(64);
        let memory = context.reserve("the positions reached", 8 * words)?;
        let decoded = match context.reserve("the depths of a table", size.saturating_mul(4)) {
            Ok(memory) => Some((decode(table, context)?, memory)),
            Err(StopReason::OutOfMemory { .. } | StopReason::Refused { .. }) => None,
            Err(stop) => return Err(stop.into()),
        };
        let mut depths = Depths {
            table,
            decoded,
            reached: (0..words).map(|_| AtomicU64::new(0)).collect(),
            wrong_root: None,
            _memory: memory,
        };
        for root in roots {
            match depths.get(*root)? {
                Some(0) => depths.reach(*root),
                _ => depths.wrong_root = depths.wrong_root.or(Some(*root)),
            }
        }
        Ok(Some(depths))
    }

    #[inline]
    fn get(&self, number: u64) -> Result<Option<u32>, CheckError> {
        Ok(match &self.decoded {
            Some((depths, _)) => Some(depths[number as usize]).filter(|depth| *depth != NONE),
            None => self.table.depth(number)?,
        })
    }

    #[inline]
    fn reach(&self, number: u64) {
        self.reached[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
    }

    /// Compares the depth of a number with those of its successors; returns what is wrong, with
    /// positions by `position`.
    pub(crate) fn problem<P>(
        &self,
        number: u64,
        successors: impl Iterator<Item = u64>,
        position: impl Fn(u64) -> Option<P>,
    ) -> Result<Option<Problem<P>>, CheckError> {
        let stored = self.get(number)?;
        for successor in successors {
            let depth = self.get(successor)?;
            match stored.zip(depth) {
                Some((from, to)) if to <= from => {}
                Some((from, to)) if to - from == 1 => self.reach(successor),
                _ => {
                    let deeper = |to| Problem::Deeper { stored, to, depth };
                    return Ok(position(successor).map(deeper));
                }
            }
        }
        Ok(None)
    }

    /// The verdict on a table of which all numbers were compared with their successors.
    pub(crate) fn verdict<P>(
        &self,
        position: impl Fn(u64) -> Option<P>,
    ) -> Result<Option<Verdict<P>>, CheckError> {
        if let Some(root) = self.wrong_root {
            let problem = Problem::Root(self.get(root)?);
            return Ok(Some(Wrong::verdict(root, position(root), problem)));
        }
        let is_reached = |number: &u64| {
            let word = self.reached[(*number / 64) as usize].load(Relaxed);
            word >> (number % 64) & 1 == 1
        };
        let Some(number) = (0..self.table.positions()).find(|number| !is_reached(number)) else {
            return Ok(None);
        };
        let not_reached = Problem::NotReached(self.get(number)?);
        Ok(Some(Wrong::verdict(number, position(number), not_reached)))
    }
}

/// All depths.
fn decode(table: &Table, context: &RunContext) -> Result<Vec<u32>, CheckError> {
    let size = table.positions();
    let mut all = Vec::with_capacity(size as usize);
    let mut part = Vec::new();
    for start in (0..size).step_by(CHUNK as usize) {
        context.check()?;
        part.clear();
        table.depth_range(start..size.min(start + CHUNK), &mut part)?;
        all.extend(part.iter().map(|depth| depth.unwrap_or(NONE)));
    }
    Ok(all)
}

/// The state of a number in a depth-first search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    OnPath,
    Done,
}

/// A number on a cycle, if there is one, by depth-first search. `successors` appends the numbers of
/// the successors of a number.
pub(crate) fn find_cycle(
    size: u64,
    mut successors: impl FnMut(u64, &mut Vec<u64>) -> Result<(), CheckError>,
    context: &RunContext,
) -> Result<Option<u64>, CheckError> {
    let mut memory = context.reserve("the search for cycles", size)?;
    let stage = context.stage("search for cycles", Some(size));
    let mut visits = vec![Visit::New; size as usize];
    let mut done = 0;
    // The path, each number with where its successors begin in `rest`. Those that are not visited
    // yet are at the end of `rest`.
    let mut path: Vec<(u64, usize)> = Vec::new();
    let mut rest: Vec<u64> = Vec::new();
    let mut reserved = 0;
    for root in 0..size {
        rest.push(root);
        loop {
            let begin = path.last().map_or(0, |(_, begin)| *begin);
            if rest.len() == begin {
                let Some((number, _)) = path.pop() else {
                    break;
                };
                visits[number as usize] = Visit::Done;
                done += 1;
                if done % CHECK_INTERVAL == 0 {
                    stage.advance_to(done)?;
                }
                continue;
            }
            let Some(number) = rest.pop() else {
                break;
            };
            match visits[number as usize] {
                Visit::Done => {}
                Visit::OnPath => return Ok(Some(number)),
                Visit::New => {
                    visits[number as usize] = Visit::OnPath;
                    path.push((number, rest.len()));
                    successors(number, &mut rest)?;
                }
            }
            let bytes = path.capacity() * size_of::<(u64, usize)>() + rest.capacity() * 8;
            if bytes > reserved {
                memory.grow("the search for cycles", (bytes - reserved) as u64)?;
                reserved = bytes;
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number on a cycle of a graph given by lists of successors.
    fn cycle(graph: &[Vec<u64>]) -> Option<u64> {
        let successors = |number: u64, into: &mut Vec<u64>| {
            into.extend(&graph[number as usize]);
            Ok(())
        };
        find_cycle(graph.len() as u64, successors, &RunContext::new()).unwrap()
    }

    /// Whether `to` is reachable from `from` by at least one move.
    fn is_reachable(graph: &[Vec<u64>], from: u64, to: u64) -> bool {
        let mut found = vec![false; graph.len()];
        let mut open = graph[from as usize].clone();
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut found[number as usize], true) {
                open.extend(&graph[number as usize]);
            }
        }
        found[to as usize]
    }

    #[test]
    fn cycles_of_random_graphs_are_found() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut cyclic = 0;
        for _ in 0..2000 {
            let size = random.u64(1..9);
            let list = |random: &mut fastrand::Rng| -> Vec<u64> {
                (0..random.u8(0..3)).map(|_| random.u64(0..size)).collect()
            };
            let graph: Vec<Vec<u64>> = (0..size).map(|_| list(&mut random)).collect();
            let on_cycle: Vec<u64> = (0..size).filter(|n| is_reachable(&graph, *n, *n)).collect();
            match cycle(&graph) {
                Some(number) => assert!(on_cycle.contains(&number), "{graph:?}"),
                None => assert_eq!(on_cycle, [0; 0], "{graph:?}"),
            }
            cyclic += usize::from(!on_cycle.is_empty());
        }
        assert!((500..1900).contains(&cyclic), "{cyclic}");
    }
}
