//! A cycle among the positions that Kahn's algorithm has not removed.
//!
//! Each of them has a move to another: a walk along the first such moves, from the smallest vector
//! on, comes to a cycle, which Brent's algorithm finds without a list of the positions. The state of
//! the walk is a message that goes to the owner of the position in question. So the cycle does not
//! depend on the number of processes.

use kibitz_game::SuccessorBuffer;
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{Expander, VectorSource};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use super::bucket;
use super::grundy::Removed;
use super::moves::Graph;
use super::share::share;
use crate::ClusterError;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// The most positions of a cycle that are collected.
const SHOWN: usize = 64;

/// Steps between two looks at the other processes.
const STEPS: usize = 1 << 10;

/// The error that there is a cycle, the same for all processes.
pub(super) fn cycle_error(
    peers: Peers<'_>,
    worker: &mut Worker,
    source: &dyn VectorSource,
    graph: &Graph,
    removed: &Removed,
) -> Result<SolveError, ClusterError> {
    let placed = graph.placed();
    let (mut row, mut least) = (vec![0; source.slots()], None::<Vec<i64>>);
    for id in (0..placed.tags.len() as u32).filter(|id| !removed.has(*id)) {
        placed.set.get(id, &mut row);
        if least.as_ref().is_none_or(|least| row < *least) {
            least = Some(row.clone());
        }
    }
    let all = share(peers, worker, &least)?;
    let start = all.into_iter().flatten().min();
    let start = start.ok_or_else(|| SolveError::missing(&"a cycle"))?;
    let is_first = bucket(&start) % peers.workers == peers.worker;
    let mut search = Search {
        peers,
        source,
        rules: source.rules(),
        steps: SuccessorBuffer::new(source.slots()),
        graph,
        removed,
        walk: is_first.then(|| Walk::from(start)),
        found: None,
    };
    let stage = peers.context.stage("searching for a cycle", None);
    run(peers, &mut search, 0, &stage, Port::new(worker))?;
    let found = search.found;
    let Walk { cycle, length, .. } = found.ok_or_else(|| SolveError::missing(&"a cycle"))?;
    Ok(source.cyclic(&cycle, length))
}

/// The state of the walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Walk {
    /// The position that was reached, and the number of its move that is tried.
    at: Vec<i64>,
    next: usize,
    /// Brent's algorithm: a position that was reached, the number of moves since then, and the
    /// number of moves after which it is replaced. Once it is reached again, the second is the
    /// length of the cycle.
    mark: Vec<i64>,
    length: u64,
    power: u64,
    /// The cycle from its mark on, and how much of it is walked; empty until it is found.
    cycle: Vec<Vec<i64>>,
    walked: u64,
}

impl Walk {
    fn from(start: Vec<i64>) -> Walk {
        Walk {
            at: start.clone(),
            next: 0,
            mark: start,
            length: 0,
            power: 1,
            cycle: Vec::new(),
            walked: 0,
        }
    }

    /// Whether the cycle is found and walked once, or as much of it as is shown.
    fn is_over(&self) -> bool {
        !self.cycle.is_empty() && (self.walked == self.length || self.cycle.len() == SHOWN)
    }

    /// Goes on to a position.
    fn reach(&mut self, row: &[i64]) {
        (self.at, self.next) = (row.to_vec(), 0);
        if !self.cycle.is_empty() {
            self.walked += 1;
            if self.walked < self.length {
                self.cycle.push(self.at.clone());
            }
            return;
        }
        self.length += 1;
        if self.at == self.mark {
            self.cycle.push(self.at.clone());
        } else if self.length == self.power {
            (self.mark, self.length, self.power) = (self.at.clone(), 0, 2 * self.power);
        }
    }
}

struct Search<'a> {
    peers: Peers<'a>,
    source: &'a dyn VectorSource,
    rules: Box<dyn Expander + 'a>,
    steps: SuccessorBuffer,
    graph: &'a Graph,
    removed: &'a Removed,
    /// If the walk is at this process.
    walk: Option<Walk>,
    found: Option<Walk>,
}

impl Search<'_> {
    /// Walks until the position in question is one of another process, which is returned.
    fn go(&mut self, walk: &mut Walk) -> Result<Option<usize>, SolveError> {
        for _ in 0..STEPS {
            if walk.is_over() {
                break;
            }
            let expanded = self.rules.expand(&walk.at, &mut self.steps);
            expanded.map_err(|fault| SolveError::Fault {
                position: self.source.write(&walk.at),
                fault,
            })?;
            let successor = self.steps.iter().nth(walk.next);
            let (row, _) = successor.ok_or_else(|| SolveError::missing(&walk.at))?;
            let owner = bucket(row) % self.peers.workers;
            if owner != self.peers.worker {
                return Ok(Some(owner));
            }
            match self.graph.placed().id_of(row) {
                Some(id) if !self.removed.has(id) => walk.reach(row),
                _ => walk.next += 1,
            }
        }
        Ok(None)
    }
}

impl Rounds for Search<'_> {
    fn apply(&mut self, _: u32, _: usize, items: &[u8]) -> Result<Option<()>, ClusterError> {
        let Ok(walk) = serde_json::from_slice::<Walk>(items) else {
            return Ok(None);
        };
        match walk.is_over() {
            true => self.found = Some(walk),
            false => self.walk = Some(walk),
        }
        Ok(Some(()))
    }

    fn emit(&mut self, _: u32, items: &mut Items) -> Result<bool, ClusterError> {
        let Some(mut walk) = self.walk.take() else {
            return Ok(true);
        };
        let owner = self.go(&mut walk)?;
        let is_over = walk.is_over();
        if owner.is_none() && !is_over {
            self.walk = Some(walk);
            return Ok(false);
        }
        let json = serde_json::to_vec(&walk);
        let json = json.map_err(|error| ClusterError::Setup(error.to_string()))?;
        for other in (0..self.peers.workers).filter(|other| *other != self.peers.worker) {
            if is_over || owner == Some(other) {
                items.to(other).extend_from_slice(&json);
            }
        }
        self.found = is_over.then_some(walk);
        Ok(true)
    }

    fn done(&self) -> u64 {
        0
    }
}
