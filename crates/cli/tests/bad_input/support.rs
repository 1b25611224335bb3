//! Running the executable.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

/// Invalid input or usage error.
pub(crate) const BAD: i32 = 2;
/// A limit was reached.
pub(crate) const BUDGET: i32 = 3;
/// System error.
pub(crate) const SYSTEM: i32 = 4;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn kibitz() -> Command {
    guarded(cargo_bin_cmd!("kibitz"))
}

/// Another program, which runs this one.
pub(crate) fn kibitz_under(program: &str) -> Command {
    guarded(Command::new(program))
}

fn guarded(mut command: Command) -> Command {
    command.env_remove("RUST_BACKTRACE");
    command.timeout(std::time::Duration::from_secs(60));
    command
}

/// Runs the program with some arguments and standard input.
pub(crate) fn run_with(arguments: &[&str], input: impl Into<Vec<u8>>) -> Done {
    let output = kibitz().args(arguments).write_stdin(input).output();
    let output = output.expect("the program runs");
    let done = Done {
        code: output.status.code().expect("no signal ended the program"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    };
    assert!(!done.err.contains("panicked"), "{}", done.err);
    assert!(
        done.out.is_empty() || done.out.ends_with('\n'),
        "{:?}",
        done.out
    );
    done
}

pub(crate) fn run(arguments: &[&str]) -> Done {
    run_with(arguments, "")
}

/// Runs the program in a directory.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Done {
    let output = kibitz().current_dir(folder).args(arguments).output();
    let output = output.expect("the program runs");
    Done {
        code: output.status.code().expect("no signal ended the program"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Checks that the arguments are rejected with a message that contains all parts.
pub(crate) fn refused(arguments: &[&str], parts: &[&str]) {
    let done = run(arguments);
    assert_eq!(done.code, BAD, "{arguments:?}: {}", done.err);
    assert_eq!(done.out, "", "{arguments:?}");
    for part in parts {
        assert!(
            done.err.contains(part),
            "{arguments:?} without {part:?}: {}",
            done.err
        );
    }
}
