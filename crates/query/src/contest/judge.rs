//! The judge: contest input in, contest answers out.
//!
//! Cases are taken a block at a time: first as many as the format's
//! recogniser knows at sight, then one by the careful parser, and so on. They
//! are answered in batches and the answers written before more input is
//! waited for, so that memory stays bounded by the largest case and a person
//! at a terminal sees each answer at once.

mod boxes;
mod calendar;
mod closed;
mod marbles;
mod nine;
mod numbers;
mod piles;

use std::io::Write;

use kibitz_game::contest::{Asked, Contest, Count, Input, InputError};
use kibitz_game::{Watch, Wdl};
use kibitz_solve::SolveError;

use crate::QueryError;

/// Answers are written when so many bytes have come together.
const FLUSH: usize = 1 << 16;
/// Cases answered at a time.
const BATCH: usize = 1 << 14;

/// A game with a contest, its format erased.
pub(crate) trait Judged: Sync {
    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError>;

    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<Asked, QueryError>;
}

/// Gives a contest format what answers its cases.
pub(crate) trait Arbiter {
    type Format<'a>: Contest
    where
        Self: 'a;
    type Bench<'a>: Bench<Self::Format<'a>>
    where
        Self: 'a;

    fn format(&self) -> Self::Format<'_>;
    fn bench(&self) -> Self::Bench<'_>;
}

/// Answers batches of cases.
pub(crate) trait Bench<C: Contest> {
    /// Appends the value of each case for its mover.
    fn answer(
        &mut self,
        cases: &[C::Case],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError>;

    /// About how long a case takes to play out, for comparing cases; 0 where
    /// the game does not know.
    fn length(&mut self, case: &C::Case, watch: &Watch) -> Result<u64, SolveError> {
        let _ = (case, watch);
        Ok(0)
    }
}

impl<G: Arbiter + Sync> Judged for G {
    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError> {
        let format = self.format();
        let mut docket = Docket {
            format: &format,
            bench: self.bench(),
            watch,
            out,
            cases: Vec::new(),
            values: Vec::new(),
            text: Vec::new(),
            answered: 0,
        };
        input.set_memory(watch.claim("cases of the input", 0)?);
        let heard = docket.hear(input);
        // Whatever happened, complete answers are not lost.
        let flushed = docket.flush();
        heard?;
        flushed?;
        Ok(docket.answered)
    }

    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<Asked, QueryError> {
        let format = self.format();
        let there = count::<G::Format<'_>>(input)?;
        let mut read = 0;
        while !is_over(input, there, read)? {
            read += 1;
            input.set_case(Some(read));
            let case = format.read(input)?;
            if read == number {
                return Ok(format.asked(&case));
            }
        }
        Err(QueryError::NoSuchCase {
            wanted: number,
            there: read,
        })
    }
}

/// How many cases are announced, if they are.
fn count<C: Contest>(input: &mut Input<'_>) -> Result<Option<u64>, InputError> {
    if C::COUNT == Count::UntilEnd {
        return Ok(None);
    }
    let what = "T, the number of cases, at least 1";
    let cases = input.number(what)?;
    if cases == 0 {
        return Err(input.rejected_last(what));
    }
    Ok(Some(cases))
}

/// Whether all cases have been read; there is at least one.
fn is_over(input: &mut Input<'_>, there: Option<u64>, read: u64) -> Result<bool, InputError> {
    match there {
        Some(there) => Ok(read == there),
        None => Ok(read > 0 && input.next_byte()?.0.is_none()),
    }
}

struct Docket<'a, C: Contest, B> {
    format: &'a C,
    bench: B,
    watch: &'a Watch,
    out: &'a mut dyn Write,
    cases: Vec<C::Case>,
    values: Vec<Wdl>,
    text: Vec<u8>,
    answered: u64,
}

impl<C: Contest, B: Bench<C>> Docket<'_, C, B> {
    fn hear(&mut self, input: &mut Input<'_>) -> Result<(), QueryError> {
        let there = count::<C>(input)?;
        loop {
            input.end_lines();
            if self.recognise(input, there) {
                self.answer()?;
                continue;
            }
            let answered = self.answered;
            if self.read(input, |input| is_over(input, there, answered))? {
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

    /// Takes the cases that are known at sight; says whether there were any.
    fn recognise(&mut self, input: &mut Input<'_>, there: Option<u64>) -> bool {
        let left = there.map_or(u64::MAX, |n| n - self.answered);
        let most = left.min(BATCH as u64) as usize;
        let taken = self.format.recognise(input.block(), most, &mut self.cases);
        input.take(taken);
        taken.bytes > 0
    }

    /// Reads a case with care. `None` where only the head of one was at hand
    /// and more has come: the recogniser may know all of it.
    fn case(&mut self, input: &mut Input<'_>) -> Result<Option<C::Case>, QueryError> {
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

    /// Reads something; writes what is ready before it waits for more input.
    fn read<T>(
        &mut self,
        input: &mut Input<'_>,
        mut read: impl FnMut(&mut Input<'_>) -> Result<T, InputError>,
    ) -> Result<T, QueryError> {
        if let Some(done) = input.at_hand(&mut read) {
            return Ok(done?);
        }
        self.flush()?;
        Ok(read(input)?)
    }

    fn answer(&mut self) -> Result<(), QueryError> {
        self.values.clear();
        self.bench
            .answer(&self.cases, &mut self.values, self.watch)?;
        for (case, value) in self.cases.iter().zip(&self.values) {
            self.answered += 1;
            self.format
                .write(self.answered, case, *value, &mut self.text);
        }
        self.cases.clear();
        if self.text.len() >= FLUSH {
            self.flush()?;
        }
        self.watch.check()?;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), QueryError> {
        let written = self
            .out
            .write_all(&self.text)
            .and_then(|()| self.out.flush());
        self.text.clear();
        written.map_err(QueryError::Output)
    }
}
