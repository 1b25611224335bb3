//! Sums: the Grundy value of each component from its options, the nim-sum, and
//! the move that makes it zero.

use std::collections::HashMap;

use kibitz_bruteforce::Random;
use kibitz_game::RunContext;
use kibitz_query::{GameSource, Limits};
use serde_json::Value;

use super::{Table, list, number, numbers, rounds, text, why};

/// The minimum excludant.
fn mex(values: &[u64]) -> u64 {
    (0..).find(|n| !values.contains(n)).unwrap()
}

/// Checks the explanation of a position, in facts and text. `alone` writes one
/// component as a position.
fn check(table: &mut Table, position: &str, alone: impl Fn(&str) -> String) {
    let analysis = table.analyse(position);
    let reason = why(&analysis).clone();
    assert_eq!(reason.kind, "sum");
    let facts = &reason.facts;
    let mut sum = 0;
    for part in list(&facts["parts"]) {
        sum ^= check_part(table, part, &alone);
    }
    assert_eq!(number(&facts["nim_sum"]), sum);
    assert_eq!(analysis.grundy, Some(sum));
    let zeroing = &facts["move"];
    if sum == 0 {
        assert!(zeroing.is_null());
        assert_eq!(analysis.value, "loss");
        check_replies(table, position, list(&facts["answers"]));
        return;
    }
    assert_eq!(analysis.value, "win");
    let by = text(&zeroing["move"]);
    let after = table.play(position, by);
    assert_eq!(text(&zeroing["position"]), after);
    assert_eq!(table.analyse(&after).grundy, Some(0));
    assert!(reason.text.contains(by), "{}", reason.text);
    let change = &zeroing["change"];
    if !change.is_null() {
        let (before, after) = (number(&change["before"]), number(&change["after"]));
        let part = &facts["parts"][number(&change["number"]) as usize - 1];
        if let Some((named, _)) = by.split_once(':') {
            let named = named.trim_start_matches("part ");
            assert_eq!(number(&change["number"]).to_string(), named);
        }
        assert_eq!(number(&part["grundy"]), before);
        assert_eq!(
            sum ^ before,
            after,
            "the nim-sum of the others is the new value of this component"
        );
    }
}

/// A component alone has the Grundy value of the explanation, and its options
/// are the successors of its moves.
fn check_part(table: &mut Table, part: &Value, alone: &impl Fn(&str) -> String) -> u64 {
    let own = table.analyse(&alone(text(&part["part"])));
    let value = number(&part["grundy"]);
    assert_eq!(own.grundy, Some(value));
    if !part["options"].is_null() {
        let mut options = numbers(&part["options"]);
        assert_eq!(mex(&options), value, "{part}");
        let mut moves: Vec<u64> = own.moves.iter().map(|m| m.grundy.unwrap()).collect();
        options.sort_unstable();
        moves.sort_unstable();
        assert_eq!(options, moves, "{part}");
    }
    value
}

fn check_replies(table: &mut Table, position: &str, replies: &[Value]) {
    let moves = table.analyse(position).moves.len();
    // Rule files have fewer.
    let max = if position.contains('=') { 20 } else { 100 };
    assert_eq!(replies.len(), moves.min(max), "{position}");
    for reply in replies {
        let middle = table.play(position, text(&reply["move"]));
        assert_eq!(
            table.analyse(&middle).grundy,
            Some(number(&reply["nim_sum"]))
        );
        assert_ne!(number(&reply["nim_sum"]), 0);
        let after = table.play(&middle, text(&reply["answer"]));
        assert_eq!(text(&reply["position"]), after);
        assert_eq!(table.value(&after), "loss");
    }
}

#[test]
fn piles_are_explained() {
    let mut random = Random(34);
    for k in ["0", "1", "3"] {
        let mut table = Table::new("piles", &[("k", k)]);
        for _ in 0..rounds(40) {
            let piles: Vec<String> = (0..1 + random.roll(3))
                .map(|_| {
                    let cards = (0..1 + random.roll(6)).map(|_| 1 + random.roll(4));
                    cards.map(|c| c.to_string()).collect::<Vec<_>>().join(" ")
                })
                .collect();
            check(&mut table, &piles.join("/"), str::to_owned);
        }
        check(&mut table, "-/1/1", str::to_owned);
        check(&mut table, "", str::to_owned);
    }
}

#[test]
fn boxes_without_a_staircase_are_one_component() {
    let mut table = Table::new("boxes", &[("moves", "2>1,3>1,3>2")]);
    for a in 0..3 {
        for b in 0..4 {
            for c in 0..4 {
                check(&mut table, &format!("{a} {b} {c}"), str::to_owned);
            }
        }
    }
}

