//! The `kibitz` command: an exact solver for two-player games.

mod arguments;
mod board;
mod cancellable_reader;
mod command;
mod failure;
mod memory;
mod output;
mod progress;
mod standard;
#[cfg(unix)]
mod submission;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use failure::Failure;

fn main() -> ExitCode {
    let outcome = match Arguments::from_command_line() {
        Ok(arguments) => {
            match arguments.command {
                Command::Judge(_) => memory::keep_freed(),
                _ => memory::return_freed(),
            }
            run(arguments)
        }
        Err(error) => return failure::usage(&error),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::Build(options) => command::build::run(&options),
        Command::Check(options) => command::check::run(&options),
        Command::Completions(options) => command::completions::run(&options),
        Command::Games(options) => command::games::run(&options),
        Command::Gen(options) => command::generate::run(&options),
        Command::Info(options) => command::info::run(&options),
        #[cfg(unix)]
        Command::Interact(options) => command::interact::run(&options),
        Command::Judge(options) => command::judge::run(&options),
        Command::Lint(options) => command::lint::run(&options),
        Command::Merge(options) => command::merge::run(&options),
        Command::New(options) => command::new::run(&options),
        Command::Shim(options) => command::shim::run(&options),
        #[cfg(feature = "cluster")]
        Command::Plan(options) => command::plan::run(&options),
        Command::Play(options) => command::play::run(&options),
        Command::Probe(options) => command::probe::run(&options),
        Command::Man(options) => command::man::run(&options),
        #[cfg(feature = "server")]
        Command::Serve(options) => command::serve::run(&options),
        Command::Solve(options) => command::solve::run(&options),
        Command::Stats(options) => command::stats::run(&options),
        Command::Guess(options) => command::guess::run(&options),
        Command::Table(options) => command::table::run(&options),
        Command::Find(options) => command::find::run(&options),
        Command::Puzzle(options) => command::puzzle::run(&options),
        #[cfg(unix)]
        Command::Verify(options) => command::verify::run(&options),
    }
}
