//! Makes room where exploring cannot go on: wider fields, another table.

use kibitz_game::{Slotted, Steps, Stop};

use super::{Exploration, spans, split};
use crate::SolveError;
use crate::explore::choose::{MOST_SLOTS, Met, choose};
use crate::explore::crossing::Crossing;
use crate::explore::direct::Direct;
use crate::explore::early::Early;
use crate::explore::explorer::Explorer;
use crate::explore::ground::{Halt, Work};
use crate::explore::halves::Halves;
use crate::explore::lookup::Lookup;
use crate::explore::pool::Pool;

impl<G: Slotted> Exploration<'_, G> {
    /// Makes room for what had none; where there is no memory for that, in the
    /// place of edges that could be done without.
    pub(super) fn mend(&mut self, mut halts: Vec<Halt>) -> Result<(), SolveError> {
        let is_memory =
            |error: &SolveError| matches!(error, SolveError::Stop(Stop::OutOfMemory { .. }));
        match self.make_room(&halts) {
            Err(error) if is_memory(&error) && self.drop_edges() => {
                halts.retain(|halt| !matches!(halt, Halt::Stop(error) if is_memory(error)));
                self.make_room(&halts)
            }
            outcome => outcome,
        }
    }

    /// Drops all edges where an order of the positions can take their place;
    /// whether there were any.
    fn drop_edges(&mut self) -> bool {
        let drops = self.descent.order().is_some() && !*self.edgeless.get_mut();
        if drops {
            *self.edgeless.get_mut() = true;
            self.crossing = None;
            self.explorers.iter_mut().for_each(Explorer::drop_edges);
        }
        drops
    }

    fn make_room(&mut self, halts: &[Halt]) -> Result<(), SolveError> {
        for halt in halts {
            match halt {
                Halt::Misfit(steps) => self.widen(steps)?,
                Halt::NoCrossing => {
                    let lookup = std::mem::replace(&mut self.lookup, Lookup::nothing()?);
                    if let Lookup::Halves(table) = &lookup {
                        self.unfold(Some(table))?;
                    }
                    self.lookup = lookup;
                }
                Halt::Full => {}
                Halt::Stop(error) => {
                    self.fail()?;
                    return Err(error.clone());
                }
            }
        }
        self.new_table()
    }

    /// Makes the fields wide enough for the rows of some moves.
    fn widen(&mut self, steps: &Steps) -> Result<(), SolveError> {
        let slots = self.game.slots();
        if slots <= MOST_SLOTS {
            self.note_overlaps(steps);
        }
        let Some(spans) = spans(slots, steps.iter().map(|(row, _)| row)) else {
            return Ok(());
        };
        let wider = self.fields.widened(&spans);
        if wider.spans() == self.fields.spans() {
            return Ok(());
        }
        self.growth.widen(&self.fields, &spans);
        let given = *self.next.get_mut();
        let bytes = Pool::bytes_each(wider.words()) * u64::from(given);
        let mut claim = self.watch.claim("positions packed anew", bytes)?;
        let pool = Pool::new(wider.words());
        if given > 0 {
            pool.reach(given - 1)?;
        }
        let (old, fields) = (&self.pool, &self.fields);
        self.threads.each(&mut split(&self.used()), |ids| {
            pool.take_over(ids.clone(), &wider, old, fields);
        });
        claim.keep(bytes.saturating_sub(Pool::bytes_each(fields.words()) * u64::from(given)));
        self.longer.push(claim);
        (self.pool, self.fields) = (pool, wider);
        Ok(())
    }

    /// Notes which slots have bits in common.
    fn note_overlaps(&mut self, steps: &Steps) {
        for (row, _) in steps.iter() {
            let pairs = (0..row.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
            for pair @ [a, b] in pairs {
                if row[a] & row[b] != 0 && !self.overlapping.contains(&pair) {
                    self.overlapping.push(pair);
                }
            }
        }
    }

    /// Makes another table for what has been met.
    fn new_table(&mut self) -> Result<(), SolveError> {
        let used = self.used();
        // All is in the pool: the old table goes before the new one comes,
        // unless moves are kept by its places.
        let old = match std::mem::replace(&mut self.lookup, Lookup::nothing()?) {
            Lookup::Halves(table) if self.crossing.is_some() => Some(table),
            _ => None,
        };
        if old.is_none() {
            self.claim.keep(0);
        }
        let met = Met {
            fields: &self.fields,
            pool: &self.pool,
            ids: &used,
            given: *self.next.get_mut(),
            overlapping: &self.overlapping,
            halves: old.as_ref().map(Direct::indexing),
        };
        (self.lookup, self.claim) = choose(&met, self.watch)?;
        let is_filled = match (&self.lookup, &old) {
            (Lookup::Halves(table), Some(old)) => {
                table.take_over(old);
                true
            }
            _ => false,
        };
        self.cross(old)?;
        if is_filled {
            return Ok(());
        }
        let (lookup, fields, pool) = (&self.lookup, &self.fields, &self.pool);
        self.threads.each(&mut split(&used), |ids| {
            lookup.fill(ids.clone(), fields, pool);
        });
        Ok(())
    }

    /// Keeps moves by halves from now on, or no longer, as the new table wants.
    fn cross(&mut self, old: Option<Direct<Halves>>) -> Result<(), SolveError> {
        let halves = match &self.lookup {
            Lookup::Halves(table) => Some(table.indexing()),
            _ => None,
        };
        let wider = match (self.crossing.take(), halves) {
            (Some(crossing), Some(halves)) => crossing.widened(halves, self.watch),
            (Some(crossing), None) => {
                self.crossing = Some(crossing);
                return self.unfold(old.as_ref());
            }
            (None, Some(halves)) if self.may_cross && !*self.edgeless.get_mut() => {
                let (left, right) = halves.room();
                self.begin_anew();
                Crossing::new(left, right, self.watch)
            }
            (None, _) => return Ok(()),
        };
        self.crossing = Some(wider?);
        Ok(())
    }

    /// Forgets what is known of the moves so far: positions are few.
    pub(super) fn begin_anew(&mut self) {
        self.anew = self.levels.len() > 0;
        self.explorers.iter_mut().for_each(Explorer::forget);
        for id in self.levels.all().iter().cloned().flatten() {
            let early = self.pool.early(id);
            if early == Early::WON_IN_1 || early == Early::LOST_IN_1 {
                self.pool.settle(id, Early::OPEN);
            }
        }
    }

    /// Makes edges of all moves that are kept by the halves of a table.
    fn unfold(&mut self, table: Option<&Direct<Halves>>) -> Result<(), SolveError> {
        self.may_cross = false;
        let (Some(crossing), Some(table)) = (self.crossing.take(), table) else {
            return Ok(());
        };
        let nothing = Work::Ids(Vec::new());
        let (ground, (explorers, _)) = self.ground(&nothing);
        match explorers[0].unfold(&ground, &crossing, table) {
            Err(Halt::Stop(error)) => Err(error),
            _ => Ok(()),
        }
    }
}
