//! Contests of rule files: the nine contest games against the built-in judge, and each case
//! against the file opened with the parameters of the case.

use kibitz_bruteforce::rounds;
use kibitz_game::RunContext;
use kibitz_game::contest::{Bias, Input};
use kibitz_query::{
    BiasMix, CaseSpec, ContestError, QueryError, RequestedFields, RunOutput, Session, Submission,
    Termination,
};

use crate::files::example;

/// A rule file, the built-in game, and sizes of the built-in game's cases that the file accepts.
struct Pair {
    file: &'static str,
    built_in: &'static str,
    sizes: &'static [(&'static str, u64, u64)],
    /// Sizes of the file's own cases.
    own_sizes: &'static [(&'static str, u64, u64)],
    /// Cases in the usual and in the full run.
    cases: (usize, usize),
}

const PAIRS: [Pair; 9] = [
    Pair {
        file: "numbers",
        built_in: "numbers",
        sizes: &[],
        own_sizes: &[],
        cases: (2_000, 10_000),
    },
    Pair {
        file: "boxes",
        built_in: "boxes",
        sizes: &[("boxes", 1, 12), ("cards", 0, 5)],
        own_sizes: &[],
        cases: (500, 10_000),
    },
    Pair {
        file: "marbles",
        built_in: "marbles",
        sizes: &[],
        own_sizes: &[],
        cases: (2_000, 10_000),
    },
    Pair {
        file: "nine",
        built_in: "nine",
        sizes: &[],
        own_sizes: &[],
        cases: (1, 100),
    },
    Pair {
        file: "piles",
        built_in: "piles",
        sizes: &[
            ("piles", 1, 20),
            ("cards", 1, 40),
            ("numbers", 1, 10),
            ("k", 1, 10),
        ],
        own_sizes: &[("n", 1, 20), ("piles.length", 1, 40)],
        cases: (20, 10_000),
    },
    Pair {
        file: "nim",
        built_in: "nim",
        sizes: &[("matches", 0, 200)],
        own_sizes: &[("n", 1, 10), ("heaps", 0, 200)],
        cases: (1_000, 10_000),
    },
    Pair {
        file: "euclid",
        built_in: "euclid",
        sizes: &[("numbers", 1, 100)],
        own_sizes: &[("m", 1, 100), ("n", 1, 100)],
        cases: (1_000, 10_000),
    },
    Pair {
        file: "calendar_game",
        built_in: "calendar",
        sizes: &[],
        own_sizes: &[],
        cases: (2_000, 10_000),
    },
    Pair {
        file: "ed",
        built_in: "ed",
        sizes: &[("pairs", 1, 10), ("stones", 1, 40)],
        own_sizes: &[("n", 2, 20), ("piles", 1, 40)],
        cases: (500, 10_000),
    },
];

fn judged(session: &Session, text: &[u8]) -> Result<String, QueryError> {
    let mut out = Vec::new();
    session.judge(&mut Input::new("input", text), &mut out, &RunContext::new())?;
    Ok(String::from_utf8(out).unwrap())
}

fn generated(session: &Session, cases: usize, sizes: &[(&str, u64, u64)]) -> Vec<u8> {
    let spec = CaseSpec {
        cases: cases as u64,
        seed: 1,
        bias: BiasMix::Mixed,
        sizes: sizes
            .iter()
            .map(|(name, least, most)| ((*name).to_owned(), *least..=*most))
            .collect(),
        ..CaseSpec::default()
    };
    let mut text = Vec::new();
    session
        .generate(&spec, &mut text, &RunContext::new())
        .unwrap();
    text
}

fn agree(pair: &Pair, file: &Session, built_in: &Session, text: &[u8]) {
    let expected = judged(built_in, text).unwrap();
    let found = judged(file, text).unwrap();
    let different = found
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b);
    assert_eq!(different, None, "{}", pair.file);
    assert_eq!(found, expected, "{}", pair.file);
}

#[test]
fn nine_games_answer_as_built_in() {
    for pair in &PAIRS {
        let file = example(pair.file, &[]);
        let built_in = kibitz_query::open(pair.built_in, []).unwrap();
        let sample = format!(
            "{}/../../samples/{}.txt",
            env!("CARGO_MANIFEST_DIR"),
            pair.built_in
        );
        agree(pair, &file, &built_in, &std::fs::read(sample).unwrap());
        let cases = rounds(pair.cases.0, pair.cases.1);
        agree(
            pair,
            &file,
            &built_in,
            &generated(&built_in, cases, pair.sizes),
        );
        let own = generated(&file, cases.div_ceil(2), pair.own_sizes);
        agree(pair, &file, &built_in, &own);
    }
}

