//! `kibitz build`: solves a game and writes its values to a table file.

#[cfg(feature = "cluster")]
mod several;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kibitz_game::{Bytes, Scratch};
use kibitz_query::{Level, QueryError};
use serde::Serialize;

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits, parse_seconds};
use crate::failure::Failure;
use crate::output;
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "The file appears when it is complete; until then it has the suffix .tmp.\n\n\
    Chess endings, quixo, teeko, numbers, dobutsu, boards of at least 26 cells (marbles,\n\
    cram, domineering) and rule files except sums are solved on disk if they do not fit the\n\
    memory limit, or if --checkpoint is given; other games in memory. The directory FILE.work\n\
    has the working files. If the command is interrupted or killed, the same command\n\
    continues from the last checkpoint. The directory is removed at the end.\n\n\
    The table of a game of sums (nim, boxes, piles, euclid, ed, subtraction, octal) has the\n\
    Grundy values of the components reachable from --at.\n\n\
    Examples:\n  kibitz build quixo -o quixo.kbz\n  \
    kibitz build kqk -o kqk.kbz --publish\n  \
    kibitz build examples/nim.py -o nim.kbz --at '3 + 4 + 5'\n  \
    kibitz build octal --set code=0.77 --at 1000 -o kayles.kbz\n  \
    kibitz build examples/connect_four.py -o four.kbz --memory 9MiB --threads 1"
)]
pub(crate) struct BuildOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Rule files and games of sums: the position whose successors, and theirs, or whose
    /// components are solved [default: the start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// The file to write; the directory of the parts if several processes write them
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Compress as much as possible, which takes many times longer
    #[arg(long)]
    publish: bool,
    /// Least time between two checkpoints; a game of one process is solved on disk even if the
    /// memory suffices [default: on disk only if necessary, 30 seconds]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds)]
    checkpoint: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    several: several::SeveralOptions,
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
    #[cfg(feature = "cluster")]
    if options.several.is_given() {
        return several::run(options);
    }
    let mut directory = OsString::from(&options.output);
    directory.push(".work");
    let context = progress::context(&options.budget).with_scratch(Scratch {
        interval: options.checkpoint.unwrap_or(Scratch::INTERVAL),
        is_required: options.checkpoint.is_some(),
        ..Scratch::new(&directory)
    });
    let game = open_game(&options.game, &options.limits, &context, &[])?;
    let level = level(options.publish);
    let root = options.at.as_deref();
    let built = game.build_table(&options.output, root, level, &context);
    let directory = PathBuf::from(directory);
    let bytes = built.map_err(|error| match error {
        QueryError::Stop(stop) if directory.join("checkpoint").exists() => {
            Failure::Resumable(stop, directory)
        }
        other => other.into(),
    })?;
    let file = options.output.display().to_string();
    written(file, bytes, options.json)
}

/// Prints what was written.
pub(crate) fn written(file: String, bytes: u64, json: bool) -> Result<(), Failure> {
    match json {
        true => output::json(&BuiltOut { file, bytes }),
        false => output::text(&format!("{file}: {}\n", Bytes(bytes))),
    }
}

/// How much time to spend on compression.
pub(crate) fn level(publish: bool) -> Level {
    match publish {
        true => Level::Best,
        false => Level::Fast,
    }
}
