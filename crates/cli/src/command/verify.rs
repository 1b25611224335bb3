//! `kibitz verify`: tests a contest solution, or the claim of a rule file,
//! against the solved game.

mod claim;
mod refute;
mod replay;
mod show;

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{self, available_parallelism};
use std::time::Duration;

use clap::Args;
use kibitz_game::contest::CaseQuery;
use kibitz_game::{RunContext, StopReason};
use kibitz_query::{
    ContestError, GameSource, Mismatch, QueryError, RunOutput, Submission, Termination,
    is_rule_file,
};

use super::cases::{BiasOption, CaseOptions, check_set, sizes_help};
use super::open_game;
use crate::arguments::{Budget, GameOptions, ProgressStyle, RuleLimits, parse_seconds, parse_size};
use crate::failure::Failure;
use crate::output;
use crate::progress;
use crate::submission::{Limits, Program};
use refute::Refutation;
use replay::Replay;

/// Default number of cases.
const CASES: u64 = 1000;
/// How long the smallest cases are compared by default, unless the time limit of a
/// run is unusual.
const SMALLEST: Duration = Duration::from_secs(5);
/// Positions with a longer text, parameters included, are not explained: each line of the
/// explanation would be as long.
const MAX_QUERY_LEN: usize = 10_000;

#[derive(Debug, Args)]
#[command(after_help = "The claim is the function `claim` of the rule file, or of another \
    file; it is compared at every position reachable from the start, and a counterexample at \
    minimum depth is shown.\n\n\
    PROGRAM reads contest input, several cases per run, and writes contest answers. Trailing white \
    space and trailing blank lines are ignored. It is a path, or a command line that is split into \
    words as by a shell and run without a shell; `kibitz` means this executable. After the random \
    cases, unless --cases is given, come the smallest ones, for a few seconds: all cases of a game \
    that has few enough. The first mismatch is shown immediately, then minimised by running the \
    program on smaller cases; Ctrl-C ends that. After each run the program's whole process tree is \
    killed.\n\n".to_owned() + &sizes_help() + "\n\n\
    Exit code 0: no mismatch; 1: a mismatch was found; 2: there is no such claim or program.\n\n\
    Examples:\n  kibitz verify examples/subtraction.py --set n=100\n  \
    kibitz verify marbles --exec 'kibitz judge marbles' --cases 10000\n  \
    kibitz verify boxes --exec 'kibitz judge boxes' --size boxes=1..50 --seed 7\n  \
    kibitz verify nim --exec 'kibitz judge nim' --against 'kibitz judge p2197' --cases 100\n  \
    kibitz verify piles --exec 'kibitz judge piles' --size contest --cases 200 --shrink no\n  \
    kibitz verify nine --exec 'kibitz judge nine' --cases 500 --together 100 --json")]
pub(crate) struct VerifyOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Check the `claim` of this file instead of the rule file's own
    #[arg(long, value_name = "FILE", conflicts_with = "exec")]
    claim: Option<String>,
    /// Program to test, e.g. ./solution or 'python3 solution.py'
    #[arg(long, value_name = "PROGRAM")]
    exec: Option<String>,
    /// Compare with the answers of this program instead of the solved game's
    #[arg(long, value_name = "PROGRAM", requires = "exec")]
    against: Option<String>,
    #[command(flatten)]
    cases: CaseOptions,
    /// Cases per run [default: 1 for nine, 100 for boxes, nim, euclid and ed, more
    /// for the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    together: Option<u64>,
    /// How long a mismatch is minimised, in seconds, or `no`
    #[arg(long, value_name = "SECONDS|no", default_value = "10", value_parser = parse_shrink)]
    shrink: Duration,
    /// Time limit per run: seconds of processor time. A program that sleeps may take twice as long
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    limit: Duration,
    /// Memory limit of the program (address space), e.g. 256MB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_size)]
    limit_memory: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &VerifyOptions) -> Result<(), Failure> {
    let is_file = is_rule_file(&options.game.game);
    match &options.exec {
        None if is_file => claim::run(options),
        None => {
            let (message, help) = match &options.claim {
                None => ("nothing to verify", "give a program with --exec PROGRAM"),
                Some(_) => (
                    "--claim is for rule files",
                    "give a program with --exec PROGRAM",
                ),
            };
            Err(Failure::Usage(message.to_owned(), Some(help.to_owned())))
        }
        Some(exec) => compare(options, exec),
    }
}