#[test]
fn heaps_and_pairs_are_explained() {
    let mut random = Random(35);
    let mut nim = Table::new("nim", &[]);
    let mut ed = Table::new("ed", &[]);
    let mut euclid = Table::new("euclid", &[]);
    let mut codes = ["0.77", "0.07", "4.3"].map(|code| Table::new("octal", &[("code", code)]));
    let mut takes = Table::new("subtraction", &[("take", "2,3,7")]);
    for _ in 0..rounds(25) {
        let mut heaps = |max: u64| -> String {
            let heaps = (0..1 + random.roll(3)).map(|_| 1 + random.roll(max));
            heaps
                .map(|heap| heap.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        check(&mut nim, &heaps(6), str::to_owned);
        for table in &mut codes {
            check(table, &heaps(9), str::to_owned);
        }
        let mut pair = || format!("{} {}", 1 + random.roll(9), 1 + random.roll(9));
        check(&mut euclid, &pair(), str::to_owned);
        check(&mut ed, &format!("{}/{}", pair(), pair()), str::to_owned);
        check(&mut takes, &random.roll(60).to_string(), str::to_owned);
    }
}

/// Rule files have the explanations of built-in sums.
#[test]
fn sums_of_rule_files_are_explained() {
    let mut random = Random(37);
    for name in ["kayles", "grundy"] {
        let path = format!("{}/../../examples/{name}.py", env!("CARGO_MANIFEST_DIR"));
        let source = GameSource::new(&path, kibitz_rules::fault::Limits::default()).unwrap();
        let mut table = Table {
            game: source.open([("n", "12")]).unwrap(),
            analyses: HashMap::new(),
        };
        let first = match name {
            "kayles" => "row",
            _ => "heap",
        };
        for _ in 0..rounds(25) {
            let count = 1 + random.roll(3);
            let part = |_| format!("{first}={} other=0", 1 + random.roll(9));
            let parts: Vec<String> = (0..count).map(part).collect();
            check(&mut table, &parts.join(" + "), str::to_owned);
        }
    }
}

/// In misère play the explanation names a winning move if and only if there is
/// one.
#[test]
fn misere_nim_is_explained() {
    let mut table = Table::new("nim", &[("play", "misere")]);
    let mut random = Random(36);
    for _ in 0..rounds(100) {
        let heaps: Vec<String> = (0..random.roll(5))
            .map(|_| random.roll(4).to_string())
            .collect();
        let position = heaps.join(" ");
        let analysis = table.analyse(&position);
        let reason = why(&analysis).clone();
        assert_eq!(reason.kind, "misere");
        let by = &reason.facts["move"];
        let has_moves = !analysis.moves.is_empty();
        assert_eq!(
            by.is_null(),
            analysis.value == "loss" || !has_moves,
            "{position}"
        );
        if !by.is_null() {
            let after = table.play(&position, text(by));
            assert_eq!(table.value(&after), "loss", "{position}");
            assert!(reason.text.contains(text(by)), "{}", reason.text);
        }
    }
}

/// The explanation does not depend on the limits of the analysis.
#[test]
fn explanation_has_the_move_even_if_no_moves_are_listed() {
    let table = Table::new("nim", &[]);
    let limits = Limits {
        moves: 0,
        line: 0,
        depth: 0,
    };
    for (position, value) in [
        ("1000000000000000000 3", "win"),
        ("1000000 1000000", "loss"),
    ] {
        let analysis = table
            .game
            .analyse(position, limits, &RunContext::new())
            .unwrap();
        assert_eq!(analysis.value, value);
        assert!(analysis.moves.is_empty() && analysis.line.is_empty());
        let facts = &why(&analysis).facts;
        assert_eq!(facts["move"].is_null(), value == "loss");
        assert_eq!(list(&facts["answers"]).is_empty(), value == "win");
        assert!(!why(&analysis).text.contains("there is no move"));
    }
}

/// Of equal components, the explanation names the one that the move is in.
#[test]
fn equal_components_are_distinguished_by_number() {
    for (game, position) in [
        ("piles", "1 1/1 1/1 1"),
        ("nim", "3 3 3"),
        ("octal", "2 2 2"),
        ("ed", "1 2/1 2/1 2"),
    ] {
        let mut table = Table::new(game, &[]);
        let analysis = table.analyse(position);
        let zeroing = &why(&analysis).facts["move"];
        let (named, _) = text(&zeroing["move"]).split_once(':').unwrap();
        let part = number(&zeroing["change"]["number"]).to_string();
        assert_eq!(part, named, "{game}");
        let words = format!(" {named} from ");
        assert!(
            why(&analysis).text.contains(&words),
            "{}",
            why(&analysis).text
        );
    }
}
