//! Grundy values by repeated removal of the positions without moves (Kahn's algorithm). The order
//! of removals is free, so a round removes everything that follows from own removals.

use kibitz_game::Reservation;
use kibitz_solve::explore_vectors::Marks;
use kibitz_solve::explore_vectors::numbers::{MOST_NUMBER, number, put_number};
use kibitz_solve::retrograde::PredecessorGraph;
use timely::worker::Worker;

use super::moves::Graph;
use super::share::share;
use crate::ClusterError;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// Which positions of a process are removed, and their Grundy values.
pub(super) struct Removed {
    marks: Marks,
    /// Whether all positions of all processes are removed: there is no cycle.
    pub(super) is_all: bool,
    _memory: Reservation,
}

impl Removed {
    /// Whether a position is removed.
    pub(super) fn has(&self, id: u32) -> bool {
        self.marks.left(id as usize) == 0
    }

    /// The Grundy value of a position that is removed, if no move gives an extra turn.
    pub(super) fn grundy(&self, id: u32) -> u64 {
        self.marks.value(id as usize)
    }
}

/// Removes positions, together with the other processes, until none without moves is left.
pub(super) fn remove(
    peers: Peers<'_>,
    worker: &mut Worker,
    graph: &Graph,
) -> Result<Removed, ClusterError> {
    let degrees = graph.degrees();
    // With the list of positions to be removed, which may be all.
    let list = 4 * degrees.len() as u64 + Items::memory(peers.workers);
    let bytes = Marks::memory_of(degrees.iter().copied());
    let mut memory = peers.context.reserve("Grundy values", bytes + list)?;
    let mut marks = Marks::default();
    marks.reserve(degrees.iter().copied());
    degrees.iter().for_each(|degree| marks.push(*degree));
    let none_left = |id: &u32| marks.left(*id as usize) == 0;
    let mut removal = Removal {
        peers,
        graph,
        todo: (0..degrees.len() as u32).filter(none_left).collect(),
        marks,
        removed: 0,
    };
    let all = graph.placed().summary().positions;
    let stage = peers
        .context
        .stage("Grundy values by several processes", Some(all));
    run(peers, &mut removal, 0, &stage, Port::new(worker))?;
    let removed: u64 = share(peers, worker, &removal.removed)?.iter().sum();
    memory.keep(bytes);
    Ok(Removed {
        marks: removal.marks,
        is_all: removed == all,
        _memory: memory,
    })
}

struct Removal<'a> {
    peers: Peers<'a>,
    graph: &'a Graph,
    marks: Marks,
    /// The ids that are to be removed.
    todo: Vec<u32>,
    removed: u64,
}

impl Rounds for Removal<'_> {
    fn apply(&mut self, _: u32, _: usize, mut items: &[u8]) -> Result<Option<()>, ClusterError> {
        while let Some((rank, len)) = number(items) {
            let Some((value, more)) = number(&items[len..]) else {
                return Ok(None);
            };
            items = &items[len + more..];
            let placed = self.graph.placed();
            let own = (placed.owner(rank) == self.peers.worker).then(|| placed.id(rank));
            let Some(id) = own.flatten() else {
                return Ok(None);
            };
            if self.marks.apply(id as usize, value) {
                self.todo.push(id);
            }
        }
        Ok(items.is_empty().then_some(()))
    }

    fn emit(&mut self, _: u32, items: &mut Items) -> Result<bool, ClusterError> {
        let placed = self.graph.placed();
        while let Some(id) = self.todo.pop() {
            self.removed += 1;
            let value = self.marks.value(id as usize);
            self.graph.predecessors(placed.rank(id), |rank, _| {
                let owner = placed.owner(rank);
                if owner != self.peers.worker {
                    let mut digits = [0; 2 * MOST_NUMBER];
                    let len = put_number(rank, &mut digits);
                    let len = len + put_number(value, &mut digits[len..]);
                    items.to(owner).extend_from_slice(&digits[..len]);
                } else if let Some(id) = placed.id(rank)
                    && self.marks.apply(id as usize, value)
                {
                    self.todo.push(id);
                }
            });
            if items.are_full() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn done(&self) -> u64 {
        self.removed
    }
}
