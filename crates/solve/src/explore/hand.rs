//! Enters positions: gives ids to those that are new.

use kibitz_game::{Claim, SlotWorker, Wdl};

use super::early::Early;
use super::entry::Entry;
use super::failure::Failure;
use super::ground::{Ground, Halt};
use super::ids::Ids;
use super::lookup::Finder;
use super::pool::Pool;
use crate::SolveError;

/// What enters positions, for one thread.
pub(super) struct Hand<R> {
    pub(super) rules: R,
    pub(super) ids: Ids,
    key: Vec<u64>,
    pub(super) failure: Option<Failure>,
    /// Draws by the rules that were entered.
    pub(super) ties: u64,
    /// Memory of the positions that were entered.
    pub(super) memory: Claim,
}

/// A row to be entered: where to look for it, packed where the table wants
/// that, and as it is.
pub(super) type Child<'a> = (u64, &'a [u64], &'a [i64]);

impl<R: SlotWorker> Hand<R>
where
    R::Fault: std::error::Error + Send + Sync + 'static,
{
    pub(super) fn new(rules: R, memory: Claim) -> Hand<R> {
        Hand {
            rules,
            ids: Ids::default(),
            key: Vec::new(),
            failure: None,
            ties: 0,
            memory,
        }
    }

    pub(super) fn fail(&mut self, distance: u8, row: &[i64], fault: R::Fault) {
        Failure::note(&mut self.failure, distance, row, fault);
    }

    /// The entry of a row; a new one if need be.
    #[inline]
    pub(super) fn enter<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        child: Child<'_>,
    ) -> Result<Entry, Halt> {
        let (probe, key, _) = child;
        match finder.look(probe, key, ground.pool) {
            Ok(entry) => Ok(entry),
            Err(place) => self.add(ground, finder, child, place),
        }
    }

    #[inline(never)]
    fn add<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        (probe, key, row): Child<'_>,
        mut place: u64,
    ) -> Result<Entry, Halt> {
        let id = match self.ids.next() {
            Some(id) => id,
            None => self.more_ids(ground, finder.limit())?,
        };
        let glance = match self.rules.decided(row) {
            Ok(glance) => glance,
            Err(fault) => {
                self.fail(1, row, fault);
                None
            }
        };
        self.key.resize(ground.fields.words(), 0);
        let fits = ground.fields.pack(row, &mut self.key);
        assert!(fits, "a table has places only for what fits the fields");
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
    fn more_ids(&mut self, ground: &Ground<'_>, limit: u32) -> Result<u32, Halt> {
        // Before the ids are taken: who drops edges for want of memory and goes
        // on must find no ids without a place in the pool.
        let (bytes, before) = (Pool::bytes_each(ground.fields.words()), self.memory.bytes());
        self.memory
            .grow("positions", bytes * u64::from(Ids::BLOCK))?;
        let Some(block) = self.ids.refill(ground.next, limit) else {
            self.memory.keep(before);
            return Err(if limit < Pool::MOST {
                Halt::Full
            } else {
                Halt::Stop(SolveError::TooLarge {
                    what: "the number of positions".to_owned(),
                    most: Pool::MOST.into(),
                })
            });
        };
        ground.pool.reach(block.end - 1)?;
        Ok(block.start)
    }
}
