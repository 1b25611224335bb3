//! Explicit game graphs on dense ids.

use kibitz_game::Turn;

use crate::SolveError;
use crate::retrograde::{NodeInit, PredecessorGraph};

/// An edge to another node, with the turn, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge(u32);

impl Edge {
    /// Maximum number of nodes.
    pub(crate) const MAX_NODES: u64 = 1 << 31;

    pub(crate) fn new(id: u32, turn: Turn) -> Edge {
        Edge(id << 1 | u32::from(turn == Turn::Same))
    }

    pub(crate) fn id(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn turn(self) -> Turn {
        if self.0 & 1 == 1 {
            Turn::Same
        } else {
            Turn::Other
        }
    }
}

/// Nodes with their outgoing edges, in the order of their ids.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The initial state of each node.
    pub(crate) init: Vec<NodeInit>,
    /// Where the edges of a node begin; one more entry than nodes.
    pub(crate) starts: Vec<u64>,
    pub(crate) edges: Vec<Edge>,
}

impl Graph {
    pub(crate) fn edges_of(&self, node: usize) -> &[Edge] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The memory in bytes for transposing the graph.
    pub(crate) fn transposed_bytes(&self) -> u64 {
        16 * self.starts.len() as u64 + 4 * self.edges.len() as u64
    }

    /// The transposed graph.
    pub(crate) fn transposed(&self) -> TransposedGraph<'_> {
        let nodes = self.init.len();
        let mut starts = vec![0u64; nodes + 1];
        for edge in &self.edges {
            starts[edge.id() as usize + 1] += 1;
        }
        for i in 0..nodes {
            starts[i + 1] += starts[i];
        }
        let mut place = starts.clone();
        let mut predecessors = vec![Edge(0); self.edges.len()];
        for node in 0..nodes {
            for edge in self.edges_of(node) {
                let slot = &mut place[edge.id() as usize];
                predecessors[*slot as usize] = Edge::new(node as u32, edge.turn());
                *slot += 1;
            }
        }
        TransposedGraph {
            graph: self,
            starts,
            predecessors,
        }
    }
}

/// A graph with its incoming edges.
#[derive(Debug)]
pub(crate) struct TransposedGraph<'a> {
    graph: &'a Graph,
    starts: Vec<u64>,
    predecessors: Vec<Edge>,
}

impl PredecessorGraph for TransposedGraph<'_> {
    fn size(&self) -> u64 {
        self.graph.init.len() as u64
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        Ok(self.graph.init[rank as usize])
    }

    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        let node = rank as usize;
        for edge in &self.predecessors[self.starts[node] as usize..self.starts[node + 1] as usize] {
            visit(edge.id().into(), edge.turn());
        }
    }
}
