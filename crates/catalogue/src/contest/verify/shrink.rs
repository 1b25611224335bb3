//! Minimisation of a mismatch (delta debugging, then exhaustive search).
//!
//! A failing case is first run alone. If it then agrees, the program carries
//! state from case to case, and the list of cases is shortened. A single case
//! is minimised in four stages: some thousand of the smallest cases are tried;
//! if none fails, cases of one or two parts; then the case is changed step by
//! step; then all cases that are still smaller are enumerated, within a limit of
//! runs. Cases are tried many in one run; one that differs is confirmed by a run
//! of its own.
//!
//! The search is limited by wall-clock time, runs and bytes. When a limit is
//! reached or the run is cancelled, the best mismatch so far is reported as not
//! minimal.

mod batches;

use std::time::{Duration, Instant};

use kibitz_game::contest::{CaseGenerator, pieces};
use kibitz_game::{BREAK, CONTINUE, Stage, StopReason};

use super::{Discrepancy, Mismatch, Trial, Verdict, text_of};
use crate::contest::ContestError;
use crate::contest::judge::BatchSolver;
use batches::BatchRunner;

/// How minimal a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimality {
    /// All smaller cases, of this number, were tried and agree.
    Proved(u64),
    /// All smaller cases were tried; some fail, but with another verdict.
    Alone,
    /// Locally minimal: no single step leads to a smaller failing case.
    Shrunk,
    /// The search for a smaller case reached a limit, or there was none.
    GivenUp,
    /// Not reproducible: the program agreed when it was run again.
    Unsteady,
}

/// Maximum number of runs of the stepwise minimisation, and again of the
/// exhaustive search.
const MAX_RUNS: u64 = 500;
/// Maximum number of runs that exceed the time limit, in all.
const MAX_SLOW_RUNS: u64 = 16;
/// Maximum total input in bytes; reached only with cases of about a million
/// numbers, which are slow to write and read.
const MAX_BYTES: u64 = 256 << 20;
/// Limits of the first trial of the smallest cases.
const FIRST_TRIAL: SearchLimits = SearchLimits {
    cases: 4096,
    runs: 16,
};
/// Limits of the enumeration of all smaller cases.
const EXHAUSTIVE: SearchLimits = SearchLimits {
    cases: 200_000,
    runs: MAX_RUNS,
};
/// Time of a run when the program has exceeded the time limit before.
const SHORT_RUN: Duration = Duration::from_millis(500);
/// Number of the smallest cases that are run alone.
const MAX_ALONE: usize = 8;

/// Limits of a search.
#[derive(Clone, Copy)]
struct SearchLimits {
    cases: u64,
    runs: u64,
}

pub(super) fn shrink<C: CaseGenerator, B: BatchSolver<C>>(
    trial: &mut Trial<'_, C, B>,
    cases: Vec<C::Case>,
    discrepancy: Discrepancy,
) -> Result<Mismatch, ContestError> {
    let context = trial.context;
    let mut search = Search {
        kind: discrepancy.kind,
        runs: 0,
        max_runs: MAX_RUNS,
        all_runs: 0,
        slow_runs: 0,
        bytes: 0,
        until: Instant::now() + trial.shrink,
        is_out_of_time: false,
        is_pure: true,
        stage: context.stage("minimising: runs", None),
        trial,
    };
    let (cases, discrepancy, smallest) = match search.kind {
        Verdict::TimeLimit => search.smallest_slow(cases, discrepancy)?,
        _ => search.smallest(cases, discrepancy)?,
    };
    Ok(mismatch(search.trial.format, &cases, discrepancy, smallest))
}

/// The description of a discrepancy.
fn mismatch<C: CaseGenerator>(
    format: &C,
    cases: &[C::Case],
    discrepancy: Discrepancy,
    smallest: Minimality,
) -> Mismatch {
    let text = text_of(format, cases);
    let case = discrepancy.at.or((cases.len() == 1).then_some(0));
    Mismatch {
        kind: discrepancy.kind,
        what: discrepancy.what,
        input: String::from_utf8_lossy(&text).into_owned(),
        cases: cases.len() as u64,
        case: case.map(|i| i as u64 + 1),
        query: case.map(|i| format.query(&cases[i])),
        found: discrepancy.found,
        expected: discrepancy.expected,
        claim: discrepancy.claim,
        truth: discrepancy.truth,
        stderr: discrepancy.stderr,
        smallest,
    }
}

