//! Progress on standard error, and what becomes of work that is stopped.

pub(crate) mod ending;
mod noted;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle as BarStyle};
use kibitz_game::{Plan, Progress, Stop, Watch};

use crate::arguments::{Budget, ProgressStyle};
use crate::failure::INTERRUPTED;
use noted::Noted;
pub(crate) use noted::how_far;

/// So long after it was asked to, work has stopped by itself.
const GRACE: Duration = Duration::from_millis(700);

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// A watch that keeps to the budget, shows progress and stops on Ctrl-C. Work
/// that does not stop by itself soon after it should is ended, unless its answer
/// is being written.
pub(crate) fn watch(budget: &Budget) -> Watch {
    let watch = reporting(budget);
    let flag = watch.stop_flag();
    // The first time it asks, the second time it does not wait. Without a
    // handler Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        ending::insist(GRACE, Stop::Cancelled);
    });
    if let Some(time) = budget.time {
        ending::insist(time.saturating_add(GRACE), Stop::OutOfTime(time));
    }
    watch
}

/// The same for work that writes while it goes on, or has something to clear
/// away when it stops, which takes no time: however often somebody asks, it is
/// not left half done.
pub(crate) fn tidy_watch(budget: &Budget) -> Watch {
    let watch = reporting(budget);
    let flag = watch.stop_flag();
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    watch
}

/// A watch that keeps to the budget and shows progress.
fn reporting(budget: &Budget) -> Watch {
    reporting_to(budget, Bar::default())
}

/// The same without plans, for a conversation.
pub(crate) fn in_play(budget: &Budget) -> Watch {
    let bar = Bar {
        has_plan: AtomicBool::new(true),
        ..Bar::default()
    };
    reporting_to(budget, bar)
}

fn reporting_to(budget: &Budget, bar: Bar) -> Watch {
    let shown: Option<Arc<dyn Progress>> = match budget.progress {
        ProgressStyle::None => None,
        ProgressStyle::Json => Some(Arc::new(Lines::default())),
        ProgressStyle::Auto => Some(Arc::new(bar)),
    };
    budget.watch().report_to(Arc::new(Noted { shown }))
}

/// A bar, where standard error is a terminal.
#[derive(Default)]
struct Bar {
    stage: Mutex<Option<BarStage>>,
    /// Whether a plan was shown, or none shall be.
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
        if self.bar.is_none() && self.began.elapsed() >= PATIENCE {
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
        "{msg} {wide_bar} {percent}% {eta} left"
    } else {
        "{msg} {human_pos} {elapsed}"
    };
    if let Ok(style) = BarStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}

impl Progress for Bar {
    /// Prints the plan of the first solve if it is long or on a terminal.
    fn plan(&self, plan: &Plan) {
        const SHORT: Duration = Duration::from_secs(1);
        let is_long = plan.time.is_some_and(|time| time > SHORT);
        let is_first = !self.has_plan.swap(true, Ordering::Relaxed);
        if is_first && (is_long || io::stderr().is_terminal()) {
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

    fn reach(&self, done: u64) {
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

/// One JSON document a line, at most ten a second.
#[derive(Default)]
struct Lines {
    stage: Mutex<Option<LineStage>>,
}

struct LineStage {
    name: String,
    total: Option<u64>,
    last: Option<Instant>,
}

#[derive(serde::Serialize)]
struct Line<'a> {
    stage: &'a str,
    done: u64,
    total: Option<u64>,
}

impl Progress for Lines {
    fn plan(&self, plan: &Plan) {
        let line = serde_json::json!({
            "plan": plan.engine.to_string(),
            "positions": plan.positions,
            "bytes": plan.bytes,
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
        });
    }

    fn reach(&self, done: u64) {
        const APART: Duration = Duration::from_millis(100);
        let mut slot = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(stage) = slot.as_mut() else { return };
        if stage.last.is_some_and(|last| last.elapsed() < APART) {
            return;
        }
        stage.last = Some(Instant::now());
        let line = Line {
            stage: &stage.name,
            done,
            total: stage.total,
        };
        if let Ok(text) = serde_json::to_string(&line) {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    fn end(&self) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
