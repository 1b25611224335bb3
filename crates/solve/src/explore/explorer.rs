//! One thread's part of exploring: expand positions, enter what they lead to,
//! keep the edges that are worth it.
//!
//! A batch of positions is expanded and the places of all children are asked
//! for; only then are they looked at, when the memory has come.

use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use kibitz_game::{Claim, SlotWorker, Slotted, Stage, Steps, Stop, Turn, Watch, Wdl};

use super::early::Early;
use super::entry::Entry;
use super::failure::Failure;
use super::fields::Fields;
use super::ids::Ids;
use super::lookup::Finder;
use super::pool::Pool;
use super::stream::{Mark, Stream};
use crate::SolveError;

/// What all threads look at while they explore.
pub(super) struct Ground<'a> {
    pub(super) watch: &'a Watch,
    pub(super) stage: &'a Stage<'a>,
    pub(super) fields: &'a Fields,
    pub(super) pool: &'a Pool,
    /// The next block of ids begins here.
    pub(super) next: &'a AtomicU32,
    /// The positions to be expanded, a few in each range.
    pub(super) pieces: &'a [Range<u32>],
    /// The first range that nobody has taken.
    pub(super) cursor: AtomicUsize,
    /// Somebody cannot go on.
    pub(super) halted: AtomicBool,
    /// What it means to have no move.
    pub(super) stuck: Wdl,
}

/// Why a thread cannot go on.
#[derive(Debug)]
pub(super) enum Halt {
    /// One of these moves leads to a row that fields or table have no place
    /// for.
    Misfit(Steps),
    /// The table is full.
    Full,
    /// The work has to end.
    Stop(SolveError),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop.into())
    }
}

/// What has been counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Draws by the rules.
    pub(super) ties: u64,
    /// Without moves.
    pub(super) stuck: u64,
    /// Won or lost in one ply.
    pub(super) in_one: u64,
    /// With a record in the stream.
    pub(super) open: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.ties += more.ties;
        self.stuck += more.stuck;
        self.in_one += more.in_one;
        self.open += more.open;
    }
}

/// One thread's part of exploring.
pub(super) struct Explorer<'g, G: Slotted + 'g> {
    batch: Batch,
    hand: Hand<G::Worker<'g>>,
    pub(super) stream: Stream,
    /// Positions that were to be expanded and have not been.
    pub(super) left: Vec<Range<u32>>,
    pub(super) halt: Option<Halt>,
    tally: Tally,
    /// Memory of the positions that this thread has entered.
    pub(super) positions: Claim,
    /// Memory of the stream.
    pub(super) edges: Claim,
    /// Bytes of the stream that are claimed.
    claimed: u64,
}

/// Positions that are expanded at a time.
#[derive(Default)]
struct Batch {
    parents: Vec<u32>,
    /// The moves of each.
    steps: Vec<Steps>,
    /// Where to look for the child of each move, one position's after the
    /// other's.
    probes: Vec<u64>,
    /// Their packed rows, where the table wants them.
    keys: Vec<u64>,
    key: Vec<u64>,
    row: Vec<i64>,
}

/// What enters positions.
struct Hand<R> {
    rules: R,
    ids: Ids,
    key: Vec<u64>,
    failure: Option<Failure>,
    ties: u64,
}

impl Batch {
    /// A batch is full with so many positions or so many moves.
    const PARENTS: usize = 16;
    const MOVES: usize = 96;
}

impl<'g, G: Slotted> Explorer<'g, G> {
    /// Bytes that are claimed at a time for the stream.
    const PORTION: u64 = 1 << 18;

