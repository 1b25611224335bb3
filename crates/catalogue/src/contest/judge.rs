//! The judge: reads contest input and writes the answers.
//!
//! Input is parsed in blocks: the format's fast parser reads as many cases as
//! it can, then the general parser reads one, and so on. Cases are solved in
//! batches, and answers are written before the judge waits for more input.
//! Memory is therefore bounded by the largest case, and interactive use gets
//! each answer immediately.

mod boxes;
mod calendar;
mod closed;
mod marbles;
mod nine;
mod numbers;
mod piles;

use std::io::Write;

use kibitz_game::RunContext;
use kibitz_game::contest::{CaseQuery, Contest, Count, Input, InputError};
use kibitz_solve::SolveError;

use crate::contest::ContestError;

/// Answers are written in chunks of this many bytes.
const FLUSH: usize = 1 << 16;
/// Maximum number of cases in a batch.
const BATCH: usize = 1 << 14;

/// A game with a contest, type-erased.
pub trait ErasedContest: Send + Sync {
    /// Answers the cases of an input; returns their number.
    ///
    /// # Errors
    /// Returns an error if the input is invalid, the answers cannot be written, or a limit is
    /// reached.
    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<u64, ContestError>;

    /// The query of a case, numbered from 1.
    ///
    /// # Errors
    /// Returns an error if the input is invalid or has no such case.
    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<CaseQuery, ContestError>;
}

/// Connects a game to its contest format and batch solver.
pub trait ContestSolver {
    /// The format.
    type Format<'a>: Contest
    where
        Self: 'a;
    /// The solver of its cases.
    type Solver<'a>: BatchSolver<Self::Format<'a>>
    where
        Self: 'a;

    /// The format of this game.
    fn format(&self) -> Self::Format<'_>;
    /// A solver, which may keep what it has solved.
    fn batch_solver(&self) -> Self::Solver<'_>;
}

/// Solves batches of cases.
pub trait BatchSolver<C: Contest> {
    /// Appends the value of each case for its mover.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn answer(
        &mut self,
        cases: &[C::Case],
        values: &mut Vec<C::Value>,
        context: &RunContext,
    ) -> Result<(), SolveError>;

    /// An estimate of the length of play of a case, for comparison with other
    /// cases; 0 if unknown.
    ///
    /// # Errors
    /// As for [`answer`](BatchSolver::answer).
    fn length(&mut self, case: &C::Case, context: &RunContext) -> Result<u64, SolveError> {
        let _ = (case, context);
        Ok(0)
    }
}

impl<G: ContestSolver + Send + Sync> ErasedContest for G {
    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<u64, ContestError> {
        let format = self.format();
        let mut judge_loop = JudgeLoop {
            format: &format,
            solver: self.batch_solver(),
            context,
            out,
            cases: Vec::new(),
            values: Vec::new(),
            text: Vec::new(),
            answered: 0,
        };
        input.set_memory(context.reserve("cases of the input", 0)?);
        let judged = judge_loop.run(input);
        // Complete answers are written even after an error.
        let flushed = judge_loop.flush();
        judged?;
        flushed?;
        Ok(judge_loop.answered)
    }

    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<CaseQuery, ContestError> {
        let format = self.format();
        let announced = announced(format.count(), input)?;
        let mut read = 0;
        while !is_over(input, announced, read)? {
            read += 1;
            input.set_case(Some(read));
            let case = format.read(input)?;
            if read == number {
                return Ok(format.query(&case));
            }
        }
        Err(ContestError::NoSuchCase {
            wanted: number,
            there: read,
        })
    }
}

/// The announced number of cases, if the format has it.
pub(super) fn announced(count: Count, input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
    match count {
        Count::Given => {}
        Count::UntilEnd => return Ok(None),
        Count::One => return Ok(Some(1)),
    }
    let what = "T, the number of cases, at least 1";
    let cases = input.number(what)?;
    if cases == 0 {
        return Err(input.rejected_last(what));
    }
    Ok(Some(cases))
}

/// Whether all cases have been read; there is at least one.
pub(super) fn is_over(
    input: &mut Input<'_>,
    announced: Option<u64>,
    read: u64,
) -> Result<bool, InputError> {
    match announced {
        Some(cases) => Ok(read == cases),
        None => Ok(read > 0 && input.next_byte()?.0.is_none()),
    }
}

struct JudgeLoop<'a, C: Contest, B> {
    format: &'a C,
    solver: B,
    context: &'a RunContext,
    out: &'a mut dyn Write,
    cases: Vec<C::Case>,
    values: Vec<C::Value>,
    text: Vec<u8>,
    answered: u64,
}

impl<C: Contest, B: BatchSolver<C>> JudgeLoop<'_, C, B> {
    fn run(&mut self, input: &mut Input<'_>) -> Result<(), ContestError> {
        let announced = announced(self.format.count(), input)?;
        loop {
            input.end_lines();
            if self.parse_fast(input, announced) {
                self.answer()?;
                continue;
            }
            let answered = self.answered;
            if self.read(input, |input| is_over(input, announced, answered))? {
                break;
            }
            input.set_case(Some(answered + 1));
            if let Some(case) = self.case(input)? {
                self.cases.push(case);
                self.answer()?;
            }
        }
        input.set_case(None);
        let cases = match self.answered {
            1 => "1 case".to_owned(),
            n => format!("{n} cases"),
        };
        let what = format!("the end of the input after {cases}");
        self.read(input, |input| input.expect_end(&what))
    }

    /// Reads cases by the fast parser; returns whether there were any.
    fn parse_fast(&mut self, input: &mut Input<'_>, announced: Option<u64>) -> bool {
        let left = announced.map_or(u64::MAX, |n| n - self.answered);
        let limit = left.min(BATCH as u64) as usize;
        let taken = self
            .format
            .parse_fast(input.block(), limit, &mut self.cases);
        input.take(taken);
        taken.bytes > 0
    }

    /// Reads a case by the general parser. `None` if the block ended within the
    /// case and more input was read: the fast parser may then read it.
    fn case(&mut self, input: &mut Input<'_>) -> Result<Option<C::Case>, ContestError> {
        let format = self.format;
        if let Some(case) = input.at_hand(|input| format.read(input)) {
            return Ok(Some(case?));
        }
        self.flush()?;
        if input.is_low() && input.refill()? {
            return Ok(None);
        }
        Ok(Some(format.read(input)?))
    }

    /// Reads something; writes pending answers before waiting for input.
    fn read<T>(
        &mut self,
        input: &mut Input<'_>,
        mut read: impl FnMut(&mut Input<'_>) -> Result<T, InputError>,
    ) -> Result<T, ContestError> {
        if let Some(done) = input.at_hand(&mut read) {
            return Ok(done?);
        }
        self.flush()?;
        Ok(read(input)?)
    }

    fn answer(&mut self) -> Result<(), ContestError> {
        self.values.clear();
        self.solver
            .answer(&self.cases, &mut self.values, self.context)?;
        for (case, value) in self.cases.iter().zip(&self.values) {
            self.answered += 1;
            self.format
                .write(self.answered, case, *value, &mut self.text);
        }
        self.cases.clear();
        if self.text.len() >= FLUSH {
            self.flush()?;
        }
        self.context.check()?;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), ContestError> {
        let written = self
            .out
            .write_all(&self.text)
            .and_then(|()| self.out.flush());
        self.text.clear();
        written.map_err(ContestError::Output)
    }
}
