//! Search conditions against a naive scan.

use kibitz_game::RunContext;
use kibitz_games::numbers::Numbers;
use kibitz_query::{Analysis, Conditions, Found, QueryError, Session, entry, open};
use kibitz_solve::hand_pairs::HandPairSolver;
use kibitz_solve::retrograde::RetrogradeSolver;

use super::{analyse, digits, reached, winning};

fn find(game: &Session, root: &str, conditions: &str) -> Result<Found, QueryError> {
    let conditions = Conditions::parse(conditions).unwrap();
    game.find(root, &conditions, usize::MAX, &RunContext::new())
}

/// Conditions and their meaning: a predicate, then quantities to maximise in
/// order.
struct Case {
    text: &'static str,
    holds: fn(&Analysis) -> bool,
    greatest: Vec<fn(&Analysis) -> Option<i64>>,
}

fn case(text: &'static str, holds: fn(&Analysis) -> bool) -> Case {
    Case {
        text,
        holds,
        greatest: Vec::new(),
    }
}

fn extreme(
    text: &'static str,
    holds: fn(&Analysis) -> bool,
    greatest: &[fn(&Analysis) -> Option<i64>],
) -> Case {
    Case {
        text,
        holds,
        greatest: greatest.to_vec(),
    }
}

fn cases() -> Vec<Case> {
    vec![
        case("value=win", |a| a.value == "win"),
        case("value!=win", |a| a.value != "win"),
        case("value<win", |a| a.value != "win"),
        case("value>=draw", |a| a.value != "loss"),
        case("plies=3", |a| a.plies == Some(3)),
        case("plies!=3", |a| a.plies.is_some_and(|n| n != 3)),
        case("plies>2 and plies<=5", |a| {
            a.plies.is_some_and(|n| n > 2 && n <= 5)
        }),
        case("moves=0", |a| a.moves.is_empty()),
        case("winning=1, moves>=2", |a| {
            winning(a) == 1 && a.moves.len() >= 2
        }),
        case("winning>1,value=win and moves<6", |a| {
            winning(a) > 1 && a.value == "win" && a.moves.len() < 6
        }),
        extreme("plies=max", |_| true, &[|a| a.plies.map(Into::into)]),
        extreme(
            "value=loss and plies=min",
            |a| a.value == "loss",
            &[|a| a.plies.map(|n| -i64::from(n))],
        ),
        extreme(
            "winning=1 and plies=max",
            |a| winning(a) == 1,
            &[|a| a.plies.map(Into::into)],
        ),
        extreme(
            "moves=max, plies=min",
            |_| true,
            &[
                |a| Some(a.moves.len() as i64),
                |a| a.plies.map(|n| -i64::from(n)),
            ],
        ),
        extreme(
            "plies=min, winning=max",
            |_| true,
            &[
                |a| a.plies.map(|n| -i64::from(n)),
                |a| Some(winning(a) as i64),
            ],
        ),
        extreme(
            "value=max, moves=max",
            |_| true,
            &[
                |a| Some(["loss", "draw", "win"].iter().position(|v| *v == a.value)? as i64),
                |a| Some(a.moves.len() as i64),
            ],
        ),
    ]
}

/// The rows that a naive scan finds.
fn scan(analyses: &[Analysis], case: &Case) -> Vec<String> {
    let mut left: Vec<&Analysis> = analyses.iter().filter(|a| (case.holds)(a)).collect();
    // A position without the quantity cannot be an extreme.
    for measure in &case.greatest {
        left.retain(|a| measure(a).is_some());
    }
    for measure in &case.greatest {
        let best = left.iter().filter_map(|a| measure(a)).max();
        left.retain(|a| measure(a) == best);
    }
    let mut rows: Vec<String> = left
        .into_iter()
        .map(|a| {
            format!(
                "{} {:?} {} {:?} {:?} {:?} {} {}",
                a.position,
                a.mover,
                a.value,
                a.plies,
                a.grundy,
                a.score,
                a.moves.len(),
                winning(a)
            )
        })
        .collect();
    rows.sort();
    rows
}

