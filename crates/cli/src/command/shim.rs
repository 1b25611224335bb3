//! `kibitz shim`: the Python module that rule files import under CPython.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// The module.
const SHIM: &str = include_str!("../../../rules/src/shim/kibitz.py");

#[derive(Debug, Args)]
#[command(
    after_help = "Rule files import `move`, `again`, `points`, `grid` and `popcount` from the module kibitz. \
    Save it next to the rule file to run the file under CPython, unchanged.\n\n\
    Examples:\n  kibitz shim -o kibitz.py\n  kibitz shim > kibitz.py"
)]
pub(crate) struct ShimOptions {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &ShimOptions) -> Result<(), Failure> {
    match &options.out {
        None => output::plain(SHIM),
        Some(path) => {
            let written = check_target(path).and_then(|()| std::fs::write(path, SHIM));
            Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
        }
    }
}

/// Checks that what has this name is nothing, an empty file, or the module, perhaps of another
/// version.
fn check_target(path: &Path) -> io::Result<()> {
    let first_line = SHIM.lines().next().unwrap_or_default();
    // Devices and pipes are written without asking.
    if !path.is_file() {
        return Ok(());
    }
    match std::fs::read(path) {
        Ok(found) if found.is_empty() || found.starts_with(first_line.as_bytes()) => Ok(()),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "it exists and is not the module kibitz, so it is not overwritten; choose another path",
        )),
        Err(error) => Err(error),
    }
}
