//! `kibitz new`: writes a template of a rule file.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// A small game; comments list what else a file can define.
const TEMPLATE: &str = include_str!("new/template.py");
/// The same with a contest.
const CONTEST: &str = include_str!("new/contest.py");

#[derive(Debug, Args)]
#[command(
    after_help = "The file is a small working game with comments on what else can be defined. \
    An existing file is not overwritten.\n\n\
    With --contest it also says how a contest's input is read and answered.\n\n\
    Examples:\n  kibitz new mygame\n  kibitz new nim && kibitz solve nim.py\n  \
    kibitz new --contest stones && kibitz gen stones.py"
)]
pub(crate) struct NewOptions {
    /// Name of the file; `.py` is appended if it is missing
    name: PathBuf,
    /// Write a game with a contest: input, limits and answers
    #[arg(long)]
    contest: bool,
}

pub(crate) fn run(options: &NewOptions) -> Result<(), Failure> {
    let path = match options.name.extension() {
        Some(ending) if ending == "py" => options.name.clone(),
        _ => {
            let mut name = options.name.clone().into_os_string();
            name.push(".py");
            PathBuf::from(name)
        }
    };
    let name = path.display();
    if options.contest {
        write(&path, CONTEST)?;
        return output::text(&format!(
            "{name} contains a small contest. Try\n  \
             kibitz gen {name} > cases.in\n  kibitz judge {name} cases.in\n  \
             kibitz verify {name} --exec ./solution\n"
        ));
    }
    write(&path, TEMPLATE)?;
    output::text(&format!(
        "{name} contains a small game of matches. Try\n  \
         kibitz solve {name}\n  kibitz stats {name}\n  kibitz verify {name}\n  kibitz play {name}\n"
    ))
}

fn write(path: &Path, template: &str) -> Result<(), Failure> {
    let name = path.display();
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::Usage(
                format!("{name} already exists; not overwritten"),
                Some("choose another name, or remove the file first".to_owned()),
            ));
        }
        Err(e) => {
            return Err(Failure::System(
                anyhow::Error::from(e).context(format!("cannot write {name}")),
            ));
        }
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = template.replace("{name}", &stem);
    let written = file.write_all(text.as_bytes());
    Ok(written.with_context(|| format!("cannot write {name}"))?)
}
