//! Transport of updates to their shards.

use kibitz_game::Flow;

use super::{Division, Effect, Update};
use crate::SolveError;

/// Transports updates between shards: in memory, through files, over a network.
///
/// A graph is solved by one process or by several, each of which has some of the shards and calls
/// [`drive`](super::drive) with its end of the exchange. All execute the same rounds: updates are
/// put into the [outboxes](Exchange::outboxes), [swapped](Exchange::swap) for those sent by other
/// processes, applied from the [`Inbox`], and all [agree](Exchange::agree) on how to continue.
/// Updates of a round commute, so their order does not matter; but each must be delivered exactly
/// once, and in its round.
///
/// With a single process:
///
/// ```
/// use kibitz_game::{BREAK, Flow, CONTINUE, Plies, Turn, Value, RunContext, Wdl};
/// use kibitz_solve::SolveError;
/// use kibitz_solve::retrograde::{
///     PredecessorGraph, TableEntry, Division, Effect, Exchange, Inbox, NodeInit, Outbox, Shard, Update, drive,
/// };
///
/// /// Take one or two; a player who cannot loses.
/// struct Take(u64);
///
/// impl PredecessorGraph for Take {
///     fn size(&self) -> u64 {
///         self.0
///     }
///     fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
///         Ok(match rank {
///             0 => NodeInit::Known(Value::terminal(Wdl::Loss)),
///             heap => NodeInit::Open(heap.min(2)),
///         })
///     }
///     fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
///         let predecessors = (rank + 1..=rank + 2).filter(|&predecessor| predecessor < self.0);
///         predecessors.for_each(|predecessor| visit(predecessor, Turn::Other));
///     }
/// }
///
/// /// Updates by shard.
/// struct Sorted(Division, Vec<Vec<Update>>);
///
/// impl Outbox for Sorted {
///     fn send(&mut self, rank: u64, effect: Effect) -> Flow {
///         let (shard, update) = self.0.update(rank, effect);
///         self.1[shard].push(update);
///         // A real one limits all updates of a round, not those of a shard.
///         if self.1[shard].len() < 1000 { CONTINUE } else { BREAK }
///     }
/// }
///
/// impl Inbox for Sorted {
///     fn deliver<F>(&self, base: u64, mut apply: F) -> Result<(), SolveError>
///     where
///         F: FnMut(&[Update]) -> Result<(), SolveError>,
///     {
///         apply(&self.1[self.0.shard(base)])
///     }
/// }
///
/// /// What one thread has sent is what has arrived.
/// struct Alone([Sorted; 1]);
///
/// impl Exchange for Alone {
///     type Outbox = Sorted;
///     type Inbox = Sorted;
///     fn outboxes(&mut self) -> &mut [Sorted] {
///         self.0[0].1.iter_mut().for_each(Vec::clear);
///         &mut self.0
///     }
///     fn swap(&mut self) -> Result<&Sorted, SolveError> {
///         Ok(&self.0[0])
///     }
///     fn agree(&mut self, any: bool) -> Result<bool, SolveError> {
///         Ok(any)
///     }
/// }
///
/// let graph = Take(10);
/// let division = Division::new(10, 2, 1);
/// let mut entries = [0_u16; 10];
/// let mut shards = Vec::new();
/// for (shard, entries) in entries.chunks_mut(4).enumerate() {
///     shards.push(Shard::open(&graph, division.ranks(shard).start, entries)?);
/// }
/// let mut exchange = Alone([Sorted(division, vec![Vec::new(); 3])]);
/// drive(&graph, &mut shards, &mut exchange, &RunContext::new())?;
/// assert_eq!(entries[9].value(), Some(Value::Loss(Plies::new(6))));
/// # Ok::<(), SolveError>(())
/// ```
pub trait Exchange {
    /// Collects the updates of a thread.
    type Outbox: Outbox;
    /// Delivers updates to a thread.
    type Inbox: Inbox;

    /// Empty outboxes for the next round: at least one, and always the same number. This is the
    /// number of threads that emit concurrently.
    fn outboxes(&mut self) -> &mut [Self::Outbox];

    /// Sends the contents of the outboxes, and waits until everything sent to this process in this
    /// round has arrived.
    ///
    /// # Errors
    /// Returns an error if something cannot be sent or does not arrive.
    fn swap(&mut self) -> Result<&Self::Inbox, SolveError>;

    /// Whether `any` is true in some process. All processes call it at the same points.
    ///
    /// # Errors
    /// Returns an error if another process does not answer.
    fn agree(&mut self, any: bool) -> Result<bool, SolveError>;

    /// The division of ranks, if this process has all shards, in order. Levels with few positions
    /// are then solved from a list, without rounds.
    fn whole(&self) -> Option<Division> {
        None
    }
}

/// Collects the updates of a round for one thread.
pub trait Outbox: Send {
    /// Takes an update of the position at `rank`; breaks when it is full for this round. A few more
    /// updates may follow nevertheless: those of the predecessors of 16 positions.
    fn send(&mut self, rank: u64, effect: Effect) -> Flow;
}

/// The updates that have arrived in a round.
pub trait Inbox: Sync {
    /// Passes all updates for the shard whose first rank is `base` to `apply`, in any order and in
    /// any number of parts. Called once for each shard of this process, concurrently for different
    /// shards.
    ///
    /// # Errors
    /// Returns the error of `apply`.
    fn deliver<F>(&self, base: u64, apply: F) -> Result<(), SolveError>
    where
        F: FnMut(&[Update]) -> Result<(), SolveError>;
}
