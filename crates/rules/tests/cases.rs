//! Starting positions of contest cases: compiled once for all cases, against the interpreter
//! with the file opened for each case.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Rules, SettingValue};

/// A file whose parameters have all types that a case can set.
const FILE: &str = r#"
n = 2
word = "ab"
flag = False
pair = (1, 2)
grid = [[1, 2], [3, 4]]
names = ["x", "yz"]
fixed = [0, 5, 0]
letters = ["a", "b"]

input = "T cases / n word flag pair[2] / grid[n][2] / names[n] / fixed[3] letters[2]"
answer = {"win": "yes", "loss": "no"}

OFFSETS = [10, 20, 30]


def weight(name):
    total = len(name) * 31 + (7 if name == word else 0)
    for letter in name:
        total = total * 3 + ord(letter)
    return total


def rows():
    return [sum(row) for row in grid]


def start():
    BODY


def moves(a, b, c, d, e):
    if a > 0:
        yield a - 1, b, c, d, e
"#;

/// Bodies of `start`; some fault for some values.
const BODIES: [&str; 8] = [
    "yield sum(rows()), weight(word), flag, pair[0] - pair[1], [v + n for v in fixed]",
    "yield len(grid), names.count(word), word in names, max(pair), sorted(fixed)",
    "assert sum(fixed) != 7, 'seven'\n    yield fixed[n], grid[-1][1], not flag, min(rows()), OFFSETS",
    "if fixed[0] > 2:\n        fixed.append(1)\n    yield 0, 0, flag, 0, fixed",
    "own = fixed.copy()\n    own.sort()\n    own[n % 3] += OFFSETS[n]\n    yield 1, 2, flag, 3, own",
    "a, b = pair\n    yield a, b, a < b, ord(names[0][0]), fixed if flag else list(reversed(fixed))",
    "text = '/'.join(names) + word\n    yield len(text), text.count('a'), letters[0] in text, \
     letters.index(letters[n - 1]), fixed",
    "total = 0\n    for row in grid:\n        for v in row:\n            total = total * 5 + v\n    \
     for i in range(n):\n        yield total, i, letters[i % 2] == word, fixed[i], fixed",
];

fn opened(name: &str, text: &str) -> Rules {
    let rules = Rules::open(Source::new(name, text), &[], Limits::default());
    rules.unwrap_or_else(|failure| panic!("{name}: {failure}"))
}

/// The values of a case of [`FILE`], in the order of its format.
fn case(random: &mut Rng) -> Vec<SettingValue> {
    let n = random.i64(1..=4);
    let number = |random: &mut Rng| SettingValue::Int(random.i64(-3..=5));
    let text = |random: &mut Rng| {
        let letters = (0..random.usize(0..=3)).map(|_| *random.choice(&['a', 'b', 'é']).unwrap());
        SettingValue::Text(letters.collect())
    };
    fn many(
        count: i64,
        random: &mut Rng,
        make: impl Fn(&mut Rng) -> SettingValue,
    ) -> Vec<SettingValue> {
        (0..count).map(|_| make(random)).collect()
    }
    let row = |random: &mut Rng| SettingValue::List(many(2, random, number));
    vec![
        SettingValue::Int(n),
        text(random),
        SettingValue::Bool(random.bool()),
        SettingValue::Tuple(many(2, random, number)),
        SettingValue::List(many(n, random, row)),
        SettingValue::List(many(n, random, text)),
        SettingValue::List(many(3, random, number)),
        SettingValue::List(many(2, random, text)),
    ]
}

#[test]
fn positions_of_cases_are_those_of_the_file_opened_with_the_case() {
    let mut random = Rng::with_seed(1);
    for body in BODIES {
        let rules = opened("cases.py", &FILE.replace("BODY", body));
        let left_out = rules.not_compiled();
        assert!(left_out.is_empty(), "{body}: {left_out:?}");
        let mut starts = rules.case_starts();
        let mut faults = 0;
        for _ in 0..200 {
            let values = case(&mut random);
            let expected = rules
                .with_case(&values)
                .and_then(|opened| opened.start())
                .map_err(|failure| failure.what().message.clone());
            let found = starts
                .position(&values)
                .map_err(|failure| failure.what().message.clone());
            assert_eq!(found, expected, "{body}: {values:?}");
            faults += usize::from(expected.is_err());
        }
        assert!(faults < 200, "{body}");
    }
}

#[test]
fn the_starts_of_the_contest_examples_are_compiled() {
    let mut contests = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "py") {
            continue;
        }
        let name = path.display().to_string();
        let rules = opened(&name, &fs::read_to_string(&path).unwrap());
        if rules.contest().is_some() {
            let left_out: Vec<_> = rules.not_compiled().iter().map(|(name, _)| *name).collect();
            assert!(!left_out.contains(&"start"), "{name}: {left_out:?}");
            contests += 1;
        }
    }
    assert_eq!(contests, 9);
}
