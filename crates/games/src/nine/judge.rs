//! The winners of any number of deals, on all cores.

use std::sync::{Mutex, PoisonError};

use kibitz_game::{Reservation, RunContext, StopReason};

use super::{Bulk, Cards, Deck, Single};

/// A pass of [`Bulk`] takes as long as three deals by [`Single`] with the
/// default deck, and longer with others, regardless of the number of deals: up
/// to this many per thread are solved one by one.
const MAX_SINGLE_PER_THREAD: usize = 3;

/// For each deal, given by Alice's cards, whether Alice wins when she moves
/// first. Uses as many threads as `context` allows.
///
/// ```
/// use kibitz_game::RunContext;
/// use kibitz_games::nine::{Deck, alice_wins};
///
/// let deck = Deck::new("C", "89T", "9").unwrap();
/// let deals = ["9C/8C TC", "8C TC/9C"].map(|deal| deck.parse_deal(deal).unwrap());
/// let mut wins = [false; 2];
/// alice_wins(&deck, &deals, &mut wins, &RunContext::new()).unwrap();
/// assert_eq!(wins, [true, false]);
/// ```
///
/// # Errors
///
/// Returns the reason if `context` does not allow the time or the memory;
/// `wins` is then unspecified.
///
/// # Panics
///
/// Panics if `wins` and `deals` differ in length.
pub fn alice_wins(
    deck: &Deck,
    deals: &[Cards],
    wins: &mut [bool],
    context: &RunContext,
) -> Result<(), StopReason> {
    Judge::new(deck).alice_wins(deals, wins, context)
}

/// Solves any number of deals, reusing its memory between calls.
#[derive(Debug)]
pub struct Judge {
    deck: Deck,
    workers: Vec<Worker>,
}

/// The state of one thread. Both parts are created on first use.
#[derive(Debug, Default)]
struct Worker {
    bulk: Option<(Bulk, Reservation)>,
    single: Option<(Single, Reservation)>,
}

/// The engine that solves the deals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    InBulk,
    OneByOne,
}

impl Judge {
    /// A judge for deals of `deck`.
    #[must_use]
    pub fn new(deck: &Deck) -> Judge {
        Judge {
            deck: deck.clone(),
            workers: Vec::new(),
        }
    }

    /// As the function [`alice_wins`].
    ///
    /// # Errors
    ///
    /// Returns the reason if `context` does not allow the time or the memory;
    /// `wins` is then unspecified.
    ///
    /// # Panics
    ///
    /// Panics if `wins` and `deals` differ in length.
    pub fn alice_wins(
        &mut self,
        deals: &[Cards],
        wins: &mut [bool],
        context: &RunContext,
    ) -> Result<(), StopReason> {
        assert_eq!(deals.len(), wins.len(), "one result per deal");
        // A single deal needs one thread; querying the count would take longer.
        let few = deals.len() <= 1 || deals.len() <= MAX_SINGLE_PER_THREAD * context.thread_count();
        // If there is not enough memory for bulk solving, solve deals one by
        // one.
        let methods: &[Method] = if few {
            &[Method::OneByOne]
        } else {
            &[Method::InBulk, Method::OneByOne]
        };
        let mut rejected = Ok(());
        for &method in methods {
            match self.prepare(method, deals.len().div_ceil(method.size()), context) {
                Ok(threads) => return self.run(method, threads, deals, wins, context),
                Err(stop) => rejected = Err(stop),
            }
        }
        rejected
    }

    /// Prepares workers for `batches` batches: as many as there are threads and
    /// memory for, at least one.
    fn prepare(
        &mut self,
        method: Method,
        batches: usize,
        context: &RunContext,
    ) -> Result<usize, StopReason> {
        let threads = match batches {
            0 | 1 => 1,
            _ => context.thread_count().min(batches),
        };
        if self.workers.len() < threads {
            self.workers.resize_with(threads, Worker::default);
        }
        for ready in 0..threads {
            match self.workers[ready].prepare(&self.deck, method, context) {
                Err(stop) if ready == 0 => return Err(stop),
                Err(_) => return Ok(ready),
                Ok(()) => {}
            }
        }
        Ok(threads)
    }

    fn run(
        &mut self,
        method: Method,
        threads: usize,
        deals: &[Cards],
        wins: &mut [bool],
        context: &RunContext,
    ) -> Result<(), StopReason> {
        let size = method.size();
        let batches = Mutex::new(deals.chunks(size).zip(wins.chunks_mut(size)));
        // A panic in one thread ends the run; the others may continue until
        // then.
        let next = || {
            batches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        };
        let work = |worker: &mut Worker| {
            while let Some((deals, wins)) = next() {
                worker.solve(method, deals, wins, context)?;
            }
            Ok(())
        };
        let workers = self.workers[..threads].iter_mut().collect();
        context.pool().try_map(workers, work)?;
        Ok(())
    }
}

impl Method {
    /// Deals in a batch.
    const fn size(self) -> usize {
        match self {
            Method::InBulk => Bulk::LANES,
            Method::OneByOne => 1,
        }
    }
}

impl Worker {
    /// Creates what `method` needs, unless it exists.
    fn prepare(
        &mut self,
        deck: &Deck,
        method: Method,
        context: &RunContext,
    ) -> Result<(), StopReason> {
        match method {
            Method::InBulk if self.bulk.is_none() => {
                let reservation =
                    context.reserve("solving 256 deals at a time", Bulk::bytes(deck))?;
                self.bulk = Some((Bulk::new(deck), reservation));
            }
            Method::OneByOne if self.single.is_none() => {
                let reservation = context.reserve("solving a deal", Single::bytes(deck))?;
                self.single = Some((Single::new(deck), reservation));
            }
            _ => {}
        }
        Ok(())
    }

    /// Solves a batch in a prepared way.
    fn solve(
        &mut self,
        method: Method,
        deals: &[Cards],
        wins: &mut [bool],
        context: &RunContext,
    ) -> Result<(), StopReason> {
        match (method, &mut self.bulk, &mut self.single) {
            (Method::InBulk, Some((bulk, _)), _) => bulk.solve(deals, wins, context)?,
            (Method::OneByOne, _, Some((single, _))) => {
                for (win, &deal) in wins.iter_mut().zip(deals) {
                    *win = single.solve(deal, context)?;
                }
            }
            _ => unreachable!("prepared before"),
        }
        Ok(())
    }
}
