//! Tables against one question after another.

use kibitz_game::Watch;
use kibitz_games::boxes::Boxes;
use kibitz_games::nine::Nine;
use kibitz_query::Wanted;
use kibitz_query::{
    Answer, Axis, Choice, Entry, QueryError, Session, Survey, Table, TableQuestion, Verdict, entry,
    find, open,
};
use kibitz_solve::acyclic::Walk;
use kibitz_solve::explore::Reach;
use kibitz_solve::heaps::Sums;
use kibitz_twins::Random;

use super::{ask, digits, reached};

const ALL: Wanted = Wanted {
    plies: true,
    grundy: false,
    visits: false,
};
const FEW: Wanted = Wanted {
    plies: false,
    grundy: false,
    visits: false,
};

fn axes(texts: &[&str]) -> Vec<Axis> {
    texts
        .iter()
        .map(|text| Axis::parse(text).unwrap())
        .collect()
}

fn table(
    game: &str,
    set: &[(&str, &str)],
    params: &[&str],
    at: Option<&str>,
    wanted: Wanted,
) -> Result<Table, QueryError> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let question = TableQuestion {
        game: &Choice::Listed(find(game).unwrap()),
        set: &set,
        axes: &axes(params),
        at,
        wanted,
    };
    question.answer(&Watch::new())
}

/// Whether a verdict says what an answer says; where less was wanted, it may
/// say less.
fn agrees(verdict: &Verdict, answer: &Answer, wanted: Wanted) {
    let name = format!("{} {}", answer.game, answer.position);
    assert_eq!(verdict.wdl.name(), answer.value, "{name}");
    let plies = verdict.plies.map(kibitz_game::Plies::get);
    assert!(
        plies == answer.plies || !wanted.plies && plies.is_none(),
        "{name}"
    );
    assert_eq!(
        verdict.grundy.map(kibitz_game::Grundy::get),
        answer.grundy,
        "{name}"
    );
    assert_eq!(verdict.score, answer.score, "{name}");
}

#[test]
fn fields_of_the_position() {
    for wanted in [ALL, FEW] {
        let found = table(
            "boxes",
            &[],
            &["a=0..4", "b=1,3", "c=0..2"],
            Some("0 {c} 1 {a} {b} 0"),
            wanted,
        );
        let cells = found.unwrap().cells;
        let game = open("boxes", []).unwrap();
        let mut next = cells.iter();
        for a in 0..=4 {
            for b in [1, 3] {
                for c in 0..=2 {
                    let answer = ask(&game, &format!("0 {c} 1 {a} {b} 0"));
                    agrees(&next.next().unwrap().unwrap(), &answer, wanted);
                }
            }
        }
        assert!(next.next().is_none());
    }
}

#[test]
fn parameters_and_fields_in_any_order() {
    let game_for = |k: u32| open("piles", [("k", k.to_string().as_str())]).unwrap();
    let forward = table(
        "piles",
        &[],
        &["k=0..3", "a=1..5"],
        Some("2 {a} 1/{a} 3 1"),
        ALL,
    )
    .unwrap();
    let backward = table(
        "piles",
        &[],
        &["a=1..5", "k=0..3"],
        Some("2 {a} 1/{a} 3 1"),
        ALL,
    )
    .unwrap();
    // The parameter may also stand in the position, and come through --set.
    let through = table(
        "piles",
        &[("k", "{x}")],
        &["x=0..3", "a=1..5"],
        Some("2 {a} 1/{a} 3 1"),
        ALL,
    )
    .unwrap();
    assert_eq!(forward.cells, through.cells);
    assert!(through.set.0.is_empty());
    for k in 0..=3 {
        for a in 1..=5 {
            let answer = ask(&game_for(k), &format!("2 {a} 1/{a} 3 1"));
            agrees(
                &forward.cells[(k * 5 + a - 1) as usize].unwrap(),
                &answer,
                ALL,
            );
            agrees(
                &backward.cells[((a - 1) * 4 + k) as usize].unwrap(),
                &answer,
                ALL,
            );
        }
    }
    let both = table("piles", &[], &["k=1..3"], Some("{k} 1 1"), ALL).unwrap();
    for k in 1..=3 {
        let answer = ask(&game_for(k), &format!("{k} 1 1"));
        agrees(&both.cells[k as usize - 1].unwrap(), &answer, ALL);
    }
}

