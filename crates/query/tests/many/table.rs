//! Tables against analyses of single positions.

use kibitz_bruteforce::Random;
use kibitz_game::RunContext;
use kibitz_games::boxes::Boxes;
use kibitz_games::nine::Nine;
use kibitz_query::RequestedFields;
use kibitz_query::{
    Analysis, Axis, BatchReport, Entry, Evaluation, GameSource, ParameterTable, QueryError,
    RuleFile, Session, Table, entry, find, open,
};
use kibitz_solve::acyclic::DfsSolver;
use kibitz_solve::explore::EnumerationSolver;
use kibitz_solve::grundy::SumSolver;

use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;

use super::{analyse, digits, reached};

const ALL: RequestedFields = RequestedFields {
    plies: true,
    grundy: false,
    visits: false,
};
const RESULT_ONLY: RequestedFields = RequestedFields {
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
    wanted: RequestedFields,
) -> Result<Table, QueryError> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let request = ParameterTable {
        game: &GameSource::BuiltIn(find(game).unwrap()),
        set: &set,
        axes: &axes(params),
        at,
        wanted,
        table: None,
    };
    request.answer(&RunContext::new())
}

/// Checks an evaluation against an analysis; fields that were not requested may
/// be missing.
fn agrees(evaluation: &Evaluation, analysis: &Analysis, wanted: RequestedFields) {
    let name = format!("{} {}", analysis.game, analysis.position);
    assert_eq!(evaluation.wdl.name(), analysis.value, "{name}");
    let plies = evaluation.plies.map(kibitz_game::Plies::get);
    assert!(
        plies == analysis.plies || !wanted.plies && plies.is_none(),
        "{name}"
    );
    assert_eq!(
        evaluation.grundy.map(kibitz_game::Grundy::get),
        analysis.grundy,
        "{name}"
    );
    assert_eq!(evaluation.score, analysis.score, "{name}");
}

#[test]
fn tables_over_position_fields() {
    for wanted in [ALL, RESULT_ONLY] {
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
                    let analysis = analyse(&game, &format!("0 {c} 1 {a} {b} 0"));
                    agrees(&next.next().unwrap().unwrap(), &analysis, wanted);
                }
            }
        }
        assert!(next.next().is_none());
    }
}

#[test]
fn tables_over_parameters_and_fields_in_any_order() {
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
    // An axis may also be used in a value of --set, or in the position.
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
            let analysis = analyse(&game_for(k), &format!("2 {a} 1/{a} 3 1"));
            agrees(
                &forward.cells[(k * 5 + a - 1) as usize].unwrap(),
                &analysis,
                ALL,
            );
            agrees(
                &backward.cells[((a - 1) * 4 + k) as usize].unwrap(),
                &analysis,
                ALL,
            );
        }
    }
    let both = table("piles", &[], &["k=1..3"], Some("{k} 1 1"), ALL).unwrap();
    for k in 1..=3 {
        let analysis = analyse(&game_for(k), &format!("{k} 1 1"));
        agrees(&both.cells[k as usize - 1].unwrap(), &analysis, ALL);
    }
}

#[test]
fn tables_default_to_the_default_position() {
    let found = table("numbers", &[("modulus", "3")], &["cards=1..5"], None, ALL).unwrap();
    for cards in 1..=5 {
        let set = [("cards", cards.to_string()), ("modulus", "3".to_owned())];
        let game = open("numbers", set.iter().map(|(n, v)| (*n, v.as_str()))).unwrap();
        agrees(
            &found.cells[cards - 1].unwrap(),
            &analyse(&game, &game.default_position()),
            ALL,
        );
    }
    let names: Vec<&str> = found.set.0.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["modulus"]);
    assert_eq!(found.at, None);
}

#[test]
fn default_template_has_exactly_these_fields() {
    let found = table("boxes", &[], &["b=0..2", "a=0..1"], None, RESULT_ONLY).unwrap();
    assert_eq!(found.at.as_deref(), Some("{a} {b}"));
    let game = open("boxes", []).unwrap();
    for (i, (b, a)) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        .into_iter()
        .enumerate()
    {
        agrees(
            &found.cells[i].unwrap(),
            &analyse(&game, &format!("{a} {b}")),
            RESULT_ONLY,
        );
    }
    let refused = table("boxes", &[], &["a=0..2", "c=0..1"], None, RESULT_ONLY).unwrap_err();
    assert!(matches!(refused, QueryError::Argument { .. }), "{refused}");
}

