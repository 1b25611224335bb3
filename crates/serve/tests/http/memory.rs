//! One budget for everything.

use std::time::Duration;

use kibitz_game::Watch;
use kibitz_serve::Options;

use crate::client::{Served, path};

/// Each of these games fits the budget; no two of them do.
const GAMES: [&str; 3] = ["cards=11", "cards=10", "cards=12"];

#[test]
fn games_that_nobody_asks_make_room_for_others() {
    let hands = |cards: u64| (1..=5).fold(1, |hands, i| hands * (cards + i) / i);
    let most = kibitz_solve::pairs::memory(hands(12));
    let server = Served::new(Options {
        watch: Watch::new().memory(most + (1 << 20)),
        question_time: Duration::from_secs(120),
        ..Options::default()
    });
    for round in 0..2 {
        for set in GAMES {
            let moves = round.to_string();
            let ask = [("set", set), ("set", "modulus=6"), ("moves", &moves)];
            let reply = server.get(&path("numbers", "position", &ask));
            assert_eq!(reply.status, 200, "{set}: {}", reply.text());
        }
    }
}

#[test]
fn what_never_fits_is_refused() {
    let server = Served::new(Options {
        watch: Watch::new().memory(1 << 20),
        ..Options::default()
    });
    let reply = server.get(&path("numbers", "position", &[("set", "cards=12")]));
    assert_eq!((reply.status, reply.kind().as_str()), (503, "memory"));
    assert!(reply.text().contains("--memory"));
    let reply = server.get(&path("nim", "position", &[]));
    assert_eq!(reply.status, 200);
}
