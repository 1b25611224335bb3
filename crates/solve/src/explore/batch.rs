//! Positions that are expanded at a time.

use kibitz_game::{SlotWorker, Steps};

use super::crossing::{Crossing, Kept};
use super::early::Early;
use super::ground::{Ground, Halt};
use super::halves::{Crossed, Halves, Rights};
use super::hand::{Child, Hand};
use super::lookup::{Finder, Todo};

/// Positions that are expanded at a time, with where to look for the child of
/// each move: the memory of all these places is asked for beforehand.
pub(super) struct Batch {
    /// The positions with moves to be looked at.
    pub(super) parents: Vec<u32>,
    /// How their moves are kept, where that is by halves.
    kept: Vec<Kept>,
    /// The moves of each.
    steps: Vec<Steps>,
    /// Where to look for the child of each move, one position's after the
    /// other's.
    probes: Vec<u64>,
    /// Their packed rows, where the table wants them.
    keys: Vec<u64>,
    key: Vec<u64>,
    row: Vec<i64>,
    /// The right halves of the moves of one position.
    rights: Rights,
    /// The bytes of lists that were added.
    pub(super) lists: u64,
}

impl Batch {
    /// A batch is full with so many positions or so many moves.
    const PARENTS: usize = 16;
    const MOVES: usize = 96;

    pub(super) fn new(slots: usize) -> Batch {
        Batch {
            parents: Vec::new(),
            kept: Vec::new(),
            steps: vec![Steps::new(slots); Batch::PARENTS],
            probes: Vec::new(),
            keys: Vec::new(),
            key: Vec::new(),
            row: vec![0; slots],
            rights: Rights::default(),
            lists: 0,
        }
    }

    /// Expands positions from the front of `todo` and tells how many.
    #[inline]
    pub(super) fn fill<F: Finder, R: SlotWorker>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
        hand: &mut Hand<R>,
        todo: &[Todo],
    ) -> Result<usize, Halt>
    where
        R::Fault: std::error::Error + Send + Sync + 'static,
    {
        self.key.resize(ground.fields.words(), 0);
        self.parents.clear();
        self.kept.clear();
        self.probes.clear();
        self.keys.clear();
        for (number, &Todo { id, place }) in todo.iter().enumerate() {
            if self.parents.len() == Batch::PARENTS || self.probes.len() >= Batch::MOVES {
                return Ok(number);
            }
            match (place, finder.halves()) {
                // The positions of a level are scattered: what the halves tell
                // is close at hand.
                (Some(place), Some(halves)) => halves.row(place, &mut self.row),
                _ => {
                    if ground.pool.early(id) != Early::OPEN {
                        continue;
                    }
                    ground.pool.get(id, &mut self.key);
                    ground.fields.unpack(&self.key, &mut self.row);
                }
            }
            let steps = &mut self.steps[self.parents.len()];
            if let Err(fault) = hand.rules.expand(&self.row, steps) {
                hand.fail(0, &self.row, fault);
                continue;
            }
            ground.descent.look(&self.row, steps);
            match (ground.crossing, finder.halves()) {
                (Some(crossing), Some(halves)) => {
                    let place = place.or_else(|| finder.peek(&self.row, &self.key));
                    let place = place.expect("a position in the table");
                    self.recall(crossing, halves, place)?;
                }
                _ => self.ask(ground, finder, memo)?,
            }
            self.parents.push(id);
        }
        for &probe in &self.probes {
            finder.prefetch_key(probe, ground.pool);
        }
        Ok(todo.len())
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

    /// Finds out how the moves of the position expanded last, which is at
    /// `place`, are kept by halves, and where their children are: in a row of
    /// the table that many others lead to, so it is not asked for beforehand.
    #[inline]
    fn recall(&mut self, crossing: &Crossing, halves: &Halves, place: u64) -> Result<(), Halt> {
        let steps = &self.steps[self.parents.len()];
        if steps.is_empty() {
            self.kept.push(Kept::default());
            return Ok(());
        }
        let misfit = || Halt::Misfit(steps.clone());
        let next = match halves.crossed(steps, &mut self.rights) {
            Crossed::To(next) => next,
            Crossed::Apart => return Err(Halt::NoCrossing),
            Crossed::Misfit => return Err(misfit()),
        };
        let (kept, list) = match crossing.recall(place, next, &self.rights) {
            Some(found) => found,
            None => {
                let list = halves.named(&self.rights).ok_or_else(misfit)?;
                let learnt = crossing.learn(place, next, list);
                let (kept, list, bytes) = learnt.ok_or(Halt::NoCrossing)?;
                self.lists += bytes as u64;
                (kept, list)
            }
        };
        let row = crossing.row(next);
        self.kept.push(kept);
        self.probes
            .extend(list.iter().map(|named| row + u64::from(named.number())));
        Ok(())
    }

    /// The moves of a position in the batch.
    #[inline]
    pub(super) fn steps(&self, number: usize) -> &Steps {
        &self.steps[number]
    }

    /// How the moves of a position in the batch are kept, and their places, of
    /// which the first is the `at`-th.
    #[inline]
    pub(super) fn kept(&self, number: usize, at: usize) -> (Kept, &[u64]) {
        let moves = self.steps[number].len();
        (self.kept[number], &self.probes[at..at + moves])
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
