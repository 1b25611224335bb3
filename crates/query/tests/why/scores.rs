//! Explanations in score play: the line is replayed, and its points are counted.

use kibitz_game::RunContext;
use kibitz_query::{GameSource, Limits, Session};
use kibitz_rules::fault::Limits as RuleLimits;

use super::{list, number, text, why};

fn example(name: &str, set: &[(&str, &str)]) -> Session {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let source = GameSource::new(&format!("{folder}/{name}.py"), RuleLimits::default()).unwrap();
    source.open(set.iter().copied()).unwrap()
}

/// All positions that `find` lists.
fn positions(game: &Session) -> Vec<String> {
    let context = RunContext::new();
    let mut all = vec![game.default_position()];
    let mut next = 0;
    while next < all.len() {
        for one in game.moves(&all[next], usize::MAX, &context).unwrap() {
            if !all.contains(&one.position) {
                all.push(one.position);
            }
        }
        next += 1;
    }
    all
}

#[test]
fn lines_reach_the_score() {
    let games = [
        example("coins_in_a_row", &[]),
        example("coins_in_a_row", &[("coins", "[5, 1, 1, 9, 3, 3, 2]")]),
        example("stone_game", &[("piles", "[5, 0, 7, 2, 2, 9, 1]")]),
        example("grid_walk", &[]),
        example("dots_and_boxes_points", &[("rows", "1"), ("cols", "2")]),
    ];
    let mut over = 0;
    for game in &games {
        for position in positions(game) {
            let limits = Limits {
                line: usize::MAX,
                ..Limits::default()
            };
            let analysis = game.analyse(&position, limits, &RunContext::new()).unwrap();
            let reason = why(&analysis);
            let score = analysis.score.unwrap();
            let facts = &reason.facts;
            assert_eq!(facts["score"].as_i64(), Some(score), "{position}");
            assert_eq!(number(&facts["moves"]), analysis.move_count);
            let scores = analysis.moves.iter().map(|one| one.score.unwrap());
            assert_eq!(
                scores.clone().filter(|one| *one == score).count() as u64,
                number(&facts["best"])
            );
            let other = scores.filter(|one| *one != score).max();
            assert_eq!(facts["next_best"]["score"].as_i64(), other, "{position}");

            let mut at = position.clone();
            let mut totals = [0, 0];
            let mut side = 0;
            for one in list(&facts["line"]) {
                let by = text(&one["move"]);
                let step = game.step(&at, by).unwrap();
                assert_eq!(text(&one["side"]), ["mover", "opponent"][side]);
                assert_eq!(one["points"].as_i64(), Some(step.points));
                totals[side] += step.points;
                if step.turn == kibitz_game::Turn::Other {
                    side = 1 - side;
                }
                at = step.position;
            }
            let end = game.inspect(&at, 0).unwrap().final_score.unwrap();
            let end = if side == 0 { end } else { -end };
            assert_eq!(totals[0] - totals[1] + end, score, "{position}");
            let [mover, opponent, rest] =
                ["mover", "opponent", "rest"].map(|name| facts[name].as_i64().unwrap());
            assert_eq!(
                [mover, opponent, rest],
                [totals[0], totals[1], end],
                "{position}"
            );
            assert_eq!(reason.kind == "over", analysis.move_count == 0);
            over += usize::from(reason.kind == "over");
        }
    }
    assert!(over > 5, "{over}");
}