fn rows(found: &Found) -> Vec<String> {
    let mut rows: Vec<String> = found
        .positions
        .iter()
        .map(|row| {
            format!(
                "{} {:?} {} {:?} {:?} {:?} {} {}",
                row.position,
                row.mover,
                row.value,
                row.plies,
                row.grundy,
                row.score,
                row.moves,
                row.winning
            )
        })
        .collect();
    rows.sort();
    rows
}

fn agrees(game: &Session, root: &str, analyses: &[Analysis], cases: &[Case]) {
    for case in cases {
        let expected = scan(analyses, case);
        let found = find(game, root, case.text).unwrap();
        assert_eq!(found.count, expected.len() as u64, "{}", case.text);
        assert_eq!(rows(&found), expected, "{}", case.text);
    }
}

#[test]
fn numbers_agrees_over_its_whole_domain() {
    for (cards, modulus) in [(3, 3), (2, 4), (3, 2)] {
        let set = [
            ("cards", cards.to_string()),
            ("modulus", modulus.to_string()),
        ];
        let set = set.iter().map(|(name, value)| (*name, value.as_str()));
        let game = open("numbers", set).unwrap();
        let reference = kibitz_bruteforce::numbers::solve(cards, modulus);
        let analyses: Vec<Analysis> = reference
            .iter()
            .map(|(mine, theirs, _)| {
                analyse(&game, &format!("{}/{}", digits(mine), digits(theirs)))
            })
            .collect();
        agrees(&game, &game.default_position(), &analyses, &cases());
    }
}

#[test]
fn marbles_agrees_over_its_whole_domain() {
    let game = open("marbles", [("rows", "3"), ("cols", "3")]).unwrap();
    let reference = kibitz_bruteforce::marbles::grid(&["...", "...", "..."], 3);
    let mut boards: Vec<&String> = reference.keys().collect();
    boards.sort();
    let analyses: Vec<Analysis> = boards
        .into_iter()
        .map(|board| analyse(&game, board))
        .collect();
    let mut cases = cases();
    cases.push(case("grundy>=3", |a| a.grundy >= Some(3)));
    cases.push(extreme(
        "moves<9 and grundy=max",
        |a| a.moves.len() < 9,
        &[|a| a.grundy.map(|g| g as i64)],
    ));
    agrees(&game, &game.default_position(), &analyses, &cases);
}

#[test]
fn sums_agree_over_reachable_positions() {
    let mut cases = cases();
    cases.push(case("grundy=2", |a| a.grundy == Some(2)));
    for (name, set, root) in [
        ("boxes", vec![], "1 2 0 1 2 1"),
        ("boxes", vec![("moves", "2>1,3>2,3>1")], "0 2 2"),
        ("piles", vec![], "1 1 1/2 1 1/1 2"),
        ("piles", vec![("k", "0")], "2 1 2/3 1 2 1"),
    ] {
        let game = open(name, set).unwrap();
        agrees(&game, root, &reached(&game, root), &cases);
    }
}

#[test]
fn games_with_cycles_have_no_grundy_values() {
    let game = open("boxes", [("moves", "1>2,2>1,2>3")]).unwrap();
    let root = "1 1 0";
    let mut analyses = reached(&game, root);
    for analysis in &mut analyses {
        analysis.grundy = None;
    }
    agrees(&game, root, &analyses, &cases());
    let refused = find(&game, root, "grundy=1").unwrap_err();
    assert!(matches!(
        refused,
        QueryError::Unavailable { what: "grundy", notes, .. } if notes.len() == 1
    ));
}

