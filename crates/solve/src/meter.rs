//! Accounting of memory that grows during an enumeration.

use kibitz_game::{Reservation, RunContext, StopReason};

/// Tracks the memory of an enumeration, and reserves it by the mebibyte.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    context: &'a RunContext,
    /// What is enumerated, in the plural.
    what: &'static str,
    reservation: Reservation,
    unreserved: u64,
}

impl<'a> Meter<'a> {
    const STEP: u64 = 1 << 20;

    pub(crate) fn new(
        context: &'a RunContext,
        what: &'static str,
    ) -> Result<Meter<'a>, StopReason> {
        Ok(Meter {
            context,
            what,
            reservation: context.reserve("enumeration", 0)?,
            unreserved: 0,
        })
    }

    /// Counts `bytes`; periodically checks the budget and the context. `count` items were
    /// enumerated so far.
    pub(crate) fn add(&mut self, bytes: u64, count: usize) -> Result<(), StopReason> {
        self.unreserved += bytes;
        if self.unreserved >= Meter::STEP {
            self.reserve(count)?;
            // A single item may have very many moves.
            self.context.check()?;
        }
        Ok(())
    }

    /// Reserves what is left; the memory stays reserved.
    pub(crate) fn finish(mut self, count: usize) -> Result<Reservation, StopReason> {
        self.reserve(count)?;
        Ok(self.reservation)
    }

    fn reserve(&mut self, count: usize) -> Result<(), StopReason> {
        let what = format!("enumeration reached {count} {} and", self.what);
        self.reservation.grow(&what, self.unreserved)?;
        self.unreserved = 0;
        Ok(())
    }
}
