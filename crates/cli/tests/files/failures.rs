//! Diagnostics, faults and limits of rule files.

use crate::files::support::{failure, file};

#[test]
fn a_fault_names_the_line_and_the_position() {
    let text = "
cells = [0, 0, 0, 0]

def start():
    yield cells

def moves(row):
    for i in range(len(row)):
        if row[i] == 0 and row[i + 1] == 0:
            after = row.copy()
            after[i] = after[i + 1] = 1
            yield after
";
    let (_home, path) = file("broken.py", text);
    for command in ["solve", "stats"] {
        let (code, stderr) = failure(&[command, &path]);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains("broken.py:9:28"), "{stderr}");
        assert!(
            stderr.contains("while expanding row=[0, 0, 0, 0]"),
            "{stderr}"
        );
        assert!(stderr.contains("^^^^^^"), "{stderr}");
    }
}

#[test]
fn exceeded_limits_exit_with_code_3() {
    let endless = "def start():\n    yield 0\n\ndef moves(a):\n    while True:\n        a += 0\n    yield a\n";
    let (_home, path) = file("endless.py", endless);
    let (code, stderr) = failure(&["solve", &path, "--fuel", "1000"]);
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("endless.py:5"), "{stderr}");
    let deep = "
def down(n):
    return 0 if n == 0 else down(n - 1)

def start():
    yield 100

def moves(a):
    if a > 0:
        yield down(a)
";
    let (_home, path) = file("deep.py", deep);
    let (code, stderr) = failure(&["solve", &path, "--depth", "50"]);
    assert_eq!(code, 3, "{stderr}");
    assert_eq!(failure(&["solve", &path]).0, 0);
    let growing = "def start():\n    yield 0\n\ndef moves(a):\n    yield a + 1\n    yield a + 2\n";
    let (_home, path) = file("growing.py", growing);
    let (code, stderr) = failure(&["stats", &path, "--memory", "8MB"]);
    assert_eq!(code, 3, "{stderr}");
    assert!(stderr.contains("`a`") || stderr.contains(" a "), "{stderr}");
}

#[test]
fn a_forbidden_cycle_is_an_error() {
    let text = "
cycles = 'error'

def start():
    yield 5

def moves(at):
    yield at // 2
    yield (at + 1) % 4
";
    let (_home, path) = file("circle.py", text);
    for command in ["solve", "stats"] {
        let (code, stderr) = failure(&[command, &path]);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains("cycle: at="), "{stderr}");
    }
}

#[test]
fn diagnostics_and_unreadable_files() {
    let (_home, path) = file(
        "typo.py",
        "def start():\n    yield m\n\ndef moves(a):\n    yield a\n",
    );
    let (code, stderr) = failure(&["stats", &path]);
    assert_eq!(code, 2);
    assert!(stderr.contains("typo.py:2:11"), "{stderr}");
    let (code, stderr) = failure(&["solve", "no-such-file.py"]);
    assert_eq!(code, 4);
    assert!(stderr.contains("cannot read no-such-file.py"), "{stderr}");
    let (_home, path) = file("bytes.py", "");
    std::fs::write(&path, b"# \xff\xfe\n").unwrap();
    let (code, stderr) = failure(&["solve", &path]);
    assert_eq!(code, 2);
    assert!(stderr.contains("UTF-8"), "{stderr}");
}

#[test]
fn invalid_positions_and_parameters_are_explained() {
    let at = |text| failure(&["solve", "examples/numbers.py", "--at", text]);
    for (text, words) in [
        ("me=[0, 8, 0, 0, 0]", "`opp` is missing"),
        ("me=[0, 8] opp=[0, 8, 0, 0, 0]", "`me` has 5 numbers, not 2"),
        ("[0, 8, 0, 0, 0] [0, 8, 0, 0, x]", "found `x`"),
        ("them=[1]", "no field `them`"),
        ("me=[0, 8, 0, 0, 0] me=[0, 8, 0, 0, 0]", "given twice"),
    ] {
        let (code, stderr) = at(text);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
    }
    let (code, stderr) = failure(&["solve", "examples/numbers.py", "--set", "card=3"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("cards"), "{stderr}");
}
