//! Watchdog: terminates the process if it does not stop by itself.
//!
//! Engines check their run context often and keep partial results when they
//! stop. If too much time passes between two checks, the limit is still
//! enforced: the process exits with the same message and exit code.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use kibitz_game::StopReason;
use kibitz_query::QueryError;

use crate::failure::Failure;

const WORKING: u8 = 0;
/// The result is being written, which takes as long as its reader does.
const WRITING: u8 = 1;
const TERMINATING: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(WORKING);

/// Terminates the process after `after`, unless it has begun to write its result.
pub(super) fn terminate_after(after: Duration, stop: StopReason) {
    let end = move || {
        std::thread::sleep(after);
        if leave_working(TERMINATING) {
            let code = Failure::Query(QueryError::Stop(stop)).print();
            std::process::exit(code.into());
        }
    };
    // If no thread can be started, the next check of the context stops the run.
    let _ = std::thread::Builder::new().spawn(end);
}

/// Declares that the result is being written from now on, which disables the
/// watchdog.
pub(crate) fn output_begins() {
    while !leave_working(WRITING) && STATE.load(Ordering::Relaxed) == TERMINATING {
        // The watchdog is terminating the process; do not write any more.
        std::thread::park();
    }
}

/// Leaves the state `WORKING`; false if it was left before.
fn leave_working(state: u8) -> bool {
    let order = Ordering::Relaxed;
    STATE.compare_exchange(WORKING, state, order, order).is_ok()
}
