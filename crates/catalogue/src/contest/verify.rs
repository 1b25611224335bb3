//! Stress test of a program: its answers to random cases are compared with the
//! solver's.
//!
//! A run has many cases, and several runs are made at a time; the first mismatch is that of
//! one run after the other. Random cases come first, then the smallest ones, all of
//! them if the game has few enough (`smallest`). The first mismatch is minimised
//! step by step, as long as the verdict stays the same (`shrink`); then all smaller
//! cases are tried, as far as they can be enumerated, so that the reported case is
//! usually minimal.

mod compare;
mod lines;
mod shrink;
mod smallest;
mod submission;
mod usage;

use std::time::Duration;

use kibitz_game::contest::{CaseGenerator, CaseQuery, Count, Sizes};
use kibitz_game::{RunContext, StopReason, Wdl};

use super::sampler::{BiasMix, Sampler};
use crate::contest::ContestError;
use crate::contest::judge::BatchSolver;
pub use shrink::Minimality;
pub use submission::{RunOutput, Submission, Termination};
pub use usage::{Memory, Slowest, Usage};

/// The cases to generate.
#[derive(Clone, Debug)]
pub struct CaseSpec {
    /// Their number.
    pub cases: u64,
    /// The random seed.
    pub seed: u64,
    /// Their distribution.
    pub bias: BiasMix,
    /// Ranges of the format's sizes, by name.
    pub sizes: Vec<(String, std::ops::RangeInclusive<u64>)>,
    /// Whether the other sizes have the contest's limits, not the defaults.
    pub is_contest: bool,
    /// Cases per run of a program; the contest's usual number if `None`.
    pub together: Option<u64>,
    /// How long the smallest cases are compared after the random ones.
    pub smallest: Duration,
    /// How long a mismatch is minimised.
    pub shrink: Duration,
}

impl Default for CaseSpec {
    /// A mixture of 1000 cases of the default sizes, without the smallest ones.
    fn default() -> CaseSpec {
        CaseSpec {
            cases: 1000,
            seed: 1,
            bias: BiasMix::Mixed,
            sizes: Vec::new(),
            is_contest: false,
            together: None,
            smallest: Duration::ZERO,
            shrink: Duration::from_secs(10),
        }
    }
}

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A well-formed but wrong answer.
    WrongAnswer,
    /// The program exceeded the time limit.
    TimeLimit,
    /// The program terminated by a signal or with a non-zero exit code.
    RuntimeError,
    /// Too few or too many lines, or a line that is not an answer.
    PresentationError,
}

/// The result of a stress test.
#[derive(Clone, Debug)]
pub struct Report {
    /// Number of cases that agreed before the mismatch, or of all.
    pub agreed: u64,
    /// The mismatch is in one of the cases after `agreed` up to this one.
    pub tried: u64,
    /// Number of the smallest cases among those that agreed, which come after the
    /// random ones.
    pub smallest: u64,
    /// Whether these are all cases of the game.
    pub is_complete: bool,
    /// The number of all cases of the game, if it is known.
    pub total: Option<u64>,
    /// What the runs used, except those that minimise a mismatch.
    pub slowest: Option<Slowest>,
    /// The mismatch, if there is one.
    pub mismatch: Option<Box<Mismatch>>,
    /// Why the run stopped early: not all cases were tried, or the mismatch may
    /// not be minimal.
    pub stop: Option<StopReason>,
}

/// A mismatch between a program and the solver.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The verdict.
    pub kind: Verdict,
    /// A description of what the program did.
    pub what: String,
    /// The input.
    pub input: String,
    /// Its number of cases; more than one if no single case reproduces the
    /// mismatch.
    pub cases: u64,
    /// The failing case, from 1; `None` if unknown.
    pub case: Option<u64>,
    /// The query of that case.
    pub query: Option<CaseQuery>,
    /// The wrong line of output, as the program wrote it.
    pub found: Option<String>,
    /// The expected line.
    pub expected: Option<String>,
    /// The result that the program's answer claims.
    pub claim: Option<Wdl>,
    /// The true result.
    pub truth: Option<Wdl>,
    /// The end of the program's standard error.
    pub stderr: String,
    /// How minimal the case is.
    pub smallest: Minimality,
}

/// Maximum input of one run, in bytes, up to the last case: a slow program must be
/// able to read it within its time limit.
const MAX_INPUT_LEN: usize = 256 << 10;