#[test]
fn invalid_positions_leave_empty_cells() {
    // Cards of 0 and boards of 40 × 5 are invalid.
    let found = table("piles", &[], &["a=0..2", "b=0..2"], None, RESULT_ONLY).unwrap();
    let there: Vec<bool> = found.cells.iter().map(Option::is_some).collect();
    assert_eq!(
        there,
        [false, false, false, false, true, true, false, true, true]
    );
    let found = table(
        "marbles",
        &[("cols", "5")],
        &["rows=1,40,2"],
        None,
        RESULT_ONLY,
    )
    .unwrap();
    let there: Vec<bool> = found.cells.iter().map(Option::is_some).collect();
    assert_eq!(there, [true, false, true]);
    let game = open("marbles", [("rows", "2"), ("cols", "5")]).unwrap();
    agrees(
        &found.cells[2].unwrap(),
        &analyse(&game, &game.default_position()),
        RESULT_ONLY,
    );
    let refused = table("piles", &[], &["a=0,00"], None, RESULT_ONLY).unwrap_err();
    assert!(matches!(refused, QueryError::Position { text, .. } if text == "0"));
    let refused = table("marbles", &[], &["rows=40..50"], None, RESULT_ONLY).unwrap_err();
    assert!(matches!(refused, QueryError::Setting(_)), "{refused}");
}

#[test]
fn tables_with_cycles_agree_with_analyses() {
    let moves = [("moves", "1>2,2>1,2>3,4>3")];
    for wanted in [ALL, RESULT_ONLY] {
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
                let analysis = analyse(&game, &format!("{a} 0 0 {b}"));
                agrees(&found.cells[a * 3 + b].unwrap(), &analysis, wanted);
            }
        }
        // There is no note about fields that were not requested.
        assert_eq!(found.notes.len(), usize::from(wanted.grundy));
    }
}

