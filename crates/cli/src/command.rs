//! One file for each command.

pub(crate) mod cases;
pub(crate) mod completions;
pub(crate) mod find;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod puzzle;
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
use kibitz_game::Watch;
use kibitz_game::contest::Input;
use kibitz_query::{Choice, QueryError, Session};
use kibitz_rules::fault::Limits;

use crate::arguments::{GameOptions, RuleLimits};
use crate::failure::Failure;
use crate::standard;
use crate::waiting::Waiting;

/// The game that the options name, with its parameters; `more` come from a
/// contest file, and it is an error to set them too.
fn open_game(
    options: &GameOptions,
    limits: &RuleLimits,
    watch: &Watch,
    more: &[(&'static str, String)],
) -> Result<Session, QueryError> {
    // What a rule file does while it is opened is in the budget, too.
    let _here = watch.here();
    let added = more.iter().map(|(n, v)| (*n, v.as_str()));
    Choice::new(&options.game, limits.limits())?.open(options.pairs().chain(added))
}

/// The game for a contest, which no rule file has.
fn open_contest(options: &GameOptions) -> Result<Session, QueryError> {
    Choice::new(&options.game, Limits::default())?.open(options.pairs())
}

/// A file, or standard input, which is read as long as the watch allows.
fn open_input(file: Option<&Path>, watch: &Watch) -> anyhow::Result<Input<'static>> {
    let watch = watch.clone();
    match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let mut file = File::open(path).with_context(|| format!("cannot open {name}"))?;
            // A directory opens, and fails only when it is read.
            file.read(&mut [])
                .with_context(|| format!("cannot read {name}"))?;
            let source = Waiting {
                source: file,
                watch,
            };
            Ok(Input::new(name, source))
        }
        _ => {
            let source = Waiting {
                source: io::stdin().lock(),
                watch,
            };
            Ok(Input::new("standard input", source))
        }
    }
}

/// Standard output without the buffer that looks for line ends: whoever
/// asks for it writes large pieces of whole lines.
///
/// # Errors
/// Where it is closed.
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
