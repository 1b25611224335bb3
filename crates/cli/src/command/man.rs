//! `kibitz man`: man pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use kibitz_query::did_you_mean;

use crate::arguments::Arguments;
use crate::failure::Failure;

#[derive(Debug, Args)]
#[command(
    after_help = "Without a command it prints the page of kibitz itself.\n\n\
    Examples:\n  kibitz man solve > kibitz-solve.1\n  kibitz man --out ~/.local/share/man/man1"
)]
pub(crate) struct ManOptions {
    /// Print the page of this command
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// Write all pages into this directory
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &ManOptions) -> Result<(), Failure> {
    let mut kibitz = Arguments::command();
    kibitz.build();
    if let Some(directory) = &options.out {
        return Ok(write_all(&kibitz, directory)?);
    }
    let command = match &options.command {
        None => &kibitz,
        Some(name) => kibitz
            .find_subcommand(name)
            .ok_or_else(|| no_such_page(&kibitz, name))?,
    };
    let page = page(command).map_err(anyhow::Error::from)?;
    let mut out = io::stdout().lock();
    let written = out.write_all(&page).and_then(|()| out.flush());
    written.map_err(Failure::Output)
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone().disable_help_subcommand(true))
        .source(concat!("kibitz ", env!("CARGO_PKG_VERSION")))
        .manual("kibitz")
        .render(&mut page)?;
    Ok(page)
}

/// `kibitz.1`, and a page for each command. A page appears under its name
/// only when it is complete.
fn write_all(kibitz: &clap::Command, directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    let commands = kibitz.get_subcommands().filter(|c| c.get_name() != "help");
    for command in std::iter::once(kibitz).chain(commands) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = directory.join(format!("{name}.1"));
        let draft = directory.join(format!(".{name}.1.new"));
        page(command)
            .and_then(|page| fs::write(&draft, page))
            .and_then(|()| fs::rename(&draft, &path))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn no_such_page(kibitz: &clap::Command, name: &str) -> Failure {
    let near = did_you_mean(name, kibitz.get_subcommands().map(clap::Command::get_name));
    let advice = near.map_or_else(
        || "`kibitz --help` lists the commands".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Failure::Usage(format!("no command `{name}`"), Some(advice))
}
