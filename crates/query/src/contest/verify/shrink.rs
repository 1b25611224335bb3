//! From a disagreement among many cases to the smallest one.
//!
//! A case that a program gets wrong among others is first run alone. Where it
//! then agrees, the program carries something over from case to case, and it is
//! the list of cases that is made shorter. One case is made smaller in three
//! ways: a few thousand of the smallest cases there are may do already; if not,
//! it is changed step by step; and then all cases that are still smaller are
//! listed, as far as a budget of runs goes. Cases are tried many in one run; one
//! that differs is run alone before it is believed.
//!
//! All of this is bounded, by runs, by bytes and by the clock, since somebody
//! waits. When a bound is met, the time budget ends or somebody stops the work, what was found so far is
//! the answer, and it says that something smaller may well be there.

use std::time::{Duration, Instant};

use kibitz_game::contest::{Sampled, pieces};
use kibitz_game::{ENOUGH, Flow, MORE, Stop};

use super::{Fault, Kind, Trial, Trouble, text_of};
use crate::QueryError;
use crate::contest::judge::Bench;

/// How sure it is that no smaller case disagrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// All smaller ones were tried, so many.
    Proved(u64),
    /// All smaller ones were tried; some fail, but in another way.
    Alone,
    /// No step to a smaller one was found.
    Shrunk,
    /// It was becoming too much work to look for a smaller one.
    GivenUp,
    /// It did not come again when the program was run again.
    Unsteady,
}

/// Runs of the program at most while a case is made smaller, and as many again
/// while all smaller ones are tried.
const MOST_RUNS: u64 = 500;
/// Runs at most that take the whole time limit, in all: somebody waits.
const MOST_SLOW_RUNS: u64 = 16;
/// Bytes of input at most, in all: a million numbers are slow to write and to
/// read. Only cases of such a size come near this.
const MOST_BYTES: u64 = 256 << 20;
/// Nobody waits longer, whatever it is that takes so long. A bound by the clock
/// may show one machine a smaller case than another, so it is met last.
const PATIENCE: Duration = Duration::from_secs(120);
/// What a look at the smallest cases may take, before anything else.
const GLANCE: Allowance = Allowance {
    cases: 4096,
    runs: 16,
};
/// What it may take to list all smaller cases.
const LISTING: Allowance = Allowance {
    cases: 200_000,
    runs: MOST_RUNS,
};
/// Cases in the first run of a search, and in the largest.
const FEWEST: usize = 64;
const MOST: usize = 4096;
/// Of the smallest cases so many are run alone.
const MOST_ALONE: usize = 8;
/// Bytes in a run of a search, about.
const LONGEST: u64 = 1 << 20;

/// What a search may take.
#[derive(Clone, Copy)]
struct Allowance {
    cases: u64,
    runs: u64,
}

pub(super) fn shrink<C: Sampled, B: Bench<C>>(
    trial: &mut Trial<'_, C, B>,
    cases: Vec<C::Case>,
    fault: Fault,
) -> Result<Trouble, QueryError> {
    let mut search = Search {
        kind: fault.kind,
        runs: 0,
        most_runs: MOST_RUNS,
        slow_runs: 0,
        bytes: 0,
        until: Instant::now() + PATIENCE,
        is_out_of_time: false,
        is_pure: true,
        trial,
    };
    let (cases, fault, smallest) = search.smallest(cases, fault)?;
    let format = search.trial.format;
    let text = text_of(format, &cases);
    let case = fault.at.or((cases.len() == 1).then_some(0));
    Ok(Trouble {
        kind: fault.kind,
        what: fault.what,
        input: String::from_utf8_lossy(&text).into_owned(),
        cases: cases.len() as u64,
        case: case.map(|i| i as u64 + 1),
        asked: case.map(|i| format.asked(&cases[i])),
        found: fault.found,
        expected: fault.expected,
        claim: fault.claim,
        truth: fault.truth,
        stderr: fault.stderr,
        smallest,
    })
}

