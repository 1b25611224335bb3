//! What is counted of a chess ending.

use kibitz_game::Watch;
use kibitz_query::CATALOGUE;

/// Captures lead to positions with fewer pieces, which are known and not
/// counted.
#[test]
fn stats_count_positions_with_all_pieces() {
    let entry = CATALOGUE.iter().find(|entry| entry.is_called("KQvK"));
    let session = entry.unwrap().open([]).unwrap();
    let stats = session.stats(&session.shown(), &Watch::new()).unwrap();
    assert_eq!(stats.positions, 144_508 + 223_944);
    assert_eq!(stats.unfolded, Some(144_508 + 223_944));
    assert_eq!((stats.win, stats.loss), (144_508, 200_896));
    assert_eq!((stats.draw, stats.ties), (23_048, 872));
    assert_eq!((stats.max_plies, stats.by_plies[0].loss), (Some(20), 364));
}

#[test]
fn positions_after_captures_are_known() {
    let session = kibitz_query::open("kqk", []).unwrap();
    let position = "8/8/8/8/8/8/1k6/3K4 w";
    let answer = session.ask(position, kibitz_query::Limits::default(), &Watch::new());
    let answer = answer.unwrap();
    assert_eq!((answer.value, answer.plies), ("draw", None));
}
