//! State-space enumeration and retrograde analysis, for games without an index.
//!
//! Breadth-first enumeration interns positions: each gets a dense id in the order of discovery, and
//! a hash table maps positions to ids. The edges, four bytes each, are transposed and passed to
//! [`retrograde`], which handles cycles, extra turns and ties; so any [`Game`] can be solved.
//!
//! Games on state vectors have a faster and more compact engine,
//! [`explore_vectors`](crate::explore_vectors).

mod solver;

use kibitz_game::{BREAK, CONTINUE, Game, Reservation, RunContext, Turn, Value};

use crate::graph::{Edge, Graph};
use crate::ids::{Ids, LOOKUP};
use crate::meter::Meter;
use crate::retrograde::{self, NodeInit};
use crate::{SolveError, ValueTable};

pub use solver::EnumerationSolver;

/// Everything reachable from some roots, solved.
#[derive(Debug)]
pub struct SolvedGraph<P> {
    ids: Ids<P>,
    table: ValueTable,
    _memory: Reservation,
}

/// Positions between two checks of the time limit.
const CHECK_INTERVAL: usize = 1 << 12;
/// Memory of an edge. Vectors grow by doubling, so their capacity may be twice their length.
const EDGE: u64 = 2 * size_of::<Edge>() as u64;
/// Memory of a node of the graph.
const NODE: u64 = 2 * (size_of::<NodeInit>() + size_of::<u64>()) as u64;

/// Enumerates and solves everything reachable from `roots`.
///
/// # Errors
/// Returns an error if a limit is reached (the message states how many positions were enumerated)
/// or the rules fail.
pub fn solve<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
    context: &RunContext,
) -> Result<SolvedGraph<G::Pos>, SolveError> {
    let mut ids = Ids::new();
    let mut meter = Meter::new(context, "positions")?;
    for root in roots {
        number(game, root, &mut ids, &mut meter)?;
    }
    let graph = enumerate(game, &mut ids, context, &mut meter)?;
    let memory = meter.finish(ids.items().len())?;
    let _transposed = context.reserve("the transposed graph", graph.transposed_bytes())?;
    let table = retrograde::solve_backward(&graph.transposed(), context)?;
    Ok(SolvedGraph {
        ids,
        table,
        _memory: memory,
    })
}

fn enumerate<G: Game>(
    game: &G,
    ids: &mut Ids<G::Pos>,
    context: &RunContext,
    meter: &mut Meter<'_>,
) -> Result<Graph, SolveError> {
    let stage = context.stage("enumeration", None);
    let mut graph = Graph {
        starts: vec![0],
        ..Graph::default()
    };
    while graph.init.len() < ids.items().len() {
        let node = graph.init.len();
        let p = ids.items()[node].clone();
        let init = expand(game, &p, ids, &mut graph, meter)?;
        graph.init.push(init);
        graph.starts.push(graph.edges.len() as u64);
        if node.is_multiple_of(CHECK_INTERVAL) {
            stage.advance_to(node as u64)?;
        }
    }
    Ok(graph)
}

/// Appends the edges of `p` and returns its initial state.
fn expand<G: Game>(
    game: &G,
    p: &G::Pos,
    ids: &mut Ids<G::Pos>,
    graph: &mut Graph,
    meter: &mut Meter<'_>,
) -> Result<NodeInit, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if let Some(value) = game.static_value(p).map_err(fault)? {
        return Ok(NodeInit::Known(value));
    }
    let before = graph.edges.len();
    let mut stopped = Ok(());
    let flow = game.expand(p, |step| {
        stopped = add_edge(game, step.to, step.turn, ids, graph, meter);
        if stopped.is_ok() { CONTINUE } else { BREAK }
    });
    let _ = flow.map_err(fault)?;
    stopped?;
    Ok(match graph.edges.len() - before {
        0 => NodeInit::Known(Value::terminal(game.no_move_result())),
        moves => NodeInit::Open(moves as u64),
    })
}

fn add_edge<G: Game>(
    game: &G,
    to: G::Pos,
    turn: Turn,
    ids: &mut Ids<G::Pos>,
    graph: &mut Graph,
    meter: &mut Meter<'_>,
) -> Result<(), SolveError> {
    let id = number(game, to, ids, meter)?;
    graph.edges.push(Edge::new(id, turn));
    Ok(meter.add(EDGE, ids.items().len())?)
}

/// The id of a position; reserves memory for a new one.
fn number<G: Game>(
    game: &G,
    p: G::Pos,
    ids: &mut Ids<G::Pos>,
    meter: &mut Meter<'_>,
) -> Result<u32, SolveError> {
    let count = ids.items().len();
    let id = ids.number(p);
    if id as usize == count {
        let own = 2 * size_of::<G::Pos>() + game.heap_bytes(&ids.items()[count]);
        meter.add(own as u64 + NODE + LOOKUP, count)?;
        if count as u64 + 1 >= Edge::MAX_NODES {
            return Err(SolveError::TooLarge {
                what: "the number of positions".to_owned(),
                max: Edge::MAX_NODES - 1,
            });
        }
    }
    Ok(id)
}

impl<P: Clone + Eq + std::hash::Hash> SolvedGraph<P> {
    /// The value of a position; `None` if it is not reachable.
    #[must_use]
    pub fn get(&self, p: &P) -> Option<Value> {
        self.table.get(self.ids.find(p)?.into())
    }

    /// The number of reachable positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ids.items().len() as u64
    }

    /// Whether there are no positions, i.e. no roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.items().is_empty()
    }

    /// Every position with its value, in the order of discovery.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Value)> {
        let nodes = self.ids.items().iter().zip(0..);
        nodes.filter_map(|(p, id)| Some((p, self.table.get(id)?)))
    }
}
