//! Comparing with contestants that live in this process: what a program may do
//! that is hard to arrange with a real one.

use std::time::Duration;

use kibitz_game::contest::{Bias, Input};
use kibitz_game::{Stop, Watch};
use kibitz_query::{
    Contestant, End, Flavour, Kind, Order, QueryError, Report, Run, Smallest, Trouble, open,
};

/// A program: from input to output and end; it knows how often it was run.
struct Closure<F>(F, u64);

impl<F: FnMut(&str, u64) -> (String, End)> Contestant for Closure<F> {
    fn run(&mut self, input: &[u8], _: usize, _: &Watch) -> Result<Run, QueryError> {
        self.1 += 1;
        let (output, end) = (self.0)(std::str::from_utf8(input).unwrap(), self.1);
        let output = output.into_bytes();
        Ok(Run { output, end })
    }
}

fn order(cases: u64, together: Option<u64>) -> Order {
    Order {
        cases,
        seed: 1,
        flavour: Flavour::Mixed,
        sizes: Vec::new(),
        together,
    }
}

/// What kibitz itself answers.
fn truth(game: &str, input: &str) -> String {
    let session = open(game, []).unwrap();
    let mut out = Vec::new();
    let mut input = Input::new("input", input.as_bytes());
    session.judge(&mut input, &mut out, &Watch::new()).unwrap();
    String::from_utf8(out).unwrap()
}

/// Runs a program on 300 cases.
fn report(game: &str, program: impl FnMut(&str, u64) -> (String, End)) -> Report {
    let session = open(game, []).unwrap();
    let mut contestant = Closure(program, 0);
    let order = order(300, Some(100));
    session
        .verify(&order, &mut contestant, &Watch::new())
        .unwrap()
}

fn trouble(game: &str, program: impl FnMut(&str, u64) -> (String, End)) -> Trouble {
    *report(game, program).trouble.expect("a disagreement")
}

#[test]
fn the_truth_agrees_with_itself() {
    for game in [
        "numbers", "boxes", "marbles", "nine", "piles", "nim", "euclid", "calendar", "ed",
    ] {
        let mut runs = 0;
        let report = report(game, |input, run| {
            runs = run;
            (truth(game, input), End::Done)
        });
        assert!(report.trouble.is_none());
        assert_eq!((report.agreed, report.tried, runs), (300, 300, 3), "{game}");
    }
}

#[test]
fn white_space_at_the_ends_is_forgiven() {
    let report = report("boxes", |input, _| {
        let right = truth("boxes", input).replace('\n', " \t\r\n");
        (right.trim_end().to_owned() + "\n\n", End::Done)
    });
    assert!(report.trouble.is_none());
}

#[test]
fn white_space_elsewhere_is_not() {
    let trouble = trouble("boxes", |input, _| {
        (truth("boxes", input).replace(": ", ":"), End::Done)
    });
    assert_eq!(trouble.kind, Kind::WrongFormat);
    assert_eq!(trouble.found.as_deref(), Some("Case 1:Bob"));
    assert_eq!(trouble.expected.as_deref(), Some("Case 1: Bob"));
    assert_eq!(
        trouble.what,
        "line 1: found `Case 1:Bob`, expected `Case 1: Alice` or `Case 1: Bob`"
    );
}

#[test]
fn a_program_that_fails_only_once_is_called_unsteady() {
    let trouble = trouble("marbles", |input, run| {
        let right = truth("marbles", input);
        match run {
            1 => (right.replace("Impossible.", "Possible."), End::Done),
            _ => (right, End::Done),
        }
    });
    assert_eq!(trouble.kind, Kind::WrongAnswer);
    assert_eq!(trouble.smallest, Smallest::Unsteady);
    assert_eq!(trouble.found.as_deref(), Some("Possible."));
}

#[test]
fn a_crash_among_many_cases_is_traced_to_one() {
    // Gives up on any box with 50 cards or more, without a word before.
    let trouble = trouble("boxes", |input, _| {
        let is_full = |case: &str| {
            let mut cards = case.split(' ').map(|n| n.parse::<u64>().unwrap());
            cards.any(|n| n >= 50)
        };
        if input.lines().skip(2).step_by(2).any(is_full) {
            let (how, stderr) = ("exit code 7".to_owned(), "a full box".to_owned());
            return (String::new(), End::Crash { how, stderr });
        }
        (truth("boxes", input), End::Done)
    });
    assert_eq!(trouble.kind, Kind::Crash);
    assert_eq!(
        (trouble.what.as_str(), trouble.stderr.as_str()),
        ("exit code 7", "a full box")
    );
    assert_eq!(trouble.input, "1\n1\n50\n");
    assert_eq!((trouble.cases, trouble.case), (1, Some(1)));
}