/// Compares a program with the solver.
pub(crate) fn verify<C: CaseGenerator, B: BatchSolver<C>>(
    format: &C,
    [sampling, judging]: [B; 2],
    spec: &CaseSpec,
    submission: &mut dyn Submission,
    context: &RunContext,
) -> Result<Report, ContestError> {
    let sizes = spec.sizes(format)?;
    let mut sampler = Sampler::new(format, sampling, &sizes, spec.bias, spec.seed);
    let together = match format.count() {
        Count::One => 1,
        _ => spec.together.unwrap_or(format.together()).max(1),
    };
    let mut trial = Trial {
        format,
        solver: judging,
        submission,
        context,
        together,
        shrink: spec.shrink,
        run_time: None,
        agreed_below: Vec::new(),
    };
    let mut report = Report {
        agreed: 0,
        tried: 0,
        smallest: 0,
        is_complete: false,
        total: format.total(),
        slowest: None,
        mismatch: None,
        stop: None,
    };
    let compared = compare(spec, &mut sampler, &mut trial, &mut report);
    let compared = compared.and_then(|()| match report.mismatch {
        None if !spec.smallest.is_zero() => {
            smallest::compare(spec.smallest, &mut trial, &mut report)
        }
        _ => Ok(()),
    });
    match compared {
        // A stopped run still reports what it found.
        Err(ContestError::Stop(stop)) => report.stop = Some(stop),
        done => done?,
    }
    Ok(report)
}

/// Compares random cases run by run, up to the first mismatch.
fn compare<C: CaseGenerator, B: BatchSolver<C>>(
    spec: &CaseSpec,
    sampler: &mut Sampler<'_, C, B>,
    trial: &mut Trial<'_, C, B>,
    report: &mut Report,
) -> Result<(), ContestError> {
    let context = trial.context;
    let stage = context.stage("comparing cases", Some(spec.cases));
    while report.tried < spec.cases && report.mismatch.is_none() {
        let mut runs = Vec::new();
        let mut planned = report.tried;
        while planned < spec.cases && runs.len() < trial.submission.parallel() {
            let mut cases = Vec::new();
            let mut length = 0;
            let limit = trial.together.min(spec.cases - planned);
            while (cases.len() as u64) < limit && length < MAX_INPUT_LEN {
                let case = sampler.next(context)?;
                length += text_of(trial.format, std::slice::from_ref(&case)).len();
                cases.push(case);
            }
            planned += cases.len() as u64;
            runs.push(cases);
        }
        run_and_shrink(trial, runs, report)?;
        stage.advance_to(report.tried)?;
    }
    Ok(())
}

/// Compares runs up to the first mismatch, counts their cases, and minimises it.
fn run_and_shrink<C: CaseGenerator, B: BatchSolver<C>>(
    trial: &mut Trial<'_, C, B>,
    runs: Vec<Vec<C::Case>>,
    report: &mut Report,
) -> Result<(), ContestError> {
    let compared = trial.run_all(&runs)?;
    for (cases, compared) in runs.into_iter().zip(compared) {
        let Compared { first, usage } = compared?;
        let last = cases.len() as u64;
        if let Some(usage) = usage {
            Slowest::add(
                &mut report.slowest,
                usage,
                report.tried + 1..=report.tried + last,
            );
        }
        let Some(first) = first else {
            report.tried += last;
            report.agreed = report.tried;
            continue;
        };
        let at = first.at.map(|i| i as u64);
        report.agreed = report.tried + at.unwrap_or(0);
        report.tried += at.map_or(last, |i| i + 1);
        let mismatch = shrink::shrink(trial, cases, first)?;
        report.mismatch = Some(Box::new(mismatch));
        report.stop = trial.context.check().err();
        break;
    }
    Ok(())
}

impl CaseSpec {
    /// The requested sizes.
    pub(crate) fn sizes(&self, format: &impl CaseGenerator) -> Result<Sizes, ContestError> {
        let given = self.sizes.iter();
        let given = given.map(|(name, range)| (name.as_str(), range.clone()));
        let sizes = Sizes::new(&format.sizes(), given)?;
        let sizes = match self.is_contest {
            true => sizes.of_contest(),
            false => sizes,
        };
        format.check(&sizes)?;
        Ok(sizes)
    }
}

/// The head of an input with this number of cases.
pub(crate) fn head(format: &impl CaseGenerator, cases: u64) -> Vec<u8> {
    match format.count() {
        Count::Given => format!("{cases}\n").into_bytes(),
        Count::UntilEnd | Count::One => Vec::new(),
    }
}

/// The input of some cases.
pub(crate) fn text_of<C: CaseGenerator>(format: &C, cases: &[C::Case]) -> Vec<u8> {
    let mut text = head(format, cases.len() as u64);
    for case in cases {
        format.put(case, &mut text);
    }
    text
}

/// A program and the solver it is compared with.
struct Trial<'a, C, B> {
    format: &'a C,
    solver: B,
    submission: &'a mut dyn Submission,
    context: &'a RunContext,
    /// Cases in one run.
    together: u64,
    /// How long a mismatch is minimised.
    shrink: Duration,
    /// Time of a run, if it is shorter than the program's time limit.
    run_time: Option<Duration>,
    /// The number of cases below each measure, up to that of the cases that are
    /// compared in this order; all of them agreed.
    agreed_below: Vec<u64>,
}

