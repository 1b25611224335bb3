//! `kibitz verify`: tests a contest solution, or the claim of a rule file,
//! against the solved game.

mod claim;
mod refute;
mod show;

use std::time::Duration;

use clap::Args;
use kibitz_game::{RunContext, StopReason};
use kibitz_query::{Mismatch, QueryError, is_rule_file};

use super::cases::{BiasOption, CaseOptions, check_set, sizes_help};
use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits, parse_seconds, parse_size};
use crate::failure::Failure;
use crate::output;
use crate::progress;
use crate::submission::{Limits, Program};
use refute::Refutation;

/// Default number of cases.
const CASES: u64 = 1000;
/// Positions with a longer text are not explained: each line of the explanation
/// would be as long.
const MAX_POSITION_LEN: usize = 10_000;

#[derive(Debug, Args)]
#[command(after_help = "The claim is the function `claim` of the rule file, or of another \
    file; it is compared at every position reachable from the start, and a counterexample at \
    minimum depth is shown.\n\n\
    PROGRAM reads contest input, several cases per run, and writes contest answers. Trailing white \
    space and trailing blank lines are ignored. It is a path, or a command line that is split into \
    words as by a shell and run without a shell; `kibitz` means this executable. The first mismatch \
    is minimised by running the program on smaller cases. After each run the program's whole \
    process tree is killed.\n\n".to_owned() + &sizes_help() + "\n\n\
    Exit code 0: no mismatch; 1: a mismatch was found; 2: there is no such claim or program.\n\n\
    Examples:\n  kibitz verify examples/subtraction.py --set n=100\n  \
    kibitz verify marbles --exec 'kibitz judge marbles' --cases 10000\n  \
    kibitz verify boxes --exec 'kibitz judge boxes' --size boxes=1..50 --seed 7\n  \
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
    #[command(flatten)]
    cases: CaseOptions,
    /// Cases per run [default: 1 for nine, 100 for boxes, nim, euclid and ed, more
    /// for the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    together: Option<u64>,
    /// Time limit per run, in seconds
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
    let mut program =
        Program::new(exec, limits).map_err(|e| Failure::Usage(format!("--exec: {e}"), e.help))?;
    let mut spec = options.cases.spec(CASES, BiasOption::Mixed);
    spec.together = options.together;
    let report = game.verify(&spec, &mut program, &context)?;
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

/// Why the program's answer is wrong. `None` if there is no position, its text is
/// too long, or time or memory is exhausted.
fn refutation(
    options: &VerifyOptions,
    mismatch: &Mismatch,
    context: &RunContext,
) -> Result<Option<Refutation>, Failure> {
    let query = mismatch.query.as_ref();
    let Some(query) = query.filter(|query| query.position.len() <= MAX_POSITION_LEN) else {
        return Ok(None);
    };
    let game = open_game(&options.game, &options.limits, context, &query.set)?;
    Ok(Refutation::new(&game, &query.position, mismatch.claim, context).ok())
}
