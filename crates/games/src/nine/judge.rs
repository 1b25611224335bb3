//! Who wins, for any number of deals, on all cores.

use std::sync::{Mutex, PoisonError};

use kibitz_game::{Claim, Stop, Watch};

use super::{Bulk, Cards, Deck, Single};

/// A pass of [`Bulk`] takes as long as three deals by [`Single`] with the usual
/// deck, and more with others, however few deals there are: so many for each
/// thread are solved one by one.
const FEW: usize = 3;

/// For each deal, given by Alice's cards, whether Alice wins when she moves
/// first. Uses as many threads as `watch` allows.
///
/// ```
/// use kibitz_game::Watch;
/// use kibitz_games::nine::{Deck, alice_wins};
///
/// let deck = Deck::new("C", "89T", "9").unwrap();
/// let deals = ["9C/8C TC", "8C TC/9C"].map(|deal| deck.parse_deal(deal).unwrap());
/// let mut wins = [false; 2];
/// alice_wins(&deck, &deals, &mut wins, &Watch::new()).unwrap();
/// assert_eq!(wins, [true, false]);
/// ```
///
/// # Errors
/// Where `watch` does not allow the time or the memory; `wins` is then of no
/// use.
///
/// # Panics
/// Where `wins` is not as long as `deals`.
pub fn alice_wins(
    deck: &Deck,
    deals: &[Cards],
    wins: &mut [bool],
    watch: &Watch,
) -> Result<(), Stop> {
    Judge::new(deck).alice_wins(deals, wins, watch)
}

/// Solves any number of deals, again and again with the same memory.
#[derive(Debug)]
pub struct Judge {
    deck: Deck,
    workers: Vec<Worker>,
}

/// What one thread works with. Both parts are made when they are first needed.
#[derive(Debug, Default)]
struct Worker {
    bulk: Option<(Bulk, Claim)>,
    single: Option<(Single, Claim)>,
}

/// How deals are solved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    InBulk,
    OneByOne,
}

impl Judge {
    /// For deals of `deck`.
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
    /// Where `watch` does not allow the time or the memory; `wins` is then of
    /// no use.
    ///
    /// # Panics
    /// Where `wins` is not as long as `deals`.
    pub fn alice_wins(
        &mut self,
        deals: &[Cards],
        wins: &mut [bool],
        watch: &Watch,
    ) -> Result<(), Stop> {
        assert_eq!(deals.len(), wins.len(), "one answer for each deal");
        // A single deal needs no second thread, and asking for it takes longer.
        let few = deals.len() <= 1 || deals.len() <= FEW * watch.thread_count();
        // Where there is no memory for many at a time, one is better than none.
        let ways: &[Way] = if few {
            &[Way::OneByOne]
        } else {
            &[Way::InBulk, Way::OneByOne]
        };
        let mut refused = Ok(());
        for &way in ways {
            match self.prepare(way, deals.len().div_ceil(way.size()), watch) {
                Ok(threads) => return self.run(way, threads, deals, wins, watch),
                Err(stop) => refused = Err(stop),
            }
        }
        refused
    }

    /// Gets workers ready for so many batches: as many as there are threads
    /// and memory for, at least one.
    fn prepare(&mut self, way: Way, batches: usize, watch: &Watch) -> Result<usize, Stop> {
        let threads = match batches {
            0 | 1 => 1,
            _ => watch.thread_count().min(batches),
        };
        if self.workers.len() < threads {
            self.workers.resize_with(threads, Worker::default);
        }
        for ready in 0..threads {
            match self.workers[ready].prepare(&self.deck, way, watch) {
                Err(stop) if ready == 0 => return Err(stop),
                Err(_) => return Ok(ready),
                Ok(()) => {}
            }
        }
        Ok(threads)
    }

    fn run(
        &mut self,
        way: Way,
        threads: usize,
        deals: &[Cards],
        wins: &mut [bool],
        watch: &Watch,
    ) -> Result<(), Stop> {
        let size = way.size();
        let batches = Mutex::new(deals.chunks(size).zip(wins.chunks_mut(size)));
        // A thread that panics ends all; until then the others may go on.
        let next = || {
            batches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        };
        let work = |worker: &mut Worker| {
            while let Some((deals, wins)) = next() {
                worker.solve(way, deals, wins, watch)?;
            }
            Ok(())
        };
        let workers = self.workers[..threads].iter_mut().collect();
        watch.pool().try_map(workers, work)?;
        Ok(())
    }
}

impl Way {
    /// Deals in a batch.
    const fn size(self) -> usize {
        match self {
            Way::InBulk => Bulk::LANES,
            Way::OneByOne => 1,
        }
    }
}

impl Worker {
    /// Makes what the way needs, if it is not there.
    fn prepare(&mut self, deck: &Deck, way: Way, watch: &Watch) -> Result<(), Stop> {
        match way {
            Way::InBulk if self.bulk.is_none() => {
                let claim = watch.claim("solving 256 deals at a time", Bulk::bytes(deck))?;
                self.bulk = Some((Bulk::new(deck), claim));
            }
            Way::OneByOne if self.single.is_none() => {
                let claim = watch.claim("solving a deal", Single::bytes(deck))?;
                self.single = Some((Single::new(deck), claim));
            }
            _ => {}
        }
        Ok(())
    }

    /// Solves a batch in a way that has been prepared.
    fn solve(
        &mut self,
        way: Way,
        deals: &[Cards],
        wins: &mut [bool],
        watch: &Watch,
    ) -> Result<(), Stop> {
        match (way, &mut self.bulk, &mut self.single) {
            (Way::InBulk, Some((bulk, _)), _) => bulk.solve(deals, wins, watch)?,
            (Way::OneByOne, _, Some((single, _))) => {
                for (win, &deal) in wins.iter_mut().zip(deals) {
                    *win = single.solve(deal, watch)?;
                }
            }
            _ => unreachable!("prepared before"),
        }
        Ok(())
    }
}
