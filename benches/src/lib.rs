//! What the benchmarks share: making inputs, finding and building programs,
//! measuring processes, printing tables.
//!
//! kibitz is measured as its users meet it, as a whole process: start-up,
//! reading, solving and writing together. See `README.md` beside this crate.

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

/// The `main` of a benchmark. Only a wrong answer or a program that does not
/// run makes it fail, never a missed target.
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
