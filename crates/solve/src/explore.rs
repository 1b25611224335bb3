//! Games without an index: enumerate what can be reached, then solve.
//!
//! Positions get dense ids in the order of their discovery; a hash table finds
//! the id of a position and stores nothing else. The edges, four bytes each,
//! are turned round and handed to [`retrograde`]: so cycles,
//! extra turns and ties are all right, and any [`Game`] can be solved.
//!
//! A game whose positions are rows of whole numbers ([`Slotted`]) has a quicker
//! and smaller way, [`solve_slotted`]: rows are packed into bits, threads share
//! the work, and only edges that may matter are kept.
//!
//! [`Slotted`]: kibitz_game::Slotted

mod batch;
mod children;
mod choose;
mod crossing;
mod descent;
mod direct;
mod early;
mod entry;
mod enumerate;
mod explorer;
mod failure;
mod fields;
mod ground;
mod growth;
mod grundy;
mod halves;
mod hand;
mod hashed;
mod ids;
mod in_order;
mod lanes;
mod levels;
mod lookup;
mod pool;
mod radix;
mod reversed;
mod rounds;
mod slotted;
mod solver;
mod stream;
mod walk;

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use kibitz_game::{Claim, ENOUGH, Game, MORE, Turn, Value, Watch};

use crate::graph::{Edge, Graph};
use crate::retrograde::{self, Opening};
use crate::{SolveError, Table};

pub use grundy::{Grundies, grundies};
pub use slotted::{ExploredSlots, solve_impartial, solve_slotted};
pub use solver::Reach;
pub use walk::{NoGrundy, cycle};

/// Everything that can be reached from some positions, solved.
#[derive(Debug)]
pub struct Explored<P> {
    ids: Ids<P>,
    table: Table,
    _memory: Claim,
}

