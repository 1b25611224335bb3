//! The end of work that was asked to stop and does not.
//!
//! Engines look at their watch often, and then what they have found so far is
//! kept. Where something takes long between two looks, the limit holds
//! nevertheless: the process is ended, with the same message and exit code.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use kibitz_game::Stop;
use kibitz_query::QueryError;

use crate::failure::Failure;

const WORKING: u8 = 0;
/// The answer is being written: it takes as long as its reader does.
const ANSWERING: u8 = 1;
const ENDING: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(WORKING);

/// Ends the process after some time, unless it ends or answers before.
pub(super) fn insist(after: Duration, stop: Stop) {
    let end = move || {
        std::thread::sleep(after);
        if leave(ENDING) {
            let code = Failure::Query(QueryError::Stop(stop)).told();
            std::process::exit(code.into());
        }
    };
    // Without a thread the work ends when it looks at its watch.
    let _ = std::thread::Builder::new().spawn(end);
}

/// Says that the answer is there, so that nothing ends the process while it is
/// written.
pub(crate) fn answer_begins() {
    while !leave(ANSWERING) && STATE.load(Ordering::Relaxed) == ENDING {
        // The process is about to end; the answer comes too late.
        std::thread::park();
    }
}

/// Takes the step from work to something else; false where that was done before.
fn leave(state: u8) -> bool {
    let order = Ordering::Relaxed;
    STATE.compare_exchange(WORKING, state, order, order).is_ok()
}