/// A search for something smaller that fails in the same way.
struct Search<'t, 'a, C, B> {
    kind: Kind,
    runs: u64,
    most_runs: u64,
    /// Runs that took the whole time limit.
    slow_runs: u64,
    /// Bytes of input that the program was given.
    bytes: u64,
    until: Instant,
    /// Whether the time budget has ended, or somebody has stopped the work.
    is_out_of_time: bool,
    /// Whether no case has failed in another way.
    is_pure: bool,
    trial: &'t mut Trial<'a, C, B>,
}

type Found<C> = (
    Vec<<C as kibitz_game::contest::Contest>::Case>,
    Fault,
    Smallest,
);

impl<C: Sampled, B: Bench<C>> Search<'_, '_, C, B> {
    fn smallest(&mut self, cases: Vec<C::Case>, fault: Fault) -> Result<Found<C>, QueryError> {
        if let Some(i) = fault.at
            && let Some(alone) = self.fails(std::slice::from_ref(&cases[i]))?
        {
            return self.smallest_case(cases[i].clone(), alone);
        }
        let Some(again) = self.fails(&cases)? else {
            let last = fault.at.unwrap_or(cases.len() - 1);
            let cases = cases[..=last].to_vec();
            let smallest = match self.is_out_of_time {
                true => Smallest::GivenUp,
                false => Smallest::Unsteady,
            };
            return Ok((cases, fault, smallest));
        };
        let (cases, fault) = self.fewer(cases, again)?;
        if let [case] = cases.as_slice() {
            return self.smallest_case(case.clone(), fault);
        }
        let (cases, fault) = self.smaller_together(cases, fault)?;
        Ok((cases, fault, self.reached()))
    }

    /// What steps have reached.
    fn reached(&self) -> Smallest {
        match self.is_spent() {
            true => Smallest::GivenUp,
            false => Smallest::Shrunk,
        }
    }

    /// Runs some cases; gives what is wrong. Nothing is where the time budget
    /// has ended: then the search [`is_spent`](Search::is_spent).
    fn run(&mut self, cases: &[C::Case]) -> Result<Option<Fault>, QueryError> {
        let text = text_of(self.trial.format, cases);
        self.bytes += text.len() as u64;
        let fault = match self.trial.run_on(cases, &text) {
            Err(QueryError::Stop(Stop::OutOfTime(_) | Stop::Cancelled)) => {
                self.is_out_of_time = true;
                return Ok(None);
            }
            fault => fault?,
        };
        let is_slow = fault.as_ref().is_some_and(|f| f.kind == Kind::TimeLimit);
        self.runs += 1;
        self.slow_runs += u64::from(is_slow);
        Ok(fault)
    }

    /// Runs some cases; gives what is wrong where it is wrong in the same way.
    fn fails(&mut self, cases: &[C::Case]) -> Result<Option<Fault>, QueryError> {
        let fault = self.run(cases)?;
        Ok(fault.filter(|fault| fault.kind == self.kind))
    }

    /// Whether the search may take no more.
    fn is_spent(&self) -> bool {
        self.runs >= self.most_runs
            || self.slow_runs >= MOST_SLOW_RUNS
            || self.bytes >= MOST_BYTES
            || self.is_out_of_time
            || Instant::now() >= self.until
    }

