//! Contest cases: starting positions and rules that are compiled once for all cases, against the
//! file opened for each case.

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

fn many(
    count: i64,
    random: &mut Rng,
    make: impl Fn(&mut Rng) -> SettingValue,
) -> Vec<SettingValue> {
    (0..count).map(|_| make(random)).collect()
}

/// The values of a case of [`FILE`], in the order of its format.
fn case(random: &mut Rng) -> Vec<SettingValue> {
    let n = random.i64(1..=4);
    let number = |random: &mut Rng| SettingValue::Int(random.i64(-3..=5));
    let text = |random: &mut Rng| {
        let letters = (0..random.usize(0..=3)).map(|_| *random.choice(&['a', 'b', 'é']).unwrap());
        SettingValue::Text(letters.collect())
    };
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

/// A file whose moves depend on the case, directly and by what the module computes.
const RULES: &str = r#"
n = 2
k = 2
piles = [[1, 1, 1], [2, 1, 1]]
names = ["a", "bc"]

input = "T cases / n k / piles[n][*] / names[2]"
answer = {"win": "yes", "loss": "no"}

DOUBLE = [[2 * v for v in row] for row in piles]
LONGEST = max([len(row) for row in piles])
FIRST = names[0]
STEPS = [1, 2, 3]


def bonus(pile):
    return len(names[pile % 2]) + (5 if FIRST in names[1] else 0)


def start():
    for pile, cards in enumerate(piles):
        yield pile, len(cards)


def moves(pile, height):
    for discarded in range(k + 1):
        rest = height - discarded
        if rest <= 0:
            return
        taken = DOUBLE[pile][rest - 1] // 2
        if taken <= rest:
            yield pile, rest - taken
    if height == LONGEST and bonus(pile) > 5:
        yield pile, height - STEPS[k]
"#;

fn case_of_rules(random: &mut Rng) -> Vec<SettingValue> {
    let n = random.i64(1..=4);
    let number = |random: &mut Rng| SettingValue::Int(random.i64(1..=3));
    let text = |random: &mut Rng| SettingValue::Text("abcb"[random.usize(0..2)..][..2].to_owned());
    let row = |random: &mut Rng| SettingValue::List(many(random.i64(3..=8), random, number));
    vec![
        SettingValue::Int(n),
        SettingValue::Int(random.i64(0..=3)),
        SettingValue::List(many(n, random, row)),
        SettingValue::List(many(2, random, text)),
    ]
}

/// The moves of all positions that can be reached, or the message of the first fault.
fn graph(rules: &Rules) -> Result<Vec<Vec<i64>>, String> {
    let mut worker = rules.worker();
    let mut found: Vec<Vec<i64>> = rules
        .start()
        .unwrap()
        .parts()
        .iter()
        .map(|row| row.to_vec())
        .collect();
    let mut all = Vec::new();
    let mut next = 0;
    while let Some(row) = found.get(next).cloned() {
        next += 1;
        let mut moves = row.clone();
        let outcome = worker.moves(&row, None, &mut moves);
        outcome.map_err(|failure| failure.what().message.clone())?;
        for step in moves[row.len()..].chunks_exact(row.len() + 1) {
            if !found.contains(&step[..row.len()].to_vec()) {
                found.push(step[..row.len()].to_vec());
            }
        }
        all.push(moves);
    }
    Ok(all)
}

#[test]
fn rules_that_share_code_are_those_of_the_file_opened_with_the_case() {
    let mut random = Rng::with_seed(2);
    let rules = opened("rules.py", RULES);
    let (mut faults, mut extra) = (0, 0);
    for _ in 0..200 {
        let values = case_of_rules(&mut random);
        let alone = rules.with_case(&values).unwrap();
        let sharing = rules.sharing_case(&values).unwrap();
        assert!(sharing.is_compiled());
        assert_eq!(sharing.settings(), alone.settings());
        let expected = graph(&alone);
        assert_eq!(graph(&sharing), expected, "{values:?}");
        faults += usize::from(expected.is_err());
        let SettingValue::Int(k) = values[1] else {
            unreachable!("k is a number");
        };
        let usual = 2 + 3 * (k as usize + 1);
        let more = expected
            .iter()
            .flatten()
            .filter(|moves| moves.len() > usual);
        extra += more.count();
    }
    assert!((1..200).contains(&faults) && extra > 0, "{faults} {extra}");
}

#[test]
fn cases_that_do_not_fit_share_nothing() {
    let text = "
n = 2
heaps = [1, 2]
least = 1
input = 'n least / heaps[n]'
answer = {'win': 'yes', 'loss': 'no'}

TENTHS = 10 // least

def start():
    yield heaps

def moves(heaps):
    for i in range(len(heaps)):
        if heaps[i] >= least:
            after = heaps.copy()
            after[i] -= least
            yield after
";
    let rules = opened("heaps.py", text);
    let case = |least: i64, heaps: &[i64]| {
        let items = heaps.iter().map(|heap| SettingValue::Int(*heap)).collect();
        let n = SettingValue::Int(heaps.len() as i64);
        rules.sharing_case(&[n, SettingValue::Int(least), SettingValue::List(items)])
    };
    assert!(case(2, &[5, 6]).is_some());
    assert!(case(2, &[5, 6, 7]).is_none(), "another shape");
    assert!(case(0, &[5, 6]).is_none(), "the module faults");
    assert!(case(3, &[0, 1]).is_some());
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
