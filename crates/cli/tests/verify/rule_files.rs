//! `verify` and `gen` with the contest of a rule file.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::verify::programs::{answers, kibitz, text};

const RULES: &str = r#"
k = 2
heaps = [3, 4]
input = "T cases / n k / heaps[n]"
limits = {"T": "1..20", "n": "1..40", "k": "1..9", "heaps": "0..30"}
answer = {"win": "first", "loss": "second"}


def start():
    for heap in heaps:
        yield heap


def moves(heap):
    for taken in range(1, min(k, heap) + 1):
        yield heap - taken
"#;

/// Runs `kibitz` in a folder that has the rules in a file whose name needs quotes.
fn run(folder: &Path, arguments: &[&str]) -> std::process::Output {
    fs::write(folder.join("my heaps.py"), RULES).unwrap();
    let mut command = kibitz();
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

/// The command that plays from the position runs, and the address contains the rules.
#[test]
fn refutations_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let exec = "sed -n '1d;n;s/.*/second/p'";
    let arguments = ["verify", "my heaps.py", "--exec", exec];
    let json = run(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(json.status.code(), Some(1), "{}", text(&json.stderr));
    let document: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let [command, page] = ["command", "page"].map(|field| document["replay"][field].as_str());
    let (command, page) = (command.unwrap(), page.unwrap());
    let bin = Path::new(env!("CARGO_BIN_EXE_kibitz")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path);
    shell.current_dir(folder.path());
    let played = answers(&mut shell, "");
    assert!(
        played.status.success(),
        "{command}: {}",
        text(&played.stderr)
    );
    assert!(page.starts_with("#/rules?set.k=1&"), "{page}");
    assert!(page.contains("&r="), "{page}");
    let shown = text(&run(folder.path(), &arguments).stdout);
    assert!(
        shown.contains(&format!("\nplay      {command}\n")),
        "{shown}"
    );
    assert!(shown.contains(&format!("\npage      {page}\n")), "{shown}");
}

/// The last tests have the limits of the file.
#[test]
fn tests_reach_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["gen", "my heaps.py", "--out", "tests", "--files", "9"];
    let made = run(folder.path(), &arguments);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let longest = |number: u32| {
        let name = format!("tests/{number:02}.in");
        let input = fs::read_to_string(folder.path().join(&name)).unwrap();
        let checked = run(folder.path(), &["judge", "--strict", "my heaps.py", &name]);
        assert!(checked.status.success(), "{}", text(&checked.stderr));
        let count: usize = input.lines().next().unwrap().parse().unwrap();
        let lines = input.lines().skip(2).step_by(2);
        let lengths = lines.map(|line| line.split(' ').count());
        (count, lengths.max().unwrap())
    };
    assert_eq!(longest(1).0, 10);
    assert!(longest(1).1 <= 10);
    assert!(longest(7).1 > 10);
    assert_eq!(longest(9), (20, 40));
}
