//! The last progress reported, for the message of an aborted run.

use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Plan, Progress};
use kibitz_solve::Thousands;

/// The last stage and its progress.
struct LastStage {
    stage: String,
    done: u64,
    total: Option<u64>,
}

static LAST_STAGE: Mutex<Option<LastStage>> = Mutex::new(None);

/// Records progress and forwards it to the display, if there is one.
pub(super) struct StageRecorder {
    pub(super) shown: Option<Arc<dyn Progress>>,
}

impl Progress for StageRecorder {
    fn plan(&self, plan: &Plan) {
        if let Some(shown) = &self.shown {
            shown.plan(plan);
        }
    }

    fn begin(&self, stage: &str, total: Option<u64>) {
        *LAST_STAGE.lock().unwrap_or_else(PoisonError::into_inner) = Some(LastStage {
            stage: stage.to_owned(),
            done: 0,
            total,
        });
        if let Some(shown) = &self.shown {
            shown.begin(stage, total);
        }
    }

    fn advance_to(&self, done: u64) {
        let mut stage = LAST_STAGE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = stage.as_mut() {
            stage.done = done;
        }
        drop(stage);
        if let Some(shown) = &self.shown {
            shown.advance_to(done);
        }
    }

    fn detail(&self, numbers: &[(&'static str, u64)]) {
        if let Some(shown) = &self.shown {
            shown.detail(numbers);
        }
    }

    fn end(&self) {
        if let Some(shown) = &self.shown {
            shown.end();
        }
    }
}

/// The last progress as text; `None` if no stage has begun.
pub(crate) fn last_progress() -> Option<String> {
    let stage = LAST_STAGE.lock().unwrap_or_else(PoisonError::into_inner);
    let stage = stage.as_ref()?;
    let done = Thousands(stage.done);
    Some(match stage.total {
        _ if stage.done == 0 => format!("{}: started", stage.stage),
        Some(total) => format!("{}: {done} of {} done", stage.stage, Thousands(total)),
        None => format!("{}: {done} done", stage.stage),
    })
}