#[test]
fn nine_agrees_over_reachable_positions() {
    let set = [("suits", "CD"), ("ranks", "6789T"), ("opening", "8")];
    let game = open("nine", set).unwrap();
    let mut cases = cases();
    cases.push(case("score<-1", |a| a.score < Some(-1)));
    cases.push(extreme("score=max", |_| true, &[|a| a.score]));
    let root = game.default_position();
    agrees(&game, &root, &reached(&game, &root), &cases);
}

#[test]
fn symmetry_reduced_table_counts_all_positions() {
    let set = [("cards", "3"), ("modulus", "5")];
    let whole = Session::open(&entry::<Numbers, HandPairSolver>(), set).unwrap();
    let reduced = Session::open(&entry::<Numbers, RetrogradeSolver>(), set).unwrap();
    for text in ["value=win", "plies=max", "winning=1 and moves>1", "moves=0"] {
        let all = find(&whole, &whole.default_position(), text).unwrap();
        let some = find(&reduced, &reduced.default_position(), text).unwrap();
        assert_eq!(all.count, some.count, "{text}");
        assert!(some.positions.len() < all.positions.len(), "{text}");
        let listed = rows(&all);
        assert!(rows(&some).iter().all(|row| listed.contains(row)), "{text}");
        assert_eq!(all.folded, None, "{text}");
        assert_eq!(some.folded, Some(some.positions.len() as u64), "{text}");
    }
}

#[test]
fn limit_truncates_the_list_but_not_the_count() {
    let game = open("numbers", [("cards", "3"), ("modulus", "3")]).unwrap();
    let conditions = Conditions::parse("value=win").unwrap();
    let all = find(&game, &game.default_position(), "value=win").unwrap();
    for limit in [0, 1, 7] {
        let few = game
            .find(
                &game.default_position(),
                &conditions,
                limit,
                &RunContext::new(),
            )
            .unwrap();
        assert_eq!(few.count, all.count);
        let first = |found: &Found| -> Vec<String> {
            let rows = found.positions.iter().take(limit);
            rows.map(|row| row.position.clone()).collect()
        };
        assert_eq!(few.positions.len(), limit);
        assert_eq!(first(&few), first(&all));
    }
}

#[test]
fn errors_in_conditions_have_a_place() {
    for (text, at) in [
        ("", 0..0),
        ("  ", 2..2),
        ("value", 5..5),
        ("value=", 6..6),
        ("value=won", 6..9),
        ("valu=win", 0..4),
        ("plies>=max", 5..7),
        ("plies==3", 6..7),
        ("plies=x", 6..7),
        ("plies=--3", 6..9),
        ("plies=3 plies=4", 8..13),
        ("plies=3 and", 11..11),
        ("plies=3,,", 8..9),
        ("plies 3", 6..7),
        ("plies=99999999999999999999999999999999999999999", 6..47),
        ("é=3", 0..2),
        ("plies≥3", 5..8),
    ] {
        let error = Conditions::parse(text).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
    }
}

/// More matches than are kept in memory are listed completely and in order.
#[test]
fn long_lists_are_prefixes_of_longer_ones() {
    let game = open("numbers", [("cards", "6")]).unwrap();
    let context = RunContext::new();
    for text in ["moves>=0", "value=max"] {
        let conditions = Conditions::parse(text).unwrap();
        let find = |limit| {
            game.find(&game.default_position(), &conditions, limit, &context)
                .unwrap()
        };
        let names = |found: &Found| -> Vec<String> {
            let rows = found.positions.iter();
            rows.map(|row| serde_json::to_string(row).unwrap())
                .collect()
        };
        let (short, long, all) = (find(4_000), find(4_200), find(usize::MAX));
        assert_eq!(all.count, short.count, "{text}");
        assert_eq!(all.positions.len() as u64, all.count, "{text}");
        assert!(all.count > 5_000, "{text}: {}", all.count);
        let all = names(&all);
        assert_eq!(names(&short), all[..4_000], "{text}");
        assert_eq!(names(&long), all[..4_200], "{text}");
        let distinct: std::collections::HashSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{text}");
    }
}
