//! Contests in score play, whose answers are scores.

use kibitz_game::RunContext;
use kibitz_game::contest::Input;
use kibitz_query::{BiasMix, CaseSpec, Session, Verdict};

use crate::files::contests::session_of;
use crate::files::generated::{Program, verified};

/// Each player takes the first or the last number.
const ROW: &str = r#"
from kibitz import points

play = "score"
a = [3, 1, 2]
input = "T cases / n / a[n]"
limits = {"n": "1..7", "a": "-9..20"}
ANSWER


def start():
    yield 0, len(a)


def moves(first, end):
    if first < end:
        yield points(a[first], first + 1, end)
        yield points(a[end - 1], first, end - 1)
"#;

const LINE: &str = "answer = \"Case {i}: {score}\"";
const FUNCTION: &str = "def answer(result, score):\n    \
                        return f\"{result} {(sum(a) + score) // 2} of {sum(a)}\"";

fn session(answer: &str) -> Session {
    session_of(&ROW.replace("ANSWER", answer))
}

/// The difference with best play, by trying everything.
fn difference(row: &[i64]) -> i64 {
    match row {
        [] => 0,
        [first, rest @ ..] => {
            let (last, others) = row.split_last().unwrap();
            (first - difference(rest)).max(last - difference(others))
        }
    }
}

fn rows(input: &str) -> Vec<Vec<i64>> {
    let lines = input.lines().skip(2).step_by(2);
    lines
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect())
        .collect()
}

fn of_result(score: i64) -> &'static str {
    match score {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    }
}

fn line(number: usize, row: &[i64]) -> String {
    format!("Case {number}: {}\n", difference(row))
}

#[test]
fn answers_are_scores() {
    let spec = CaseSpec {
        cases: 300,
        bias: BiasMix::Mixed,
        ..CaseSpec::default()
    };
    let (of_line, of_function) = (session(LINE), session(FUNCTION));
    let mut text = Vec::new();
    of_line
        .generate(&spec, &mut text, &RunContext::new())
        .unwrap();
    let judged = |session: &Session| {
        let mut out = Vec::new();
        let mut input = Input::new("input", text.as_slice());
        session
            .judge(&mut input, &mut out, &RunContext::new())
            .unwrap();
        String::from_utf8(out).unwrap()
    };
    let rows = rows(std::str::from_utf8(&text).unwrap());
    let lines = (1..).zip(&rows).map(|(number, row)| line(number, row));
    assert_eq!(judged(&of_line), lines.collect::<String>());
    let lines = rows.iter().map(|row| {
        let (sum, score) = (row.iter().sum::<i64>(), difference(row));
        format!(
            "{} {} of {sum}\n",
            of_result(score),
            (sum + score).div_euclid(2)
        )
    });
    assert_eq!(judged(&of_function), lines.collect::<String>());
}

/// The one wrong number is what the report shows.
#[test]
fn wrong_scores_are_found() {
    let report = |wrong: i64| {
        let program = Program(move |input: &str| {
            let rows = rows(input);
            let lines = (1..)
                .zip(&rows)
                .map(|(number, row)| match row.contains(&wrong) {
                    true => format!("Case {number}: {}\n", difference(row) + 1),
                    false => line(number, row),
                });
            lines.collect()
        });
        verified(&session(LINE), &CaseSpec::default(), program).unwrap()
    };
    assert!(report(100).mismatch.is_none());
    let mismatch = report(13).mismatch.expect("a mismatch");
    assert_eq!(mismatch.kind, Verdict::WrongAnswer);
    assert_eq!(rows(&mismatch.input), [[13]]);
    assert_eq!(mismatch.found.as_deref(), Some("Case 1: 14"));
    assert_eq!(mismatch.expected.as_deref(), Some("Case 1: 13"));
    assert_eq!((mismatch.claim, mismatch.truth), (None, None));
}
