//! `kibitz gen`: random contest input.

use clap::Args;

use super::cases::{BiasOption, CaseOptions, check_set, sizes_help};
use super::{open_contest, standard_output};
use crate::arguments::{Budget, GameOptions};
use crate::failure::Failure;
use crate::progress;

/// Default number of cases.
const CASES: u64 = 10;

#[derive(Debug, Args)]
#[command(after_help = sizes_help() + "\n\n\
    Examples:\n  kibitz gen marbles --cases 5 --seed 1\n  \
    kibitz gen boxes --cases 100 --size boxes=1..10000 --bias balanced\n  \
    kibitz gen piles --size k=2 --bias edge")]
pub(crate) struct GenOptions {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    cases: CaseOptions,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &GenOptions) -> Result<(), Failure> {
    let game = open_contest(&options.game)?;
    check_set(&game, &options.game)?;
    let context = progress::graceful_context(&options.budget);
    let spec = options.cases.spec(CASES, BiasOption::Uniform);
    game.generate(&spec, &mut *standard_output()?, &context)?;
    Ok(())
}
