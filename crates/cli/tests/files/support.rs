//! Running the command on rule files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The repository root.
pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command in the repository root.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(arguments)
        .current_dir(top())
        .output()
        .unwrap()
}

/// The JSON output of the command, for any exit code.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let out = run(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{arguments:?}: {e}\n{}", stderr(&out)))
}

/// Standard output as text.
pub(crate) fn text(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments).stdout).unwrap()
}

/// Standard error.
pub(crate) fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// Exit code and standard error.
pub(crate) fn failure(arguments: &[&str]) -> (i32, String) {
    let out = run(arguments);
    (out.status.code().unwrap(), stderr(&out))
}

/// Creates a directory with one file; returns it with the path of the file.
pub(crate) fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (home, path)
}
