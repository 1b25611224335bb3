//! `kibitz verify`: a contestant's program, or a claim, against the truth.

mod claim;
mod refute;
mod show;

use std::time::Duration;

use clap::Args;
use kibitz_game::{Stop, Watch};
use kibitz_query::{QueryError, Trouble, is_rule_file};

use super::cases::{BiasOption, CaseOptions, check_set, sizes_help};
use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits, parse_seconds, parse_size};
use crate::contestant::{Limits, Program};
use crate::failure::Failure;
use crate::output;
use crate::progress;
use refute::Refutation;

/// So many cases when nobody says.
const CASES: u64 = 1000;
/// Positions with a longer text are not explained: each of their moves would be
/// as long, and nobody reads that.
const LONGEST_POSITION: usize = 10_000;

#[derive(Debug, Args)]
#[command(after_help = "A rule file claims something by its function `claim`, or by that of \
    another file; every position that the start reaches is compared, and the counterexample fewest \
    plies from the start is shown.\n\n\
    A contestant's program reads contest input and writes contest answers, many cases in \
    one run as the contest does it. White space at the end of a line and blank lines at the end \
    are forgiven. PROGRAM is a path, or a command line that is split into words as a shell does \
    it; no shell runs; `kibitz` is this very program. When the first disagreement is found, it is made as small as possible: \
    the program is run again on smaller cases. Whatever it does, it is ended with everything \
    that it has started.\n\n".to_owned() + &sizes_help() + "\n\n\
    Exit code 0: all agrees; 1: it does not; 2: there is no such claim or program.\n\n\
    Examples:\n  kibitz verify examples/subtraction.py --set n=100\n  \
    kibitz verify marbles --exec 'kibitz judge marbles' --cases 10000\n  \
    kibitz verify boxes --exec 'kibitz judge boxes' --size boxes=1..50 --seed 7\n  \
    kibitz verify nine --exec 'kibitz judge nine' --cases 500 --together 100 --json")]
pub(crate) struct VerifyOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Check the `claim` of this file, in place of the rule file's own
    #[arg(long, value_name = "FILE", conflicts_with = "exec")]
    claim: Option<String>,
    /// The program, as ./solution or 'python3 solution.py'
    #[arg(long, value_name = "PROGRAM")]
    exec: Option<String>,
    #[command(flatten)]
    cases: CaseOptions,
    /// Give the program so many cases in one run [default: 1 in nine, 100 in
    /// boxes, nim, euclid and ed, more in the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    together: Option<u64>,
    /// The seconds that one run may take
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    limit: Duration,
    /// The memory (address space) that the program may take, as 256MB
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
                None => ("nothing to compare", "--exec PROGRAM names a program"),
                Some(_) => (
                    "--claim is for rule files",
                    "--exec PROGRAM compares a program",
                ),
            };
            Err(Failure::Usage(message.to_owned(), Some(help.to_owned())))
        }
        Some(exec) => compare(options, exec),
    }
}

/// A contestant's program against the truth.
fn compare(options: &VerifyOptions, exec: &str) -> Result<(), Failure> {
    let watch = progress::tidy_watch(&options.budget);
    let game = open_game(&options.game, &options.limits, &watch, &[])?;
    check_set(&game, &options.game)?;
    let limits = Limits {
        time: options.limit,
        memory: options.limit_memory,
    };
    let mut program =
        Program::new(exec, limits).map_err(|e| Failure::Usage(format!("--exec: {e}"), e.help))?;
    let mut order = options.cases.order(CASES, BiasOption::Mixed);
    order.together = options.together;
    let report = game.verify(&order, &mut program, &watch)?;
    let refutation = match &report.trouble {
        Some(trouble) => refutation(options, trouble, &watch)?,
        None => None,
    };
    let info = game.info();
    let shown = show::Shown {
        game: info.name,
        set: game.settings(),
        exec,
        order: &order,
        limit: options.limit,
        report: &report,
        refutation: refutation.as_ref(),
    };
    if options.json {
        output::json(&shown.document())?;
    } else {
        output::text(&shown.text())?;
    }
    match (report.trouble, report.stop) {
        (Some(_), Some(stop @ Stop::Cancelled)) => Err(QueryError::Stop(stop).into()),
        (Some(_), _) => Err(Failure::Refuted),
        (None, Some(stop)) => Err(QueryError::Stop(stop).into()),
        (None, None) => Ok(()),
    }
}

/// Why the program's answer is wrong, where it gave one, the position is not too
/// large to say, and there is time and memory left.
fn refutation(
    options: &VerifyOptions,
    trouble: &Trouble,
    watch: &Watch,
) -> Result<Option<Refutation>, Failure> {
    let asked = trouble.asked.as_ref();
    let Some(asked) = asked.filter(|asked| asked.position.len() <= LONGEST_POSITION) else {
        return Ok(None);
    };
    let game = open_game(&options.game, &options.limits, watch, &asked.set)?;
    Ok(Refutation::new(&game, &asked.position, trouble.claim, watch).ok())
}