/// What is wrong with the output of one run.
#[derive(Clone, Debug)]
struct Discrepancy {
    kind: Verdict,
    what: String,
    /// The failing case, from 0, if known.
    at: Option<usize>,
    found: Option<String>,
    expected: Option<String>,
    claim: Option<Wdl>,
    truth: Option<Wdl>,
    stderr: String,
}

/// A run of the program.
struct Compared {
    /// The first discrepancy.
    first: Option<Discrepancy>,
    usage: Option<Usage>,
}

impl<C: CaseGenerator, B: BatchSolver<C>> Trial<'_, C, B> {
    /// Runs the program on the cases of several runs at a time.
    fn run_all(
        &mut self,
        runs: &[Vec<C::Case>],
    ) -> Result<Vec<Result<Compared, ContestError>>, ContestError> {
        self.context.check()?;
        let texts: Vec<Vec<u8>> = runs
            .iter()
            .map(|cases| text_of(self.format, cases))
            .collect();
        let mut answers = Vec::new();
        for (cases, text) in runs.iter().zip(&texts) {
            answers.push(self.answers(cases, text)?);
        }
        let format = self.format;
        let keys = runs
            .iter()
            .zip(&answers)
            .map(|(cases, answers)| compare::Key {
                format,
                cases,
                answers,
            });
        let keys: Vec<compare::Key<'_, C>> = keys.collect();
        let inputs: Vec<(&[u8], usize)> = texts
            .iter()
            .zip(&keys)
            .map(|(text, key)| (text.as_slice(), key.output_limit()))
            .collect();
        let outputs = self.submission.run_all(&inputs, self.context);
        let compared = keys.iter().zip(outputs).map(|(key, run)| {
            let run = run?;
            Ok(Compared {
                usage: run.usage,
                first: judged(key, run),
            })
        });
        Ok(compared.collect())
    }

    /// The right answers, of the solver or of the reference program.
    fn answers(&mut self, cases: &[C::Case], text: &[u8]) -> Result<Vec<String>, ContestError> {
        if let Some(answers) = self.submission.reference(text, self.context)? {
            let line = |line| String::from_utf8_lossy(line).into_owned();
            let lines: Vec<String> = lines::lines(&answers).map(line).collect();
            return match lines.len() == cases.len() {
                true => Ok(lines),
                false => Err(ContestError::Reference(format!(
                    "{} lines for {} cases",
                    lines.len(),
                    cases.len()
                ))),
            };
        }
        let mut values = Vec::new();
        self.solver.answer(cases, &mut values, self.context)?;
        let lines = cases.iter().zip(values).enumerate();
        let line = |(i, (case, value))| compare::line(self.format, i, case, value);
        Ok(lines.map(line).collect())
    }

    /// Runs the program on some cases, given with their text; returns the discrepancy, if any.
    fn run_on(
        &mut self,
        cases: &[C::Case],
        text: &[u8],
    ) -> Result<Option<Discrepancy>, ContestError> {
        self.context.check()?;
        let answers = self.answers(cases, text)?;
        let key = compare::Key {
            format: self.format,
            cases,
            answers: &answers,
        };
        let run = run_within(
            self.run_time,
            self.submission,
            text,
            key.output_limit(),
            self.context,
        )?;
        Ok(judged(&key, run))
    }
}

/// What is wrong with a run.
fn judged<C: CaseGenerator>(key: &compare::Key<'_, C>, run: RunOutput) -> Option<Discrepancy> {
    match run.end {
        Termination::TimeLimit => Some(Discrepancy::of_program(
            Verdict::TimeLimit,
            String::new(),
            "",
        )),
        Termination::Crash { how, stderr } => {
            Some(Discrepancy::of_program(Verdict::RuntimeError, how, &stderr))
        }
        Termination::Done => key.discrepancy(&run.output),
        Termination::TooMuch => {
            let discrepancy = key.discrepancy(&run.output);
            let what = "the output is much longer than the expected answers".to_owned();
            Some(
                discrepancy.unwrap_or_else(|| {
                    Discrepancy::of_program(Verdict::PresentationError, what, "")
                }),
            )
        }
    }
}

/// Runs a program, for at most a certain time.
fn run_within(
    time: Option<Duration>,
    submission: &mut dyn Submission,
    text: &[u8],
    limit: usize,
    context: &RunContext,
) -> Result<RunOutput, ContestError> {
    let Some(time) = time else {
        return submission.run(text, limit, context);
    };
    match submission.run(text, limit, &context.restart_clock().time(time)) {
        Err(ContestError::Stop(StopReason::OutOfTime(_))) => {
            context.check()?;
            let (output, end) = (Vec::new(), Termination::TimeLimit);
            Ok(RunOutput {
                output,
                end,
                usage: None,
            })
        }
        run => run,
    }
}

impl Discrepancy {
    /// A discrepancy that is not in a line of output.
    fn of_program(kind: Verdict, what: String, stderr: &str) -> Discrepancy {
        Discrepancy {
            kind,
            what,
            at: None,
            found: None,
            expected: None,
            claim: None,
            truth: None,
            stderr: stderr.to_owned(),
        }
    }
}
