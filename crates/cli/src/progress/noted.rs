//! How far the work came, for the message that it was stopped.

use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Plan, Progress};
use kibitz_solve::Thousands;

/// The last stage of the work and what was done of it.
struct Reached {
    stage: String,
    done: u64,
    total: Option<u64>,
}

static REACHED: Mutex<Option<Reached>> = Mutex::new(None);

/// Notes how far the work is, and shows it where that is wanted.
pub(super) struct Noted {
    pub(super) shown: Option<Arc<dyn Progress>>,
}

impl Progress for Noted {
    fn plan(&self, plan: &Plan) {
        if let Some(shown) = &self.shown {
            shown.plan(plan);
        }
    }

    fn begin(&self, stage: &str, total: Option<u64>) {
        *REACHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Reached {
            stage: stage.to_owned(),
            done: 0,
            total,
        });
        if let Some(shown) = &self.shown {
            shown.begin(stage, total);
        }
    }

    fn reach(&self, done: u64) {
        let mut reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reached) = reached.as_mut() {
            reached.done = done;
        }
        drop(reached);
        if let Some(shown) = &self.shown {
            shown.reach(done);
        }
    }

    fn end(&self) {
        if let Some(shown) = &self.shown {
            shown.end();
        }
    }
}

/// How far the work came, in words; nothing where no stage of it has begun.
pub(crate) fn how_far() -> Option<String> {
    let reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
    let reached = reached.as_ref()?;
    let done = Thousands(reached.done);
    Some(match reached.total {
        _ if reached.done == 0 => format!("{}: begun", reached.stage),
        Some(total) => format!("{}: {done} of {} done", reached.stage, Thousands(total)),
        None => format!("{}: {done} done", reached.stage),
    })
}
