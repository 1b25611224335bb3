//! `kibitz shim`: the module with which CPython runs rule files.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// What rule files import.
const SHIM: &str = include_str!("../../../rules/src/shim/kibitz.py");

#[derive(Debug, Args)]
#[command(
    after_help = "`move`, `again`, `grid` and `popcount` come from a module called kibitz. Python \
    finds it beside the rule file; then the same file runs in both, unchanged.\n\n\
    Examples:\n  kibitz shim -o kibitz.py\n  kibitz shim > kibitz.py"
)]
pub(crate) struct ShimOptions {
    /// Write it to this file instead of standard output
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
