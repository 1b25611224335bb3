//! Compiling programs and running `kibitz verify` on them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// The program under test.
pub(crate) fn kibitz() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
    command.env_remove("RUST_BACKTRACE");
    command
}

/// The program with correct and wrong solutions.
pub(crate) fn planted() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("planted"))
}

/// The adversarial program.
pub(crate) fn hostile() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("hostile"))
}

fn compiled(name: &str) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/verify")
        .join(name)
        .with_extension("cpp");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "g++".into());
    let status = Command::new(compiler)
        .args(["-O2", "-o"])
        .args([&program, &source])
        .status();
    let status = status.expect("a C++ compiler, which ./test installs");
    assert!(status.success(), "{} does not compile", source.display());
    program
}

/// The result of `verify`.
pub(crate) struct Verified {
    pub(crate) code: Option<i32>,
    pub(crate) document: Value,
    pub(crate) stderr: String,
}

impl Verified {
    pub(crate) fn text(&self, field: &str) -> &str {
        let value = &self.document[field];
        value
            .as_str()
            .unwrap_or_else(|| panic!("{field} is {value}"))
    }
}

/// Runs `kibitz verify GAME --exec "PROGRAM WORDS" --json OPTIONS`.
pub(crate) fn verify(game: &str, program: &Path, words: &str, options: &[&str]) -> Verified {
    let exec = format!("'{}' {words}", program.display());
    let output = kibitz()
        .args(["verify", game, "--json", "--exec", &exec])
        .args(options)
        .output()
        .unwrap();
    let stderr = text(&output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    Verified {
        code: output.status.code(),
        document: serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{e}: {} {stderr}", text(&output.stdout))),
        stderr,
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Runs a program on an input.
pub(crate) fn answers(command: &mut Command, input: &str) -> Output {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program may exit before it has read everything.
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().unwrap()
    })
}
