//! The hash of a rule file's meaning: what changes it and what does not. The
//! changes are made on the text, without the parser.

mod cases;
mod changes;
mod layout;
mod names;
mod scanner;

use std::path::Path;

use kibitz_rules::check::check;
use kibitz_rules::source::Source;
use kibitz_rules::tree::Program;

/// The checked program, if the text is a rule file.
fn program(text: &str) -> Option<Program> {
    check(Source::new("game.py", text), &[]).ok()
}

/// The hash of a rule file.
fn meaning(text: &str) -> u128 {
    let source = Source::new("game.py", text);
    match check(source.clone(), &[]) {
        Ok(program) => program.meaning,
        Err(diagnostic) => panic!("error: {}\n{text}", diagnostic.render(&source)),
    }
}

/// The rule files of the project with their names.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let examples = std::fs::read_dir(root.join("examples")).unwrap();
    let mut paths: Vec<_> = examples.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    paths.push(root.join("docs/matches.py"));
    paths.sort();
    assert!(paths.len() > 50, "{} files", paths.len());
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        (path.display().to_string(), text)
    };
    paths.iter().map(read).collect()
}
