//! Maps over HTTP.

use kibitz_game::RunContext;
use kibitz_query::{CATALOGUE, Session};
use serde_json::json;

use crate::client::{Served, path};

#[test]
fn map_agrees_with_the_library() {
    let server = Served::shared();
    let mut maps = 0;
    for entry in CATALOGUE {
        let (name, game) = (entry.info.name, Session::open(entry, []).unwrap());
        let (cells, axes) = (path(name, "map", &[]), path(name, "map/axes", &[]));
        let Ok(map) = game.map(&RunContext::new()) else {
            for path in [cells, axes] {
                let reply = server.get(&path);
                assert_eq!((reply.status, reply.kind().as_str()), (404, "no_map"));
            }
            continue;
        };
        let reply = server.get(&cells);
        assert_eq!(reply.status, 200);
        let content_type = reply.header("content-type");
        assert_eq!(content_type, Some("application/octet-stream"));
        assert!(reply.body == map.cells, "{name}");
        assert_eq!(server.json(&axes), json!(map.axes), "{name}");
        maps += 1;
    }
    assert_eq!(maps, 6);
}

#[test]
fn distances_on_maps_agree_with_the_analysis() {
    let server = Served::shared();
    // The distances of octal games are not computed for a whole map.
    let octal = server.get(&path("octal", "map/distances", &[])).body;
    assert!(!octal.is_empty() && octal.iter().all(|&byte| byte == u8::MAX));
    for name in ["numbers", "marbles", "nim", "euclid", "ed"] {
        let axes = server.json(&path(name, "map/axes", &[]));
        let values = server.get(&path(name, "map", &[])).body;
        let found = server.get(&path(name, "map/distances", &[])).body;
        assert_eq!(found.len(), 2 * values.len(), "{name}");
        let columns = axes["columns"].as_array().unwrap();
        let text = |label: &serde_json::Value| label.as_str().unwrap().to_owned();
        for at in (0..values.len()).step_by(values.len() / 37 + 1) {
            let plies = u16::from_le_bytes([found[2 * at], found[2 * at + 1]]);
            let (row, column) = (
                &axes["rows"][at / columns.len()],
                &columns[at % columns.len()],
            );
            let position = text(row) + &text(&axes["between"]) + &text(column);
            if values[at] == 0 {
                assert_eq!(plies, u16::MAX, "{name} {position}");
                continue;
            }
            let expected = server.json(&path(name, "position", &[("p", &position)]));
            let expected = expected["plies"].as_u64().unwrap_or(u16::MAX.into());
            assert_eq!(u64::from(plies), expected, "{name} {position}");
        }
    }
}

#[test]
fn too_large_games_have_no_map() {
    let server = Served::shared();
    for (game, set) in [("numbers", "cards=20"), ("marbles", "rows=5")] {
        let reply = server.get(&path(game, "map", &[("set", set)]));
        assert_eq!((reply.status, reply.kind().as_str()), (404, "no_map"));
    }
}

#[test]
fn position_states_whether_the_game_has_a_map() {
    let server = Served::shared();
    for (game, set, has_map) in [
        ("marbles", "rows=4", true),
        ("marbles", "rows=1", false),
        ("numbers", "cards=3", true),
        ("tictactoe", "", false),
    ] {
        let set = if set.is_empty() {
            vec![]
        } else {
            vec![("set", set)]
        };
        let response = server.json(&path(game, "position", &set));
        assert_eq!(response["has_map"], json!(has_map), "{game} {set:?}");
        let status = if has_map { 200 } else { 404 };
        assert_eq!(
            server.get(&path(game, "map", &set)).status,
            status,
            "{game} {set:?}"
        );
    }
}
