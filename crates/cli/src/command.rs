//! The commands, one module each.

pub(crate) mod build;
pub(crate) mod cases;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod find;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod guess;
pub(crate) mod info;
#[cfg(unix)]
pub(crate) mod interact;
pub(crate) mod judge;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new;
#[cfg(feature = "cluster")]
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod puzzle;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod shim;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod table;
#[cfg(unix)]
pub(crate) mod verify;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use kibitz_game::RunContext;
use kibitz_game::contest::Input;
use kibitz_query::{GameSource, QueryError, Session};
use kibitz_rules::fault::Limits;

use crate::arguments::{GameOptions, RuleLimits};
use crate::cancellable_reader::CancellableReader;
use crate::failure::Failure;
use crate::standard;

/// Opens the game that the options name. `more` are parameters read from a
/// contest file; setting one of them in the options as well is an error.
fn open_game(
    options: &GameOptions,
    limits: &RuleLimits,
    context: &RunContext,
    more: &[(String, String)],
) -> Result<Session, QueryError> {
    // Code of a rule file that runs while it is opened is limited as well.
    let _here = context.here();
    let added = more.iter().map(|(n, v)| (n.as_str(), v.as_str()));
    GameSource::new(&options.game, limits.limits())?.open(options.pairs().chain(added))
}

/// Opens a game for contest input.
fn open_contest(options: &GameOptions) -> Result<Session, QueryError> {
    GameSource::new(&options.game, Limits::default())?.open(options.pairs())
}

/// Opens a file or standard input; reading is aborted when the context stops.
fn open_input(file: Option<&Path>, context: &RunContext) -> anyhow::Result<Input<'static>> {
    let context = context.clone();
    match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let mut file = File::open(path).with_context(|| format!("cannot open {name}"))?;
            // Opening a directory succeeds; only reading it fails.
            file.read(&mut [])
                .with_context(|| format!("cannot read {name}"))?;
            let source = CancellableReader {
                source: file,
                context,
            };
            Ok(Input::new(name, source))
        }
        _ => {
            let source = CancellableReader {
                source: io::stdin().lock(),
                context,
            };
            Ok(Input::new("standard input", source))
        }
    }
}

/// Standard output without line buffering, for callers that write large blocks
/// of whole lines.
///
/// # Errors
/// Returns an error if standard output is closed.
fn standard_output() -> Result<Box<dyn Write>, Failure> {
    standard::check_output().map_err(Failure::Output)?;
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(own) = io::stdout().as_fd().try_clone_to_owned() {
            return Ok(Box::new(File::from(own)));
        }
    }
    Ok(Box::new(io::stdout()))
}
