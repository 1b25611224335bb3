//! `kibitz merge`: one file of a table that several processes have written.

use std::path::PathBuf;

use clap::Args;
use kibitz_query::merge_table;

use super::build::{level, written};
use crate::arguments::Budget;
use crate::failure::Failure;
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "The file is the same as if one process had built it. `probe`, `check`, `info` and \
    --table also take the directory itself.\n\n\
    Examples:\n  kibitz build quixo -o quixo.parts --processes 2\n  \
    kibitz merge quixo.parts -o quixo.kbz"
)]
pub(crate) struct MergeOptions {
    /// The directory with the parts
    directory: PathBuf,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Compress as much as possible, which takes many times longer
    #[arg(long)]
    publish: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &MergeOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let level = level(options.publish);
    let bytes = merge_table(&options.directory, &options.output, level, &context)?;
    written(options.output.display().to_string(), bytes, options.json)
}
