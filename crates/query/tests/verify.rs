//! Stress tests of programs in this process, with behaviour that is hard to
//! arrange with real ones.

use std::time::Duration;

use kibitz_game::contest::{Bias, Input};
use kibitz_game::{RunContext, StopReason};
use kibitz_query::{
    BiasMix, CaseSpec, ContestError, Memory, Minimality, Mismatch, QueryError, Report, RunOutput,
    Submission, Termination, Usage, Verdict, open,
};

/// A program as a closure from the input and the number of the run to output
/// and termination; counts its runs.
struct Closure<F>(F, u64);

impl<F: FnMut(&str, u64) -> (String, Termination)> Submission for Closure<F> {
    fn run(&mut self, input: &[u8], _: usize, _: &RunContext) -> Result<RunOutput, ContestError> {
        self.1 += 1;
        let (output, end) = (self.0)(std::str::from_utf8(input).unwrap(), self.1);
        let output = output.into_bytes();
        Ok(RunOutput {
            output,
            end,
            usage: None,
        })
    }
}

fn spec(cases: u64, together: Option<u64>) -> CaseSpec {
    CaseSpec {
        cases,
        seed: 1,
        bias: BiasMix::Mixed,
        together,
        ..CaseSpec::default()
    }
}

/// The judge's own answers.
fn expected(game: &str, input: &str) -> String {
    let session = open(game, []).unwrap();
    let mut out = Vec::new();
    let mut input = Input::new("input", input.as_bytes());
    session
        .judge(&mut input, &mut out, &RunContext::new())
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Runs a program on 300 cases.
fn report(game: &str, program: impl FnMut(&str, u64) -> (String, Termination)) -> Report {
    let session = open(game, []).unwrap();
    let mut submission = Closure(program, 0);
    let spec = spec(300, Some(100));
    session
        .verify(&spec, &mut submission, &RunContext::new())
        .unwrap()
}

fn mismatch(game: &str, program: impl FnMut(&str, u64) -> (String, Termination)) -> Mismatch {
    *report(game, program).mismatch.expect("a mismatch")
}

#[test]
fn correct_program_has_no_mismatch() {
    for game in [
        "numbers", "boxes", "marbles", "nine", "piles", "nim", "euclid", "calendar", "ed",
    ] {
        let mut runs = 0;
        let report = report(game, |input, run| {
            runs = run;
            (expected(game, input), Termination::Done)
        });
        assert!(report.mismatch.is_none());
        assert_eq!((report.agreed, report.tried), (300, 300), "{game}");
        // A run ends early if its input becomes long.
        assert!(runs >= 3, "{game}: {runs}");
    }
}

#[test]
fn trailing_white_space_is_ignored() {
    let report = report("boxes", |input, _| {
        let right = expected("boxes", input).replace('\n', " \t\r\n");
        (right.trim_end().to_owned() + "\n\n", Termination::Done)
    });
    assert!(report.mismatch.is_none());
}

#[test]
fn leading_blank_line_is_not_ignored() {
    let mismatch = mismatch("boxes", |input, _| {
        (format!("\n{}", expected("boxes", input)), Termination::Done)
    });
    assert_eq!(mismatch.found.as_deref(), Some(""));
}

#[test]
fn white_space_is_no_output() {
    let nothing = mismatch("boxes", |_, _| (String::new(), Termination::Done));
    let blank = mismatch("boxes", |_, _| (" \n\n".to_owned(), Termination::Done));
    assert_eq!(blank.what, nothing.what);
    assert_eq!(blank.kind, nothing.kind);
    assert_eq!(blank.found, None);
}

#[test]
fn quoted_output_is_short_and_has_no_control_characters() {
    struct Noise;
    impl Submission for Noise {
        fn run(&mut self, _: &[u8], _: usize, _: &RunContext) -> Result<RunOutput, ContestError> {
            let output = [b"a\x1b[2J\xff", [b'x'; 100].as_slice()].concat();
            let end = Termination::Done;
            Ok(RunOutput {
                output,
                end,
                usage: None,
            })
        }
    }
    let session = open("boxes", []).unwrap();
    let context = RunContext::new();
    let report = session.verify(&spec(1, None), &mut Noise, &context);
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    let quote = format!("a·[2J\u{fffd}{}…", "x".repeat(74));
    assert_eq!(mismatch.found, Some(quote));
}

#[test]
fn other_white_space_is_a_presentation_error() {
    let mismatch = mismatch("boxes", |input, _| {
        (
            expected("boxes", input).replace(": ", ":"),
            Termination::Done,
        )
    });
    assert_eq!(mismatch.kind, Verdict::PresentationError);
    assert_eq!(mismatch.found.as_deref(), Some("Case 1:Bob"));
    assert_eq!(mismatch.expected.as_deref(), Some("Case 1: Bob"));
    assert_eq!(
        mismatch.what,
        "line 1: found `Case 1:Bob`, expected `Case 1: Alice` or `Case 1: Bob`"
    );
}

#[test]
fn failure_in_one_run_only_is_reported_as_unsteady() {
    let mismatch = mismatch("marbles", |input, run| {
        let right = expected("marbles", input);
        match run {
            1 => (right.replace("Impossible.", "Possible."), Termination::Done),
            _ => (right, Termination::Done),
        }
    });
    assert_eq!(mismatch.kind, Verdict::WrongAnswer);
    assert_eq!(mismatch.smallest, Minimality::Unsteady);
    assert_eq!(mismatch.found.as_deref(), Some("Possible."));
}

#[test]
fn crash_among_many_cases_is_reduced_to_one() {
    // Crashes without output on any box with 50 cards or more.
    let mismatch = mismatch("boxes", |input, _| {
        let is_full = |case: &str| {
            let mut cards = case.split(' ').map(|n| n.parse::<u64>().unwrap());
            cards.any(|n| n >= 50)
        };
        if input.lines().skip(2).step_by(2).any(is_full) {
            let (how, stderr) = ("exit code 7".to_owned(), "a full box".to_owned());
            return (String::new(), Termination::Crash { how, stderr });
        }
        (expected("boxes", input), Termination::Done)
    });
    assert_eq!(mismatch.kind, Verdict::RuntimeError);
    assert_eq!(
        (mismatch.what.as_str(), mismatch.stderr.as_str()),
        ("exit code 7", "a full box")
    );
    assert_eq!(mismatch.input, "1\n1\n50\n");
    assert_eq!((mismatch.cases, mismatch.case), (1, Some(1)));
}

#[test]
fn time_limit_on_many_cases_reduces_their_number() {
    // Exceeds the time limit for any input of more than 20 cases.
    let mismatch = mismatch("boxes", |input, _| {
        let cases: u64 = input.lines().next().unwrap().parse().unwrap();
        match cases {
            0..=20 => (expected("boxes", input), Termination::Done),
            _ => (String::new(), Termination::TimeLimit),
        }
    });
    assert_eq!(mismatch.kind, Verdict::TimeLimit);
    assert!((21..=30).contains(&mismatch.cases), "{}", mismatch.cases);
    assert!(mismatch.query.is_none() && mismatch.case.is_none());
}

#[test]
fn smaller_case_with_another_verdict_is_reported_as_alone() {
    // Always answers Alice, and crashes on a single empty box.
    let mut submission = Closure(
        |input: &str, _| {
            let (how, stderr) = ("signal 11".to_owned(), String::new());
            let lines: Vec<&str> = input.lines().skip(1).collect();
            if lines.chunks(2).any(|case| case == ["1", "0"]) {
                return (String::new(), Termination::Crash { how, stderr });
            }
            let answers = expected("boxes", input);
            (answers.replace("Bob", "Alice"), Termination::Done)
        },
        0,
    );
    let mut spec = spec(300, Some(100));
    spec.sizes = vec![("boxes".to_owned(), 5..=9)];
    let session = open("boxes", []).unwrap();
    let report = session.verify(&spec, &mut submission, &RunContext::new());
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    assert_eq!(mismatch.kind, Verdict::WrongAnswer);
    assert_eq!(mismatch.input, "1\n1\n1\n");
    assert_eq!(mismatch.smallest, Minimality::Alone);
}

#[test]
fn too_much_output_is_a_presentation_error() {
    let mismatch = mismatch("piles", |input, _| {
        (
            expected("piles", input) + &"more\n".repeat(5),
            Termination::TooMuch,
        )
    });
    assert_eq!(mismatch.kind, Verdict::PresentationError);
    assert_eq!(mismatch.what, "too many lines for 1 case: line 2 is `more`");
}

#[test]
fn half_of_balanced_cases_are_losses() {
    for (game, won) in [
        ("boxes", "Alice"),
        ("marbles", "Possible."),
        ("nine", "Alice"),
        ("piles", "Alice can win."),
        ("nim", "Yes"),
        ("euclid", "Stan wins"),
        ("calendar", "YES"),
        ("ed", "YES"),
    ] {
        let session = open(game, []).unwrap();
        let mut spec = spec(200, None);
        spec.bias = BiasMix::Only(Bias::Balanced);
        let mut text = Vec::new();
        session
            .generate(&spec, &mut text, &RunContext::new())
            .unwrap();
        let answers = expected(game, std::str::from_utf8(&text).unwrap());
        let wins = answers.lines().filter(|line| line.ends_with(won)).count();
        assert_eq!(wins, 100, "{game}");
    }
}

/// Long cases are the longest of all, wins and losses in turn.
#[test]
fn long_bias_generates_the_longest_cases() {
    for (game, longest) in [("numbers", 45), ("marbles", 12), ("calendar", 2588)] {
        let session = open(game, []).unwrap();
        let spec = CaseSpec {
            bias: BiasMix::Only(Bias::Long),
            ..spec(40, None)
        };
        let mut text = Vec::new();
        let context = RunContext::new();
        session.generate(&spec, &mut text, &context).unwrap();
        let limits = kibitz_query::Limits {
            moves: 0,
            line: 0,
            depth: 0,
        };
        let all = (1..=40).map(|number| {
            let mut input = Input::new("input", text.as_slice());
            let query = session.case(&mut input, number).unwrap();
            let analysis = session.analyse(&query.position, limits, &context).unwrap();
            (analysis.value, analysis.plies.unwrap_or(0))
        });
        let all: Vec<(&str, u32)> = all.collect();
        let of = |value| all.iter().filter(move |(of, _)| *of == value);
        assert_eq!([of("win").count(), of("loss").count()], [20, 20], "{all:?}");
        let max = all.iter().map(|(_, plies)| *plies).max();
        assert!(max >= Some(longest), "{game}: {all:?}");
    }
}

#[test]
fn cancelled_context_stops_verify_and_generate() {
    let session = open("boxes", []).unwrap();
    let context = RunContext::new();
    context.cancel();
    let mut submission = Closure(|_: &str, _| (String::new(), Termination::Done), 0);
    let stopped = session.verify(&spec(9, None), &mut submission, &context);
    let report = stopped.unwrap();
    assert_eq!(
        (report.agreed, report.stop),
        (0, Some(StopReason::Cancelled))
    );
    assert!(report.mismatch.is_none());
    assert_eq!(submission.1, 0, "the program was not run");
    let stopped = session.generate(&spec(9, None), &mut Vec::new(), &context);
    assert!(matches!(stopped, Err(QueryError::Stop(_))));
}

/// Verifies a program that always crashes, on cases of at least `boxes` boxes.
fn on_many_boxes(
    boxes: u64,
    context: &RunContext,
    until_run: u64,
) -> (Result<Report, QueryError>, u64) {
    let moves = format!("{boxes}>1");
    let session = open("boxes", [("moves", moves.as_str())]).unwrap();
    let flag = context.clone();
    let mut submission = Closure(
        |_: &str, run| {
            if run == until_run {
                flag.cancel();
            }
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            (String::new(), Termination::Crash { how, stderr })
        },
        0,
    );
    let mut spec = spec(1, None);
    spec.bias = BiasMix::Only(Bias::Uniform);
    let report = session.verify(&spec, &mut submission, context);
    (report, submission.1)
}

/// Cases with very many numbers are minimised in few steps, not number by
/// number.
#[test]
fn many_boxes_are_minimised_in_few_runs() {
    let (report, runs) = on_many_boxes(20_000, &RunContext::new(), u64::MAX);
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    assert_eq!(
        mismatch.input,
        format!("1\n20000\n{}\n", vec!["0"; 20_000].join(" "))
    );
    assert_eq!(mismatch.smallest, Minimality::Shrunk);
    assert!(runs < 20, "{runs}");
}

/// Cancellation during minimisation takes effect immediately, and the mismatch
/// so far is reported.
#[test]
fn minimisation_can_be_cancelled() {
    let (report, runs) = on_many_boxes(20_000, &RunContext::new(), 2);
    let report = report.unwrap();
    assert_eq!(report.stop, Some(StopReason::Cancelled));
    assert_eq!(report.mismatch.unwrap().smallest, Minimality::GivenUp);
    assert_eq!(runs, 2);
}

/// Cases compared before a stop are counted.
#[test]
fn agreement_before_a_stop_is_reported() {
    let session = open("boxes", []).unwrap();
    let context = RunContext::new();
    let mut submission = Closure(
        |input: &str, run| {
            if run == 3 {
                context.cancel();
            }
            (expected("boxes", input), Termination::Done)
        },
        0,
    );
    let report = session
        .verify(&spec(300, Some(20)), &mut submission, &context)
        .unwrap();
    assert_eq!(
        (report.agreed, report.stop),
        (60, Some(StopReason::Cancelled))
    );
}

/// In a graph with a cycle every case is solved by enumeration, and draws
/// occur; in one without draws the generator does not search for them
/// indefinitely.
#[test]
fn boxes_without_a_staircase_have_solvable_cases() {
    for moves in [
        "1>2,2>3,3>1",
        "1>2,2>1",
        "2>1,3>2,3>1",
        "1>2,2>3,3>4,4>5,5>6,6>7,7>8,8>9,9>1",
    ] {
        let session = open("boxes", [("moves", moves)]).unwrap();
        for bias in [
            BiasMix::Mixed,
            BiasMix::Only(Bias::Balanced),
            BiasMix::Only(Bias::Long),
        ] {
            let spec = CaseSpec {
                bias,
                ..spec(8, None)
            };
            let mut text = Vec::new();
            session
                .generate(&spec, &mut text, &RunContext::new())
                .unwrap();
            let mut answers = Vec::new();
            let mut input = Input::new("cases", text.as_slice());
            let judged = session.judge(&mut input, &mut answers, &RunContext::new());
            assert_eq!(judged.unwrap(), 8, "{moves}");
            let answers = String::from_utf8(answers).unwrap();
            let has = |winner: &str| answers.lines().any(|line| line.ends_with(winner));
            let is_cyclic = moves != "2>1,3>2,3>1";
            assert_eq!(has("Draw"), is_cyclic, "{moves} {bias:?}\n{answers}");
            assert!(is_cyclic || has("Alice"), "{moves} {bias:?}");
        }
    }
}

/// A program that fails only on its first input, which is large: no smaller
/// case fails, and every case takes long to write.
#[test]
fn minimisation_stops_at_the_byte_limit() {
    let session = open("boxes", [("moves", "200000>1")]).unwrap();
    let mut bytes = 0;
    let mut first = None;
    let mut submission = Closure(
        |input: &str, _| {
            bytes += input.len();
            let is_first = *first.get_or_insert_with(|| input.to_owned()) == input;
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            match is_first {
                true => (String::new(), Termination::Crash { how, stderr }),
                false => {
                    let cases: usize = input.lines().next().unwrap().parse().unwrap();
                    let line = |k| format!("Case {k}: Alice\n");
                    ((1..=cases).map(line).collect(), Termination::Done)
                }
            }
        },
        0,
    );
    let mut spec = spec(1, None);
    spec.bias = BiasMix::Only(Bias::Uniform);
    let report = session.verify(&spec, &mut submission, &RunContext::new());
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    assert_eq!(mismatch.smallest, Minimality::GivenUp);
    assert!(bytes < 300 << 20, "{bytes}");
}

/// If the time limit is reached during minimisation, the mismatch is still
/// reported.
#[test]
fn timeout_keeps_the_counterexample() {
    let session = open("boxes", []).unwrap();
    let limit = Duration::from_millis(300);
    let context = RunContext::new().time(limit);
    let mut submission = Closure(
        |_: &str, _| {
            std::thread::sleep(limit);
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            (String::new(), Termination::Crash { how, stderr })
        },
        0,
    );
    let report = session.verify(&spec(5, None), &mut submission, &context);
    let mismatch = report.unwrap().mismatch.expect("a mismatch");
    assert_eq!((mismatch.kind, mismatch.cases), (Verdict::RuntimeError, 5));
    assert_eq!(mismatch.smallest, Minimality::GivenUp);
    assert_eq!(submission.1, 1);
}

/// A program whose runs are made several at a time, and what they used.
struct Several<F> {
    program: F,
    parallel: usize,
}

impl<F: FnMut(&str, u64) -> (String, Termination)> Submission for Several<F> {
    fn run(&mut self, input: &[u8], _: usize, _: &RunContext) -> Result<RunOutput, ContestError> {
        let (output, end) = (self.program)(std::str::from_utf8(input).unwrap(), 1);
        let bytes = input.len() as u64;
        Ok(RunOutput {
            output: output.into_bytes(),
            end,
            usage: Some(Usage {
                time: Duration::from_micros(bytes % 7),
                memory: Memory::Peak(bytes),
            }),
        })
    }

    fn parallel(&self) -> usize {
        self.parallel
    }
}

#[test]
fn several_runs_at_a_time_have_the_report_of_one() {
    /// A program that answers wrongly, or crashes, if its input contains this.
    fn wrong_on(
        text: &'static str,
        crashes: bool,
    ) -> impl FnMut(&str, u64) -> (String, Termination) {
        move |input, _| {
            let answers = expected("nim", input);
            let how = "exit code 1".to_owned();
            match (input.contains(text), crashes) {
                (false, _) => (answers, Termination::Done),
                (true, false) => (answers.replace("No", "Yes"), Termination::Done),
                (true, true) => {
                    let stderr = String::new();
                    (answers, Termination::Crash { how, stderr })
                }
            }
        }
    }
    let session = open("nim", []).unwrap();
    let mut wrong = 0;
    for (text, crashes) in [
        ("never", false),
        ("77", false),
        ("77", true),
        ("1 1", false),
        ("1", true),
    ] {
        let mut reports = [1, 2, 3, 50].map(|parallel| {
            let program = wrong_on(text, crashes);
            let mut submission = Several { program, parallel };
            let context = RunContext::new();
            let spec = CaseSpec {
                shrink: Duration::ZERO,
                ..spec(300, Some(20))
            };
            let report = session.verify(&spec, &mut submission, &context);
            format!("{:?}", report.unwrap())
        });
        wrong += usize::from(!reports[0].contains("mismatch: None"));
        assert!(reports[0].contains("slowest: Some"), "{}", reports[0]);
        reports.sort();
        assert_eq!(reports.first(), reports.last());
    }
    assert!((3..=4).contains(&wrong), "{wrong}");
}