/// Positions and their ids.
#[derive(Debug)]
struct Ids<P> {
    positions: Vec<P>,
    lookup: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<P: Eq + std::hash::Hash> Ids<P> {
    fn new() -> Ids<P> {
        Ids {
            positions: Vec::new(),
            lookup: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    fn find(&self, p: &P) -> Option<u32> {
        let hash = self.hasher.hash_one(p);
        let same = |id: &u32| self.positions[*id as usize] == *p;
        self.lookup.find(hash, same).copied()
    }

    /// The id of a position, a new one if need be.
    fn number(&mut self, p: P) -> u32 {
        let hash = self.hasher.hash_one(&p);
        let (positions, hasher) = (&mut self.positions, &self.hasher);
        let entry = self.lookup.entry(
            hash,
            |id| positions[*id as usize] == p,
            |id| hasher.hash_one(&positions[*id as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get(),
            hashbrown::hash_table::Entry::Vacant(free) => {
                let id = positions.len() as u32;
                free.insert(id);
                positions.push(p);
                id
            }
        }
    }
}

/// Positions between two looks at the clock and the budget.
const PACE: usize = 1 << 12;

/// Enumerates and solves everything that can be reached from `roots`.
///
/// # Errors
/// Where a budget is used up (the error then tells how many positions were
/// met) or the rules fail.
pub fn solve<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
    watch: &Watch,
) -> Result<Explored<G::Pos>, SolveError> {
    let mut ids = Ids::new();
    let mut meter = Meter {
        watch,
        claim: watch.claim("exploring", 0)?,
        unclaimed: 0,
    };
    for root in roots {
        number(game, root, &mut ids, &mut meter)?;
    }
    let graph = enumerate(game, &mut ids, watch, &mut meter)?;
    let _reversed = watch.claim("the reversed graph", graph.reversed_bytes())?;
    let table = retrograde::solve_backward(&graph.reversed(), watch)?;
    Ok(Explored {
        ids,
        table,
        _memory: meter.claim,
    })
}

/// Counts what the enumeration takes, and claims it by the mebibyte.
struct Meter<'a> {
    watch: &'a Watch,
    claim: Claim,
    unclaimed: u64,
}

impl Meter<'_> {
    const STEP: u64 = 1 << 20;
    /// Vectors grow by doubling, so room for twice their content may be taken.
    const EDGE: u64 = 2 * size_of::<Edge>() as u64;
    const NODE: u64 = 2 * (size_of::<Opening>() + size_of::<u64>()) as u64;
    /// The id in the hash table, with its control byte, at least 7/16 full.
    const LOOKUP: u64 = 12;

    fn add(&mut self, bytes: u64, positions: usize) -> Result<(), SolveError> {
        self.unclaimed += bytes;
        if self.unclaimed >= Meter::STEP {
            let what = format!("exploring, with {positions} positions met so far,");
            self.claim.grow(&what, self.unclaimed)?;
            self.unclaimed = 0;
            // One position alone may have more moves than anybody waits for.
            self.watch.check()?;
        }
        Ok(())
    }

    fn add_position<G: Game>(&mut self, game: &G, p: &G::Pos, id: u32) -> Result<(), SolveError> {
        let own = 2 * size_of::<G::Pos>() + game.heap_bytes(p);
        self.add(own as u64 + Meter::NODE + Meter::LOOKUP, id as usize)
    }
}

fn enumerate<G: Game>(
    game: &G,
    ids: &mut Ids<G::Pos>,
    watch: &Watch,
    meter: &mut Meter<'_>,
) -> Result<Graph, SolveError> {
    let stage = watch.stage("exploring", None);
    let mut graph = Graph {
        starts: vec![0],
        ..Graph::default()
    };
    while graph.openings.len() < ids.positions.len() {
        let node = graph.openings.len();
        let p = ids.positions[node].clone();
        let opening = expand(game, &p, ids, &mut graph, meter)?;
        graph.openings.push(opening);
        graph.starts.push(graph.edges.len() as u64);
        if node.is_multiple_of(PACE) {
            stage.reach(node as u64)?;
        }
    }
    Ok(graph)
}

/// Appends the edges of `p` and tells how it begins.
fn expand<G: Game>(
    game: &G,
    p: &G::Pos,
    ids: &mut Ids<G::Pos>,
    graph: &mut Graph,
    meter: &mut Meter<'_>,
) -> Result<Opening, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if let Some(value) = game.decided(p).map_err(fault)? {
        return Ok(Opening::Known(value));
    }
    let before = graph.edges.len();
    let mut stopped = Ok(());
    let flow = game.expand(p, |step| {
        stopped = add_edge(game, step.to, step.turn, ids, graph, meter);
        if stopped.is_ok() { MORE } else { ENOUGH }
    });
    let _ = flow.map_err(fault)?;
    stopped?;
    Ok(match graph.edges.len() - before {
        0 => Opening::Known(Value::now(game.stuck())),
        moves => Opening::Open(moves as u64),
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
    meter.add(Meter::EDGE, ids.positions.len())
}

/// The id of a position; a new one is claimed for.
fn number<G: Game>(
    game: &G,
    p: G::Pos,
    ids: &mut Ids<G::Pos>,
    meter: &mut Meter<'_>,
) -> Result<u32, SolveError> {
    let met = ids.positions.len();
    let id = ids.number(p);
    if id as usize == met {
        meter.add_position(game, &ids.positions[met], id)?;
        if met as u64 + 1 >= Edge::MOST_NODES {
            return Err(SolveError::TooLarge {
                what: "the number of positions".to_owned(),
                most: Edge::MOST_NODES - 1,
            });
        }
    }
    Ok(id)
}

impl<P: Clone + Eq + std::hash::Hash> Explored<P> {
    /// The value of a position; `None` for one that cannot be reached.
    #[must_use]
    pub fn get(&self, p: &P) -> Option<Value> {
        self.table.get(self.ids.find(p)?.into())
    }

    /// How many positions can be reached.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ids.positions.len() as u64
    }

    /// Whether nothing was asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.positions.is_empty()
    }

    /// Every position with its value, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Value)> {
        let nodes = self.ids.positions.iter().zip(0..);
        nodes.filter_map(|(p, id)| Some((p, self.table.get(id)?)))
    }
}