#[test]
fn too_many_cases_at_once_are_made_fewer() {
    // Takes too long for more than 20 cases, whatever they are.
    let trouble = trouble("boxes", |input, _| {
        let cases: u64 = input.lines().next().unwrap().parse().unwrap();
        match cases {
            0..=20 => (truth("boxes", input), End::Done),
            _ => (String::new(), End::TimeLimit),
        }
    });
    assert_eq!(trouble.kind, Kind::TimeLimit);
    assert!((21..=30).contains(&trouble.cases), "{}", trouble.cases);
    assert!(trouble.asked.is_none() && trouble.case.is_none());
}

#[test]
fn a_smaller_case_that_fails_in_another_way_is_not_called_right() {
    // Says Alice always, and gives up on a lone box without cards.
    let mut contestant = Closure(
        |input: &str, _| {
            let (how, stderr) = ("signal 11".to_owned(), String::new());
            let lines: Vec<&str> = input.lines().skip(1).collect();
            if lines.chunks(2).any(|case| case == ["1", "0"]) {
                return (String::new(), End::Crash { how, stderr });
            }
            let answers = truth("boxes", input);
            (answers.replace("Bob", "Alice"), End::Done)
        },
        0,
    );
    let mut order = order(300, Some(100));
    order.sizes = vec![("boxes".to_owned(), 5..=9)];
    let session = open("boxes", []).unwrap();
    let report = session.verify(&order, &mut contestant, &Watch::new());
    let trouble = report.unwrap().trouble.expect("a disagreement");
    assert_eq!(trouble.kind, Kind::WrongAnswer);
    assert_eq!(trouble.input, "1\n1\n1\n");
    assert_eq!(trouble.smallest, Smallest::Alone);
}

#[test]
fn too_much_output_is_a_wrong_format() {
    let trouble = trouble("piles", |input, _| {
        (truth("piles", input) + &"more\n".repeat(5), End::TooMuch)
    });
    assert_eq!(trouble.kind, Kind::WrongFormat);
    assert_eq!(trouble.what, "too many lines for 1 case: line 2 is `more`");
}

#[test]
fn half_of_balanced_cases_are_lost() {
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
        let mut order = order(200, None);
        order.flavour = Flavour::Only(Bias::Balanced);
        let mut text = Vec::new();
        session.generate(&order, &mut text, &Watch::new()).unwrap();
        let answers = truth(game, std::str::from_utf8(&text).unwrap());
        let wins = answers.lines().filter(|line| line.ends_with(won)).count();
        assert_eq!(wins, 100, "{game}");
    }
}

/// Long wins are wins, and longer than others.
#[test]
fn long_wins_are_long() {
    for game in ["numbers", "marbles", "calendar"] {
        let session = open(game, []).unwrap();
        let plies = |bias| {
            let mut order = order(40, None);
            order.flavour = Flavour::Only(bias);
            let mut text = Vec::new();
            let watch = Watch::new();
            session.generate(&order, &mut text, &watch).unwrap();
            let all = (1..=40).map(|number| {
                let mut input = Input::new("input", text.as_slice());
                let asked = session.case(&mut input, number).unwrap();
                let limits = kibitz_query::Limits {
                    moves: 0,
                    line: 0,
                    depth: 0,
                };
                let answer = session.ask(&asked.position, limits, &watch).unwrap();
                (answer.value, answer.plies.unwrap_or(0))
            });
            all.collect::<Vec<_>>()
        };
        let sum = |values: &[(&str, u32)]| values.iter().map(|(_, plies)| plies).sum::<u32>();
        let long = plies(Bias::Long);
        assert!(long.iter().all(|(value, _)| *value == "win"), "{long:?}");
        assert!(5 * sum(&long) > 6 * sum(&plies(Bias::Uniform)), "{long:?}");
    }
}

#[test]
fn a_watch_that_is_cancelled_stops_the_work() {
    let session = open("boxes", []).unwrap();
    let watch = Watch::new();
    watch.cancel();
    let mut contestant = Closure(|_: &str, _| (String::new(), End::Done), 0);
    let stopped = session.verify(&order(9, None), &mut contestant, &watch);
    let report = stopped.unwrap();
    assert_eq!((report.agreed, report.stop), (0, Some(Stop::Cancelled)));
    assert!(report.trouble.is_none());
    assert_eq!(contestant.1, 0, "it was not run");
    let stopped = session.generate(&order(9, None), &mut Vec::new(), &watch);
    assert!(matches!(stopped, Err(QueryError::Stop(_))));
}

/// A program that always gives up, on `boxes` boxes at least.
fn on_many_boxes(boxes: u64, watch: &Watch, until_run: u64) -> (Result<Report, QueryError>, u64) {
    let moves = format!("{boxes}>1");
    let session = open("boxes", [("moves", moves.as_str())]).unwrap();
    let flag = watch.clone();
    let mut contestant = Closure(
        |_: &str, run| {
            if run == until_run {
                flag.cancel();
            }
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            (String::new(), End::Crash { how, stderr })
        },
        0,
    );
    let mut order = order(1, None);
    order.flavour = Flavour::Only(Bias::Uniform);
    let report = session.verify(&order, &mut contestant, watch);
    (report, contestant.1)
}