    pub(super) fn new(game: &'g G, watch: &Watch) -> Result<Explorer<'g, G>, Stop> {
        let slots = game.slots();
        Ok(Explorer {
            batch: Batch {
                steps: vec![Steps::new(slots); Batch::PARENTS],
                row: vec![0; slots],
                ..Batch::default()
            },
            hand: Hand {
                rules: game.worker(),
                ids: Ids::default(),
                key: Vec::new(),
                failure: None,
                ties: 0,
            },
            stream: Stream::default(),
            left: Vec::new(),
            halt: None,
            tally: Tally::default(),
            positions: watch.claim("positions", 0)?,
            edges: watch.claim("edges", 0)?,
            claimed: 0,
        })
    }

    /// The ids that this thread has given out.
    pub(super) fn ids(&mut self) -> &mut Ids {
        &mut self.hand.ids
    }

    /// Those that it has given out since they were last asked for.
    pub(super) fn used_ids(&self) -> impl Iterator<Item = Range<u32>> {
        self.hand.ids.used()
    }

    /// The first failure of the rules, if there was one.
    pub(super) fn take_failure(&mut self) -> Option<Failure> {
        self.hand.failure.take()
    }

    /// All that it has counted.
    pub(super) fn whole_tally(&self) -> Tally {
        Tally {
            ties: self.tally.ties + self.hand.ties,
            ..self.tally
        }
    }

    /// Enters a position from which others are reached.
    pub(super) fn enter_root<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        root: &[i64],
    ) -> Result<(), Halt> {
        let mut key = vec![0; ground.fields.words()];
        ground.fields.pack(root, &mut key);
        let probe = finder.probe(root, &key, &mut F::Memo::default());
        let Some(probe) = probe else {
            let mut steps = Steps::new(root.len());
            steps.push(root, Turn::Passes);
            return Err(Halt::Misfit(steps));
        };
        let child = (probe, &key[..], root);
        self.hand
            .enter(ground, finder, child, &mut self.positions)?;
        Ok(())
    }

    /// Takes ranges until none is left or somebody halts.
    pub(super) fn run<F: Finder>(&mut self, ground: &Ground<'_>, finder: &F) {
        let mut memo = F::Memo::default();
        while !ground.halted.load(Ordering::Relaxed) {
            let number = ground.cursor.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = ground.pieces.get(number) else {
                return;
            };
            let mut piece = piece.clone();
            if let Err(halt) = self.expand(ground, finder, &mut memo, &mut piece) {
                ground.halted.store(true, Ordering::Relaxed);
                self.left.push(piece);
                self.halt = Some(halt);
            }
        }
    }

    /// Expands a range of positions; where it cannot go on, `piece` is what is
    /// left of it.
    fn expand<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
        piece: &mut Range<u32>,
    ) -> Result<(), Halt> {
        ground.watch.check()?;
        if piece.start % (1 << 12) < piece.len() as u32 {
            let met = ground.next.load(Ordering::Relaxed);
            ground.stage.reach(met.into())?;
        }
        while piece.start < piece.end {
            let hand = &mut self.hand;
            let after = self.batch.fill(ground, finder, memo, hand, piece.clone())?;
            for &probe in &self.batch.probes {
                finder.prefetch_key(probe, ground.pool);
            }
            let mut at = 0;
            for number in 0..self.batch.parents.len() {
                piece.start = self.batch.parents[number];
                at = self.settle(ground, finder, number, at)?;
            }
            piece.start = after;
            self.stream.settle();
            let bytes = self.stream.bytes();
            if bytes > self.claimed {
                let more = (bytes - self.claimed).next_multiple_of(Self::PORTION);
                self.edges.grow("edges", more)?;
                self.claimed += more;
            }
        }
        Ok(())
    }

    /// Enters the children of a position, of which the first has the probe
    /// number `at`, and keeps its record where it may be needed.
    fn settle<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        number: usize,
        mut at: usize,
    ) -> Result<usize, Halt> {
        let (parent, steps) = (self.batch.parents[number], &self.batch.steps[number]);
        let words = if F::KEYED { ground.fields.words() } else { 0 };
        let (mut won, mut tied) = (false, false);
        self.stream.begin(parent);
        for (row, turn) in steps.iter() {
            let key = &self.batch.keys[at * words..][..words];
            let child = (self.batch.probes[at], key, row);
            at += 1;
            let entry = match self.hand.enter(ground, finder, child, &mut self.positions) {
                Ok(entry) => entry,
                Err(halt) => {
                    self.stream.forget();
                    return Err(halt);
                }
            };
            match entry.glance().map(|wdl| wdl.over(turn)) {
                None => self.stream.push(Mark::edge(entry.id(), turn)),
                Some(Wdl::Win) => won = true,
                Some(Wdl::Draw) => tied = true,
                Some(Wdl::Loss) => {}
            }
        }
        let early = if steps.is_empty() {
            Early::now(ground.stuck)
        } else if won {
            Early::WON_IN_1
        } else if self.stream.edges() == 0 && !tied {
            Early::LOST_IN_1
        } else {
            Early::OPEN
        };
        self.close(ground, parent, early, tied);
        Ok(at)
    }

    /// Notes what is known of a position; its record stays only where that is
    /// nothing.
    fn close(&mut self, ground: &Ground<'_>, parent: u32, early: Early, tied: bool) {
        let tally = &mut self.tally;
        if early == Early::OPEN && self.stream.edges() > 0 {
            if tied {
                // A draw that cannot be missed keeps a position from being
                // lost, as a move to itself does.
                self.stream.push(Mark::edge(parent, Turn::Passes));
            }
            tally.open += 1;
            return;
        }
        self.stream.forget();
        ground.pool.settle(parent, early);
        match early.at_once() {
            Some(Wdl::Draw) => tally.ties += 1,
            Some(_) => tally.stuck += 1,
            None => tally.in_one += u64::from(early != Early::OPEN),
        }
    }
}

