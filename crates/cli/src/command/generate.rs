//! `kibitz gen`: random contest input.

mod files;

use std::path::PathBuf;

use clap::Args;

use super::cases::{BiasOption, CaseOptions, check_set, sizes_help};
use super::{open_contest, standard_output};
use crate::arguments::{Budget, GameOptions};
use crate::failure::Failure;
use crate::progress;

/// Default number of cases.
const CASES: u64 = 10;

#[derive(Debug, Args)]
#[command(after_help = "With --out, files 01.in, 01.out, 02.in, … are written: small \
    cases first, then larger ones, then those of the contest's limits, and last the largest of \
    all. tests.json lists them with their groups (subtasks), sizes and seeds. No two files are \
    equal, and nothing is overwritten.\n\n".to_owned() + &sizes_help() + "\n\n\
    Examples:\n  kibitz gen marbles --cases 5 --seed 1\n  \
    kibitz gen boxes --cases 100 --size boxes=1..10000 --bias balanced\n  \
    kibitz gen piles --size k=2 --bias edge\n  \
    kibitz gen calendar --out tests --files 20 --seed 7")]
pub(crate) struct GenOptions {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    cases: CaseOptions,
    /// Write files with inputs and answers to this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["cases", "bias", "sizes"])]
    out: Option<PathBuf>,
    /// Number of inputs
    #[arg(long, value_name = "N", default_value_t = 20, requires = "out",
        value_parser = clap::value_parser!(u32).range(1..=999))]
    files: u32,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &GenOptions) -> Result<(), Failure> {
    let game = open_contest(&options.game)?;
    check_set(&game, &options.game)?;
    let context = progress::graceful_context(&options.budget);
    if let Some(folder) = &options.out {
        return files::write(&game, folder, options.files, options.cases.seed, &context);
    }
    let spec = options.cases.spec(CASES, BiasOption::Uniform);
    game.generate(&spec, &mut *standard_output()?, &context)?;
    Ok(())
}
