//! `kibitz build`: solves a game and writes its values to a table file.

use std::path::PathBuf;

use clap::Args;
use kibitz_game::Bytes;
use kibitz_query::Level;
use serde::Serialize;

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::failure::Failure;
use crate::output;
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "The file appears when it is complete; until then it has the suffix .tmp.\n\n\
    Examples:\n  kibitz build quixo -o quixo.kbz\n  \
    kibitz build kqk -o kqk.kbz --publish"
)]
pub(crate) struct BuildOptions {
    #[command(flatten)]
    game: GameOptions,
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
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct BuiltOut {
    file: String,
    bytes: u64,
}

pub(crate) fn run(options: &BuildOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let game = open_game(&options.game, &options.limits, &context, &[])?;
    let level = match options.publish {
        true => Level::Best,
        false => Level::Fast,
    };
    let bytes = game.build_table(&options.output, level, &context)?;
    let file = options.output.display().to_string();
    match options.json {
        true => output::json(&BuiltOut { file, bytes }),
        false => output::text(&format!("{file}: {}\n", Bytes(bytes))),
    }
}
