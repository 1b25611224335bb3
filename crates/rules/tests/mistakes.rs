//! What newcomers read when a rule file is wrong: one file for each kind of
//! mistake, beside what is said about it.

use kibitz_rules::check::check;
use kibitz_rules::source::Source;

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
