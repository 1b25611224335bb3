//! Generated cases of rule files' contests: sizes, all cases of finite ones, and mismatches made
//! smaller.

use kibitz_game::RunContext;
use kibitz_game::contest::Bias;
use kibitz_query::{
    BiasMix, CaseSpec, ContestError, Mismatch, QueryError, Report, RunOutput, Session, Submission,
    Termination,
};

use crate::files::contests::session_of;
use crate::files::example;

/// A sum of heaps, from which 1 to k are taken.
const HEAPS: &str = r#"
k = 2
heaps = [3, 4]
input = "T cases / n k / heaps[n]"
limits = {"T": "1..40", "n": "1..100", "k": "1..9", "heaps": "0..1000"}
answer = {"win": "first", "loss": "second"}


def start():
    for heap in heaps:
        yield heap


def moves(heap):
    for taken in range(1, min(k, heap) + 1):
        yield heap - taken
"#;

/// The same as one position.
const ROW: &str = r#"
heaps = [3, 4]
input = "T cases / n / heaps[n]"
limits = {"n": "1..30", "heaps": "0..1"}
answer = {"win": "first", "loss": "second"}


def start():
    yield heaps


def moves(row):
    for i, heap in enumerate(row):
        if heap > 0:
            yield row[:i] + [heap - 1] + row[i + 1:]
"#;

/// A case of [`HEAPS`].
struct Case {
    k: u64,
    heaps: Vec<u64>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut words = text.split_whitespace().map(|word| word.parse().unwrap());
    let mut next = || words.next().unwrap();
    let count = next();
    let mut cases = Vec::new();
    for _ in 0..count {
        let (n, k) = (next(), next());
        let heaps = (0..n).map(|_| next()).collect();
        cases.push(Case { k, heaps });
    }
    assert_eq!(words.next(), None);
    cases
}

fn generated(session: &Session, bias: BiasMix, is_contest: bool, cases: u64) -> String {
    let spec = CaseSpec {
        cases,
        bias,
        is_contest,
        ..CaseSpec::default()
    };
    let mut text = Vec::new();
    session
        .generate(&spec, &mut text, &RunContext::new())
        .unwrap();
    String::from_utf8(text).unwrap()
}

/// The longest list.
fn longest(text: &str) -> usize {
    let lines = text.lines().skip(1);
    lines.map(|line| line.split(' ').count()).max().unwrap()
}

/// Lists are short, unless the contest's limits are asked for; edge cases have these where longer
/// lists only add components.
#[test]
fn sizes_reach_the_limits_of_the_file() {
    let sum = session_of(HEAPS);
    let row = session_of(ROW);
    for bias in [Bias::Uniform, Bias::Balanced, Bias::Long] {
        assert_eq!(
            longest(&generated(&sum, BiasMix::Only(bias), false, 100)),
            10
        );
        assert_eq!(
            longest(&generated(&row, BiasMix::Only(bias), false, 100)),
            10
        );
    }
    for bias in [BiasMix::Only(Bias::Edge), BiasMix::Mixed] {
        assert_eq!(longest(&generated(&sum, bias, false, 200)), 100);
        assert_eq!(longest(&generated(&row, bias, false, 200)), 10);
    }
    let edge = BiasMix::Only(Bias::Edge);
    assert_eq!(longest(&generated(&row, edge, true, 100)), 30);
}

#[test]
fn input_with_too_many_cases_is_not_valid() {
    let session = session_of(HEAPS);
    let of = |count: usize| format!("{count}\n{}", "1 2\n3\n".repeat(count));
    assert_eq!(session.validate("input", of(40).as_bytes()).unwrap(), 40);
    assert_eq!(session.most_cases().unwrap(), 40);
    let error = session.validate("input", of(41).as_bytes()).unwrap_err();
    let expected = "input:1: 41 cases; the contest has at most 40";
    assert!(error.to_string().contains(expected), "{error}");
}

/// A program.
pub(super) struct Program<F>(pub(super) F);

impl<F: Fn(&str) -> String> Submission for Program<F> {
    fn run(&mut self, input: &[u8], _: usize, _: &RunContext) -> Result<RunOutput, ContestError> {
        let output = (self.0)(std::str::from_utf8(input).unwrap()).into_bytes();
        let (end, usage) = (Termination::Done, None);
        Ok(RunOutput { output, end, usage })
    }
}