#[test]
fn invalid_axes_are_errors() {
    let name = |params: &[&str], at| match table("boxes", &[], params, at, RESULT_ONLY) {
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
        RequestedFields {
            grundy: true,
            ..RESULT_ONLY
        },
    );
    assert!(matches!(
        refused,
        Err(QueryError::Unavailable { what: "grundy", .. })
    ));
    let twice = table(
        "numbers",
        &[("cards", "2")],
        &["cards=1..2"],
        None,
        RESULT_ONLY,
    );
    assert!(matches!(twice, Err(QueryError::Setting(_))));
    let nine = [
        "a=1", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1", "h=1", "i=1",
    ];
    assert!(table("boxes", &[], &nine, None, RESULT_ONLY).is_err());
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
fn memory_is_reserved_before_allocation() {
    let request = ParameterTable {
        game: &GameSource::BuiltIn(find("boxes").unwrap()),
        set: &[],
        axes: &axes(&["a=0..9999", "b=0..9999"]),
        at: None,
        wanted: RESULT_ONLY,
        table: None,
    };
    let refused = request.answer(&RunContext::new().memory(64 << 20));
    assert!(matches!(refused, Err(QueryError::Stop(_))));
}

/// The report of a batch of texts.
fn report(game: &Session, texts: &Vec<String>, wanted: RequestedFields) -> BatchReport {
    game.evaluate_batch(texts, wanted, &RunContext::new())
        .unwrap()
}

fn batch_agrees(of: &Session, reference: &Session, texts: &Vec<String>, has_grundy: bool) {
    for wanted in [ALL, RESULT_ONLY] {
        let report = report(of, texts, wanted);
        assert_eq!(report.evaluations.len(), texts.len());
        assert!(report.problem.is_some());
        for (text, evaluation) in texts.iter().zip(report.evaluations) {
            match evaluation {
                None => assert_eq!(text, "no position"),
                Some(evaluation) => {
                    let mut analysis = analyse(reference, text);
                    if !has_grundy {
                        analysis.grundy = None;
                    }
                    if evaluation.score.is_none() {
                        analysis.score = None;
                    }
                    agrees(&evaluation, &analysis, wanted);
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
fn every_solver_evaluates_batches() {
    let texts = |game: &Session, root: &str| -> Vec<String> {
        reached(game, root)
            .into_iter()
            .map(|a| a.position)
            .collect()
    };
    let boxes = open("boxes", []).unwrap();
    let positions = shuffled(texts(&boxes, "1 2 1 0 2 1"), 1);
    let by = |entry: Entry| Session::open(&entry, []).unwrap();
    batch_agrees(
        &by(entry::<Boxes, SumSolver<Boxes>>()),
        &boxes,
        &positions,
        true,
    );
    batch_agrees(
        &by(entry::<Boxes, EnumerationSolver>()),
        &boxes,
        &positions,
        false,
    );
    let small = [("suits", "CD"), ("ranks", "6789T"), ("opening", "8")];
    let nine = open("nine", small).unwrap();
    let positions = shuffled(texts(&nine, &nine.default_position()), 2);
    let by = |entry: Entry| Session::open(&entry, small).unwrap();
    batch_agrees(&by(entry::<Nine, DfsSolver>()), &nine, &positions, true);
    batch_agrees(
        &by(entry::<Nine, EnumerationSolver>()),
        &nine,
        &positions,
        true,
    );
}

#[test]
fn batch_of_invalid_texts_needs_no_solve() {
    let by = |entry: Entry| Session::open(&entry, []).unwrap();
    let wrong = vec!["x".to_owned(), "y".to_owned()];
    for game in [
        by(entry::<Boxes, EnumerationSolver>()),
        by(entry::<Boxes, SumSolver<Boxes>>()),
        by(entry::<Nine, DfsSolver>()),
        open("marbles", []).unwrap(),
        open("numbers", []).unwrap(),
    ] {
        let report = report(&game, &wrong, ALL);
        assert_eq!(report.evaluations, [None, None]);
        let problem = report.problem.unwrap();
        assert!(matches!(problem, QueryError::Position { text, .. } if text == "x"));
    }
}

#[test]
fn numbers_and_marbles_evaluate_batches() {
    let set = [("cards", "3"), ("modulus", "4")];
    let reference = kibitz_bruteforce::numbers::solve(3, 4);
    let positions = reference
        .iter()
        .map(|(mine, theirs, _)| format!("{}/{}", digits(mine), digits(theirs)));
    let game = open("numbers", set).unwrap();
    batch_agrees(
        &open("numbers", set).unwrap(),
        &game,
        &shuffled(positions.collect(), 3),
        true,
    );
    let boards = kibitz_bruteforce::marbles::grid(&["...", "#..", "..."], 2);
    let set = [("shape", ".../#../..."), ("run", "2")];
    let game = open("marbles", set).unwrap();
    let mut boards: Vec<String> = boards.into_keys().collect();
    boards.sort();
    batch_agrees(
        &open("marbles", set).unwrap(),
        &game,
        &shuffled(boards, 4),
        true,
    );
}

/// The Grundy values of a rule file's game for `n` from 0 on.
fn values_of_file(text: &str, last: usize, at: Option<&str>) -> Vec<Option<u64>> {
    let game = GameSource::File(RuleFile {
        source: Source::new("heaps.py", text),
        limits: Limits::default(),
    });
    let request = ParameterTable {
        game: &game,
        set: &[],
        axes: &axes(&[&format!("n=0..{last}")]),
        at,
        wanted: RequestedFields {
            grundy: true,
            ..RESULT_ONLY
        },
        table: None,
    };
    let table = request.answer(&RunContext::new()).unwrap();
    let values = table.cells.iter().map(|cell| cell.as_ref()?.grundy);
    values.map(|grundy| Some(grundy?.get())).collect()
}

/// The starting positions are evaluated in sequence, by rare and common values; positions that are
/// written out are solved, each in the game of its own size.
#[test]
fn heaps_in_sequence_have_the_values_of_solves() {
    let file = |name: &str| std::fs::read_to_string(format!("../../examples/{name}.py")).unwrap();
    let made = |moves: &str| {
        format!(
            "n = 9\n\ndef start():\n    yield n, 0\n\ndef split(row, other):\n    for part in [row, other]:\n        \
             if part > 0:\n            yield part, 0\n\ndef moves(row, other):\n{moves}"
        )
    };
    let mut games = vec![file("kayles"), file("grundy")];
    for moves in [
        // One taken, or none from a row of at least 4, which makes two different rows.
        "    if row > 0:\n        yield row - 1, 0\n    for a in range(1, (row + 1) // 2):\n        \
         if row > 3:\n            yield a, row - a\n",
        "    for a in range((row - 2) // 2 + 1):\n        yield row - 1 - a, a\n",
        "    for a in range(2, (row - 3) // 2 + 1):\n        yield a, row - 3 - a\n    if row > 4:\n        \
         yield row - 5, 0\n",
    ] {
        games.push(made(moves));
    }
    for text in games {
        let values = values_of_file(&text, 80, None);
        assert_eq!(values, values_of_file(&text, 80, Some("{n} 0")), "{text}");
    }
}

/// The heaps of Grundy's game that are lost, as published (OEIS A036685).
#[test]
fn lost_heaps_of_grundys_game_are_those_published() {
    let published = [
        0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340,
        346, 359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926,
        929, 932, 1222,
    ];
    let text = std::fs::read_to_string("../../examples/grundy.py").unwrap();
    let values = values_of_file(&text, 20_000, None);
    let lost = (0..values.len()).filter(|heap| values[*heap] == Some(0));
    assert_eq!(lost.collect::<Vec<usize>>(), published);
}
