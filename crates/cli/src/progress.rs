//! Progress output on standard error, and cancellation of commands.

mod last_stage;
pub(crate) mod watchdog;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle as BarStyle};
use kibitz_game::{Plan, Progress, RunContext, StopReason, Thousands};

use crate::arguments::{Budget, ProgressStyle};
use crate::failure::INTERRUPTED;
use last_stage::StageRecorder;
pub(crate) use last_stage::last_progress;

/// Time that a command has to stop by itself after cancellation or a timeout.
const GRACE: Duration = Duration::from_millis(700);

/// Stages shorter than this show no progress bar.
const BAR_DELAY: Duration = Duration::from_millis(400);

/// A run context with the given limits that shows progress and is cancelled by
/// Ctrl-C. If the command does not stop within [`GRACE`], the process is
/// terminated, unless its result is being written.
pub(crate) fn context(budget: &Budget) -> RunContext {
    let context = with_progress(budget);
    let flag = context.stop_flag();
    // The first Ctrl-C cancels, the second one terminates the process. If no
    // handler can be set, Ctrl-C terminates as usual.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        watchdog::terminate_after(GRACE, StopReason::Cancelled);
    });
    if let Some(time) = budget.time {
        watchdog::terminate_after(time.saturating_add(GRACE), StopReason::OutOfTime(time));
    }
    context
}

/// Like [`context`], for commands that write while they run or must clean up:
/// Ctrl-C only cancels, any number of times, and the process is never terminated
/// in the middle of a write or of the cleanup.
pub(crate) fn graceful_context(budget: &Budget) -> RunContext {
    let context = with_progress(budget);
    let flag = context.stop_flag();
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    context
}

/// The same without progress, for a process that another one has started.
#[cfg(feature = "cluster")]
pub(crate) fn silent_context(budget: &Budget) -> RunContext {
    let context = budget.context();
    let flag = context.stop_flag();
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    context
}

/// A run context with the given limits that shows progress.
fn with_progress(budget: &Budget) -> RunContext {
    with_progress_bar(budget, Bar::default())
}

/// The same without printing plans, for interactive use.
pub(crate) fn interactive_context(budget: &Budget) -> RunContext {
    let bar = Bar {
        has_plan: AtomicBool::new(true),
        ..Bar::default()
    };
    with_progress_bar(budget, bar)
}

fn with_progress_bar(budget: &Budget, bar: Bar) -> RunContext {
    let shown: Option<Arc<dyn Progress>> = match budget.progress {
        ProgressStyle::None => None,
        ProgressStyle::Json => Some(Arc::new(Lines::default())),
        ProgressStyle::Auto => Some(Arc::new(bar)),
    };
    budget
        .context()
        .report_to(Arc::new(StageRecorder { shown }))
}

/// A progress bar, if standard error is a terminal.
#[derive(Default)]
struct Bar {
    stage: Mutex<Option<BarStage>>,
    /// Whether a plan was printed, or none is to be printed.
    has_plan: AtomicBool,
}

struct BarStage {
    began: Instant,
    name: String,
    total: Option<u64>,
    bar: Option<ProgressBar>,
}

impl BarStage {
    fn show(&mut self, done: u64) {
        if self.bar.is_none() && self.began.elapsed() >= BAR_DELAY {
            self.bar = Some(new_bar(&self.name, self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }
}

fn new_bar(name: &str, total: Option<u64>) -> ProgressBar {
    let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let template = if total.is_some() {
        "{msg} {wide_bar} {percent}%, {per_sec}, {eta} left"
    } else {
        "{msg} {human_pos}, {per_sec}, {elapsed}"
    };
    if let Ok(style) = BarStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}

impl Progress for Bar {
    /// Shows the numbers beside the name of the stage.
    fn detail(&self, numbers: &[(&'static str, u64)]) {
        let slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = slot.as_ref()
            && let Some(bar) = &stage.bar
        {
            let mut text = stage.name.clone();
            for (name, number) in numbers {
                text += &format!(", {} {}", name.replace('_', " "), Thousands(*number));
            }
            bar.set_message(text);
        }
    }

    /// Prints the plan of the first solve if it is long, if the disk may become full, or on a
    /// terminal.
    fn plan(&self, plan: &Plan) {
        const SHORT: Duration = Duration::from_secs(1);
        let is_long = plan.time.is_some_and(|time| time > SHORT);
        let is_first = !self.has_plan.swap(true, Ordering::Relaxed);
        if is_first && (is_long || plan.is_short_of_disk() || io::stderr().is_terminal()) {
            let _ = writeln!(anstream::stderr(), "plan: {plan}");
        }
    }

    fn begin(&self, stage: &str, total: Option<u64>) {
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(BarStage {
            began: Instant::now(),
            name: stage.to_owned(),
            total,
            bar: None,
        });
    }

    fn advance_to(&self, done: u64) {
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = slot.as_mut() {
            stage.show(done);
        }
    }

    fn end(&self) {
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = slot.take().and_then(|stage| stage.bar) {
            bar.finish_and_clear();
        }
    }
}

/// One JSON object per line, at most ten per second.
#[derive(Default)]
struct Lines {
    stage: Mutex<Option<LineStage>>,
}

struct LineStage {
    name: String,
    total: Option<u64>,
    last: Option<Instant>,
    detail: Vec<(&'static str, u64)>,
}

#[derive(serde::Serialize)]
struct Line<'a> {
    stage: &'a str,
    done: u64,
    total: Option<u64>,
    #[serde(flatten)]
    detail: BTreeMap<&'static str, u64>,
}

impl Progress for Lines {
    fn plan(&self, plan: &Plan) {
        let line = serde_json::json!({
            "plan": plan.engine.to_string(),
            "positions": plan.positions,
            "bytes": plan.bytes,
            "disk": plan.disk,
            "disk_free": plan.disk_free,
            "seconds": plan.time.map(|time| time.as_secs_f64()),
        });
        let _ = writeln!(anstream::stderr(), "{line}");
    }

    fn begin(&self, stage: &str, total: Option<u64>) {
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(LineStage {
            name: stage.to_owned(),
            total,
            last: None,
            detail: Vec::new(),
        });
    }

    fn advance_to(&self, done: u64) {
        const INTERVAL: Duration = Duration::from_millis(100);
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(stage) = slot.as_mut() else { return };
        if stage.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        stage.last = Some(Instant::now());
        let line = Line {
            stage: &stage.name,
            done,
            total: stage.total,
            detail: stage.detail.iter().copied().collect(),
        };
        if let Ok(text) = serde_json::to_string(&line) {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    fn detail(&self, numbers: &[(&'static str, u64)]) {
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = slot.as_mut() {
            stage.detail = numbers.to_vec();
        }
    }

    fn end(&self) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
