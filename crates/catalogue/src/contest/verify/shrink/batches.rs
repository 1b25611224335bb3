//! Cases in batches: the first one that fails alone.

use kibitz_game::contest::CaseGenerator;
use kibitz_game::{BREAK, CONTINUE, Flow};

use super::super::{Discrepancy, text_of};
use super::Search;
use crate::contest::ContestError;
use crate::contest::judge::BatchSolver;

/// Number of cases in the first and in the largest run of a search.
const MIN_BATCH: usize = 64;
const MAX_BATCH: usize = 4096;
/// Approximate maximum input of one run of a search, in bytes.
const MAX_BATCH_BYTES: u64 = 1 << 20;

/// Collects cases, runs them in batches, and keeps the first that fails.
pub(super) struct BatchRunner<'s, 't, 'a, C: CaseGenerator, B> {
    search: &'s mut Search<'t, 'a, C, B>,
    batch: Vec<C::Case>,
    bytes: u64,
    batch_size: usize,
    result: Result<Option<(C::Case, Discrepancy)>, ContestError>,
}

impl<'s, 't, 'a, C: CaseGenerator, B: BatchSolver<C>> BatchRunner<'s, 't, 'a, C, B> {
    pub(super) fn new(search: &'s mut Search<'t, 'a, C, B>) -> Self {
        let batch_size = MIN_BATCH.min(search.trial.together as usize);
        BatchRunner {
            search,
            batch: Vec::new(),
            bytes: 0,
            batch_size,
            result: Ok(None),
        }
    }

    pub(super) fn add(&mut self, case: C::Case) -> Flow {
        let text = text_of(self.search.trial.format, std::slice::from_ref(&case));
        self.bytes += text.len() as u64;
        self.batch.push(case);
        if self.batch.len() < self.batch_size && self.bytes < MAX_BATCH_BYTES {
            return CONTINUE;
        }
        self.run();
        let together = self.search.trial.together;
        self.batch_size = (2 * self.batch_size).min(MAX_BATCH).min(together as usize);
        match self.is_over() {
            true => BREAK,
            false => CONTINUE,
        }
    }

    /// Whether a case was found or a limit is reached.
    pub(super) fn is_over(&self) -> bool {
        !matches!(self.result, Ok(None)) || self.search.is_limit_reached()
    }

    fn run(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        self.result = self.search.first_failing(&batch);
    }

    pub(super) fn finish(mut self) -> Result<Option<(C::Case, Discrepancy)>, ContestError> {
        if !self.is_over() && !self.batch.is_empty() {
            self.run();
        }
        self.result
    }
}

impl<C: CaseGenerator, B: BatchSolver<C>> Search<'_, '_, C, B> {
    /// The first of some cases that fails alone with the same verdict, as far
    /// as running them in one batch shows.
    fn first_failing(
        &mut self,
        mut cases: &[C::Case],
    ) -> Result<Option<(C::Case, Discrepancy)>, ContestError> {
        while !cases.is_empty() && !self.is_limit_reached() {
            let Some(discrepancy) = self.run(cases)? else {
                return Ok(None);
            };
            if let [case] = cases {
                let is_same = discrepancy.kind == self.kind;
                self.is_pure &= is_same;
                return Ok(is_same.then(|| (case.clone(), discrepancy)));
            }
            match discrepancy.at {
                Some(i) => {
                    if let Some(alone) = self.fails(&cases[i..=i])? {
                        return Ok(Some((cases[i].clone(), alone)));
                    }
                    self.is_pure &= discrepancy.kind == self.kind;
                    cases = &cases[i + 1..];
                }
                // The failing case is unknown: bisect.
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
