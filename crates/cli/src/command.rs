//! One file for each command.

pub(crate) mod cases;
pub(crate) mod completions;
pub(crate) mod find;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod table;
#[cfg(unix)]
pub(crate) mod verify;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use kibitz_game::contest::Input;
use kibitz_query::{QueryError, Session};

use crate::arguments::GameOptions;

/// The game that the options name, with its parameters; `more` come from a
/// contest file, and it is an error to set them too.
fn open_game(
    options: &GameOptions,
    more: &[(&'static str, String)],
) -> Result<Box<dyn Session>, QueryError> {
    let given = options.set.iter().map(|(n, v)| (n.as_str(), v.as_str()));
    let added = more.iter().map(|(n, v)| (*n, v.as_str()));
    kibitz_query::open(&options.game, given.chain(added))
}

/// A file, or standard input.
fn open_input(file: Option<&Path>) -> anyhow::Result<Input<'static>> {
    match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let mut file = File::open(path).with_context(|| format!("cannot open {name}"))?;
            // A directory opens, and fails only when it is read.
            file.read(&mut [])
                .with_context(|| format!("cannot read {name}"))?;
            Ok(Input::new(name, file))
        }
        _ => Ok(Input::new("standard input", io::stdin().lock())),
    }
}

/// Standard output without the buffer that looks for line ends: whoever
/// asks for it writes large pieces of whole lines.
fn standard_output() -> Box<dyn Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(own) = io::stdout().as_fd().try_clone_to_owned() {
            return Box::new(File::from(own));
        }
    }
    Box::new(io::stdout())
}
