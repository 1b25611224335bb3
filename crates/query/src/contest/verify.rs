//! A contestant's program against the truth, on cases made up at random.
//!
//! Many cases go into one run. The first disagreement is made smaller, step by
//! step, as long as the program still gets it wrong in the same way (`shrink`);
//! then all cases that are smaller still are tried, as far as they can be
//! listed, so that what people get to see is usually the smallest there is.

mod compare;
mod lines;
mod shrink;

use kibitz_game::contest::{Asked, Count, Sampled, Sizes};
use kibitz_game::{Stop, Watch, Wdl};

use super::sampler::{Flavour, Sampler};
use crate::QueryError;
use crate::contest::judge::Bench;
pub use shrink::Smallest;

/// A program that answers contest input.
pub trait Contestant {
    /// Runs it on an input. Output beyond `most` bytes is not wanted.
    ///
    /// # Errors
    /// Where the program cannot be run, or somebody stops the work; a program
    /// that fails is no error.
    fn run(&mut self, input: &[u8], most: usize, watch: &Watch) -> Result<Run, QueryError>;
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, content.
    Done,
    /// It took too long.
    TimeLimit,
    /// By a signal or with an exit code that is not 0.
    Crash {
        /// Which.
        how: String,
        /// The last that it wrote to standard error.
        stderr: String,
    },
    /// It wrote more than anybody wants to read.
    TooMuch,
}

/// Which cases are wanted, and how many.
#[derive(Clone, Debug)]
pub struct Order {
    /// How many.
    pub cases: u64,
    /// What fixes them.
    pub seed: u64,
    /// Of which sort.
    pub flavour: Flavour,
    /// How large: names of the format's sizes, with ranges.
    pub sizes: Vec<(String, std::ops::RangeInclusive<u64>)>,
    /// So many in one run of a program; as many as a contest would if `None`.
    pub together: Option<u64>,
}

/// How a program and the truth differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An answer of the format that is not right.
    WrongAnswer,
    /// The program took too long.
    TimeLimit,
    /// The program ended by a signal or with an exit code that is not 0.
    Crash,
    /// Too few or too many lines, or one that is no answer.
    WrongFormat,
}

/// What a comparison has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Cases that agreed before the disagreement, or all.
    pub agreed: u64,
    /// The disagreement is in one of the cases from there up to this one.
    pub tried: u64,
    /// The disagreement, if there is one.
    pub trouble: Option<Box<Trouble>>,
    /// What ended the work before it was done: not all cases were tried, or
    /// there may be a smaller disagreement.
    pub stop: Option<Stop>,
}

/// A disagreement between a program and the truth.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Of which kind it is.
    pub kind: Kind,
    /// What the program did, in words.
    pub what: String,
    /// The input.
    pub input: String,
    /// How many cases it has; more than one where one alone shows nothing.
    pub cases: u64,
    /// The case at fault, from 1; `None` where it cannot be told.
    pub case: Option<u64>,
    /// What that case asks.
    pub asked: Option<Asked>,
    /// The line of its output that is wrong, as the program wrote it.
    pub found: Option<String>,
    /// The line that is right.
    pub expected: Option<String>,
    /// What the program holds the case's position for.
    pub claim: Option<Wdl>,
    /// What it is.
    pub truth: Option<Wdl>,
    /// The last that the program wrote to standard error.
    pub stderr: String,
    /// How sure it is that there is nothing smaller.
    pub smallest: Smallest,
}

/// Cases go into one run until their text is as long as this.
const LONGEST_INPUT: usize = 16 << 20;

/// Compares a program with the truth.
pub(crate) fn verify<C: Sampled, B: Bench<C>>(
    format: &C,
    [sampling, judging]: [B; 2],
    order: &Order,
    contestant: &mut dyn Contestant,
    watch: &Watch,
) -> Result<Report, QueryError> {
    let sizes = order.sizes::<C>()?;
    let mut sampler = Sampler::new(format, sampling, &sizes, order.flavour, order.seed);
    let together = order.together.unwrap_or(C::TOGETHER).max(1);
    let mut trial = Trial {
        format,
        bench: judging,
        contestant,
        watch,
        together,
    };
    let mut report = Report {
        agreed: 0,
        tried: 0,
        trouble: None,
        stop: None,
    };
    match compare(order, together, &mut sampler, &mut trial, &mut report) {
        // What was found until then is an answer, too.
        Err(QueryError::Stop(stop)) => report.stop = Some(stop),
        done => done?,
    }
    Ok(report)
}

