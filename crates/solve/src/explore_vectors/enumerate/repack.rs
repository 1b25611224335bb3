//! Repacking: wider fields or another table when the enumeration cannot go on.

use kibitz_game::{StateVectorGame, StopReason, SuccessorBuffer};

use super::{Enumeration, spans, split};
use crate::SolveError;
use crate::explore_vectors::choose::{DiscoveredStates, MAX_SLOTS, choose};
use crate::explore_vectors::direct_table::DirectTable;
use crate::explore_vectors::explorer::Explorer;
use crate::explore_vectors::half_index::HalfIndex;
use crate::explore_vectors::node_status::NodeStatus;
use crate::explore_vectors::shared_state::{Halt, Work};
use crate::explore_vectors::state_store::StateStore;
use crate::explore_vectors::state_table::StateTable;
use crate::explore_vectors::swap_moves::SwapMoves;

impl<G: StateVectorGame> Enumeration<'_, G> {
    /// Makes room for what did not fit; if memory is short, at the expense of edges that can be
    /// dispensed with.
    pub(super) fn repack(&mut self, mut halts: Vec<Halt>) -> Result<(), SolveError> {
        let is_memory =
            |error: &SolveError| matches!(error, SolveError::Stop(StopReason::OutOfMemory { .. }));
        match self.make_room(&halts) {
            Err(error) if is_memory(&error) && self.drop_edges() => {
                halts.retain(|halt| !matches!(halt, Halt::Stop(error) if is_memory(error)));
                self.make_room(&halts)
            }
            outcome => outcome,
        }
    }

    /// Drops all edges if a topological order can replace them; returns whether there were any.
    fn drop_edges(&mut self) -> bool {
        let drops = self.descent.order().is_some() && !*self.edgeless.get_mut();
        if drops {
            *self.edgeless.get_mut() = true;
            self.swap_moves = None;
            self.explorers.iter_mut().for_each(Explorer::drop_edges);
        }
        drops
    }

    fn make_room(&mut self, halts: &[Halt]) -> Result<(), SolveError> {
        for halt in halts {
            match halt {
                Halt::Misfit(steps) => self.widen(steps)?,
                Halt::NotSwapMoves => {
                    let lookup = std::mem::replace(&mut self.lookup, StateTable::nothing()?);
                    if let StateTable::Halves(table) = &lookup {
                        self.store_as_edges(Some(table))?;
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

    /// Makes the fields wide enough for the successors of some moves.
    fn widen(&mut self, steps: &SuccessorBuffer) -> Result<(), SolveError> {
        let slots = self.game.slots();
        if slots <= MAX_SLOTS {
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
        let bytes = StateStore::bytes_each(wider.words()) * u64::from(given);
        let mut reservation = self.context.reserve("repacked positions", bytes)?;
        let pool = StateStore::new(wider.words());
        if given > 0 {
            pool.allocate(given - 1)?;
        }
        let (old, fields) = (&self.pool, &self.fields);
        self.threads.each(&mut split(&self.used()), |ids| {
            pool.copy_from(ids.clone(), &wider, old, fields);
        });
        reservation
            .keep(bytes.saturating_sub(StateStore::bytes_each(fields.words()) * u64::from(given)));
        self.longer.push(reservation);
        (self.pool, self.fields) = (pool, wider);
        Ok(())
    }

    /// Records which slots have common bits.
    fn note_overlaps(&mut self, steps: &SuccessorBuffer) {
        for (row, _) in steps.iter() {
            let pairs = (0..row.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
            for pair @ [a, b] in pairs {
                if row[a] & row[b] != 0 && !self.overlapping.contains(&pair) {
                    self.overlapping.push(pair);
                }
            }
        }
    }

    /// Replaces the table by one for all states discovered so far.
    fn new_table(&mut self) -> Result<(), SolveError> {
        let used = self.used();
        // The state store has everything: the old table is freed before the new one is allocated,
        // unless moves are stored by its places.
        let old = match std::mem::replace(&mut self.lookup, StateTable::nothing()?) {
            StateTable::Halves(table) if self.swap_moves.is_some() => Some(table),
            _ => None,
        };
        if old.is_none() {
            self.reservation.keep(0);
        }
        let states = DiscoveredStates {
            fields: &self.fields,
            pool: &self.pool,
            ids: &used,
            given: *self.next.get_mut(),
            overlapping: &self.overlapping,
            halves: old.as_ref().map(DirectTable::indexing),
        };
        (self.lookup, self.reservation) = choose(&states, self.context)?;
        let is_filled = match (&self.lookup, &old) {
            (StateTable::Halves(table), Some(old)) => {
                table.copy_from(old);
                true
            }
            _ => false,
        };
        self.update_swap_moves(old)?;
        if is_filled {
            return Ok(());
        }
        let (lookup, fields, pool) = (&self.lookup, &self.fields, &self.pool);
        self.threads.each(&mut split(&used), |ids| {
            lookup.fill(ids.clone(), fields, pool);
        });
        Ok(())
    }

    /// Starts or stops storing moves by halves, as the new table requires.
    fn update_swap_moves(&mut self, old: Option<DirectTable<HalfIndex>>) -> Result<(), SolveError> {
        let halves = match &self.lookup {
            StateTable::Halves(table) => Some(table.indexing()),
            _ => None,
        };
        let wider = match (self.swap_moves.take(), halves) {
            (Some(swap_moves), Some(halves)) => swap_moves.widened(halves, self.context),
            (Some(swap_moves), None) => {
                self.swap_moves = Some(swap_moves);
                return self.store_as_edges(old.as_ref());
            }
            (None, Some(halves)) if self.may_swap && !*self.edgeless.get_mut() => {
                let (left, right) = halves.room();
                self.restart();
                SwapMoves::new(left, right, self.context)
            }
            (None, _) => return Ok(()),
        };
        self.swap_moves = Some(wider?);
        Ok(())
    }

    /// Discards all moves so far: positions are few.
    pub(super) fn restart(&mut self) {
        self.must_restart = self.levels.len() > 0;
        self.explorers.iter_mut().for_each(Explorer::forget);
        for id in self.levels.all().iter().cloned().flatten() {
            let status = self.pool.status(id);
            if status == NodeStatus::WON_IN_1 || status == NodeStatus::LOST_IN_1 {
                self.pool.set_status(id, NodeStatus::OPEN);
            }
        }
    }

    /// Converts all moves that are stored by the halves of a table into edges.
    fn store_as_edges(&mut self, table: Option<&DirectTable<HalfIndex>>) -> Result<(), SolveError> {
        self.may_swap = false;
        let (Some(swap_moves), Some(table)) = (self.swap_moves.take(), table) else {
            return Ok(());
        };
        let nothing = Work::Ids(Vec::new());
        let (shared, (explorers, _)) = self.shared(&nothing);
        match explorers[0].store_as_edges(&shared, &swap_moves, table) {
            Err(Halt::Stop(error)) => Err(error),
            _ => Ok(()),
        }
    }
}
