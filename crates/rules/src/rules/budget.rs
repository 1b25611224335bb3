//! What a question about a position takes: time and memory, as the watch over
//! the thread allows it.

use kibitz_game::{Claim, Stop, Watch};

use super::Rules;
use super::failure::Failure;
use super::position::Position;
use crate::fault::Fault;

/// Bytes between two looks at the budget.
const PACE: u64 = 1 << 20;
/// What a move takes beside its position and its name, for allocations and
/// tables.
const MOVE: usize = 256;

/// Memory that is claimed while something is made.
#[derive(Debug)]
pub(super) struct Budget {
    watch: Option<Watch>,
    claim: Option<Claim>,
    due: u64,
}

impl Budget {
    /// Nothing yet, of what watches over this thread.
    pub(super) fn new() -> Budget {
        Budget {
            watch: Watch::of_thread(),
            claim: None,
            due: 0,
        }
    }

    /// Gives back all that was taken.
    pub(super) fn clear(&mut self) {
        self.claim = None;
        self.due = 0;
    }

    /// Takes some bytes, and looks at the clock now and then.
    ///
    /// # Errors
    /// Where there is no more memory or time.
    pub(super) fn take(&mut self, rules: &Rules, bytes: usize) -> Result<(), Failure> {
        self.due += bytes as u64;
        if self.due < PACE {
            return Ok(());
        }
        let due = std::mem::take(&mut self.due);
        self.claim(due).map_err(|stop| {
            let span = rules.span(rules.mover(None));
            Failure::fault(Fault::stopped(stop, span), &rules.source)
        })
    }

    /// Takes what a move to a position needs, which is there twice while moves
    /// are told apart.
    ///
    /// # Errors
    /// Where there is no more memory or time.
    pub(super) fn take_move(
        &mut self,
        rules: &Rules,
        to: &Position,
        label: usize,
    ) -> Result<(), Failure> {
        let row = size_of::<Box<[i64]>>() + rules.shape.slots() * size_of::<i64>() + 16;
        self.take(rules, 2 * (to.parts.len() * row + label) + MOVE)
    }

    fn claim(&mut self, bytes: u64) -> Result<(), Stop> {
        const WHAT: &str = "the moves of a position";
        let Some(watch) = &self.watch else {
            return Ok(());
        };
        watch.check()?;
        match &mut self.claim {
            Some(claim) => claim.grow(WHAT, bytes),
            None => watch
                .claim(WHAT, bytes)
                .map(|claim| self.claim = Some(claim)),
        }
    }
}
