//! Responses agree with the library.

use std::io::Read;

use flate2::read::GzDecoder;
use kibitz_game::RunContext;
use kibitz_query::{
    CATALOGUE, Limits, PuzzleKind, PuzzleSpec, QueryError, Session, find, quick_games,
};
use serde_json::{Value, json};

use crate::client::{Served, path, quick};

/// Interesting positions of a game: the default one, two puzzles if there are
/// any, and some on the principal variation.
fn positions(game: &Session) -> Vec<String> {
    let context = RunContext::new();
    let mut all = vec![game.default_position()];
    for seed in [1, 2] {
        let spec = PuzzleSpec {
            seed,
            count: 1,
            kind: PuzzleKind::OnlyWin,
            plies: None,
        };
        match game.puzzles(&spec, &context) {
            Ok(puzzles) => all.extend(puzzles.into_iter().map(|puzzle| puzzle.position)),
            // Some games have no puzzles, e.g. if a queen wins by many moves or
            // by none.
            Err(QueryError::NoPuzzle { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let demo = game.demo(all.last().unwrap(), &context).unwrap();
    for at in [demo.steps.len() / 2, demo.steps.len() - 1] {
        all.push(demo.steps[at].to.position.clone());
    }
    all
}

/// Every field of `expected` is in `actual`, which may have more.
fn agree(expected: &Value, actual: &Value, what: &str) {
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(Some(value), actual.get(name), "{what}: {name}");
    }
}

#[test]
fn position_agrees_with_solve() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        for position in positions(&game) {
            let limits = Limits {
                line: 7,
                ..Limits::default()
            };
            let answer = game.analyse(&position, limits, &RunContext::new()).unwrap();
            let response = server.json(&quick(
                entry,
                "position",
                &[("p", &position), ("line", "7")],
            ));
            let what = format!("{name} {position}");
            agree(&json!(answer), &response, &what);
            assert_eq!(
                response["view"],
                json!(game.view(&position).unwrap()),
                "{what}"
            );
            let info = game.inspect(&position, 0).unwrap();
            let result = info.result.map(kibitz_game::Wdl::name);
            assert_eq!(response["result"], json!(result), "{what}");
            assert_eq!(response["move_count"], json!(info.move_count), "{what}");
            assert_eq!(response["is_line_cut"], json!(answer.is_line_cut), "{what}");
            assert_eq!(response["notes"], json!(answer.notes), "{what}");
        }
    }
}

#[test]
fn line_consists_of_best_moves() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        for position in positions(&game).into_iter().take(2) {
            let line = server.json(&quick(entry, "line", &[("p", &position)]));
            let mut at = line.clone();
            let steps = line["steps"].as_array().unwrap();
            // Requesting each position of a long line would take too long.
            for step in steps.iter().take(12) {
                let p = at["position"].as_str().unwrap();
                let response = server.json(&quick(entry, "position", &[("p", p)]));
                for field in ["value", "plies", "mover", "view", "result"] {
                    assert_eq!(at[field], response[field], "{name} {p}: {field}");
                }
                assert_eq!(step["move"], response["moves"][0]["move"], "{name} {p}");
                assert_eq!(
                    step["position"], response["moves"][0]["position"],
                    "{name} {p}"
                );
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
fn stats_agree_with_the_library() {
    let server = Served::shared();
    for (entry, game) in quick_games() {
        let stats = game
            .stats(&game.default_position(), &RunContext::new())
            .unwrap();
        let response = server.json(&quick(entry, "stats", &[]));
        assert_eq!(json!(stats), response, "{}", entry.info.name);
    }
}

#[test]
fn puzzles_agree_with_the_library() {
    let server = Served::shared();
    for (name, plies) in [("numbers", Some(9..=15)), ("marbles", None), ("nine", None)] {
        let entry = find(name).unwrap();
        let parameter = entry.random_parameter([], 7).unwrap();
        let set: Vec<(&str, String)> = parameter.into_iter().collect();
        let pairs = set.iter().map(|(n, v)| (*n, v.as_str()));
        let game = Session::open(entry, pairs).unwrap();
        let spec = PuzzleSpec {
            seed: 7,
            count: 1,
            kind: PuzzleKind::OnlyWin,
            plies: plies.clone(),
        };
        let puzzles = game.puzzles(&spec, &RunContext::new()).unwrap();
        let mut query = vec![("seed", "7")];
        if plies.is_some() {
            query.push(("plies", "9-15"));
        }
        let response = server.json(&path(name, "puzzle", &query));
        assert_eq!(
            response,
            json!({"game": name, "seed": 7, "puzzles": puzzles})
        );
        // The random parameter is the same if requested alone.
        let parameter = server.json(&path(name, "drawn", &[("seed", "7")]));
        let set: serde_json::Map<String, Value> = set
            .into_iter()
            .map(|(n, v)| (n.to_owned(), json!(v)))
            .collect();
        assert_eq!(parameter, json!({"set": set}));
    }
    let reply = server.get(&path("nim", "puzzle", &[("seed", "1"), ("plies", "2-2")]));
    assert_eq!((reply.status, reply.kind().as_str()), (404, "no_puzzle"));
}

#[test]
fn catalogue_lists_every_game() {
    let games = Served::shared().json("/api/v1/games");
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), CATALOGUE.len());
    for (response, entry) in games.iter().zip(CATALOGUE) {
        let game = Session::open(entry, []).unwrap();
        assert_eq!(response["name"], json!(entry.info.name));
        assert_eq!(response["shown"], json!(game.default_position()));
        assert_eq!(response["contest"].is_null(), response["sample"].is_null());
        assert_eq!(response["has_map"], json!(game.axes().is_ok()));
    }
}

#[test]
fn parameters_aliases_and_repeated_requests_agree() {
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

/// Large answers are compressed for a client that accepts it, and are the same for all.
#[test]
fn compressed_answers_are_the_plain_ones() {
    let server = Served::shared();
    let paths = [
        ("/api/v1/games".to_owned(), true),
        (path("marbles", "position", &[]), true),
        (path("marbles", "map", &[]), true),
        (path("nim", "step", &[("p", "1 2"), ("by", "1: -1")]), false),
    ];
    for (path, is_large) in paths {
        let plain = server.get(&path);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        for _ in 0..2 {
            let reply = server.ask("GET", &path, &[("accept-encoding", "gzip")], &[]);
            assert_eq!(reply.status, 200, "{path}");
            assert_eq!(reply.header("vary"), Some("accept-encoding"), "{path}");
            let encoding = reply.header("content-encoding");
            assert_eq!(encoding, is_large.then_some("gzip"), "{path}");
            let mut body = Vec::new();
            match is_large {
                true => {
                    assert!(reply.body.len() <= plain.body.len() / 2, "{path}");
                    let mut decoder = GzDecoder::new(&reply.body[..]);
                    decoder.read_to_end(&mut body).unwrap();
                }
                false => body = reply.body,
            }
            assert!(body == plain.body, "{path}");
        }
        let refused = server.ask("GET", &path, &[("accept-encoding", "gzip;q=0")], &[]);
        assert_eq!(refused.header("content-encoding"), None, "{path}");
        assert!(refused.body == plain.body, "{path}");
    }
}