/// A search for a smaller input with the same verdict.
struct Search<'t, 'a, C, B> {
    kind: Verdict,
    runs: u64,
    max_runs: u64,
    /// Runs in all.
    all_runs: u64,
    /// Runs that exceeded the time limit.
    slow_runs: u64,
    /// Total input given to the program, in bytes.
    bytes: u64,
    until: Instant,
    /// Whether the time limit was reached or the run was cancelled.
    is_out_of_time: bool,
    /// Whether no case has failed with another verdict.
    is_pure: bool,
    stage: Stage<'a>,
    trial: &'t mut Trial<'a, C, B>,
}

type Found<C> = (
    Vec<<C as kibitz_game::contest::Contest>::Case>,
    Discrepancy,
    Minimality,
);

impl<C: CaseGenerator, B: BatchSolver<C>> Search<'_, '_, C, B> {
    fn smallest(
        &mut self,
        cases: Vec<C::Case>,
        discrepancy: Discrepancy,
    ) -> Result<Found<C>, ContestError> {
        if let Some(i) = discrepancy.at
            && let Some(alone) = self.fails(std::slice::from_ref(&cases[i]))?
        {
            self.announce(std::slice::from_ref(&cases[i]), &alone);
            return self.smallest_case(cases[i].clone(), alone);
        }
        // Cases after the failing one hardly ever matter.
        let (cases, discrepancy) = match discrepancy.at {
            Some(i) if i + 1 < cases.len() => match self.fails(&cases[..=i])? {
                Some(same) => (cases[..=i].to_vec(), same),
                None => (cases, discrepancy),
            },
            _ => (cases, discrepancy),
        };
        self.announce(&cases, &discrepancy);
        if self.is_limit_reached() {
            return Ok((cases, discrepancy, Minimality::GivenUp));
        }
        let Some(again) = self.fails(&cases)? else {
            let smallest = match self.is_out_of_time {
                true => Minimality::GivenUp,
                false => Minimality::Unsteady,
            };
            return Ok((cases, discrepancy, smallest));
        };
        let (mut cases, mut discrepancy) = self.fewer(cases, again)?;
        // Until none can be left out of the cases that are reported.
        while cases.len() > 1 {
            let count = cases.len();
            (cases, discrepancy) = self.smaller_together(cases, discrepancy)?;
            (cases, discrepancy) = self.fewer(cases, discrepancy)?;
            if cases.len() == count || self.is_limit_reached() {
                return Ok((cases, discrepancy, self.stepwise_minimality()));
            }
        }
        self.smallest_case(cases.swap_remove(0), discrepancy)
    }

    /// The same for cases that exceed the time limit. Smaller ones are run for a
    /// short time only; the result exceeds the time limit, or is given up.
    fn smallest_slow(
        &mut self,
        cases: Vec<C::Case>,
        discrepancy: Discrepancy,
    ) -> Result<Found<C>, ContestError> {
        self.trial.run_time = Some(SHORT_RUN);
        let found = self.smallest(cases.clone(), discrepancy.clone());
        self.trial.run_time = None;
        let (smaller, again, smallest) = found?;
        let confirmed = match smaller.len() < cases.len() || smaller.len() == 1 {
            true => self.fails(&smaller)?,
            false => None,
        };
        Ok(match confirmed {
            Some(_) => (smaller, again, smallest),
            None => (cases, discrepancy, Minimality::GivenUp),
        })
    }

    /// Shows the mismatch as it was found.
    fn announce(&mut self, cases: &[C::Case], discrepancy: &Discrepancy) {
        let (format, smallest) = (self.trial.format, Minimality::GivenUp);
        let first = mismatch(format, cases, discrepancy.clone(), smallest);
        self.trial.submission.failed(&first);
    }

    /// The minimality after stepwise minimisation.
    fn stepwise_minimality(&self) -> Minimality {
        match self.is_limit_reached() {
            true => Minimality::GivenUp,
            false => Minimality::Shrunk,
        }
    }

    /// Runs some cases; returns the discrepancy. `None` also if the time limit
    /// is reached; then [`is_limit_reached`](Search::is_limit_reached) holds.
    fn run(&mut self, cases: &[C::Case]) -> Result<Option<Discrepancy>, ContestError> {
        let text = text_of(self.trial.format, cases);
        self.bytes += text.len() as u64;
        let discrepancy = match self.trial.run_on(cases, &text) {
            Err(ContestError::Stop(StopReason::OutOfTime(_) | StopReason::Cancelled)) => {
                self.is_out_of_time = true;
                return Ok(None);
            }
            discrepancy => discrepancy?,
        };
        let is_slow = discrepancy
            .as_ref()
            .is_some_and(|f| f.kind == Verdict::TimeLimit);
        self.runs += 1;
        self.all_runs += 1;
        // A stop is noticed by the next run.
        let _ = self.stage.advance_to(self.all_runs);
        self.slow_runs += u64::from(is_slow);
        Ok(discrepancy)
    }

