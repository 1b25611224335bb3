//! `lint`, `new` and `shim`.

use std::process::Command;

use crate::files::support::{file, json, run, stderr, text};

#[test]
fn examples_have_no_findings() {
    for name in [
        "tictactoe",
        "cram",
        "kayles",
        "nim",
        "domineering",
        "misere_nim",
    ] {
        let path = format!("examples/{name}.py");
        let small = match name {
            "kayles" => vec!["--set", "n=12"],
            "cram" => vec!["--set", "rows=3", "--set", "cols=3"],
            _ => Vec::new(),
        };
        let arguments = [&["lint", &path], &small[..]].concat();
        let lint = json(&arguments);
        assert_eq!(lint["errors"], serde_json::json!([]), "{name}");
        assert_eq!(lint["warnings"], serde_json::json!([]), "{name}");
        assert_eq!(run(&arguments).status.code(), Some(0), "{name}");
    }
}

#[test]
fn a_symmetry_that_changes_values_is_found() {
    let text = "
def start():
    yield 6

def canon(left):
    return left // 2 * 2

def moves(left):
    for k in [1, 3]:
        if k <= left:
            yield left - k
";
    let (_home, path) = file("fold.py", text);
    let out = run(&["lint", &path]);
    assert_eq!(out.status.code(), Some(1), "{}", stderr(&out));
    let words = String::from_utf8(out.stdout).unwrap();
    assert!(
        words.contains("different values") && words.contains("left="),
        "{words}"
    );
}

