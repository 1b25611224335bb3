//! Interpreters, one per thread.
//!
//! The values of a machine are bound to a thread, so machines cannot be part of
//! [`Rules`](super::Rules), which all threads share. Each thread caches the
//! last few that it created.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::fault::{Fault, Limits};
use crate::interpret::Machine;
use crate::rules::SettingValue;
use crate::tree::{GlobalId, Program};

/// Cached machines per thread.
const MAX: usize = 4;

thread_local! {
    static MACHINES: RefCell<Vec<(u64, Machine)>> = const { RefCell::new(Vec::new()) };
}

/// Creates machines for one program.
#[derive(Debug)]
pub(super) struct Machines {
    program: Arc<Program>,
    pub(super) limits: Limits,
    /// Values of parameters, in place of those that the program has.
    parameters: Vec<(GlobalId, SettingValue)>,
    /// A unique id per load.
    number: u64,
}

impl Machines {
    pub(super) fn new(
        program: Arc<Program>,
        limits: Limits,
        parameters: Vec<(GlobalId, SettingValue)>,
    ) -> Machines {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Machines {
            program,
            limits,
            parameters,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Calls this thread's machine, which is created on demand.
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&Machine) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        MACHINES.with_borrow_mut(|kept| {
            let place = kept.iter().position(|(number, _)| *number == self.number);
            let place = match place {
                Some(place) => place,
                None => {
                    let program = Arc::clone(&self.program);
                    let machine = Machine::with_parameters(program, self.limits, &self.parameters)?;
                    if kept.len() == MAX {
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