#[test]
fn the_shown_position_of_each_game() {
    let found = table("numbers", &[("modulus", "3")], &["cards=1..5"], None, ALL).unwrap();
    for cards in 1..=5 {
        let set = [("cards", cards.to_string()), ("modulus", "3".to_owned())];
        let game = open("numbers", set.iter().map(|(n, v)| (*n, v.as_str()))).unwrap();
        agrees(
            &found.cells[cards - 1].unwrap(),
            &ask(&game, &game.shown()),
            ALL,
        );
    }
    let names: Vec<&str> = found.set.0.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["modulus"]);
    assert_eq!(found.at, None);
}

#[test]
fn the_template_is_the_one_with_these_fields() {
    let found = table("boxes", &[], &["b=0..2", "a=0..1"], None, FEW).unwrap();
    assert_eq!(found.at.as_deref(), Some("{a} {b}"));
    let game = open("boxes", []).unwrap();
    for (i, (b, a)) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        .into_iter()
        .enumerate()
    {
        agrees(
            &found.cells[i].unwrap(),
            &ask(&game, &format!("{a} {b}")),
            FEW,
        );
    }
    let refused = table("boxes", &[], &["a=0..2", "c=0..1"], None, FEW).unwrap_err();
    assert!(matches!(refused, QueryError::Argument { .. }), "{refused}");
}

#[test]
fn what_is_no_position_stays_empty() {
    // A card of 0 is none, and so is a board of 8 × 5.
    let found = table("piles", &[], &["a=0..2", "b=0..2"], None, FEW).unwrap();
    let there: Vec<bool> = found.cells.iter().map(Option::is_some).collect();
    assert_eq!(
        there,
        [false, false, false, false, true, true, false, true, true]
    );
    let found = table("marbles", &[("cols", "5")], &["rows=1,40,2"], None, FEW).unwrap();
    let there: Vec<bool> = found.cells.iter().map(Option::is_some).collect();
    assert_eq!(there, [true, false, true]);
    let game = open("marbles", [("rows", "2"), ("cols", "5")]).unwrap();
    agrees(&found.cells[2].unwrap(), &ask(&game, &game.shown()), FEW);
    let refused = table("piles", &[], &["a=0,00"], None, FEW).unwrap_err();
    assert!(matches!(refused, QueryError::Position { text, .. } if text == "0"));
    let refused = table("marbles", &[], &["rows=40..50"], None, FEW).unwrap_err();
    assert!(matches!(refused, QueryError::Setting(_)), "{refused}");
}

#[test]
fn circles_are_looked_at_and_the_rest_keeps_its_grundy_values() {
    let moves = [("moves", "1>2,2>1,2>3,4>3")];
    for wanted in [ALL, FEW] {
        let found = table(
            "boxes",
            &moves,
            &["a=0..2", "b=0..2"],
            Some("{a} 0 0 {b}"),
            wanted,
        )
        .unwrap();
        let game = open("boxes", moves).unwrap();
        for a in 0..=2 {
            for b in 0..=2 {
                let answer = ask(&game, &format!("{a} 0 0 {b}"));
                agrees(&found.cells[a * 3 + b].unwrap(), &answer, wanted);
            }
        }
        // What nobody wanted is not missing.
        assert_eq!(found.notes.len(), usize::from(wanted.grundy));
    }
}

#[test]
fn mistakes_are_refused() {
    let name = |params: &[&str], at| match table("boxes", &[], params, at, FEW) {
        Err(QueryError::Argument { flag, problem, .. }) => (flag, problem.at),
        other => panic!("{other:?}"),
    };
    assert_eq!(name(&["a=1", "a=2"], None), ("--param".to_owned(), 0..1));
    assert_eq!(name(&["zz=1"], None), ("--param".to_owned(), 0..2));
    assert_eq!(name(&["a=1"], Some("1 {b}")), ("--at".to_owned(), 2..5));
    assert_eq!(name(&["a=1"], Some("1 2")), ("--param".to_owned(), 0..1));
    let refused = table(
        "numbers",
        &[],
        &["cards=1..2"],
        None,
        Wanted {
            grundy: true,
            ..FEW
        },
    );
    assert!(matches!(
        refused,
        Err(QueryError::NotTold { what: "grundy", .. })
    ));
    let twice = table("numbers", &[("cards", "2")], &["cards=1..2"], None, FEW);
    assert!(matches!(twice, Err(QueryError::Setting(_))));
    let nine = [
        "a=1", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1", "h=1", "i=1",
    ];
    assert!(table("boxes", &[], &nine, None, FEW).is_err());
    for text in [
        "",
        "n",
        "=1",
        "n=",
        "n=1,",
        "n=3..1",
        "n=1..2:0",
        "n=1..x",
        "n=1..",
        "n=0..99999999999",
        "n=1..99999999999999999999",
    ] {
        assert!(Axis::parse(text).is_err(), "{text}");
    }
}