#[test]
fn a_split_that_changes_values_is_found() {
    let text = "
def start():
    yield 4, 3

def split(a, b):
    yield a, 0
    if b > 0:
        yield b - 1, 0

def moves(a, b):
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k
";
    let (_home, path) = file("parts.py", text);
    let lint = json(&["lint", &path]);
    let message = lint["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("`split`"), "{message}");
}

/// A forgotten copy is a warning; a change that is undone is not, and neither is one of a copy.
#[test]
fn changed_positions_are_warnings() {
    let rules = |change: &str| {
        format!(
            "
def start():
    yield [1, 1, 1]

def moves(row):
    for i in range(len(row)):
        if row[i] == 1:
{change}
"
        )
    };
    let cases = [
        ("            row[i] = 0\n            yield row", true),
        (
            "            row[i] = 0\n            yield row\n            row[i] = 1",
            false,
        ),
        (
            "            after = row.copy()\n            after[i] = 0\n            yield after",
            false,
        ),
    ];
    for (change, is_wrong) in cases {
        let (_home, path) = file("cells.py", &rules(change));
        let lint = json(&["lint", &path]);
        assert_eq!(lint["errors"], serde_json::json!([]));
        let warnings = lint["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), usize::from(is_wrong), "{lint:#}");
        if is_wrong {
            let message = warnings[0].to_string();
            assert!(
                message.contains("changes the position that it is given"),
                "{message}"
            );
        }
    }
}

#[test]
fn unused_definitions_are_warnings() {
    let text = "
n = 3
k = 5

def start():
    yield n

def moves(left):
    half = left // 2
    if left > 0:
        yield left - 1
";
    let (_home, path) = file("unused.py", text);
    let lint = json(&["lint", &path]);
    assert_eq!(lint["errors"], serde_json::json!([]));
    let lines: Vec<u64> = lint["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [3, 9]);
    assert_eq!(run(&["lint", &path]).status.code(), Some(0));
}

#[test]
fn a_fault_at_a_reachable_position_is_found() {
    let text = "
def start():
    yield 9

def moves(left):
    for k in [1, 2]:
        if k <= left:
            yield left - k
    assert left != 3, 'three'
";
    let (_home, path) = file("three.py", text);
    let lint = json(&["lint", &path]);
    assert_eq!(lint["errors"][0]["line"], 9);
    assert!(text_of(&path).contains("left=3"));
}

/// `moves` is not called at positions that `over` decides.
#[test]
fn moves_is_not_called_at_decided_positions() {
    let text = "
def start():
    yield 9

def over(left):
    return -1 if left <= 1 else None

def moves(left):
    assert left > 1, 'the game is over'
    yield left - 1
    yield left - 2
";
    let (_home, path) = file("over.py", text);
    let lint = json(&["lint", &path]);
    assert_eq!(lint["errors"], serde_json::json!([]));
    assert_eq!(lint["warnings"], serde_json::json!([]));
}

#[test]
fn faults_of_show_are_found() {
    let text = "
def start():
    yield 9

def moves(left):
    if left > 0:
        yield left - 1

def show(left):
    return 'abcdefghi'[left - 1] + str(12 // (left - 3))
";
    let (_home, path) = file("pictures.py", text);
    let lint = json(&["lint", &path]);
    assert_eq!(lint["errors"][0]["line"], 10, "{lint}");
    assert!(text_of(&path).contains("while showing left=3"));
    assert_eq!(run(&["lint", &path]).status.code(), Some(1));
}

#[test]
fn a_function_that_is_not_compiled_is_a_warning() {
    let text = "
def start():
    yield 9

def over(left):
    return -1 if left == 0 else None

def moves(left):
    for k in (1, 2):
        if (k <= left
                and f'{left:>3}' != 'three'):
            yield left - k
";
    let (_home, path) = file("words.py", text);
    let lint = json(&["lint", &path]);
    assert_eq!(lint["errors"], serde_json::json!([]));
    let warning = &lint["warnings"][0];
    let message = warning["message"].as_str().unwrap();
    assert!(message.starts_with("`moves` is not compiled"), "{message}");
    assert_eq!(
        (&warning["line"], &warning["column"]),
        (&11.into(), &21.into())
    );
    let words = text_of(&path);
    assert!(
        words.contains("agree; only interpreted: `moves`"),
        "{words}"
    );
    assert!(words.contains("times slower"), "{words}");
    let without = text.replace("over(", "helper(");
    let (_home, path) = file("words.py", &without);
    let words = text_of(&path);
    assert!(words.contains("no compiled code"), "{words}");
}

/// `moves` is called at canonical forms only, so it may assume them.
#[test]
fn moves_may_assume_canonical_forms() {
    let lint = json(&["lint", "examples/wythoff.py"]);
    assert_eq!(lint["errors"], serde_json::json!([]));
    assert_eq!(lint["warnings"], serde_json::json!([]));
    let text = "
def start():
    yield 4, 5

def canon(a, b):
    return (a, b) if a <= b else (b, a)

def moves(a, b):
    assert a <= b, 'no representative'
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k
";
    let (_home, path) = file("heaps.py", text);
    let words = text_of(&path);
    assert!(words.contains("no problems found"), "{words}");
    assert!(
        words.contains("not checked, `moves` is correct for canonical forms"),
        "{words}"
    );
}

#[test]
fn a_built_in_game_cannot_be_linted() {
    let out = run(&["lint", "nim"]);
    assert_eq!(out.status.code(), Some(2));
    let words = stderr(&out);
    assert!(
        words.contains("`nim` is a built-in game") && words.contains("help: "),
        "{words}"
    );
}

/// As under CPython.
#[test]
fn a_byte_order_mark_is_ignored() {
    let text = std::fs::read_to_string("../../examples/nim.py").unwrap();
    let (_home, path) = file("marked.py", &format!("\u{feff}{text}"));
    assert_eq!(json(&["lint", &path])["errors"], serde_json::json!([]));
    let (_home, path) = file("marked.py", &format!("\u{feff}n = x\n{text}"));
    let words = stderr(&run(&["solve", &path]));
    assert!(words.contains("marked.py:1:5"), "{words}");
}

fn text_of(path: &str) -> String {
    text(&["lint", path])
}

#[test]
fn new_writes_a_valid_game_and_does_not_overwrite() {
    let home = tempfile::tempdir().unwrap();
    let kibitz = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_kibitz"))
            .args(arguments)
            .current_dir(home.path())
            .output()
            .unwrap()
    };
    assert!(kibitz(&["new", "mine"]).status.success());
    for command in ["solve", "stats", "verify", "lint"] {
        let out = kibitz(&[command, "mine.py"]);
        assert!(out.status.success(), "{command}: {}", stderr(&out));
    }
    let lint = String::from_utf8(kibitz(&["lint", "mine.py"]).stdout).unwrap();
    assert!(lint.contains("no problems found\n"), "{lint}");
    let path = home.path().join("mine.py");
    let before = std::fs::read_to_string(&path).unwrap();
    let again = kibitz(&["new", "mine.py"]);
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn the_shim_defines_what_rule_files_import() {
    let shim = text(&["shim"]);
    for name in ["class move", "class again", "def grid", "def popcount"] {
        assert!(shim.contains(name), "{name}");
    }
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("kibitz.py");
    let out = run(&["shim", "-o", path.to_str().unwrap()]);
    assert!(out.status.success());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), shim);
    // Another version is replaced, another file is not.
    std::fs::write(&path, format!("{shim}# more\n")).unwrap();
    assert!(
        run(&["shim", "-o", path.to_str().unwrap()])
            .status
            .success()
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), shim);
    std::fs::write(&path, "mine = 1\n").unwrap();
    let out = run(&["shim", "-o", path.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(4));
    let error = String::from_utf8(out.stderr).unwrap();
    assert!(error.contains("so it is not overwritten"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine = 1\n");
    let out = run(&["shim", "-o", "no/such/folder/kibitz.py"]);
    assert_eq!(out.status.code(), Some(4));
}
