//! The programs under measurement: kibitz and the C++ baselines.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Builds kibitz in release mode and returns its path. `KIBITZ_BIN` overrides
/// it.
pub fn kibitz() -> io::Result<PathBuf> {
    match env::var_os("KIBITZ_BIN") {
        Some(path) => Ok(path.into()),
        None => built("release"),
    }
}

/// Builds kibitz with a profile of the workspace and returns its path.
pub fn built(profile: &str) -> io::Result<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--profile", profile, "--package", "kibitz"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other("building kibitz failed"));
    }
    output
        .stdout
        .lines()
        .map_while(Result::ok)
        .find_map(|message| executable(&message))
        .ok_or_else(|| io::Error::other("cargo reported no kibitz executable"))
}

/// The path in cargo's message for the `kibitz` executable.
fn executable(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["target"]["name"] != "kibitz" {
        return None;
    }
    message["executable"].as_str().map(PathBuf::from)
}

/// Compiles `baseline/NAME.cpp` into `dir` with `g++ -O2` (or `$CXX -O2`).
pub fn baseline(name: &str, dir: &Path) -> io::Result<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("baseline")
        .join(name)
        .with_extension("cpp");
    let program = dir.join(format!("baseline-{name}"));
    let compiler = compiler();
    let status = Command::new(&compiler)
        .args(["-O2", "-w", "-o"])
        .args([&program, &source])
        .status()
        .map_err(|error| io::Error::new(error.kind(), format!("{compiler:?}: {error}")))?;
    if !status.success() {
        let source = source.display();
        return Err(io::Error::other(format!("compiling {source} failed")));
    }
    Ok(program)
}

/// Whether a C++ compiler for the baselines is available.
pub fn has_compiler() -> bool {
    Command::new(compiler())
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn compiler() -> OsString {
    env::var_os("CXX").unwrap_or_else(|| "g++".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executable_is_found_in_the_messages() {
        let library = r#"{"target":{"name":"kibitz_game"},"executable":null}"#;
        assert_eq!(executable(library), None);
        assert_eq!(executable("no message"), None);
        let program = r#"{"target":{"name":"kibitz"},"executable":"/t/kibitz"}"#;
        assert_eq!(executable(program), Some("/t/kibitz".into()));
    }
}