/// Compares run by run, until all cases agree or one does not.
fn compare<C: Sampled, B: Bench<C>>(
    order: &Order,
    together: u64,
    sampler: &mut Sampler<'_, C, B>,
    trial: &mut Trial<'_, C, B>,
    report: &mut Report,
) -> Result<(), QueryError> {
    let watch = trial.watch;
    let stage = watch.stage("comparing cases", Some(order.cases));
    while report.tried < order.cases {
        let mut cases = Vec::new();
        let mut length = 0;
        let most = together.min(order.cases - report.tried);
        while (cases.len() as u64) < most && length < LONGEST_INPUT {
            let case = sampler.next(watch)?;
            length += text_of(trial.format, std::slice::from_ref(&case)).len();
            cases.push(case);
        }
        if let Some(first) = trial.run(&cases)? {
            let last = cases.len() as u64;
            let at = first.at.map(|i| i as u64);
            report.agreed = report.tried + at.unwrap_or(0);
            report.tried += at.map_or(last, |i| i + 1);
            let trouble = shrink::shrink(trial, cases, first)?;
            report.trouble = Some(Box::new(trouble));
            report.stop = watch.check().err();
            return Ok(());
        }
        report.tried += cases.len() as u64;
        report.agreed = report.tried;
        stage.reach(report.tried)?;
    }
    Ok(())
}

impl Order {
    /// The sizes that were asked for.
    pub(crate) fn sizes<C: Sampled>(&self) -> Result<Sizes, QueryError> {
        let given = self.sizes.iter();
        let given = given.map(|(name, range)| (name.as_str(), range.clone()));
        Ok(Sizes::new(C::SIZES, given)?)
    }
}

/// The head of an input with so many cases.
pub(crate) fn head<C: Sampled>(cases: u64) -> Vec<u8> {
    match C::COUNT {
        Count::Given => format!("{cases}\n").into_bytes(),
        Count::UntilEnd => Vec::new(),
    }
}

/// A whole input.
fn text_of<C: Sampled>(format: &C, cases: &[C::Case]) -> Vec<u8> {
    let mut text = head::<C>(cases.len() as u64);
    for case in cases {
        format.put(case, &mut text);
    }
    text
}

/// A program, and the truth that it is compared with.
struct Trial<'a, C, B> {
    format: &'a C,
    bench: B,
    contestant: &'a mut dyn Contestant,
    watch: &'a Watch,
    /// Cases in one run.
    together: u64,
}

/// What is wrong with one run.
#[derive(Clone, Debug)]
struct Fault {
    kind: Kind,
    what: String,
    /// The case at fault, from 0, where it can be told.
    at: Option<usize>,
    found: Option<String>,
    expected: Option<String>,
    claim: Option<Wdl>,
    truth: Option<Wdl>,
    stderr: String,
}

impl<C: Sampled, B: Bench<C>> Trial<'_, C, B> {
    /// Runs the program on some cases; says what is wrong, if anything.
    fn run(&mut self, cases: &[C::Case]) -> Result<Option<Fault>, QueryError> {
        self.run_on(cases, &text_of(self.format, cases))
    }

    /// The same, where the text of the cases is there already.
    fn run_on(&mut self, cases: &[C::Case], text: &[u8]) -> Result<Option<Fault>, QueryError> {
        self.watch.check()?;
        let mut values = Vec::new();
        self.bench.answer(cases, &mut values, self.watch)?;
        let key = compare::Key {
            format: self.format,
            cases,
            values: &values,
        };
        let run = self.contestant.run(text, key.plausible(), self.watch)?;
        Ok(match run.end {
            End::TimeLimit => Some(Fault::of_program(Kind::TimeLimit, String::new(), "")),
            End::Crash { how, stderr } => Some(Fault::of_program(Kind::Crash, how, &stderr)),
            End::Done => key.fault(&run.output),
            End::TooMuch => {
                let fault = key.fault(&run.output);
                let what = "far more output than answers have".to_owned();
                Some(fault.unwrap_or_else(|| Fault::of_program(Kind::WrongFormat, what, "")))
            }
        })
    }
}

impl Fault {
    /// A fault that no line of the output shows.
    fn of_program(kind: Kind, what: String, stderr: &str) -> Fault {
        Fault {
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
