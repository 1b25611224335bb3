//! Interpreters, one for each thread that needs one.
//!
//! A machine's values stay in their thread, so they cannot be kept in
//! [`Rules`](super::Rules), which all threads share. Each thread keeps the last
//! few that it made.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::fault::{Fault, Limits};
use crate::interpret::Machine;
use crate::tree::Program;

/// A thread keeps so many machines.
const MOST: usize = 4;

thread_local! {
    static MACHINES: RefCell<Vec<(u64, Machine)>> = const { RefCell::new(Vec::new()) };
}

/// Makes machines for one program.
#[derive(Debug)]
pub(super) struct Machines {
    program: Arc<Program>,
    pub(super) limits: Limits,
    /// No two programs have the same, however often one is loaded.
    number: u64,
}

impl Machines {
    pub(super) fn new(program: Arc<Program>, limits: Limits) -> Machines {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Machines {
            program,
            limits,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Asks this thread's machine, which is made if there is none.
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&Machine) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        MACHINES.with_borrow_mut(|kept| {
            let place = kept.iter().position(|(number, _)| *number == self.number);
            let place = match place {
                Some(place) => place,
                None => {
                    let machine = Machine::new(Arc::clone(&self.program), self.limits)?;
                    if kept.len() == MOST {
                        kept.remove(0);
                    }
                    kept.push((self.number, machine));
                    kept.len() - 1
                }
            };
            ask(&kept[place].1)
        })
    }
}
