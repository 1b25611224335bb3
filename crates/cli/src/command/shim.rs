//! `kibitz shim`: the Python module that rule files import under CPython.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// The module.
const SHIM: &str = include_str!("../../../rules/src/shim/kibitz.py");

#[derive(Debug, Args)]
#[command(
    after_help = "Rule files import `move`, `again`, `grid` and `popcount` from the module kibitz. \
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
            let written = std::fs::write(path, SHIM);
            Ok(written.with_context(|| format!("cannot write {}", path.display()))?)
        }
    }
}
