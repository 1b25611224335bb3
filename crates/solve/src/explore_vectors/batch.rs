//! Batches of positions, expanded together.

use kibitz_game::{SuccessorBuffer, SuccessorGenerator};

use super::half_index::{CommonLeft, HalfIndex, Rights};
use super::interner::{Child, Interner};
use super::node_status::NodeStatus;
use super::shared_state::{Halt, SharedState};
use super::state_table::{Finder, Todo};
use super::swap_moves::{StoredMoves, SwapMoves};

/// A batch of expanded positions with the table location of each successor: the memory of all these
/// locations is prefetched before the first is read.
pub(super) struct Batch {
    /// The expanded positions.
    pub(super) parents: Vec<u32>,
    /// How their moves are stored, if that is by halves.
    stored: Vec<StoredMoves>,
    /// The moves of each.
    steps: Vec<SuccessorBuffer>,
    /// Where to look up the successor of each move, in the order of the positions.
    probes: Vec<u64>,
    /// Their packed vectors, if the table needs them.
    keys: Vec<u64>,
    key: Vec<u64>,
    row: Vec<i64>,
    /// The right halves of the moves of one position.
    rights: Rights,
    /// The size in bytes of the lists that were added.
    pub(super) lists: u64,
}

impl Batch {
    /// A batch is full with this many positions or moves.
    const PARENTS: usize = 16;
    const MOVES: usize = 96;

    pub(super) fn new(slots: usize) -> Batch {
        Batch {
            parents: Vec::new(),
            stored: Vec::new(),
            steps: vec![SuccessorBuffer::new(slots); Batch::PARENTS],
            probes: Vec::new(),
            keys: Vec::new(),
            key: Vec::new(),
            row: vec![0; slots],
            rights: Rights::default(),
            lists: 0,
        }
    }

    /// Expands positions from the front of `todo` and returns how many.
    #[inline]
    pub(super) fn fill<F: Finder, R: SuccessorGenerator>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        memo: &mut F::Memo,
        interner: &mut Interner<R>,
        todo: &[Todo],
    ) -> Result<usize, Halt>
    where
        R::Fault: std::error::Error + Send + Sync + 'static,
    {
        self.key.resize(shared.fields.words(), 0);
        self.parents.clear();
        self.stored.clear();
        self.probes.clear();
        self.keys.clear();
        for (number, &Todo { id, place }) in todo.iter().enumerate() {
            if self.parents.len() == Batch::PARENTS || self.probes.len() >= Batch::MOVES {
                return Ok(number);
            }
            match (place, finder.halves()) {
                // The positions of a level are scattered in memory, while the halves are in the
                // cache.
                (Some(place), Some(halves)) => halves.row(place, &mut self.row),
                _ => {
                    if shared.pool.status(id) != NodeStatus::OPEN {
                        continue;
                    }
                    shared.pool.get(id, &mut self.key);
                    shared.fields.unpack(&self.key, &mut self.row);
                }
            }
            let steps = &mut self.steps[self.parents.len()];
            if let Err(fault) = interner.rules.expand(&self.row, steps) {
                interner.fail(0, &self.row, fault);
                continue;
            }
            shared.descent.look(&self.row, steps);
            match (shared.swap_moves, finder.halves()) {
                (Some(swap_moves), Some(halves)) => {
                    let place = place.or_else(|| finder.peek(&self.row, &self.key));
                    let place = place.expect("a position in the table");
                    self.find_stored(swap_moves, halves, place)?;
                }
                _ => self.prefetch_successors(shared, finder, memo)?,
            }
            self.parents.push(id);
        }
        for &probe in &self.probes {
            finder.prefetch_key(probe, shared.pool);
        }
        Ok(todo.len())
    }

    /// Prefetches the table locations of the successors of the position expanded last.
    #[inline]
    fn prefetch_successors<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        memo: &mut F::Memo,
    ) -> Result<(), Halt> {
        let steps = &self.steps[self.parents.len()];
        let first = self.probes.len();
        let mut fits = true;
        if F::KEYED {
            for (row, _) in steps.iter() {
                fits &= shared.fields.pack(row, &mut self.key);
                self.keys.extend_from_slice(&self.key);
                self.probes.extend(finder.probe(row, &self.key, memo));
            }
        } else {
            fits = finder.probe_all(steps, memo, &mut self.probes);
        }
        if !fits {
            return Err(Halt::Misfit(steps.clone()));
        }
        for &probe in &self.probes[first..] {
            finder.prefetch(probe);
        }
        Ok(())
    }

    /// Determines how the moves of the position expanded last, which is at `place`, are stored by
    /// halves, and where their successors are: in a row of the table to which many other moves
    /// lead, so it is not prefetched.
    #[inline]
    fn find_stored(
        &mut self,
        swap_moves: &SwapMoves,
        halves: &HalfIndex,
        place: u64,
    ) -> Result<(), Halt> {
        let steps = &self.steps[self.parents.len()];
        if steps.is_empty() {
            self.stored.push(StoredMoves::default());
            return Ok(());
        }
        let misfit = || Halt::Misfit(steps.clone());
        let next = match halves.common_left(steps, &mut self.rights) {
            CommonLeft::To(next) => next,
            CommonLeft::Different => return Err(Halt::NotSwapMoves),
            CommonLeft::Misfit => return Err(misfit()),
        };
        let (stored, list) = match swap_moves.find_stored(place, next, &self.rights) {
            Some(found) => found,
            None => {
                let list = halves.named(&self.rights).ok_or_else(misfit)?;
                let inserted = swap_moves.insert(place, next, list);
                let (stored, list, bytes) = inserted.ok_or(Halt::NotSwapMoves)?;
                self.lists += bytes as u64;
                (stored, list)
            }
        };
        let row = swap_moves.row(next);
        self.stored.push(stored);
        self.probes
            .extend(list.iter().map(|named| row + u64::from(named.number())));
        Ok(())
    }

    /// The moves of a position in the batch.
    #[inline]
    pub(super) fn steps(&self, number: usize) -> &SuccessorBuffer {
        &self.steps[number]
    }

    /// How the moves of a position of the batch are stored, and the locations of their successors,
    /// of which the first is the `at`-th.
    #[inline]
    pub(super) fn stored(&self, number: usize, at: usize) -> (StoredMoves, &[u64]) {
        let moves = self.steps[number].len();
        (self.stored[number], &self.probes[at..at + moves])
    }

    /// The successor with vector `row`, the `at`-th of the batch.
    #[inline]
    pub(super) fn child<'a, F: Finder>(
        &'a self,
        shared: &SharedState<'_>,
        at: usize,
        row: &'a [i64],
    ) -> Child<'a> {
        let words = if F::KEYED { shared.fields.words() } else { 0 };
        (self.probes[at], &self.keys[at * words..][..words], row)
    }
}
