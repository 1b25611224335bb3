//! Score play: all points of a game decide it, and a mistake costs points.

use kibitz_bruteforce::Random;
use kibitz_game::RunContext;
use kibitz_query::play::{GameEnd, GameRecord, Opponent, Seat, review};
use kibitz_query::{GameSource, Session};

use crate::play::support::{analyse, make_any};

fn example(name: &str) -> Session {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let limits = kibitz_rules::fault::Limits::default();
    let source = GameSource::new(&format!("{folder}/{name}.py"), limits).unwrap();
    source.open([]).unwrap()
}

/// The final difference for the first player.
fn difference(play: &GameRecord<'_>) -> i64 {
    let last = play.inspect(0).unwrap().final_score.unwrap();
    let last = if play.turn() == Seat::First {
        last
    } else {
        -last
    };
    play.points(Seat::First) - play.points(Seat::Second) + last
}

#[test]
fn random_games_are_decided_by_all_points() {
    let mut random = Random(5);
    let mut mistakes = 0;
    for name in [
        "coins_in_a_row",
        "stone_game",
        "grid_walk",
        "dots_and_boxes_points",
    ] {
        let session = example(name);
        for _ in 0..10 {
            let mut play = GameRecord::new(&session, &session.default_position()).unwrap();
            while play.end().unwrap().is_none() {
                make_any(&mut play, &mut random);
            }
            let expected = match difference(&play) {
                1.. => GameEnd::Won(Seat::First),
                0 => GameEnd::Drawn,
                _ => GameEnd::Won(Seat::Second),
            };
            assert_eq!(play.end().unwrap(), Some(expected));
            for seat in [Seat::First, Seat::Second] {
                let found = review(&play, seat, &RunContext::new()).unwrap().mistake;
                // Without a mistake of either player the score of the start is reached; the first
                // mistake of a player is the first move that is worse than the best.
                let own = play
                    .plies()
                    .iter()
                    .zip(1..)
                    .filter(|(ply, _)| ply.seat == seat);
                let expected = { own }.find_map(|(ply, number)| {
                    let moves = analyse(&session, &ply.from).moves;
                    let made = moves
                        .iter()
                        .find(|m| m.by == ply.by)
                        .unwrap()
                        .score
                        .unwrap();
                    let cost = moves[0].score.unwrap() - made;
                    (cost > 0).then_some((number, Some(cost)))
                });
                assert_eq!(
                    found.map(|mistake| (mistake.number, mistake.cost)),
                    expected
                );
                mistakes += usize::from(expected.is_some());
            }
        }
    }
    assert!(mistakes > 10, "{mistakes}");
}

#[test]
fn perfect_players_reach_the_score() {
    for name in [
        "coins_in_a_row",
        "stone_game",
        "grid_walk",
        "dots_and_boxes_points",
    ] {
        let session = example(name);
        let start = session.default_position();
        let score = analyse(&session, &start).score.unwrap();
        for seed in 0..5 {
            let mut perfect = Opponent::new(100, seed);
            let mut play = GameRecord::new(&session, &start).unwrap();
            while play.end().unwrap().is_none() {
                let by = perfect
                    .choose(&session, play.position(), &RunContext::new())
                    .unwrap();
                play.make(&by).unwrap();
            }
            assert_eq!(difference(&play), score, "{name}");
        }
    }
}