/// Tests a program on generated cases.
fn compare(options: &VerifyOptions, exec: &str) -> Result<(), Failure> {
    let context = progress::graceful_context(&options.budget);
    let game = open_game(&options.game, &options.limits, &context, &[])?;
    check_set(&game, &options.game)?;
    let limits = Limits {
        time: options.limit,
        memory: options.limit_memory,
    };
    let program = |option: &str, text: &str| {
        Program::new(text, limits).map_err(|e| Failure::Usage(format!("{option}: {e}"), e.help))
    };
    let exec_program = program("--exec", exec)?;
    let reference = options.against.as_deref();
    let reference = reference
        .map(|text| program("--against", text))
        .transpose()?;
    let mut spec = options.cases.spec(CASES, BiasOption::Mixed);
    spec.together = options.together;
    spec.shrink = options.shrink;
    if !options.cases.is_counted() {
        // A run takes half of that at most, so less than the time limit.
        spec.smallest = SMALLEST.max(options.limit / 4).min(options.limit);
    }
    let is_shown = !options.json && options.budget.progress == ProgressStyle::Auto;
    let mut watched = Watched {
        program: exec_program,
        reference,
        shrink: Some(options.shrink).filter(|_| is_shown && io::stderr().is_terminal()),
    };
    let report = game.verify(&spec, &mut watched, &context)?;
    let refutation = match &report.mismatch {
        Some(mismatch) => refutation(options, mismatch, &context)?,
        None => None,
    };
    let info = game.info();
    let shown = show::Shown {
        game: info.name,
        set: game.settings(),
        exec,
        spec: &spec,
        limit: options.limit,
        report: &report,
        refutation: refutation.as_ref(),
    };
    if options.json {
        output::json(&shown.document())?;
    } else {
        output::text(&shown.text())?;
    }
    match (report.mismatch, report.stop) {
        (Some(_), Some(stop @ StopReason::Cancelled)) => Err(QueryError::Stop(stop).into()),
        (Some(_), _) => Err(Failure::Refuted),
        (None, Some(stop)) => Err(QueryError::Stop(stop).into()),
        (None, None) => Ok(()),
    }
}

/// A number of seconds, or `no`.
fn parse_shrink(text: &str) -> Result<Duration, String> {
    match text {
        "no" => Ok(Duration::ZERO),
        _ => parse_seconds(text).map_err(|e| format!("{e}; or no")),
    }
}

/// A program whose first mismatch is shown on a terminal, and the reference.
struct Watched {
    program: Program,
    reference: Option<Program>,
    /// How long it is going to be minimised; `None` if it is not shown.
    shrink: Option<Duration>,
}

impl Submission for Watched {
    fn run(
        &mut self,
        input: &[u8],
        limit: usize,
        context: &RunContext,
    ) -> Result<RunOutput, ContestError> {
        self.program.run(input, limit, context)
    }

    fn parallel(&self) -> usize {
        available_parallelism().map_or(1, NonZero::get)
    }

    fn run_all(
        &mut self,
        inputs: &[(&[u8], usize)],
        context: &RunContext,
    ) -> Vec<Result<RunOutput, ContestError>> {
        let program = &self.program;
        thread::scope(|scope| {
            let runs = inputs
                .iter()
                .map(|(input, limit)| scope.spawn(move || program.run(input, *limit, context)));
            let runs: Vec<_> = runs.collect();
            let ended = runs.into_iter().map(|run| run.join());
            ended
                .map(|run| run.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }

    fn reference(
        &mut self,
        input: &[u8],
        context: &RunContext,
    ) -> Result<Option<Vec<u8>>, ContestError> {
        let Some(program) = &mut self.reference else {
            return Ok(None);
        };
        let run = program.run(input, usize::MAX, context)?;
        let failure = match run.end {
            Termination::Done => return Ok(Some(run.output)),
            Termination::TimeLimit => "time limit".to_owned(),
            Termination::Crash { how, stderr } => format!("{how} {stderr}"),
            Termination::TooMuch => "too much output".to_owned(),
        };
        Err(ContestError::Reference(failure))
    }

    fn failed(&mut self, mismatch: &Mismatch) {
        if let Some(shrink) = self.shrink.filter(|shrink| !shrink.is_zero()) {
            eprintln!("{}", show::first(mismatch, shrink));
        }
    }
}

/// Why the program's answer is wrong. `None` if there is no position, its text is
/// too long, or time or memory is exhausted.
fn refutation(
    options: &VerifyOptions,
    mismatch: &Mismatch,
    context: &RunContext,
) -> Result<Option<Refutation>, Failure> {
    let length = |query: &CaseQuery| {
        let set = query.set.iter().map(|(_, value)| value.len());
        query.position.len() + set.sum::<usize>()
    };
    let query = mismatch.query.as_ref();
    let Some(query) = query.filter(|query| length(query) <= MAX_QUERY_LEN) else {
        return Ok(None);
    };
    let game = open_game(&options.game, &options.limits, context, &query.set)?;
    let given = options
        .game
        .pairs()
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let own = query
        .set
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()));
    let set: Vec<(String, String)> = given.chain(own).collect();
    let rules = match GameSource::new(&options.game.game, options.limits.limits())? {
        GameSource::File(file) => Some(file.source.text),
        GameSource::BuiltIn(_) => None,
    };
    let name = match &rules {
        Some(_) => &options.game.game,
        None => game.info().name,
    };
    let rules = rules.as_deref();
    let replay = Replay::new(name, rules, &set, &query.position, query.mover);
    Ok(Refutation::new(&game, &query.position, mismatch.claim, replay, context).ok())
}
