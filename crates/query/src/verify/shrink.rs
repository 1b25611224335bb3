//! From a disagreement among many cases to the smallest one.
//!
//! A case that a program gets wrong among others is first run alone. Where it
//! then agrees, the program carries something over from case to case, and it is
//! the list of cases that is made shorter. Smaller cases are tried many in one
//! run; one that differs is run alone before it is believed.

use kibitz_game::contest::{Sampled, pieces};
use kibitz_game::{ENOUGH, Flow, MORE};

use super::{Fault, Kind, Trial, Trouble, text_of};
use crate::QueryError;
use crate::judge::Bench;

/// How sure it is that no smaller case disagrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// All smaller ones were tried, so many.
    Proved(u64),
    /// No step to a smaller one was found.
    Shrunk,
    /// It did not come again when the program was run again.
    Unsteady,
}

/// Runs of the program at most while a case is made smaller, and as many again
/// while all smaller ones are tried.
const MOST_RUNS: u64 = 500;
/// The same where each run that fails takes the whole time limit.
const MOST_SLOW_RUNS: u64 = 24;
/// Cases listed at most in search of a smaller one.
const MOST_LISTED: u64 = 200_000;
/// Cases in the first run of a search, and in the largest.
const FEWEST: usize = 16;
const MOST: usize = 4096;
/// Bytes in a run of a search, about.
const LONGEST: u64 = 1 << 20;

pub(super) fn shrink<C: Sampled, B: Bench<C>>(
    trial: &mut Trial<'_, C, B>,
    cases: Vec<C::Case>,
    fault: Fault,
) -> Result<Trouble, QueryError> {
    let mut search = Search {
        kind: fault.kind,
        runs: 0,
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
            let at = fault.at.unwrap_or(0);
            let cases = cases[..=at.min(cases.len() - 1)].to_vec();
            return Ok((cases, fault, Smallest::Unsteady));
        };
        let (cases, fault) = self.fewer(cases, again)?;
        if let [case] = cases.as_slice() {
            return self.smallest_case(case.clone(), fault);
        }
        let (cases, fault) = self.smaller_together(cases, fault)?;
        Ok((cases, fault, Smallest::Shrunk))
    }

    /// Runs some cases; gives what is wrong where it is wrong in the same way.
    fn fails(&mut self, cases: &[C::Case]) -> Result<Option<Fault>, QueryError> {
        self.runs += 1;
        let fault = self.trial.run(cases)?;
        Ok(fault.filter(|fault| fault.kind == self.kind))
    }

    fn is_out_of_runs(&self) -> bool {
        self.runs
            >= match self.kind {
                Kind::TimeLimit => MOST_SLOW_RUNS,
                _ => MOST_RUNS,
            }
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
                if self.is_out_of_runs() {
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
                    Ok(None) if !self.is_out_of_runs() => return MORE,
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
            if self.is_out_of_runs() {
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
        loop {
            let mut sieve = Sieve::new(self);
            format.smaller(&case, &mut |smaller| sieve.add(smaller));
            match sieve.finish()? {
                Some(better) => (case, fault) = better,
                None => break,
            }
        }
        let (smaller, is_complete, tried) = self.every_smaller(&case)?;
        let smallest = match is_complete {
            true => Smallest::Proved(tried),
            false => Smallest::Shrunk,
        };
        let (case, fault) = smaller.unwrap_or((case, fault));
        Ok((vec![case], fault, smallest))
    }

    /// Tries all cases smaller than this one, the smallest first: gives one
    /// that fails, whether none was left out before it, and how many were
    /// tried.
    #[expect(clippy::type_complete, reason = "three answers to one question")]
    fn every_smaller(
        &mut self,
        case: &C::Case,
    ) -> Result<(Option<(C::Case, Fault)>, bool, u64), QueryError> {
        let format = self.trial.format;
        let mut listed = 0;
        self.runs = 0;
        for measure in 0..format.measure(case) {
            let mut sieve = Sieve::new(self);
            let before = listed;
            let flow = format.every(measure, &mut |case| {
                listed += 1;
                if listed > MOST_LISTED {
                    return ENOUGH;
                }
                sieve.add(case)
            });
            let is_over = sieve.is_over();
            if let Some(better) = sieve.finish()? {
                return Ok((Some(better), true, before));
            }
            if flow.is_none() || listed > MOST_LISTED || is_over || self.is_out_of_runs() {
                return Ok((None, false, listed));
            }
        }
        Ok((None, true, listed))
    }
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
        !matches!(self.result, Ok(None)) || self.search.is_out_of_runs()
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
        while !cases.is_empty() && !self.is_out_of_runs() {
            self.runs += 1;
            let Some(fault) = self.trial.run(cases)? else {
                return Ok(None);
            };
            if let [case] = cases {
                let is_same = fault.kind == self.kind;
                return Ok(is_same.then(|| (case.clone(), fault)));
            }
            match fault.at {
                Some(i) => {
                    if let Some(alone) = self.fails(&cases[i..=i])? {
                        return Ok(Some((cases[i].clone(), alone)));
                    }
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
