//! Statistics of chess endgames.

use kibitz_game::RunContext;
use kibitz_query::{CATALOGUE, Session};

/// Captures lead to positions with fewer pieces, which are solved but not
/// counted.
#[test]
fn stats_count_positions_with_all_pieces() {
    let entry = CATALOGUE.iter().find(|entry| entry.is_called("KQvK"));
    let session = Session::open(entry.unwrap(), []).unwrap();
    let stats = session
        .stats(&session.default_position(), &RunContext::new())
        .unwrap();
    assert_eq!(stats.positions, 144_508 + 223_944);
    assert_eq!(stats.unfolded, Some(144_508 + 223_944));
    assert_eq!((stats.win, stats.loss), (144_508, 200_896));
    assert_eq!((stats.draw, stats.ties), (23_048, 872));
    assert_eq!((stats.max_plies, stats.by_plies[0].loss), (Some(20), 364));
}

#[test]
fn positions_after_captures_are_solved() {
    let session = kibitz_query::open("kqk", []).unwrap();
    let position = "8/8/8/8/8/8/1k6/3K4 w";
    let analysis = session.analyse(
        position,
        kibitz_query::Limits::default(),
        &RunContext::new(),
    );
    let analysis = analysis.unwrap();
    assert_eq!((analysis.value, analysis.plies), ("draw", None));
}