/// Cases with very many numbers become small in few steps, not number by
/// number.
#[test]
fn many_boxes_are_emptied_together() {
    let (report, runs) = on_many_boxes(20_000, &Watch::new(), u64::MAX);
    let trouble = report.unwrap().trouble.expect("a disagreement");
    assert_eq!(
        trouble.input,
        format!("1\n20000\n{}\n", vec!["0"; 20_000].join(" "))
    );
    assert_eq!(trouble.smallest, Smallest::Shrunk);
    assert!(runs < 20, "{runs}");
}

/// Somebody who asks to stop while a case is made smaller is heard at once, and
/// gets the disagreement as it is by then.
#[test]
fn making_smaller_can_be_stopped() {
    let (report, runs) = on_many_boxes(20_000, &Watch::new(), 2);
    let report = report.unwrap();
    assert_eq!(report.stop, Some(Stop::Cancelled));
    assert_eq!(report.trouble.unwrap().smallest, Smallest::GivenUp);
    assert_eq!(runs, 2);
}

/// What was compared before the end of the time counts.
#[test]
fn agreement_until_a_stop_is_told() {
    let session = open("boxes", []).unwrap();
    let watch = Watch::new();
    let mut contestant = Closure(
        |input: &str, run| {
            if run == 3 {
                watch.cancel();
            }
            (truth("boxes", input), End::Done)
        },
        0,
    );
    let report = session
        .verify(&order(300, Some(20)), &mut contestant, &watch)
        .unwrap();
    assert_eq!((report.agreed, report.stop), (60, Some(Stop::Cancelled)));
}

/// In a graph with a cycle every case is searched as a whole, and draws occur;
/// in one without draws they are not looked for without end.
#[test]
fn boxes_without_a_staircase_get_cases_that_can_be_searched() {
    for moves in [
        "1>2,2>3,3>1",
        "1>2,2>1",
        "2>1,3>2,3>1",
        "1>2,2>3,3>4,4>5,5>6,6>7,7>8,8>9,9>1",
    ] {
        let session = open("boxes", [("moves", moves)]).unwrap();
        for flavour in [
            Flavour::Mixed,
            Flavour::Only(Bias::Balanced),
            Flavour::Only(Bias::Long),
        ] {
            let order = Order {
                flavour,
                ..order(8, None)
            };
            let mut text = Vec::new();
            session.generate(&order, &mut text, &Watch::new()).unwrap();
            let mut answers = Vec::new();
            let mut input = Input::new("cases", text.as_slice());
            let judged = session.judge(&mut input, &mut answers, &Watch::new());
            assert_eq!(judged.unwrap(), 8, "{moves}");
            let answers = String::from_utf8(answers).unwrap();
            let has = |winner: &str| answers.lines().any(|line| line.ends_with(winner));
            let is_cyclic = moves != "2>1,3>2,3>1";
            assert_eq!(has("Draw"), is_cyclic, "{moves} {flavour:?}\n{answers}");
            assert!(is_cyclic || has("Alice"), "{moves} {flavour:?}");
        }
    }
}

/// A program that is wrong about a case as long as it is about as large as this
/// one: no smaller one helps, and every one takes long to write.
#[test]
fn making_smaller_is_given_up_when_it_becomes_too_much() {
    let session = open("boxes", [("moves", "200000>1")]).unwrap();
    let mut bytes = 0;
    let mut first = None;
    let mut contestant = Closure(
        |input: &str, _| {
            bytes += input.len();
            let is_first = *first.get_or_insert_with(|| input.to_owned()) == input;
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            match is_first {
                true => (String::new(), End::Crash { how, stderr }),
                false => {
                    let cases: usize = input.lines().next().unwrap().parse().unwrap();
                    let line = |k| format!("Case {k}: Alice\n");
                    ((1..=cases).map(line).collect(), End::Done)
                }
            }
        },
        0,
    );
    let mut order = order(1, None);
    order.flavour = Flavour::Only(Bias::Uniform);
    let report = session.verify(&order, &mut contestant, &Watch::new());
    let trouble = report.unwrap().trouble.expect("a disagreement");
    assert_eq!(trouble.smallest, Smallest::GivenUp);
    assert!(bytes < 300 << 20, "{bytes}");
}

/// When the time budget ends while a case is made smaller, what was found is
/// not lost.
#[test]
fn what_was_found_survives_the_end_of_time() {
    let session = open("boxes", []).unwrap();
    let limit = Duration::from_millis(300);
    let watch = Watch::new().time(limit);
    let mut contestant = Closure(
        |_: &str, _| {
            std::thread::sleep(limit);
            let (how, stderr) = ("exit code 1".to_owned(), String::new());
            (String::new(), End::Crash { how, stderr })
        },
        0,
    );
    let report = session.verify(&order(5, None), &mut contestant, &watch);
    let trouble = report.unwrap().trouble.expect("a disagreement");
    assert_eq!((trouble.kind, trouble.cases), (Kind::Crash, 5));
    assert_eq!(trouble.smallest, Smallest::GivenUp);
    assert_eq!(contestant.1, 1);
}
