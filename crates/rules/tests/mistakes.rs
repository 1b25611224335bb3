//! What newcomers read when a rule file is wrong: one file for each kind of
//! mistake, beside what is said about it.

use kibitz_rules::check::check;
use kibitz_rules::source::Source;

/// What cannot stand in a file that people edit.
#[test]
fn unreadable_characters_are_said_clearly() {
    let game = "def start():\n    yield 5\n\ndef moves(a):\n    yield a - 1\n";
    let said = |text: String| {
        let source = Source::new("x.py", text);
        check(source.clone(), &[]).map_err(|mistake| mistake.render(&source))
    };
    let show = "def show(a):\n    return 'a\0b'\n";
    let nul = said(format!("{game}{show}")).unwrap_err();
    assert!(nul.contains("x.py:7:14"), "{nul}");
    assert!(said(format!("{game}# \0\n")).is_err());
    assert!(said(format!("{game}{}", show.replace('\0', "\\0"))).is_ok());
    assert!(said(format!("\u{feff}{game}")).is_ok());
    assert!(said(format!("\u{feff}\u{feff}{game}")).is_err());
}

#[test]
fn every_mistake_is_said_clearly() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::glob!("mistakes/*.py", |path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let source = Source::new(name, std::fs::read_to_string(path).unwrap());
            let mistake = check(source.clone(), &[]).expect_err("this file is wrong");
            assert!(mistake.help.is_some(), "no help: {}", mistake.message);
            insta::assert_snapshot!(format!("error: {}", mistake.render(&source)));
        });
    });
}