#[test]
fn memory_is_claimed_before_it_is_taken() {
    let question = TableQuestion {
        game: &Choice::Listed(find("boxes").unwrap()),
        set: &[],
        axes: &axes(&["a=0..9999", "b=0..9999"]),
        at: None,
        wanted: FEW,
    };
    let refused = question.answer(&Watch::new().memory(64 << 20));
    assert!(matches!(refused, Err(QueryError::Stop(_))));
}

/// A survey of some texts in random order, with mistakes among them.
fn surveyed(game: &Session, texts: &Vec<String>, wanted: Wanted) -> Survey {
    game.survey(texts, wanted, &Watch::new()).unwrap()
}

fn survey_agrees(of: &Session, truth: &Session, texts: &Vec<String>, has_grundy: bool) {
    for wanted in [ALL, FEW] {
        let survey = surveyed(of, texts, wanted);
        assert_eq!(survey.verdicts.len(), texts.len());
        assert!(survey.problem.is_some());
        for (text, verdict) in texts.iter().zip(survey.verdicts) {
            match verdict {
                None => assert_eq!(text, "no position"),
                Some(verdict) => {
                    let mut answer = ask(truth, text);
                    if !has_grundy {
                        answer.grundy = None;
                    }
                    if verdict.score.is_none() {
                        answer.score = None;
                    }
                    agrees(&verdict, &answer, wanted);
                }
            }
        }
    }
}

fn shuffled(mut texts: Vec<String>, seed: u64) -> Vec<String> {
    texts.extend(std::iter::repeat_n("no position".to_owned(), 7));
    Random(seed).shuffle(&mut texts);
    texts
}

#[test]
fn any_solver_answers_many_at_once() {
    let texts = |game: &Session, root: &str| -> Vec<String> {
        reached(game, root)
            .into_iter()
            .map(|a| a.position)
            .collect()
    };
    let boxes = open("boxes", []).unwrap();
    let positions = shuffled(texts(&boxes, "1 2 1 0 2 1"), 1);
    let by = |entry: Entry| entry.open([]).unwrap();
    survey_agrees(&by(entry::<Boxes, Sums<Boxes>>()), &boxes, &positions, true);
    survey_agrees(&by(entry::<Boxes, Reach>()), &boxes, &positions, false);
    let small = [("suits", "CD"), ("ranks", "6789T"), ("opening", "8")];
    let nine = open("nine", small).unwrap();
    let positions = shuffled(texts(&nine, &nine.shown()), 2);
    let by = |entry: Entry| entry.open(small).unwrap();
    survey_agrees(&by(entry::<Nine, Walk>()), &nine, &positions, true);
    survey_agrees(&by(entry::<Nine, Reach>()), &nine, &positions, true);
}

#[test]
fn nothing_but_mistakes_is_no_work() {
    let by = |entry: Entry| entry.open([]).unwrap();
    let wrong = vec!["x".to_owned(), "y".to_owned()];
    for game in [
        by(entry::<Boxes, Reach>()),
        by(entry::<Boxes, Sums<Boxes>>()),
        by(entry::<Nine, Walk>()),
        open("marbles", []).unwrap(),
        open("numbers", []).unwrap(),
    ] {
        let survey = surveyed(&game, &wrong, ALL);
        assert_eq!(survey.verdicts, [None, None]);
        let problem = survey.problem.unwrap();
        assert!(matches!(problem, QueryError::Position { text, .. } if text == "x"));
    }
}

#[test]
fn hands_and_boards_many_at_once() {
    let set = [("cards", "3"), ("modulus", "4")];
    let twin = kibitz_twins::numbers::solve(3, 4);
    let positions = twin
        .iter()
        .map(|(mine, theirs, _)| format!("{}/{}", digits(mine), digits(theirs)));
    let game = open("numbers", set).unwrap();
    survey_agrees(
        &open("numbers", set).unwrap(),
        &game,
        &shuffled(positions.collect(), 3),
        true,
    );
    let boards = kibitz_twins::marbles::grid(&["...", "#..", "..."], 2);
    let set = [("shape", ".../#../..."), ("run", "2")];
    let game = open("marbles", set).unwrap();
    let mut boards: Vec<String> = boards.into_keys().collect();
    boards.sort();
    survey_agrees(
        &open("marbles", set).unwrap(),
        &game,
        &shuffled(boards, 4),
        true,
    );
}