    /// Runs some cases; returns the discrepancy if the verdict is the same.
    fn fails(&mut self, cases: &[C::Case]) -> Result<Option<Discrepancy>, ContestError> {
        let discrepancy = self.run(cases)?;
        Ok(discrepancy.filter(|discrepancy| discrepancy.kind == self.kind))
    }

    /// Whether a limit of the search is reached.
    fn is_limit_reached(&self) -> bool {
        self.runs >= self.max_runs
            || self.slow_runs >= MAX_SLOW_RUNS
            || self.bytes >= MAX_BYTES
            || self.is_out_of_time
            || Instant::now() >= self.until
    }

    /// Removes cases as long as the rest still fails.
    fn fewer(
        &mut self,
        mut cases: Vec<C::Case>,
        mut discrepancy: Discrepancy,
    ) -> Result<(Vec<C::Case>, Discrepancy), ContestError> {
        // Cases after the failing one hardly ever matter.
        if let Some(i) = discrepancy.at
            && let Some(same) = self.fails(&cases[..=i])?
        {
            cases.truncate(i + 1);
            discrepancy = same;
        }
        'shorter: loop {
            for piece in pieces(cases.len()).filter(|piece| piece.len() < cases.len()) {
                if self.is_limit_reached() {
                    return Ok((cases, discrepancy));
                }
                let mut rest = cases.clone();
                rest.drain(piece);
                if let Some(same) = self.fails(&rest)? {
                    (cases, discrepancy) = (rest, same);
                    continue 'shorter;
                }
            }
            return Ok((cases, discrepancy));
        }
    }

    /// Minimises cases that fail only together.
    fn smaller_together(
        &mut self,
        mut cases: Vec<C::Case>,
        mut discrepancy: Discrepancy,
    ) -> Result<(Vec<C::Case>, Discrepancy), ContestError> {
        let format = self.trial.format;
        let mut i = 0;
        while i < cases.len() {
            let mut better = None;
            let mut stop = None;
            format.smaller(&cases[i], &mut |smaller| {
                let mut changed = cases.clone();
                changed[i] = smaller;
                match self.fails(&changed) {
                    Ok(None) if !self.is_limit_reached() => return CONTINUE,
                    Ok(None) => {}
                    Ok(Some(discrepancy)) => better = Some((changed, discrepancy)),
                    Err(error) => stop = Some(error),
                }
                BREAK
            });
            if let Some(error) = stop {
                return Err(error);
            }
            match better {
                Some(better) => (cases, discrepancy) = better,
                None => i += 1,
            }
            if self.is_limit_reached() {
                break;
            }
        }
        Ok((cases, discrepancy))
    }

    /// Minimises a case that fails alone.
    fn smallest_case(
        &mut self,
        mut case: C::Case,
        mut discrepancy: Discrepancy,
    ) -> Result<Found<C>, ContestError> {
        let format = self.trial.format;
        let below = format.measure(&case);
        if let Some(agreed) = self.trial.agreed_below.get(below as usize) {
            let agreed = *agreed;
            return Ok(self.proved(case, discrepancy, agreed));
        }
        if self.kind == Verdict::PresentationError
            && let Some((case, discrepancy, tried)) = self.fails_alone(below)?
        {
            return Ok(self.proved_alone(case, discrepancy, tried));
        }
        match self.exhaustive(below, FIRST_TRIAL)? {
            Exhaustive::Fails(case, discrepancy, tried) => {
                return Ok(self.proved(*case, discrepancy, tried));
            }
            Exhaustive::NoneFails(tried) => return Ok(self.proved(case, discrepancy, tried)),
            Exhaustive::TooMany => {}
        }
        self.reset_runs(MAX_RUNS);
        let mut runner = BatchRunner::new(self);
        format.simple(&case, &mut |simple| runner.add(simple));
        if let Some(better) = runner.finish()? {
            (case, discrepancy) = better;
        }
        loop {
            let mut runner = BatchRunner::new(self);
            format.smaller(&case, &mut |smaller| runner.add(smaller));
            match runner.finish()? {
                Some(better) => (case, discrepancy) = better,
                None => break,
            }
        }
        let minimality = self.stepwise_minimality();
        let below = format.measure(&case);
        Ok(match self.exhaustive(below, EXHAUSTIVE)? {
            Exhaustive::Fails(case, discrepancy, tried) => self.proved(*case, discrepancy, tried),
            Exhaustive::NoneFails(tried) => self.proved(case, discrepancy, tried),
            Exhaustive::TooMany => (vec![case], discrepancy, minimality),
        })
    }

    /// The first of the smallest cases that fails, each run alone: missing or
    /// extra lines may depend on a case's place among others.
    fn fails_alone(
        &mut self,
        below: u64,
    ) -> Result<Option<(C::Case, Discrepancy, u64)>, ContestError> {
        let format = self.trial.format;
        let mut cases = Vec::new();
        for measure in 0..below {
            let flow = format.every(measure, &mut |case| {
                cases.push((measure, case));
                if cases.len() < MAX_ALONE {
                    CONTINUE
                } else {
                    BREAK
                }
            });
            if flow != Some(CONTINUE)
                || self.is_limit_reached()
                || self.trial.context.check().is_err()
            {
                break;
            }
        }
        self.is_pure = true;
        for (measure, case) in &cases {
            let discrepancy = self.run(std::slice::from_ref(case))?;
            let is_same = discrepancy.as_ref().map(|other| other.kind == self.kind);
            if let Some(discrepancy) = discrepancy.filter(|_| is_same == Some(true)) {
                let smaller = cases.iter().filter(|(other, _)| other < measure);
                return Ok(Some((case.clone(), discrepancy, smaller.count() as u64)));
            }
            if self.is_limit_reached() {
                break;
            }
            self.is_pure &= is_same.is_none();
        }
        Ok(None)
    }

    /// The result for a case of which all `tried` smaller ones were run alone.
    fn proved_alone(&self, case: C::Case, discrepancy: Discrepancy, tried: u64) -> Found<C> {
        let smallest = match self.is_pure {
            true => Minimality::Proved(tried),
            false => Minimality::Alone,
        };
        (vec![case], discrepancy, smallest)
    }

    /// The result for a case of which all `tried` smaller ones were tried.
    /// Smaller cases with another verdict do not agree; and for a wrong number
    /// of lines, runs of many cases prove nothing about single ones.
    fn proved(&self, case: C::Case, discrepancy: Discrepancy, tried: u64) -> Found<C> {
        match self.kind {
            Verdict::PresentationError if tried > 0 => {
                (vec![case], discrepancy, Minimality::Shrunk)
            }
            _ => self.proved_alone(case, discrepancy, tried),
        }
    }

    fn reset_runs(&mut self, runs: u64) {
        (self.runs, self.max_runs) = (0, runs);
    }

    /// Tries all cases with a measure below `below`, the smallest first.
    fn exhaustive(
        &mut self,
        below: u64,
        limits: SearchLimits,
    ) -> Result<Exhaustive<C>, ContestError> {
        self.reset_runs(limits.runs);
        self.is_pure = true;
        let (format, context) = (self.trial.format, self.trial.context);
        let mut runner = BatchRunner::new(self);
        // The number of cases below each measure.
        let mut counts = Vec::new();
        let mut listed = 0;
        for measure in 0..below {
            counts.push(listed);
            let flow = format.every(measure, &mut |case| {
                listed += 1;
                if listed > limits.cases {
                    return BREAK;
                }
                runner.add(case)
            });
            let is_done = listed > limits.cases || runner.is_over() || context.check().is_err();
            if flow.is_none() || is_done {
                break;
            }
        }
        let is_complete = counts.len() as u64 == below && listed <= limits.cases;
        let found = runner.finish()?;
        let is_complete = is_complete && !self.is_limit_reached();
        Ok(match found {
            Some((case, discrepancy)) => {
                let smaller = counts[format.measure(&case) as usize];
                Exhaustive::Fails(Box::new(case), discrepancy, smaller)
            }
            None if is_complete => Exhaustive::NoneFails(listed),
            None => Exhaustive::TooMany,
        })
    }
}

/// The result of trying all smaller cases.
enum Exhaustive<C: CaseGenerator> {
    /// This case fails; the number of smaller ones.
    Fails(Box<C::Case>, Discrepancy, u64),
    /// None of this number of cases fails.
    NoneFails(u64),
    /// There are too many to try, or they cannot be enumerated.
    TooMany,
}
