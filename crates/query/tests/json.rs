//! The fields of the JSON output are a contract: their names and their order.

use kibitz_game::RunContext;
use kibitz_query::{Limits, open};
use serde::Serialize;

/// The names of a document's fields, in order.
fn fields(document: &impl Serialize) -> Vec<String> {
    let text = serde_json::to_string_pretty(document).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("  \""));
    lines
        .map(|line| line.split('"').nth(1).unwrap().to_owned())
        .collect()
}

#[test]
fn solve_has_the_fields_of_the_contract() {
    let game = open("nine", []).unwrap();
    let limits = Limits {
        moves: 1,
        line: 1,
        depth: 1,
    };
    let analysis = game
        .analyse(&game.default_position(), limits, &RunContext::new())
        .unwrap();
    let expected = [
        "game",
        "set",
        "position",
        "mover",
        "value",
        "plies",
        "grundy",
        "score",
        "importance",
        "outcome_class",
        "moves",
        "line",
        "why",
    ];
    assert_eq!(fields(&analysis), expected);
    let parts = ["move", "position", "value", "plies", "grundy"];
    assert_eq!(fields(&analysis.moves[0]), parts);
    assert_eq!(fields(&analysis.line[0]), parts[..2]);
}

#[test]
fn stats_has_the_fields_of_the_contract() {
    let game = open("numbers", [("cards", "2")]).unwrap();
    let stats = game
        .stats(&game.default_position(), &RunContext::new())
        .unwrap();
    let expected = [
        "game",
        "set",
        "positions",
        "unfolded",
        "nodes",
        "win",
        "loss",
        "draw",
        "ties",
        "undecided",
        "max_plies",
        "longest",
        "by_plies",
        "start",
    ];
    assert_eq!(fields(&stats), expected);
    assert_eq!(fields(&stats.by_plies[0]), ["plies", "win", "loss"]);
    assert_eq!(
        fields(&stats.start),
        ["value", "plies", "grundy", "outcome_class"]
    );
}

#[test]
fn best_move_has_the_distance_of_the_position() {
    for (name, position) in [
        ("numbers", "11111112/23333333"),
        ("boxes", "1 3 3 2 2 1 2"),
        ("marbles", "..../..../..../...."),
        ("piles", "1 1 1/2 1 1/3 1 2 2 1"),
    ] {
        let game = open(name, []).unwrap();
        let analysis = game
            .analyse(position, Limits::default(), &RunContext::new())
            .unwrap();
        assert_eq!(analysis.moves[0].plies, analysis.plies, "{name}");
        assert_eq!(analysis.moves[0].value, analysis.value, "{name}");
        assert_eq!(
            analysis.line.len() as u32,
            analysis.plies.unwrap(),
            "{name}"
        );
    }
}
