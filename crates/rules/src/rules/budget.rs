//! Time and memory of a request, within the thread's run context.

use kibitz_game::{Reservation, RunContext, StopReason};

use super::Rules;
use super::failure::Failure;
use super::position::Position;
use crate::fault::Fault;

/// Bytes between two checks of the budget.
const CHECK_INTERVAL: u64 = 1 << 20;
/// Memory of a move besides its position and label: allocations and tables.
const MOVE: usize = 256;

/// Memory reserved while a result is built.
#[derive(Debug)]
pub(super) struct Budget {
    context: Option<RunContext>,
    reservation: Option<Reservation>,
    due: u64,
}

impl Budget {
    /// An empty budget in the thread's run context.
    pub(super) fn new() -> Budget {
        Budget {
            context: RunContext::of_thread(),
            reservation: None,
            due: 0,
        }
    }

    /// Releases everything.
    pub(super) fn clear(&mut self) {
        self.reservation = None;
        self.due = 0;
    }

    /// Takes bytes, and checks the run context at intervals.
    ///
    /// # Errors
    /// Returns a failure if memory or time is exhausted.
    pub(super) fn take(&mut self, rules: &Rules, bytes: usize) -> Result<(), Failure> {
        self.due += bytes as u64;
        if self.due < CHECK_INTERVAL {
            return Ok(());
        }
        let due = std::mem::take(&mut self.due);
        self.reservation(due).map_err(|stop| {
            let span = rules.span(rules.mover(None));
            Failure::fault(Fault::stopped(stop, span), &rules.source)
        })
    }

    /// Takes the memory of a move to a position, which is stored twice while
    /// duplicate labels are resolved.
    ///
    /// # Errors
    /// Returns a failure if memory or time is exhausted.
    pub(super) fn take_move(
        &mut self,
        rules: &Rules,
        to: &Position,
        label: usize,
    ) -> Result<(), Failure> {
        let row = size_of::<Box<[i64]>>() + rules.shape.slots() * size_of::<i64>() + 16;
        self.take(rules, 2 * (to.parts.len() * row + label) + MOVE)
    }

    fn reservation(&mut self, bytes: u64) -> Result<(), StopReason> {
        const WHAT: &str = "the moves of a position";
        let Some(context) = &self.context else {
            return Ok(());
        };
        context.check()?;
        match &mut self.reservation {
            Some(reservation) => reservation.grow(WHAT, bytes),
            None => context
                .reserve(WHAT, bytes)
                .map(|reservation| self.reservation = Some(reservation)),
        }
    }
}
