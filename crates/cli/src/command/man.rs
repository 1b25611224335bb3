//! `kibitz man`: man pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use kibitz_query::did_you_mean;

use crate::arguments::Arguments;
use crate::failure::{EXIT_CODES, EXIT_CODES_HEADING, Failure};
use crate::output;

/// Heading of the examples in help texts.
const EXAMPLES_HEADING: &str = "Examples:";

#[derive(Debug, Args)]
#[command(
    after_help = "Without COMMAND, the page of kibitz itself is printed.\n\n\
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
    let mut kibitz = Arguments::command().disable_help_subcommand(true);
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
    output::bytes(&page(command).map_err(anyhow::Error::from)?)
}

/// The page of a command. The paragraphs after the options of its help become
/// sections; indented lines there are not filled.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let after = command.get_after_help().map(ToString::to_string);
    let has_commands = command.has_subcommands();
    let man = Man::new(command.clone())
        .source(concat!("kibitz ", env!("CARGO_PKG_VERSION")))
        .manual("kibitz");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    let after = after.unwrap_or_default();
    let (examples, notes): (Vec<&str>, Vec<&str>) = after
        .split("\n\n")
        .filter(|paragraph| !paragraph.starts_with(EXIT_CODES_HEADING))
        .partition(|paragraph| paragraph.starts_with(EXAMPLES_HEADING));
    let mut rest = Roff::new();
    section(&mut rest, "NOTES", &notes);
    rest.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in EXIT_CODES {
        rest.control("TP", []).text([bold(code.to_string())]);
        rest.text([roman(meaning)]);
    }
    let examples: Vec<&str> = examples
        .iter()
        .map(|paragraph| paragraph[EXAMPLES_HEADING.len()..].trim_start_matches('\n'))
        .collect();
    section(&mut rest, "EXAMPLES", &examples);
    rest.to_writer(&mut page)?;
    Ok(page)
}

/// Writes a section; indented lines are not filled.
fn section(page: &mut Roff, name: &str, paragraphs: &[&str]) {
    if paragraphs.iter().all(|paragraph| paragraph.is_empty()) {
        return;
    }
    page.control("SH", [name]);
    for paragraph in paragraphs {
        page.control("PP", []);
        let mut is_filled = true;
        for line in paragraph.lines() {
            let is_prose = !line.starts_with("  ");
            if is_prose != is_filled {
                page.control(if is_prose { "fi" } else { "nf" }, []);
                is_filled = is_prose;
            }
            page.text([roman(line)]);
        }
        if !is_filled {
            page.control("fi", []);
        }
    }
}

/// Writes `kibitz.1` and a page per command. Each page is written to a temporary
/// file first, so that no incomplete page is left.
fn write_all(kibitz: &clap::Command, directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    for command in std::iter::once(kibitz).chain(kibitz.get_subcommands()) {
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