    /// Leaves cases out as long as the rest still fails.
    fn fewer(
        &mut self,
        mut cases: Vec<C::Case>,
        mut fault: Fault,
    ) -> Result<(Vec<C::Case>, Fault), QueryError> {
        // What comes after the case at fault cannot matter, most of the time.
        if let Some(i) = fault.at
            && let Some(same) = self.fails(&cases[..=i])?
        {
            cases.truncate(i + 1);
            fault = same;
        }
        'shorter: loop {
            for piece in pieces(cases.len()).filter(|piece| piece.len() < cases.len()) {
                if self.is_spent() {
                    return Ok((cases, fault));
                }
                let mut rest = cases.clone();
                rest.drain(piece);
                if let Some(same) = self.fails(&rest)? {
                    (cases, fault) = (rest, same);
                    continue 'shorter;
                }
            }
            return Ok((cases, fault));
        }
    }

    /// Makes cases smaller that fail only together.
    fn smaller_together(
        &mut self,
        mut cases: Vec<C::Case>,
        mut fault: Fault,
    ) -> Result<(Vec<C::Case>, Fault), QueryError> {
        let format = self.trial.format;
        let mut i = 0;
        while i < cases.len() {
            let mut better = None;
            let mut stop = None;
            format.smaller(&cases[i], &mut |smaller| {
                let mut changed = cases.clone();
                changed[i] = smaller;
                match self.fails(&changed) {
                    Ok(None) if !self.is_spent() => return MORE,
                    Ok(None) => {}
                    Ok(Some(fault)) => better = Some((changed, fault)),
                    Err(error) => stop = Some(error),
                }
                ENOUGH
            });
            if let Some(error) = stop {
                return Err(error);
            }
            match better {
                Some(better) => (cases, fault) = better,
                None => i += 1,
            }
            if self.is_spent() {
                break;
            }
        }
        Ok((cases, fault))
    }

    /// Makes one case smaller that fails alone.
    fn smallest_case(
        &mut self,
        mut case: C::Case,
        mut fault: Fault,
    ) -> Result<Found<C>, QueryError> {
        let format = self.trial.format;
        let below = format.measure(&case);
        if self.kind == Kind::WrongFormat
            && let Some((case, fault, tried)) = self.fails_alone(below)?
        {
            return Ok((vec![case], fault, Smallest::Proved(tried)));
        }
        match self.listed(below, GLANCE)? {
            Listed::Fails(case, fault, tried) => return Ok(self.proved(*case, fault, tried)),
            Listed::NoneFails(tried) => return Ok(self.proved(case, fault, tried)),
            Listed::TooMany => {}
        }
        self.allow(MOST_RUNS);
        loop {
            let mut sieve = Sieve::new(self);
            format.smaller(&case, &mut |smaller| sieve.add(smaller));
            match sieve.finish()? {
                Some(better) => (case, fault) = better,
                None => break,
            }
        }
        let reached = self.reached();
        let below = format.measure(&case);
        Ok(match self.listed(below, LISTING)? {
            Listed::Fails(case, fault, tried) => self.proved(*case, fault, tried),
            Listed::NoneFails(tried) => self.proved(case, fault, tried),
            Listed::TooMany => (vec![case], fault, reached),
        })
    }

    /// The first of the smallest cases that fails, each run alone: lines that
    /// are missing or too many may depend on where among others a case stands.
    fn fails_alone(&mut self, below: u64) -> Result<Option<(C::Case, Fault, u64)>, QueryError> {
        let format = self.trial.format;
        let mut cases = Vec::new();
        for measure in 0..below {
            let flow = format.every(measure, &mut |case| {
                cases.push((measure, case));
                if cases.len() < MOST_ALONE {
                    MORE
                } else {
                    ENOUGH
                }
            });
            if flow != Some(MORE) || self.is_spent() || self.trial.watch.check().is_err() {
                break;
            }
        }
        for (measure, case) in &cases {
            if let Some(fault) = self.fails(std::slice::from_ref(case))? {
                let smaller = cases.iter().filter(|(other, _)| other < measure);
                return Ok(Some((case.clone(), fault, smaller.count() as u64)));
            }
        }
        Ok(None)
    }

    /// A case of which all that are smaller were tried, so many. Those that
    /// failed in another way do not agree; and what a line says among others
    /// proves nothing where lines are what is wrong.
    fn proved(&self, case: C::Case, fault: Fault, tried: u64) -> Found<C> {
        let smallest = match self.kind {
            _ if tried == 0 => Smallest::Proved(0),
            Kind::WrongFormat => Smallest::Shrunk,
            _ if self.is_pure => Smallest::Proved(tried),
            _ => Smallest::Alone,
        };
        (vec![case], fault, smallest)
    }

    fn allow(&mut self, runs: u64) {
        (self.runs, self.most_runs) = (0, runs);
    }

    /// Tries all cases with a measure below this one, the smallest first.
    fn listed(&mut self, below: u64, most: Allowance) -> Result<Listed<C>, QueryError> {
        self.allow(most.runs);
        self.is_pure = true;
        let (format, watch) = (self.trial.format, self.trial.watch);
        let mut sieve = Sieve::new(self);
        // How many cases there are below each measure.
        let mut counts = Vec::new();
        let mut listed = 0;
        for measure in 0..below {
            counts.push(listed);
            let flow = format.every(measure, &mut |case| {
                listed += 1;
                if listed > most.cases {
                    return ENOUGH;
                }
                sieve.add(case)
            });
            let is_enough = listed > most.cases || sieve.is_over() || watch.check().is_err();
            if flow.is_none() || is_enough {
                break;
            }
        }
        let is_complete = counts.len() as u64 == below && listed <= most.cases;
        let found = sieve.finish()?;
        let is_complete = is_complete && !self.is_spent();
        Ok(match found {
            Some((case, fault)) => {
                let smaller = counts[format.measure(&case) as usize];
                Listed::Fails(Box::new(case), fault, smaller)
            }
            None if is_complete => Listed::NoneFails(listed),
            None => Listed::TooMany,
        })
    }
}

