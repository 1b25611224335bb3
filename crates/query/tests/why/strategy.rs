//! Wins and losses from the values alone: the winner's reply to every move of
//! the loser.

use kibitz_bruteforce::Random;
use kibitz_query::{Analysis, Limits};
use serde_json::Value;

use super::{Table, check_counts, list, number, rounds, text, texts, why};

/// Replays a strategy: one move of the winner, all moves of the loser, each
/// with the value and distance of the solver.
fn replay(table: &mut Table, at: &str, nodes: &[Value], winner_moves: bool, depth: usize) {
    let analysis = table.analyse(at);
    let (value, count) = match winner_moves {
        true => ("win", 1),
        false => ("loss", analysis.moves.len()),
    };
    assert_eq!(analysis.value, value, "{at}");
    assert_eq!(nodes.len(), count, "{at}");
    let depth = depth - usize::from(winner_moves);
    for node in nodes {
        let by = text(&node["move"]);
        let known = analysis.moves.iter().find(|m| m.by == by).unwrap();
        assert_eq!(text(&node["position"]), known.position);
        assert_eq!(text(&node["value"]), value);
        assert_eq!(node["plies"].as_u64(), known.plies.map(u64::from));
        if winner_moves {
            assert_eq!(
                known.plies, analysis.plies,
                "{at}: the best move wins soonest"
            );
        }
        let next = node.get("next").map_or(&[][..], |next| list(next));
        let is_over = table.analyse(&known.position).moves.is_empty();
        assert_eq!(next.is_empty(), depth == 0 || is_over, "{at} {by}");
        if !next.is_empty() {
            replay(table, &known.position, next, !winner_moves, depth);
        }
    }
}

/// Checks the explanation of a won or lost position.
fn check(table: &mut Table, analysis: &Analysis, depth: usize) {
    let reason = why(analysis);
    let facts = &reason.facts;
    check_counts(&facts["moves"], analysis);
    if analysis.moves.is_empty() {
        assert_eq!(reason.kind, "over");
        return;
    }
    assert_eq!(facts["is_cut"], false);
    assert_eq!(facts["length"].as_u64(), analysis.plies.map(u64::from));
    let line: Vec<&str> = analysis.line.iter().map(|step| step.by.as_str()).collect();
    assert_eq!(texts(&facts["line"]), line);
    if let Some(plies) = analysis.plies {
        let max = Limits::default().line as u32;
        assert_eq!(
            line.len() as u32,
            plies.min(max),
            "the line is as long as it says"
        );
    }
    let is_win = analysis.value == "win";
    assert_eq!(reason.kind, if is_win { "strategy" } else { "refutation" });
    let nodes = list(&facts["strategy"]);
    assert!(
        reason.text.contains(text(&nodes[0]["move"])),
        "{}",
        reason.text
    );
    let depth = depth + usize::from(is_win);
    replay(table, &analysis.position, nodes, is_win, depth);
}

fn check_at(table: &mut Table, position: &str, depth: usize) {
    let analysis = table.analyse_deep(position, depth);
    if analysis.value != "draw" {
        check(table, &analysis, depth);
    }
}

#[test]
fn small_marbles_boards_are_explained_to_any_depth() {
    let mut table = Table::new("marbles", &[("rows", "3"), ("cols", "3")]);
    for board in 0..1u32 << 9 {
        let cell = |i: u32| if board >> i & 1 == 1 { '*' } else { '.' };
        let rows: Vec<String> = (0..3)
            .map(|r| (3 * r..3 * r + 3).map(cell).collect())
            .collect();
        let position = rows.join("/");
        check_at(&mut table, &position, 1);
        if board.count_ones() >= 4 {
            check_at(&mut table, &position, 9);
        }
    }
}

#[test]
fn contest_marbles_boards_are_explained() {
    let mut table = Table::new("marbles", &[]);
    let mut random = Random(31);
    for round in 0..rounds(60) {
        let full = random.roll(16);
        let cell = |random: &mut Random| {
            if random.roll(16) < full { '*' } else { '.' }
        };
        let rows: Vec<String> = (0..4)
            .map(|_| (0..4).map(|_| cell(&mut random)).collect())
            .collect();
        check_at(
            &mut table,
            &rows.join("/"),
            if round % 3 == 0 { 0 } else { 1 },
        );
    }
}

#[test]
fn small_numbers_positions_are_explained() {
    let mut table = Table::new("numbers", &[("cards", "3"), ("modulus", "4")]);
    let hands: Vec<String> = (0..64)
        .map(|n| [n / 16, n / 4 % 4, n % 4])
        .filter(|hand| hand.is_sorted())
        .map(|hand| hand.iter().map(ToString::to_string).collect())
        .collect();
    for mine in &hands {
        for theirs in &hands {
            if mine != "000" || theirs != "000" {
                check_at(&mut table, &format!("{mine}/{theirs}"), 2);
            }
        }
    }
}

#[test]
fn contest_numbers_positions_are_explained() {
    let mut table = Table::new("numbers", &[]);
    let mut random = Random(32);
    for _ in 0..rounds(40) {
        let hand = |random: &mut Random| -> String {
            (0..8)
                .map(|_| char::from(b'0' + random.roll(5) as u8))
                .collect()
        };
        let (mine, theirs) = (hand(&mut random), hand(&mut random));
        if mine != "00000000" || theirs != "00000000" {
            check_at(&mut table, &format!("{mine}/{theirs}"), 2);
        }
    }
}

#[test]
fn large_strategy_is_reported_as_truncated() {
    let mut table = Table::new("marbles", &[]);
    let analysis = table.analyse_deep("..../..../..../....", 99);
    let facts = &why(&analysis).facts;
    assert_eq!(facts["is_cut"], true);
    assert!(why(&analysis).text.contains("truncated"));
    assert_eq!(number(&facts["length"]), u64::from(analysis.plies.unwrap()));
}

#[test]
fn calendar_dates_are_explained() {
    let mut table = Table::new("calendar", &[]);
    for date in [
        "2006-11-04",
        "2006-11-03",
        "2006-10-04",
        "2001-11-03",
        "1900-01-31",
    ] {
        check_at(&mut table, date, 3);
    }
}

#[test]
fn tictactoe_and_misere_sums_are_explained() {
    let mut table = Table::new("tictactoe", &[]);
    for board in ["X.O/.X./...", "XXO/OO./X..", "X../.O./..X", "XXX/OO./..."] {
        check_at(&mut table, board, 9);
    }
    let mut table = Table::new("octal", &[("play", "misere")]);
    for heaps in ["1 1", "1 2 3", "2 2", "0", "3 4", "5 2"] {
        check_at(&mut table, heaps, 2);
    }
}
