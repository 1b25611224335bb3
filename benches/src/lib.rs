//! Shared parts of the benchmarks: inputs, locating and building programs,
//! measuring processes, printing tables.
//!
//! kibitz is measured as a whole process: start-up, reading, solving and
//! writing together. See `benches/README.md`.

pub mod answers;
pub mod clock;
pub mod inputs;
pub mod load;
pub mod options;
pub mod process;
pub mod programs;
pub mod random;
pub mod servers;
pub mod table;

use std::io;
use std::process::ExitCode;

use options::Options;

/// The `main` of a benchmark. It fails on a wrong answer or if a program does
/// not run, never on a missed target.
pub fn main(rounds: usize, run: fn(&Options) -> io::Result<()>) -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1), rounds) {
        Ok(Some(options)) => options,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