impl Batch {
    /// Expands positions from the front of `piece` and tells where it stopped.
    fn fill<F: Finder, R: SlotWorker>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
        hand: &mut Hand<R>,
        piece: Range<u32>,
    ) -> Result<u32, Halt>
    where
        R::Fault: std::error::Error,
    {
        let words = ground.fields.words();
        self.key.resize(words, 0);
        self.parents.clear();
        self.probes.clear();
        self.keys.clear();
        for id in piece.clone() {
            if self.parents.len() == Batch::PARENTS || self.probes.len() >= Batch::MOVES {
                return Ok(id);
            }
            if ground.pool.early(id) != Early::OPEN {
                continue;
            }
            ground.pool.get(id, &mut self.key);
            ground.fields.unpack(&self.key, &mut self.row);
            let steps = &mut self.steps[self.parents.len()];
            if let Err(fault) = hand.rules.expand(&self.row, steps) {
                hand.fail(0, &self.row, &fault);
                continue;
            }
            for (row, _) in steps.iter() {
                let fits = !F::KEYED || ground.fields.pack(row, &mut self.key);
                let probe = fits.then(|| finder.probe(row, &self.key, memo)).flatten();
                let Some(probe) = probe else {
                    return Err(Halt::Misfit(steps.clone()));
                };
                finder.prefetch(probe);
                self.probes.push(probe);
                if F::KEYED {
                    self.keys.extend_from_slice(&self.key);
                }
            }
            self.parents.push(id);
        }
        Ok(piece.end)
    }
}

impl<R: SlotWorker> Hand<R>
where
    R::Fault: std::error::Error,
{
    fn fail(&mut self, distance: u8, row: &[i64], fault: &R::Fault) {
        Failure::note(&mut self.failure, distance, row, fault);
    }

    /// The entry of a row; a new one if need be.
    #[inline]
    fn enter<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        child: (u64, &[u64], &[i64]),
        claim: &mut Claim,
    ) -> Result<Entry, Halt> {
        let (probe, key, _) = child;
        match finder.look(probe, key, ground.pool) {
            Ok(entry) => Ok(entry),
            Err(place) => self.add(ground, finder, child, place, claim),
        }
    }

    #[inline(never)]
    fn add<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        (probe, key, row): (u64, &[u64], &[i64]),
        mut place: u64,
        claim: &mut Claim,
    ) -> Result<Entry, Halt> {
        let id = match self.ids.next() {
            Some(id) => id,
            None => self.more_ids(ground, finder.limit(), claim)?,
        };
        let glance = match self.rules.decided(row) {
            Ok(glance) => glance,
            Err(fault) => {
                self.fail(1, row, &fault);
                None
            }
        };
        self.key.resize(ground.fields.words(), 0);
        let fits = ground.fields.pack(row, &mut self.key);
        debug_assert!(fits, "a table has places only for what fits the fields");
        ground.pool.put(id, &self.key);
        let early = glance.map_or(Early::OPEN, Early::now);
        ground.pool.settle(id, early);
        let entry = Entry::new(id, glance);
        while !finder.put(place, probe, entry) {
            match finder.look(probe, key, ground.pool) {
                // Somebody else was faster; the id serves the next one.
                Ok(entry) => return Ok(entry),
                Err(other) => place = other,
            }
        }
        self.ids.advance();
        self.ties += u64::from(glance == Some(Wdl::Draw));
        Ok(entry)
    }

    #[cold]
    fn more_ids(
        &mut self,
        ground: &Ground<'_>,
        limit: u32,
        claim: &mut Claim,
    ) -> Result<u32, Halt> {
        let Some(block) = self.ids.refill(ground.next, limit) else {
            return Err(if limit < Pool::MOST {
                Halt::Full
            } else {
                Halt::Stop(SolveError::TooLarge {
                    what: "the number of positions".to_owned(),
                    most: Pool::MOST.into(),
                })
            });
        };
        let bytes = Pool::bytes_each(ground.fields.words()) * block.len() as u64;
        claim.grow("positions", bytes)?;
        ground.pool.reach(block.end - 1)?;
        Ok(block.start)
    }
}
