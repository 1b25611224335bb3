//! How updates get to the shards that they are for.

use kibitz_game::Flow;

use super::{Division, Effect, Update};
use crate::SolveError;

/// The way of updates from shard to shard: in memory, through files, over a
/// network.
///
/// A graph is solved by one process or by several, each of which has some of
/// the shards and calls [`drive`](super::drive) with its end of the exchange.
/// All go through the same rounds: updates are put into the
/// [outboxes](Exchange::outboxes), [swapped](Exchange::swap) for those that
/// others have sent, applied from the [`Inbox`], and all
/// [agree](Exchange::agree) on how to go on. Updates of a round commute, so
/// their order does not matter; that none is lost, doubled or delivered in
/// another round does.
///
/// Where one process has everything:
///
/// ```
/// use kibitz_game::{ENOUGH, Flow, MORE, Plies, Turn, Value, Watch, Wdl};
/// use kibitz_solve::SolveError;
/// use kibitz_solve::retrograde::{
///     Backward, Cell, Division, Effect, Exchange, Inbox, Opening, Outbox, Shard, Update, drive,
/// };
///
/// /// Take one or two; a player who cannot, loses.
/// struct Take(u64);
///
/// impl Backward for Take {
///     fn size(&self) -> u64 {
///         self.0
///     }
///     fn opening(&self, rank: u64) -> Result<Opening, SolveError> {
///         Ok(match rank {
///             0 => Opening::Known(Value::now(Wdl::Loss)),
///             heap => Opening::Open(heap.min(2)),
///         })
///     }
///     fn parents<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
///         let parents = (rank + 1..=rank + 2).filter(|&parent| parent < self.0);
///         parents.for_each(|parent| visit(parent, Turn::Passes));
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
///         if self.1[shard].len() < 1000 { MORE } else { ENOUGH }
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
/// let mut cells = [0_u16; 10];
/// let mut shards = Vec::new();
/// for (shard, cells) in cells.chunks_mut(4).enumerate() {
///     shards.push(Shard::open(&graph, division.ranks(shard).start, cells)?);
/// }
/// let mut exchange = Alone([Sorted(division, vec![Vec::new(); 3])]);
/// drive(&graph, &mut shards, &mut exchange, &Watch::new())?;
/// assert_eq!(cells[9].value(), Some(Value::Loss(Plies::new(6))));
/// # Ok::<(), SolveError>(())
/// ```
pub trait Exchange {
    /// Where a thread puts its updates.
    type Outbox: Outbox;
    /// Where a thread finds updates.
    type Inbox: Inbox;

    /// Empty outboxes for the next round, at least one, and always as many: so
    /// many threads emit at the same time.
    fn outboxes(&mut self) -> &mut [Self::Outbox];

    /// Sends off what is in the outboxes, and waits until everything has
    /// arrived that has been sent to this process in this round.
    ///
    /// # Errors
    /// Where something cannot be sent or does not arrive.
    fn swap(&mut self) -> Result<&Self::Inbox, SolveError>;

    /// Whether any process says so. All are asked at the same points of their
    /// work.
    ///
    /// # Errors
    /// Where another process does not answer.
    fn agree(&mut self, any: bool) -> Result<bool, SolveError>;

    /// How ranks are divided, where this process has all shards, in order.
    /// Levels with few positions are then settled from a list, without any
    /// round.
    fn whole(&self) -> Option<Division> {
        None
    }
}

/// Where a thread puts the updates of a round.
pub trait Outbox: Send {
    /// Takes an update of the position at `rank`; says when it has enough for
    /// this round. A few more may come nevertheless: those of the parents of 16
    /// positions.
    fn send(&mut self, rank: u64, effect: Effect) -> Flow;
}

/// What has arrived in a round.
pub trait Inbox: Sync {
    /// Hands over all updates for the shard whose first rank is `base`, in any
    /// order and in any number of parts. Called once for each shard of this
    /// process, by several threads for several shards.
    ///
    /// # Errors
    /// What `apply` says.
    fn deliver<F>(&self, base: u64, apply: F) -> Result<(), SolveError>
    where
        F: FnMut(&[Update]) -> Result<(), SolveError>;
}
