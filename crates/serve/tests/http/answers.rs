//! Every answer is what the library says.

use kibitz_game::Watch;
use kibitz_query::{CATALOGUE, Limits, QueryError, Session, Wish, find, quick_games};
use serde_json::{Value, json};

use crate::client::{Served, path, quick};

/// Positions of a game that have something to ask: the shown one, two puzzles
/// where there are, and some on the way to the end.
fn positions(game: &Session) -> Vec<String> {
    let watch = Watch::new();
    let mut all = vec![game.shown()];
    for seed in [1, 2] {
        let wish = Wish {
            seed,
            count: 1,
            deepest: false,
            plies: None,
        };
        match game.puzzles(&wish, &watch) {
            Ok(puzzles) => all.extend(puzzles.into_iter().map(|puzzle| puzzle.position)),
            // Some games have none: a queen wins with many moves or with none.
            Err(QueryError::NoPuzzle { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let demo = game.demo(all.last().unwrap(), &watch).unwrap();
    for at in [demo.steps.len() / 2, demo.steps.len() - 1] {
        all.push(demo.steps[at].to.position.clone());
    }
    all
}

/// The fields of `ours` are those of `theirs`, which may have more.
fn agree(ours: &Value, theirs: &Value, what: &str) {
    for (name, value) in ours.as_object().unwrap() {
        assert_eq!(Some(value), theirs.get(name), "{what}: {name}");
    }
}

#[test]
fn a_position_is_what_solve_says() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        for position in positions(&game) {
            let limits = Limits {
                line: 7,
                ..Limits::default()
            };
            let answer = game.ask(&position, limits, &Watch::new()).unwrap();
            let told = server.json(&quick(
                entry,
                "position",
                &[("p", &position), ("line", "7")],
            ));
            let what = format!("{name} {position}");
            agree(&json!(answer), &told, &what);
            assert_eq!(told["view"], json!(game.view(&position).unwrap()), "{what}");
            let sight = game.look(&position, 0).unwrap();
            let result = sight.result.map(kibitz_game::Wdl::name);
            assert_eq!(told["result"], json!(result), "{what}");
            assert_eq!(told["move_count"], json!(sight.move_count), "{what}");
            assert_eq!(told["is_line_cut"], json!(answer.is_line_cut), "{what}");
            assert_eq!(told["notes"], json!(answer.notes), "{what}");
        }
    }
}

#[test]
fn the_line_is_the_first_move_of_every_position() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        for position in positions(&game).into_iter().take(2) {
            let line = server.json(&quick(entry, "line", &[("p", &position)]));
            let mut at = line.clone();
            let steps = line["steps"].as_array().unwrap();
            // Each position of a long line would take a while.
            for step in steps.iter().take(12) {
                let p = at["position"].as_str().unwrap();
                let told = server.json(&quick(entry, "position", &[("p", p)]));
                for field in ["value", "plies", "mover", "view", "result"] {
                    assert_eq!(at[field], told[field], "{name} {p}: {field}");
                }
                assert_eq!(step["move"], told["moves"][0]["move"], "{name} {p}");
                assert_eq!(step["position"], told["moves"][0]["position"], "{name} {p}");
                at = step.clone();
            }
            if line["is_line_cut"] == json!(false) {
                assert_ne!(
                    steps.last().unwrap_or(&line)["result"],
                    Value::Null,
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn stats_are_what_stats_says() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let stats = game.stats(&game.shown(), &Watch::new()).unwrap();
        let told = server.json(&quick(entry, "stats", &[]));
        assert_eq!(json!(stats), told, "{}", entry.info.name);
    }
}

#[test]
fn puzzles_are_those_of_puzzle() {
    let server = Served::shared();
    for (name, plies) in [("numbers", Some(9..=15)), ("marbles", None), ("nine", None)] {
        let entry = find(name).unwrap();
        let drawn = entry.drawn([], 7).unwrap();
        let set: Vec<(&str, String)> = drawn.into_iter().collect();
        let game = entry
            .open(set.iter().map(|(n, v)| (*n, v.as_str())))
            .unwrap();
        let wish = Wish {
            seed: 7,
            count: 1,
            deepest: false,
            plies: plies.clone(),
        };
        let puzzles = game.puzzles(&wish, &Watch::new()).unwrap();
        let mut asked = vec![("seed", "7")];
        if plies.is_some() {
            asked.push(("plies", "9-15"));
        }
        let told = server.json(&path(name, "puzzle", &asked));
        assert_eq!(told, json!({"game": name, "seed": 7, "puzzles": puzzles}));
        // What chance draws is the same, asked for alone.
        let drawn = server.json(&path(name, "drawn", &[("seed", "7")]));
        let set: serde_json::Map<String, Value> = set
            .into_iter()
            .map(|(n, v)| (n.to_owned(), json!(v)))
            .collect();
        assert_eq!(drawn, json!({"set": set}));
    }
    let reply = server.get(&path("nim", "puzzle", &[("seed", "1"), ("plies", "2-2")]));
    assert_eq!((reply.status, reply.kind().as_str()), (404, "no_puzzle"));
}

#[test]
fn the_catalogue_has_every_game() {
    let games = Served::shared().json("/api/v1/games");
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), CATALOGUE.len());
    for (told, entry) in games.iter().zip(CATALOGUE) {
        let game = entry.open([]).unwrap();
        assert_eq!(told["name"], json!(entry.info.name));
        assert_eq!(told["shown"], json!(game.shown()));
        assert_eq!(told["contest"].is_null(), told["sample"].is_null());
        assert_eq!(told["has_map"], json!(game.axes().is_ok()));
    }
}

#[test]
fn parameters_aliases_and_repeated_questions() {
    let server = Served::shared();
    let ask = path("CF919F", "position", &[("set", "cards=2"), ("p", "11/13")]);
    let first = server.json(&ask);
    assert_eq!(first["game"], json!("numbers"));
    assert_eq!(first["set"], json!({"cards": 2, "modulus": 5}));
    assert_eq!(first, server.json(&ask));
    let cut = server.json(&path("nim", "position", &[("p", "3 5"), ("moves", "2")]));
    assert_eq!(cut["moves"].as_array().unwrap().len(), 2);
    assert_eq!(cut["move_count"], json!(8));
}