/// The batch solver shares solutions between cases; here every case has a game of its own.
#[test]
fn a_case_is_the_file_with_its_parameters() {
    for pair in &PAIRS {
        let file = example(pair.file, &[]);
        let cases = rounds(pair.cases.0.min(30), pair.cases.0.min(300)) as u64;
        let text = generated(&file, cases as usize, pair.own_sizes);
        let answers = judged(&file, &text).unwrap();
        let words: Vec<String> = answers
            .lines()
            .map(|line| {
                line.split_once(": ")
                    .map_or(line, |(_, word)| word)
                    .to_owned()
            })
            .collect();
        let mut results: Vec<(String, &str)> = Vec::new();
        for case in 1..=cases {
            let query = file
                .case(&mut Input::new("input", text.as_slice()), case)
                .unwrap();
            let set: Vec<_> = query
                .set
                .iter()
                .map(|(n, v)| (n.as_str(), v.as_str()))
                .collect();
            let alone = example(pair.file, &set);
            assert_eq!(alone.default_position(), query.position);
            let value = alone
                .probe(
                    &query.position,
                    RequestedFields::default(),
                    &RunContext::new(),
                )
                .unwrap();
            let mut word = words[case as usize - 1].clone();
            if query
                .set
                .iter()
                .any(|(name, value)| name == "first" && value == "1")
            {
                word += " second";
            }
            results.push((word, value.wdl.name()));
        }
        // Each answer stands for one result.
        for (word, result) in &results {
            let other = results
                .iter()
                .find(|(own, other)| own == word && other != result);
            assert_eq!(other, None, "{} {word}", pair.file);
        }
    }
}

/// A file with a contest around these lines.
fn file_with(lines: &str) -> Session {
    let text = format!(
        "k = 2\nheaps = [3, 4]\n{lines}\nanswer = {{\"win\": \"first\", \"loss\": \"second\"}}\n\n\
         def start():\n    for heap in heaps:\n        yield heap\n\n\n\
         def moves(heap):\n    for taken in range(1, min(k, heap) + 1):\n        yield heap - taken\n"
    );
    session_of(&text)
}

/// The game of a rule file with this text.
pub(super) fn session_of(text: &str) -> Session {
    let file = tempfile::Builder::new().suffix(".py").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let limits = kibitz_rules::fault::Limits::default();
    let source = kibitz_query::GameSource::new(file.path().to_str().unwrap(), limits).unwrap();
    source.open([]).unwrap()
}

/// The result of taking 1 to k from one of some heaps.
fn first_wins(k: u64, heaps: &[u64]) -> &'static str {
    match heaps.iter().fold(0, |sum, heap| sum ^ (heap % (k + 1))) {
        0 => "second\n",
        _ => "first\n",
    }
}

