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

#[derive(Debug, Args)]
#[command(
    after_help = "The file is a small working game with comments on what else can be defined. \
    An existing file is not overwritten.\n\n\
    Examples:\n  kibitz new mygame\n  kibitz new nim && kibitz solve nim.py"
)]
pub(crate) struct NewOptions {
    /// Name of the file; `.py` is appended if it is missing
    name: PathBuf,
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
    write(&path)?;
    let name = path.display();
    output::text(&format!(
        "{name} contains a small game of matches. Try\n  \
         kibitz solve {name}\n  kibitz stats {name}\n  kibitz verify {name}\n  kibitz play {name}\n"
    ))
}

fn write(path: &Path) -> Result<(), Failure> {
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
    let text = TEMPLATE.replace("{name}", &stem);
    let written = file.write_all(text.as_bytes());
    Ok(written.with_context(|| format!("cannot write {name}"))?)
}
