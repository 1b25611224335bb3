//! Reachability in tables that list positions: depths, and the absence of cycles.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kibitz_game::RunContext;
use kibitz_tablebase::Table;

use crate::checker::{CheckError, Verdict, in_chunks};
use crate::{Counts, Problem, Wrong};

/// Numbers between two checks of the time limit.
const CHECK_INTERVAL: u64 = 1 << 12;

/// Checks the depths of a table. `successors` makes a function, one for each thread, that appends
/// the numbers of the successors of a number. Returns what is wrong.
///
/// The roots, and they only, have depth 0; no successor of a position of depth d is deeper than
/// d + 1, so no stored depth exceeds the true one; and every other position is a successor of one
/// whose depth is smaller by one, so by induction it is reachable in that many moves.
pub(crate) fn check_depths<P, S>(
    table: &Table,
    roots: &[u64],
    successors: impl Fn() -> S + Sync,
    position: impl Fn(u64) -> Option<P> + Sync,
    context: &RunContext,
) -> Result<Option<Verdict<P>>, CheckError>
where
    P: Send,
    S: FnMut(u64, &mut Vec<u64>) -> Result<(), CheckError>,
{
    let words = table.positions().div_ceil(64);
    let _memory = context.reserve("the positions reached", 8 * words)?;
    let reached: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
    let reach = |number: u64| {
        reached[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
    };
    for root in roots {
        if table.depth(*root)? == Some(0) {
            reach(*root);
        }
    }
    let verdict = in_chunks(table, 1, context, |numbers| {
        let mut successors = successors();
        let mut counts = Counts::default();
        let mut next = Vec::new();
        for number in numbers {
            let stored = table.depth(number)?;
            next.clear();
            successors(number, &mut next)?;
            for successor in &next {
                let depth = table.depth(*successor)?;
                match stored.zip(depth) {
                    Some((from, to)) if to <= from => {}
                    Some((from, to)) if to - from == 1 => reach(*successor),
                    _ => {
                        // Every successor is the position of its number.
                        let Some(to) = position(*successor) else {
                            continue;
                        };
                        let deeper = Problem::Deeper { stored, to, depth };
                        return Ok(Wrong::verdict(number, position(number), deeper));
                    }
                }
            }
            counts.see(None);
        }
        Ok(Verdict::Correct(counts))
    })?;
    if let Verdict::Wrong(_) = verdict {
        return Ok(Some(verdict));
    }
    let is_reached = |number: &u64| {
        let word = reached[(*number / 64) as usize].load(Relaxed);
        word >> (number % 64) & 1 == 1
    };
    let Some(number) = (0..table.positions()).find(|number| !is_reached(number)) else {
        return Ok(None);
    };
    let not_reached = Problem::NotReached(table.depth(number)?);
    Ok(Some(Wrong::verdict(number, position(number), not_reached)))
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