/// A case: the most that can be taken, and the heaps.
type Heaps = (u64, &'static [u64]);

#[test]
fn formats_read_what_they_say() {
    let cases: [(&str, &str, &[Heaps]); 5] = [
        (
            "input = \"T cases / k n / heaps[n]\"",
            "2 1 2 1 2 3 1\n7",
            &[(1, &[1, 2]), (3, &[7])],
        ),
        (
            "input = \"cases until EOF / heaps[*]\"",
            "2 4 5\n1 3\n1 1 ",
            &[(2, &[4, 5]), (2, &[3]), (2, &[1])],
        ),
        (
            "input = \"k / heaps[2*k-1]\"",
            "2\n4 5\n6\n",
            &[(2, &[4, 5, 6])],
        ),
        (
            "input = \"\"\"\nT cases\nn, _m\nheaps[n]\n\"\"\"",
            "1\n2 -5\n1 1",
            &[(2, &[1, 1])],
        ),
        (
            "input = \"heaps[2] k\"\nlimits = {\"heaps\": \"0..10^2\", \"k\": \"1..1e1\"}",
            "9 100 10",
            &[(10, &[9, 100])],
        ),
    ];
    for (lines, text, expected) in cases {
        let expected: String = expected
            .iter()
            .map(|(k, heaps)| first_wins(*k, heaps))
            .collect();
        assert_eq!(
            judged(&file_with(lines), text.as_bytes()).unwrap(),
            expected,
            "{lines}"
        );
    }
}

#[test]
fn input_that_does_not_fit_names_its_place() {
    let format = "input = \"T cases / k n / heaps[n]\"\n\
                  limits = {\"k\": \"1..9\", \"n\": \"1..k\", \"heaps\": \"distinct 0..99\"}";
    let session = file_with(format);
    for (text, place) in [
        (
            "1 2",
            "input:1:4: expected `n`, a whole number from 1 to 2, found the end",
        ),
        (
            "1\n10 2",
            "input:2:1: expected `k`, a whole number from 1 to 9, found `10`",
        ),
        (
            "1\n2 3",
            "input:2:3: expected `n`, a whole number from 1 to 2, found `3`",
        ),
        (
            "1\n2 2\n5 5",
            "input:3:3: expected `heaps[1]`, a whole number from 0 to 99, different from those before, found `5`",
        ),
        (
            "1\n2 2\n5 x",
            "input:3:3: expected `heaps[1]`, a whole number from 0 to 99, different from those before, found `x`",
        ),
        (
            "1\n2 1\n5 5",
            "input:3:3: expected the end of the input after 1 case, found `5`",
        ),
        (
            "1\n2 1\n+5",
            "input:3:1: expected `heaps[0]`, a whole number from 0 to 99, found `+5`",
        ),
        (
            "1\n2 1\n-5",
            "input:3:1: expected `heaps[0]`, a whole number from 0 to 99, found `-5`",
        ),
    ] {
        let error = judged(&session, text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(place), "{text:?}: {error}");
    }
}

/// Rows without items are made without reading anything, and a length may be huge.
#[test]
fn hostile_lengths_are_errors() {
    let session = file_with("input = \"n / heaps[n]\"");
    for text in ["9223372036854775807", "-1 5", "1000000000000 1 2 3"] {
        assert!(judged(&session, text.as_bytes()).is_err(), "{text}");
    }
}

/// `answer` may read what the module computes from the values of a case.
#[test]
fn answers_follow_the_values_of_their_case() {
    let text = "n = 1\nk = 2\nlast = k + 1\ninput = \"cases until EOF / n k\"\n\n\n\
                def answer(result):\n    return f\"{result} {n} {last}\"\n\n\n\
                def start():\n    yield n\n\n\n\
                def moves(m):\n    for taken in range(1, min(k, m) + 1):\n        yield m - taken\n";
    let session = session_of(text);
    let answers = judged(&session, b"4 3\n4 2\n6 2\n4 3\n").unwrap();
    assert_eq!(answers, "loss 4 4\nwin 4 3\nloss 6 3\nloss 4 4\n");
}

#[test]
fn a_result_without_an_answer_is_an_error() {
    let text = "n = 1\ninput = \"cases until EOF / n\"\nanswer = {\"win\": \"A\", \"loss\": \"B\"}\n\n\
                def start():\n    yield n\n\n\ndef moves(m):\n    yield 3 - m\n";
    let session = session_of(text);
    let error = judged(&session, b"1\n2\n").unwrap_err().to_string();
    assert!(
        error.contains("a case is a draw, and `answer` has no line for it"),
        "{error}"
    );
    assert!(error.contains("in the case n=1"), "{error}");
}

/// A position gets more items than in any play from the starts of other cases, so the code of
/// another case has no space for them.
#[test]
fn a_case_with_longer_positions_has_rules_of_its_own() {
    let text = "steps = 2\nk = 1\ninput = \"cases until EOF / steps k\"\n\
                answer = {\"win\": \"A\", \"loss\": \"B\"}\n\n\n\
                def start():\n    yield (k,)\n\n\n\
                def moves(taken):\n    if len(taken) <= steps:\n        \
                for i in range(1, k + 1):\n            yield taken + (i,)\n";
    let session = session_of(text);
    let cases: Vec<(usize, usize)> = vec![(1, 2), (40, 1), (2, 2), (41, 1), (3, 3), (90, 1)];
    let text: Vec<String> = cases
        .iter()
        .map(|(steps, k)| format!("{steps} {k}"))
        .collect();
    let expected: String = cases
        .iter()
        .map(|(steps, _)| if steps % 2 == 1 { "A\n" } else { "B\n" })
        .collect();
    assert_eq!(
        judged(&session, text.join("\n").as_bytes()).unwrap(),
        expected
    );
}

/// A file with negative numbers and words that differ.
const SIGNED: &str = r#"
n = 2
heaps = [3, -4]
names = ["a", "b"]
suits = ["C", "D"]
input = "T cases / n / heaps[n] / names[n] / suits[2]"
limits = {
    "n": "1..4",
    "heaps": "-9..6",
    "names": "distinct 1..2 of ab",
    "suits": "distinct C D S H",
}
answer = {"win": "first", "loss": "second"}


def start():
    yield sum([abs(heap) for heap in heaps]) + len(names[0]) + "CDSH".index(suits[0])


def moves(left):
    for taken in range(1, min(3, left) + 1):
        yield left - taken
"#;

/// A case of [`SIGNED`].
struct SignedCase {
    heaps: Vec<i64>,
    names: Vec<String>,
    suits: Vec<String>,
}

impl SignedCase {
    /// Reads the lines of contest input.
    fn all(text: &str) -> Vec<SignedCase> {
        let mut lines = text.lines();
        let count: usize = lines.next().unwrap().parse().unwrap();
        let words = |line: Option<&str>| -> Vec<String> {
            line.unwrap().split(' ').map(str::to_owned).collect()
        };
        let mut cases = Vec::new();
        for _ in 0..count {
            let n: usize = lines.next().unwrap().parse().unwrap();
            let heaps = words(lines.next());
            let case = SignedCase {
                heaps: heaps.iter().map(|heap| heap.parse().unwrap()).collect(),
                names: words(lines.next()),
                suits: words(lines.next()),
            };
            assert_eq!((case.heaps.len(), case.names.len()), (n, n));
            cases.push(case);
        }
        assert_eq!(lines.next(), None);
        cases
    }

    fn check_limits(&self) {
        assert!((1..=4).contains(&self.heaps.len()));
        assert!(self.heaps.iter().all(|heap| (-9..=6).contains(heap)));
        let is_name =
            |name: &String| matches!(name.as_str(), "a" | "b" | "aa" | "ab" | "ba" | "bb");
        assert!(self.names.iter().all(is_name));
        assert_eq!(self.suits.len(), 2);
        let is_suit = |suit: &String| "CDSH".contains(suit) && suit.len() == 1;
        assert!(self.suits.iter().all(is_suit));
        for words in [&self.names, &self.suits] {
            let different: std::collections::HashSet<&String> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{words:?}");
        }
    }

    /// The answer, if a heap counts as this many matches.
    fn answer(&self, size: impl Fn(i64) -> i64) -> &'static str {
        let heaps: i64 = self.heaps.iter().map(|heap| size(*heap)).sum();
        let suit = "CDSH".find(&self.suits[0]).unwrap() as i64;
        match (heaps + self.names[0].len() as i64 + suit).rem_euclid(4) {
            0 => "second",
            _ => "first",
        }
    }
}

