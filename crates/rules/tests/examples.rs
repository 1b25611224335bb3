//! Every example of the project is a rule file without mistakes.

use std::path::Path;

use kibitz_game::{Game, MORE};
use kibitz_rules::Rules;
use kibitz_rules::check::check;
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;

#[test]
fn every_example_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "py") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name, std::fs::read_to_string(&path).unwrap());
        if let Err(mistake) = check(source.clone(), &[]) {
            panic!("error: {}", mistake.render(&source));
        }
        count += 1;
    }
    assert!(count >= 12, "{count} examples");
}

/// Without names the moves are the same, in the same order: also where several
/// lead to one position, and only their names tell them apart.
#[test]
fn successors_are_the_moves_without_their_names() {
    let alike = "from kibitz import again, move\n\ndef start():\n    yield 5\n\n\
        def moves(n):\n    yield move('one', n - 1)\n    yield move('a step', n - 1)\n    \
        yield move('one', n - 1)\n    yield move('one', n - 2)\n    yield move('one', again(n - 2))\n    \
        yield n - 2\n    yield n - 2\n";
    let sum = "def start():\n    yield 4\n    yield 4\n\ndef moves(n):\n    for k in range(n):\n        yield k\n";
    let sides = "def start():\n    yield 4, 2\n\ndef left(a, b):\n    if a > 0:\n        yield a - 1, b\n\n\
        def right(a, b):\n    if b > 0:\n        yield a, b - 1\n    if a > 0:\n        yield a - 1, b\n";
    for (text, due) in [(alike, 5), (sum, 8), (sides, 1)] {
        let rules = Rules::open(Source::new("x.py", text), &[], Limits::default()).unwrap();
        let start = rules.start().unwrap();
        let mut named = Vec::new();
        let _ = rules.expand(&start, |step| {
            named.push((step.to, step.turn));
            MORE
        });
        let mut plain = Vec::new();
        let _ = rules.successors(&start, |to, turn| {
            plain.push((to, turn));
            MORE
        });
        assert_eq!(named, plain, "{text}");
        assert_eq!(named.len(), due, "{text}");
        assert_eq!(rules.degree(&start).unwrap(), due as u64, "{text}");
    }
}
