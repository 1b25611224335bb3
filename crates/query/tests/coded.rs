//! Positions enumerated in fewer words (`Rules::coded`) against state vectors.

use std::path::{Path, PathBuf};

use kibitz_game::{CONTINUE, RunContext, Value};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Coded, Rules};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{self, SolvedVectors};

/// A position with its value and the depth of the search at which it was found.
type Solved = (Vec<i64>, Value, Option<u32>);

fn rule_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    files.sort();
    files
}

fn solved(vectors: &SolvedVectors, decode: impl Fn(&[i64]) -> Vec<i64>) -> Vec<Solved> {
    let mut all = Vec::new();
    let _ = vectors.visit(|words, value| {
        all.push((decode(words), value, vectors.depth(words)));
        CONTINUE
    });
    all
}

/// The same positions by way of a codec, which is learned again where it does not suffice; also how
/// often that was. `None` if slots are to have words of their own.
fn by_words(
    mut coded: Coded<'_>,
    root: &[i64],
    context: &RunContext,
) -> Option<(Vec<Solved>, u32)> {
    for relearned in 0.. {
        let codec = coded.codec();
        let root = codec.encode(root).expect("the root was sampled");
        match explore_vectors::solve(&coded, &[root], context) {
            Ok(vectors) => return Some((solved(&vectors, |words| codec.decode(words)), relearned)),
            Err(SolveError::Fault { .. }) => coded = coded.relearned().expect("new numbers")?,
            Err(other) => panic!("{other}"),
        }
    }
    None
}

/// Compares both ways; how often the codec was learned again, if there is one.
fn compared(name: &str, rules: &Rules) -> Option<u32> {
    let context = RunContext::new().threads(1);
    let root = rules.node(&rules.start().unwrap())?;
    let coded = rules.coded(std::slice::from_ref(&root))?;
    let vectors = explore_vectors::solve(rules, std::slice::from_ref(&root), &context).unwrap();
    let expected = solved(&vectors, <[i64]>::to_vec);
    let (found, relearned) = by_words(coded, &root, &context)?;
    assert!(found == expected, "{name}");
    Some(relearned)
}

fn rules(name: &str, text: &str) -> Rules {
    Rules::open(
        Source::new(name.to_owned(), text.to_owned()),
        &[],
        Limits::default(),
    )
    .unwrap()
}

#[test]
fn words_hold_what_state_vectors_hold() {
    let mut compared_files = 0;
    let examples = rule_files("../../tests/rules/natural");
    for path in &examples {
        let name = path.display().to_string();
        let source = Source::new(name.clone(), std::fs::read_to_string(path).unwrap());
        // `natural.rs` counts the files that are refused.
        if let Ok(rules) = Rules::open(source, &[], Limits::default()) {
            compared_files += usize::from(compared(&name, &rules).is_some());
        }
    }
    assert!(
        compared_files > 20,
        "only {compared_files} of {}",
        examples.len()
    );
}

/// A chain of 5,000 positions, longer than the sample, with a new letter in every `every`.
fn letters(every: usize) -> Rules {
    let text = format!(
        "
def start():
    yield 0, \"a.\"


def moves(n, text):
    if n < 5000:
        yield n + 1, chr(97 + n // {every}) + text[0]
"
    );
    rules("letters.py", &text)
}

#[test]
fn letters_beyond_the_sample_are_learned() {
    let relearned = compared("letters.py", &letters(700));
    assert!(relearned.is_some_and(|times| times > 0), "{relearned:?}");
}

#[test]
fn slots_get_words_of_their_own_if_learning_does_not_end() {
    assert_eq!(compared("letters.py", &letters(50)), None);
}