#[test]
fn generated_cases_have_negative_numbers_and_words_that_differ() {
    let session = session_of(SIGNED);
    for bias in [Bias::Uniform, Bias::Balanced, Bias::Long, Bias::Edge] {
        let spec = CaseSpec {
            cases: 300,
            bias: BiasMix::Only(bias),
            ..CaseSpec::default()
        };
        let mut text = Vec::new();
        session
            .generate(&spec, &mut text, &RunContext::new())
            .unwrap();
        let cases = SignedCase::all(std::str::from_utf8(&text).unwrap());
        assert_eq!(cases.len(), 300);
        cases.iter().for_each(SignedCase::check_limits);
        let some = |test: fn(&i64) -> bool| cases.iter().flat_map(|case| &case.heaps).any(test);
        let signs = (some(|heap| *heap < 0), some(|heap| *heap > 0));
        assert_eq!(signs, (true, true), "{bias:?}");
        assert!(cases.iter().any(|case| case.names.len() == 4), "{bias:?}");
        let answers: Vec<&str> = cases.iter().map(|case| case.answer(i64::abs)).collect();
        assert_eq!(
            judged(&session, &text).unwrap().lines().collect::<Vec<_>>(),
            answers
        );
    }
}

#[test]
fn a_mismatch_with_negative_numbers_is_minimised_within_the_limits() {
    /// Takes negative heaps for empty ones.
    struct Wrong;
    impl Submission for Wrong {
        fn run(
            &mut self,
            input: &[u8],
            _: usize,
            _: &RunContext,
        ) -> Result<RunOutput, ContestError> {
            let cases = SignedCase::all(std::str::from_utf8(input).unwrap());
            cases.iter().for_each(SignedCase::check_limits);
            let lines = cases
                .iter()
                .map(|case| case.answer(|heap| heap.max(0)).to_owned() + "\n");
            Ok(RunOutput {
                output: lines.collect::<String>().into_bytes(),
                end: Termination::Done,
                usage: None,
            })
        }
    }
    let session = session_of(SIGNED);
    let report = session.verify(&CaseSpec::default(), &mut Wrong, &RunContext::new());
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    let cases = SignedCase::all(&mismatch.input);
    assert_eq!(cases.len(), 1, "{}", mismatch.input);
    assert_eq!(cases[0].heaps.len(), 1, "{}", mismatch.input);
    assert!(cases[0].heaps[0] < 0, "{}", mismatch.input);
}
