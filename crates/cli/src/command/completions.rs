//! `kibitz completions`: shell completion scripts.

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use kibitz_query::CATALOGUE;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output;

#[derive(Debug, Args)]
#[command(
    after_help = "Prints a script; install it in your shell's completion directory.\n\n\
    Examples:\n  kibitz completions bash > ~/.local/share/bash-completion/completions/kibitz\n  \
    kibitz completions zsh > ~/.zfunc/_kibitz\n  \
    kibitz completions fish > ~/.config/fish/completions/kibitz.fish"
)]
pub(crate) struct CompletionsOptions {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(options: &CompletionsOptions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut with_games(), "kibitz", &mut script);
    output::bytes(&script)
}

/// The command line with the names of the games as values of GAME. The parser
/// itself cannot list them, because it also accepts aliases and files.
fn with_games() -> clap::Command {
    let command = Arguments::command();
    let subcommands = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned());
    let names: Vec<String> = subcommands.collect();
    let games = || PossibleValuesParser::new(CATALOGUE.iter().map(|entry| entry.info.name));
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| {
            sub.mut_args(|arg| match arg.get_id() == "game" {
                true => arg.value_parser(games()),
                false => arg,
            })
        })
    })
}
