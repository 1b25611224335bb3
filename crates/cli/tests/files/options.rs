//! `solve --replies`, `--recursion-limit` and their former name `--depth`.

use crate::files::support::{failure, file, json, text};

/// A game whose single move recurses 101 calls deep.
const DEEP: &str = "
def down(n):
    return 0 if n == 0 else down(n - 1)

def start():
    yield 100

def moves(a):
    if a > 0:
        yield down(a)
";

#[test]
fn recursion_limit_applies_to_rule_files_under_both_names() {
    let (_home, path) = file("deep.py", DEEP);
    for option in ["--recursion-limit", "--depth"] {
        for command in ["solve", "stats", "lint"] {
            let (code, message) = failure(&[command, &path, option, "200"]);
            assert_eq!(code, 0, "{command} {option}: {message}");
        }
        for command in ["solve", "stats"] {
            let (code, message) = failure(&[command, &path, option, "50"]);
            assert_eq!(code, 3, "{command} {option}: {message}");
            assert!(message.contains("--recursion-limit 500"), "{message}");
        }
    }
    let both = ["solve", &path, "--depth", "50", "--recursion-limit", "50"];
    let (code, message) = failure(&both);
    assert_eq!(code, 2, "{message}");
    assert!(message.contains("cannot be used with"), "{message}");
}

#[test]
fn depth_is_replies_for_built_in_games_only() {
    let solve = |options: &[&str]| json(&[&["solve", "kqk"], options].concat());
    let with = |option: &str, n: &str| solve(&[option, n]);
    assert_eq!(solve(&[]), with("--replies", "1"));
    assert_ne!(with("--replies", "0"), with("--replies", "1"));
    for n in ["0", "1", "2"] {
        assert_eq!(with("--depth", n), with("--replies", n), "{n}");
        assert_eq!(with("--recursion-limit", n), solve(&[]), "{n}");
    }
    // `--replies` takes precedence.
    let both = solve(&["--depth", "2", "--replies", "0"]);
    assert_eq!(both, with("--replies", "0"));

    // For a rule file `--depth` leaves the explanation alone.
    let path = "examples/subtraction.py";
    let plain = json(&["solve", path, "--set", "n=30"]);
    let deep = ["solve", path, "--set", "n=30", "--depth", "7"];
    assert_eq!(json(&deep), plain);
}

#[test]
fn depth_is_hidden_in_help() {
    for command in ["solve", "stats", "lint", "find", "table", "puzzle", "play"] {
        let help = text(&[command, "--help"]);
        assert!(help.contains("--recursion-limit <N>"), "{command}: {help}");
        assert!(!help.contains("--depth"), "{command}: {help}");
    }
}
