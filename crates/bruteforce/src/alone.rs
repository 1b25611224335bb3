//! Tests that need a process of their own: they measure the process or change its state.

use std::process::Command;

/// Set in the process of a single test.
const ALONE: &str = "KIBITZ_ALONE";

/// Runs `test` in a new process that runs only the test of this name, which must be the calling
/// one.
///
/// # Panics
///
/// If it fails there.
pub fn alone(name: &str, test: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        return test();
    }
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(program);
    command.args([name, "--exact", "--include-ignored", "--test-threads=1"]);
    let output = command.env(ALONE, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let is_done = output.status.success() && text.contains("1 passed");
    assert!(is_done, "{text}{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, resume_unwind};

    use super::{ALONE, alone};

    #[test]
    fn test_runs_in_another_process() {
        let name = "alone::tests::test_runs_in_another_process";
        // No one starts the first process with the name of this test and that option.
        let is_alone = || std::env::args().any(|word| word == "--test-threads=1");
        alone(name, || assert!(is_alone()));
    }

    #[test]
    fn failure_is_that_of_the_caller() {
        let name = "alone::tests::failure_is_that_of_the_caller";
        let failed = catch_unwind(|| alone(name, || panic!("fails there"))).unwrap_err();
        if std::env::var_os(ALONE).is_some() {
            resume_unwind(failed);
        }
        let message = failed.downcast_ref::<String>().unwrap();
        assert!(message.contains("fails there"), "{message}");
    }

    #[test]
    #[should_panic(expected = "0 passed")]
    fn wrong_name_is_noticed() {
        alone("no_such_test", || ());
    }
}
