//! Comparison of the smallest cases, in the order of their measure: all cases of a
//! finite game, as far as the time allows.

use std::time::{Duration, Instant};

use kibitz_game::contest::CaseGenerator;
use kibitz_game::{BREAK, CONTINUE, Flow};

use super::{Report, Trial, run_and_shrink, text_of};
use crate::contest::ContestError;
use crate::contest::judge::BatchSolver;

/// A game with more cases is not exhausted.
const MAX_EXHAUSTED: u64 = 1_000_000;
/// Number of cases of such a game, and by how much less time they are given.
const MAX_SMALLEST: u64 = 10_000;
const LESS_TIME: u32 = 3;
/// Number of cases in the second run, after one of a single case, and the growth
/// from run to run.
const FIRST_RUN: u64 = 500;
const GROWTH: u64 = 16;
/// Maximum input of one run, in bytes.
const MAX_INPUT_LEN: u64 = 16 << 20;

/// Compares cases for a limited time, the smallest first.
pub(super) fn compare<C: CaseGenerator, B: BatchSolver<C>>(
    time: Duration,
    trial: &mut Trial<'_, C, B>,
    report: &mut Report,
) -> Result<(), ContestError> {
    let all = report.total.filter(|total| *total <= MAX_EXHAUSTED);
    let (most, time) = match all {
        Some(total) => (total, time),
        None => (MAX_SMALLEST, time / LESS_TIME),
    };
    let format = trial.format;
    let before = report.tried;
    let mut runs = Runs {
        batch: Vec::new(),
        bytes: 0,
        size: 1,
        fixed: None,
        most,
        time,
        until: Instant::now() + time,
        before,
        trial,
        report,
        error: None,
    };
    let mut flow = Some(CONTINUE);
    let mut measure = 0;
    while flow == Some(CONTINUE) && runs.seen() < most && measure < MAX_SMALLEST.max(most) {
        let below = runs.seen();
        runs.trial.agreed_below.push(below);
        flow = format.every(measure, &mut |case| runs.add(case));
        measure += 1;
    }
    if flow == Some(CONTINUE) && !runs.batch.is_empty() {
        let _ = runs.run();
    }
    let (error, report) = (runs.error, runs.report);
    report.smallest = report.agreed - before.min(report.agreed);
    report.is_complete = report.mismatch.is_none() && all == Some(report.smallest);
    error.map_or(Ok(()), Err)
}

/// Collects cases and runs them.
struct Runs<'r, 't, 'a, C: CaseGenerator, B> {
    batch: Vec<C::Case>,
    bytes: u64,
    /// Number of cases of the next run.
    size: u64,
    /// How long a run takes whatever the number of cases.
    fixed: Option<Duration>,
    most: u64,
    time: Duration,
    until: Instant,
    /// Number of cases compared before.
    before: u64,
    trial: &'r mut Trial<'t, C, B>,
    report: &'a mut Report,
    error: Option<ContestError>,
}

impl<C: CaseGenerator, B: BatchSolver<C>> Runs<'_, '_, '_, C, B> {
    /// Number of cases listed.
    fn seen(&self) -> u64 {
        self.report.tried - self.before + self.batch.len() as u64
    }

    fn add(&mut self, case: C::Case) -> Flow {
        self.bytes += text_of(self.trial.format, std::slice::from_ref(&case)).len() as u64;
        self.batch.push(case);
        let is_last = self.seen() >= self.most;
        let is_full = self.batch.len() as u64 >= self.size || self.bytes >= MAX_INPUT_LEN;
        if is_full || is_last {
            self.run()?;
        }
        if is_last { BREAK } else { CONTINUE }
    }

    /// The number of cases of the next run, after one of `cases`: it should take half
    /// of the time at most.
    fn next_size(&mut self, cases: u64, elapsed: Duration) -> u64 {
        let fixed = *self.fixed.get_or_insert(elapsed);
        let each = elapsed.saturating_sub(fixed).as_secs_f64() / cases as f64;
        let room = (self.time / 2).saturating_sub(fixed).as_secs_f64();
        // Without bound if a case takes no time.
        let fitting = (room / each) as u64;
        let most = (GROWTH * cases).max(FIRST_RUN);
        fitting.clamp(FIRST_RUN, most).min(self.trial.together)
    }

    /// Runs the batch.
    fn run(&mut self) -> Flow {
        let began = Instant::now();
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        let cases = batch.len() as u64;
        if let Err(error) = run_and_shrink(self.trial, vec![batch], self.report) {
            self.error = Some(error);
            return BREAK;
        }
        let elapsed = began.elapsed();
        self.size = self.next_size(cases, elapsed);
        let is_over = self.report.mismatch.is_some() || Instant::now() + elapsed >= self.until;
        if is_over { BREAK } else { CONTINUE }
    }
}