/// What listing all smaller cases has shown.
enum Listed<C: Sampled> {
    /// This one fails; so many are smaller.
    Fails(Box<C::Case>, Fault, u64),
    /// None of so many fails.
    NoneFails(u64),
    /// There are too many to try, or they cannot be listed.
    TooMany,
}

/// Collects cases, runs them together, and keeps the first that fails.
struct Sieve<'s, 't, 'a, C: Sampled, B> {
    search: &'s mut Search<'t, 'a, C, B>,
    batch: Vec<C::Case>,
    bytes: u64,
    most: usize,
    result: Result<Option<(C::Case, Fault)>, QueryError>,
}

impl<'s, 't, 'a, C: Sampled, B: Bench<C>> Sieve<'s, 't, 'a, C, B> {
    fn new(search: &'s mut Search<'t, 'a, C, B>) -> Self {
        let most = FEWEST.min(search.trial.together as usize);
        Sieve {
            search,
            batch: Vec::new(),
            bytes: 0,
            most,
            result: Ok(None),
        }
    }

    fn add(&mut self, case: C::Case) -> Flow {
        let text = text_of(self.search.trial.format, std::slice::from_ref(&case));
        self.bytes += text.len() as u64;
        self.batch.push(case);
        if self.batch.len() < self.most && self.bytes < LONGEST {
            return MORE;
        }
        self.run();
        let together = self.search.trial.together;
        self.most = (2 * self.most).min(MOST).min(together as usize);
        match self.is_over() {
            true => ENOUGH,
            false => MORE,
        }
    }

    /// Whether there is nothing more to do.
    fn is_over(&self) -> bool {
        !matches!(self.result, Ok(None)) || self.search.is_spent()
    }

    fn run(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        self.result = self.search.first_failing(&batch);
    }

    fn finish(mut self) -> Result<Option<(C::Case, Fault)>, QueryError> {
        if !self.is_over() && !self.batch.is_empty() {
            self.run();
        }
        self.result
    }
}

impl<C: Sampled, B: Bench<C>> Search<'_, '_, C, B> {
    /// The first of some cases that fails alone in the same way, as far as
    /// running them together shows.
    fn first_failing(
        &mut self,
        mut cases: &[C::Case],
    ) -> Result<Option<(C::Case, Fault)>, QueryError> {
        while !cases.is_empty() && !self.is_spent() {
            let Some(fault) = self.run(cases)? else {
                return Ok(None);
            };
            if let [case] = cases {
                let is_same = fault.kind == self.kind;
                self.is_pure &= is_same;
                return Ok(is_same.then(|| (case.clone(), fault)));
            }
            match fault.at {
                Some(i) => {
                    if let Some(alone) = self.fails(&cases[i..=i])? {
                        return Ok(Some((cases[i].clone(), alone)));
                    }
                    self.is_pure &= fault.kind == self.kind;
                    cases = &cases[i + 1..];
                }
                // A program that ends early does not say where.
                None => {
                    let (left, right) = cases.split_at(cases.len() / 2);
                    if let Some(found) = self.first_failing(left)? {
                        return Ok(Some(found));
                    }
                    cases = right;
                }
            }
        }
        Ok(None)
    }
}
