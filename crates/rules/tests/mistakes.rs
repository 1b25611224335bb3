//! Diagnostics of invalid rule files: one file per kind of error, next to its
//! expected diagnostic.

use kibitz_rules::check::check;
use kibitz_rules::source::Source;

/// Characters that cannot be in an editable test file.
#[test]
fn invalid_characters_have_diagnostics() {
    let game = "def start():\n    yield 5\n\ndef moves(a):\n    yield a - 1\n";
    let diagnostic_of = |text: String| {
        let source = Source::new("x.py", text);
        check(source.clone(), &[]).map_err(|diagnostic| diagnostic.render(&source))
    };
    let show = "def show(a):\n    return 'a\0b'\n";
    let nul = diagnostic_of(format!("{game}{show}")).unwrap_err();
    assert!(nul.contains("x.py:7:14"), "{nul}");
    assert!(diagnostic_of(format!("{game}# \0\n")).is_err());
    assert!(diagnostic_of(format!("{game}{}", show.replace('\0', "\\0"))).is_ok());
    assert!(diagnostic_of(format!("\u{feff}{game}")).is_ok());
    assert!(diagnostic_of(format!("\u{feff}\u{feff}{game}")).is_err());
}

#[test]
fn invalid_files_have_diagnostics() {
    let mut files = 0;
    for entry in std::fs::read_dir("tests/mistakes").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name.clone(), std::fs::read_to_string(path).unwrap());
        let diagnostic = check(source.clone(), &[]).expect_err("this file is invalid");
        assert!(diagnostic.help.is_some(), "no help: {}", diagnostic.message);
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_suffix => name,
        }, {
            insta::assert_snapshot!(format!("error: {}", diagnostic.render(&source)));
        });
        files += 1;
    }
    let snapshots = std::fs::read_dir("tests/snapshots").unwrap();
    assert_eq!(files, snapshots.count(), "one diagnostic for each file");
}

/// The errors in the tutorial are those that files in `mistakes` have.
#[test]
fn errors_in_the_tutorial_are_reported() {
    let tutorial = std::fs::read_to_string("../../docs/tutorial.md").unwrap();
    let (_, table) = tutorial.split_once("| error | why | instead |\n").unwrap();
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with("| `"));
    let snapshots: Vec<String> = std::fs::read_dir("tests/snapshots")
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let mut count = 0;
    for row in rows {
        let message = row[3..].split('`').next().unwrap();
        let is_reported = snapshots.iter().any(|text| text.contains(message));
        assert!(is_reported, "no file in `mistakes` has the error {message}");
        count += 1;
    }
    assert!(count > 5, "{count} errors");
}
