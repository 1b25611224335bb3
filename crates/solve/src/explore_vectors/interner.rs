//! Interning of states: assigns ids to new ones.

use kibitz_game::{Reservation, SuccessorGenerator, Wdl};

use super::entry::Entry;
use super::failure::Failure;
use super::ids::Ids;
use super::node_status::NodeStatus;
use super::shared_state::{Halt, SharedState};
use super::state_store::StateStore;
use super::state_table::Finder;
use crate::SolveError;

/// Interns states, for one thread.
pub(super) struct Interner<R> {
    pub(super) rules: R,
    pub(super) ids: Ids,
    key: Vec<u64>,
    pub(super) failure: Option<Failure>,
    /// Interned positions that are draws by the rules.
    pub(super) ties: u64,
    /// Memory of the interned states.
    pub(super) memory: Reservation,
}

/// A successor to be interned: its table location, its packed form if the table needs that, and its
/// vector.
pub(super) type Child<'a> = (u64, &'a [u64], &'a [i64]);

impl<R: SuccessorGenerator> Interner<R>
where
    R::Fault: std::error::Error + Send + Sync + 'static,
{
    pub(super) fn new(rules: R, memory: Reservation) -> Interner<R> {
        Interner {
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

    /// The entry of a state; a new one if necessary.
    #[inline]
    pub(super) fn intern<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        child: Child<'_>,
    ) -> Result<Entry, Halt> {
        let (probe, key, _) = child;
        match finder.look(probe, key, shared.pool) {
            Ok(entry) => Ok(entry),
            Err(place) => self.add(shared, finder, child, place),
        }
    }

    #[inline(never)]
    fn add<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        (probe, key, row): Child<'_>,
        mut place: u64,
    ) -> Result<Entry, Halt> {
        let id = match self.ids.next() {
            Some(id) => id,
            None => self.more_ids(shared, finder.limit())?,
        };
        let static_result = match self.rules.decided(row) {
            Ok(static_result) => static_result,
            Err(fault) => {
                self.fail(1, row, fault);
                None
            }
        };
        self.key.resize(shared.fields.words(), 0);
        let fits = shared.fields.pack(row, &mut self.key);
        assert!(
            fits,
            "a table has places only for vectors that fit the fields"
        );
        shared.pool.put(id, &self.key);
        let status = static_result.map_or(NodeStatus::OPEN, NodeStatus::now);
        shared.pool.set_status(id, status);
        let entry = Entry::new(id, static_result);
        while !finder.put(place, probe, entry) {
            match finder.look(probe, key, shared.pool) {
                // Another thread was faster; the id is used for the next state.
                Ok(entry) => return Ok(entry),
                Err(other) => place = other,
            }
        }
        self.ids.advance();
        self.ties += u64::from(static_result == Some(Wdl::Draw));
        Ok(entry)
    }

    #[cold]
    fn more_ids(&mut self, shared: &SharedState<'_>, limit: u32) -> Result<u32, Halt> {
        // Before the ids are taken: if edges are dropped for lack of memory and the enumeration
        // resumes, every id must have a place in the store.
        let (bytes, before) = (
            StateStore::bytes_each(shared.fields.words()),
            self.memory.bytes(),
        );
        self.memory
            .grow("positions", bytes * u64::from(Ids::BLOCK))?;
        let Some(block) = self.ids.refill(shared.next, limit) else {
            self.memory.keep(before);
            return Err(if limit < StateStore::MAX {
                Halt::Full
            } else {
                Halt::Stop(SolveError::TooLarge {
                    what: "the number of positions".to_owned(),
                    max: StateStore::MAX.into(),
                })
            });
        };
        shared.pool.allocate(block.end - 1)?;
        Ok(block.start)
    }
}