pub(super) fn verified(
    session: &Session,
    spec: &CaseSpec,
    mut program: Program<impl Fn(&str) -> String>,
) -> Result<Report, QueryError> {
    session.verify(spec, &mut program, &RunContext::new())
}

/// All cases are compared, and their number is that of the built-in game, or counted here.
#[test]
fn finite_contests_are_exhausted() {
    let spec = CaseSpec {
        cases: 100,
        smallest: std::time::Duration::from_secs(600),
        ..CaseSpec::default()
    };
    let answers = |game: &'static str| {
        let session = kibitz_query::open(game, []).unwrap();
        move |input: &str| {
            let mut out = Vec::new();
            let mut input = kibitz_game::contest::Input::new("input", input.as_bytes());
            session
                .judge(&mut input, &mut out, &RunContext::new())
                .unwrap();
            String::from_utf8(out).unwrap()
        }
    };
    for (file, game, total) in [
        ("calendar_game", "calendar", 39_024),
        ("marbles", "marbles", 1 << 16),
    ] {
        let report = verified(&example(file, &[]), &spec, Program(answers(game))).unwrap();
        assert!(report.mismatch.is_none(), "{file}");
        assert_eq!(report.total, Some(total), "{file}");
        assert_eq!(report.agreed, 100 + total, "{file}");
        assert!(report.is_complete, "{file}");
    }
    // Lists of 1 to 4 numbers from 0 to 3; odd sums win.
    let text = ROW.replace("1..30", "1..4").replace("0..1", "0..3");
    let parity = |input: &str| {
        let lists = input.lines().skip(2).step_by(2);
        let sum = |line: &str| -> u64 { line.split(' ').map(|n| n.parse::<u64>().unwrap()).sum() };
        let lines = lists.map(|line| ["second\n", "first\n"][sum(line) as usize % 2]);
        lines.collect()
    };
    let report = verified(&session_of(&text), &spec, Program(parity)).unwrap();
    assert!(report.mismatch.is_none());
    assert_eq!(report.total, Some(4 + 16 + 64 + 256));
    assert!(report.is_complete);
    // There are too many of these.
    assert_eq!(
        verified(&session_of(ROW), &spec, Program(parity))
            .unwrap()
            .total,
        None
    );
}

/// The first mismatch of a program that computes a heap's value, or the answer of all heaps.
fn mismatch(answer: impl Fn(&Case) -> bool) -> Mismatch {
    let program = |input: &str| {
        let lines = cases(input)
            .into_iter()
            .map(|case| ["second\n", "first\n"][usize::from(answer(&case))]);
        lines.collect()
    };
    let report = verified(&session_of(HEAPS), &CaseSpec::default(), Program(program)).unwrap();
    *report.mismatch.expect("a mismatch")
}

fn nim_sum(case: &Case, value: impl Fn(u64) -> u64) -> u64 {
    let values = case.heaps.iter().map(|heap| value(*heap) % (case.k + 1));
    values.fold(0, |sum, value| sum ^ value)
}

/// Programs that are wrong for many heaps or large ones: the case that is shown has one heap or
/// two, or as many as are needed.
#[test]
fn mismatches_in_sums_are_minimised() {
    assert!(cases(&generated(&session_of(HEAPS), BiasMix::Mixed, false, 9)).len() == 9);
    let bytes = mismatch(|case| nim_sum(case, |heap| heap % 256) != 0);
    let [case] = &cases(&bytes.input)[..] else {
        panic!("{}", bytes.input);
    };
    assert_eq!(case.heaps, [256], "{}", bytes.input);

    let equal = mismatch(|case| {
        let large = |heap: &&u64| **heap > 500;
        let large: Vec<&u64> = case.heaps.iter().filter(large).collect();
        let has_pair = (1..large.len()).any(|place| large[place] == large[place - 1]);
        has_pair || nim_sum(case, |heap| heap) != 0
    });
    let [case] = &cases(&equal.input)[..] else {
        panic!("{}", equal.input);
    };
    assert_eq!(case.heaps, [501, 501], "{}", equal.input);

    let fifty = mismatch(|case| {
        let first = Case {
            k: case.k,
            heaps: case.heaps.iter().take(50).copied().collect(),
        };
        nim_sum(&first, |heap| heap) != 0
    });
    let [case] = &cases(&fifty.input)[..] else {
        panic!("{}", fifty.input);
    };
    assert_eq!(case.heaps.len(), 51, "{}", fifty.input);
    assert_eq!(case.heaps.iter().sum::<u64>(), 1, "{}", fifty.input);
}
