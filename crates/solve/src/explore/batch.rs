//! Positions that are expanded at a time.

use kibitz_game::{SlotWorker, Steps};

use super::early::Early;
use super::ground::{Ground, Halt};
use super::hand::{Child, Hand};
use super::lookup::Finder;

/// Positions that are expanded at a time, with where to look for the child of
/// each move: the memory of all these places is asked for beforehand.
pub(super) struct Batch {
    /// The positions with moves to be looked at.
    pub(super) parents: Vec<u32>,
    /// Their places in the table, where moves are kept by that.
    places: Vec<u64>,
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

impl Batch {
    /// A batch is full with so many positions or so many moves.
    const PARENTS: usize = 16;
    const MOVES: usize = 96;

    pub(super) fn new(slots: usize) -> Batch {
        Batch {
            parents: Vec::new(),
            places: Vec::new(),
            steps: vec![Steps::new(slots); Batch::PARENTS],
            probes: Vec::new(),
            keys: Vec::new(),
            key: Vec::new(),
            row: vec![0; slots],
        }
    }

    /// Expands positions from the front of `ids` and tells how many.
    #[inline]
    pub(super) fn fill<F: Finder, R: SlotWorker>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
        hand: &mut Hand<R>,
        ids: &[u32],
    ) -> Result<usize, Halt>
    where
        R::Fault: std::error::Error + Send + Sync + 'static,
    {
        self.key.resize(ground.fields.words(), 0);
        self.parents.clear();
        self.places.clear();
        self.probes.clear();
        self.keys.clear();
        for (number, &id) in ids.iter().enumerate() {
            if self.parents.len() == Batch::PARENTS || self.probes.len() >= Batch::MOVES {
                return Ok(number);
            }
            if ground.pool.early(id) != Early::OPEN {
                continue;
            }
            ground.pool.get(id, &mut self.key);
            ground.fields.unpack(&self.key, &mut self.row);
            let steps = &mut self.steps[self.parents.len()];
            match hand.rules.expand(&self.row, steps) {
                Ok(()) => self.ask(ground, finder, memo)?,
                Err(fault) => {
                    hand.fail(0, &self.row, fault);
                    continue;
                }
            }
            self.parents.push(id);
            if ground.crossing.is_some() {
                self.places.extend(finder.peek(&self.row, &self.key));
            }
        }
        for &probe in &self.probes {
            finder.prefetch_key(probe, ground.pool);
        }
        Ok(ids.len())
    }

    /// Asks for the places of the children of the position expanded last.
    #[inline]
    fn ask<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
    ) -> Result<(), Halt> {
        let steps = &self.steps[self.parents.len()];
        let first = self.probes.len();
        let mut fits = true;
        if F::KEYED {
            for (row, _) in steps.iter() {
                fits &= ground.fields.pack(row, &mut self.key);
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

    /// The moves of a position in the batch.
    #[inline]
    pub(super) fn steps(&self, number: usize) -> &Steps {
        &self.steps[number]
    }

    /// The place of a position in the batch, and those of its moves, of which
    /// the first is the `at`-th.
    #[inline]
    pub(super) fn places(&self, number: usize, at: usize) -> (u64, &[u64]) {
        let moves = self.steps[number].len();
        (self.places[number], &self.probes[at..at + moves])
    }

    /// The child with the row `row`, the `at`-th of the batch.
    #[inline]
    pub(super) fn child<'a, F: Finder>(
        &'a self,
        ground: &Ground<'_>,
        at: usize,
        row: &'a [i64],
    ) -> Child<'a> {
        let words = if F::KEYED { ground.fields.words() } else { 0 };
        (self.probes[at], &self.keys[at * words..][..words], row)
    }
}
