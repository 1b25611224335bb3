//! `openapi.json` describes the actual responses.

use kibitz_query::quick_games;
use serde_json::{Value, json};

use crate::client::{Served, path, quick};

/// The first violation of a schema by a value, if any.
fn violation(api: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let found = api.pointer(name.strip_prefix('#').unwrap());
        let found = found.unwrap_or_else(|| panic!("{name} is response_schema nowhere"));
        return violation(api, found, value, at);
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().find_map(|part| violation(api, part, value, at));
    }
    if let Some(any) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let misfits: Vec<Option<String>> = any
            .iter()
            .map(|part| violation(api, part, value, at))
            .collect();
        let fits = misfits.iter().any(Option::is_none);
        return (!fits).then(|| format!("{at}: none of {misfits:?}"));
    }
    if let Some(fixed) = schema["enum"].as_array() {
        return (!fixed.contains(value)).then(|| format!("{at}: {value} is none of {fixed:?}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(only) => vec![only],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let own = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_u64() || n.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = types.contains(&own) || own == "integer" && types.contains(&"number");
    if !fits {
        return Some(format!("{at}: {own} is none of {types:?}"));
    }
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten();
            for name in required.filter_map(Value::as_str) {
                if !fields.contains_key(name) {
                    return Some(format!("{at}: {name} is missing"));
                }
            }
            fields.iter().find_map(|(name, field)| {
                let response_schema = schema["properties"].get(name)?;
                violation(api, response_schema, field, &format!("{at}.{name}"))
            })
        }
        Value::Array(items) => items
            .iter()
            .zip(0..)
            .find_map(|(item, i)| violation(api, &schema["items"], item, &format!("{at}[{i}]"))),
        _ => None,
    }
}

/// The fields that a schema requires, including those of its `allOf` parts.
fn required(api: &Value, schema: &Value) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return required(api, api.pointer(name.strip_prefix('#').unwrap()).unwrap());
    }
    let own = schema["required"].as_array().into_iter().flatten();
    let own = own.filter_map(|name| name.as_str().map(str::to_owned));
    let parts = schema["allOf"].as_array().into_iter().flatten();
    own.chain(parts.flat_map(|part| required(api, part)))
        .collect()
}

fn response_schema<'a>(api: &'a Value, route: &str, method: &str, status: &str) -> &'a Value {
    let response = &api["paths"][route][method]["responses"][status];
    let schema = &response["content"]["application/json"]["schema"];
    assert!(
        !schema.is_null(),
        "{method} {route} {status} is not response_schema"
    );
    schema
}

#[test]
fn responses_match_their_schemas() {
    let server = Served::shared();
    let api = server.json("/api/v1/openapi.json");
    let games = server.json("/api/v1/games");
    let schema = response_schema(&api, "/api/v1/games", "get", "200");
    assert_eq!(violation(&api, schema, &games, "games"), None);
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        for route in [
            "position", "view", "line", "stats", "map/axes", "puzzle", "drawn",
        ] {
            if route == "map/axes" && game.axes().is_err() {
                continue;
            }
            let reply = server.get(&quick(entry, route, &[]));
            if route == "puzzle" && reply.status == 404 {
                assert_eq!(reply.kind(), "no_puzzle", "{name}");
                continue;
            }
            let answer = reply.json();
            let template = format!("/api/v1/games/{{game}}/{route}");
            let schema = response_schema(&api, &template, "get", "200");
            let found = violation(&api, schema, &answer, route);
            assert_eq!(found, None, "{name} {route}");
            assert!(!required(&api, schema).is_empty(), "{route}");
        }
        let position = server.json(&quick(entry, "position", &[("moves", "1")]));
        let by = position["moves"][0]["move"].as_str().unwrap();
        let step = server.json(&quick(entry, "step", &[("by", by)]));
        let schema = response_schema(&api, "/api/v1/games/{game}/step", "get", "200");
        assert_eq!(violation(&api, schema, &step, "step"), None, "{name}");
        let reply = server.get(&quick(entry, "position", &[("p", "?")]));
        let schema = response_schema(&api, "/api/v1/games/{game}/position", "get", "default");
        assert_eq!(violation(&api, schema, &reply.json(), "error"), None);
    }
}

#[test]
fn jobs_and_cases_match_their_schemas() {
    let server = Served::shared();
    let api = server.json("/api/v1/openapi.json");
    let case = server.post(&path("nim", "case", &[]), b"1\n1\n1\n").json();
    let schema = response_schema(&api, "/api/v1/games/{game}/case", "post", "200");
    assert_eq!(violation(&api, schema, &case, "case"), None);
    let job = server.post("/api/v1/jobs", br#"{"kind": "stats", "game": "nim"}"#);
    let schema = response_schema(&api, "/api/v1/jobs", "post", "201");
    assert_eq!(violation(&api, schema, &job.json(), "begun"), None);
    let id = job.json()["id"].as_str().unwrap().to_owned();
    let state = server.json(&format!("/api/v1/jobs/{id}"));
    let schema = response_schema(&api, "/api/v1/jobs/{id}", "get", "200");
    assert_eq!(violation(&api, schema, &state, "job"), None);
}

#[test]
fn laws_match_their_schema() {
    let server = Served::shared();
    let api = server.json("/api/v1/openapi.json");
    let schema = response_schema(&api, "/api/v1/games/{game}/guess", "get", "200");
    for params in [
        &[("param", "a=0..40"), ("show", "grundy")][..],
        &[
            ("param", "a=0..20"),
            ("param", "b=0..20"),
            ("at", "{a} {b}"),
        ],
        &[("param", "a=0..5")],
    ] {
        let law = server.json(&path("octal", "guess", params));
        assert_eq!(violation(&api, schema, &law, "law"), None);
    }
    let reply = server.get(&path("octal", "guess", &[("param", "a=1..x")]));
    let schema = response_schema(&api, "/api/v1/games/{game}/guess", "get", "default");
    assert_eq!(violation(&api, schema, &reply.json(), "error"), None);
    assert_eq!(reply.status, 400);
}

#[test]
fn rule_files_match_their_schemas() {
    let server = Served::shared();
    let api = server.json("/api/v1/openapi.json");
    let examples = server.json("/api/v1/rules/examples");
    let schema = response_schema(&api, "/api/v1/rules/examples", "get", "200");
    assert_eq!(violation(&api, schema, &examples, "examples"), None);
    let bonus = include_str!("../../../../examples/square_bonus.py");
    let game = server.post("/api/v1/rules", bonus.as_bytes()).json();
    let schema = response_schema(&api, "/api/v1/rules", "post", "200");
    assert_eq!(violation(&api, schema, &game, "game"), None);
    let name = game["name"].as_str().unwrap();
    let answer = server.json(&path(name, "position", &[("p", "left=5")]));
    let schema = response_schema(&api, "/api/v1/games/{game}/position", "get", "200");
    assert_eq!(violation(&api, schema, &answer, "position"), None);
    let wrong = server.post("/api/v1/rules", b"x = = 1\n").json();
    assert!(wrong["error"]["rendered"].is_string(), "{wrong}");
    let schema = response_schema(&api, "/api/v1/rules", "post", "default");
    assert_eq!(violation(&api, schema, &wrong, "error"), None);
}

#[test]
fn schema_violations_are_detected() {
    let api = json!({"components": {"schemas": {"A": {
        "type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}
    }}}});
    let schema = json!({"allOf": [{"$ref": "#/components/schemas/A"}]});
    assert!(violation(&api, &schema, &json!({"a": "x"}), "").is_none());
    assert!(violation(&api, &schema, &json!({"a": 1}), "").is_some());
    assert!(violation(&api, &schema, &json!({}), "").is_some());
    let nullable = json!({"type": ["array", "null"], "items": {"type": "integer"}});
    assert!(violation(&api, &nullable, &json!(null), "").is_none());
    assert!(violation(&api, &nullable, &json!([1, "x"]), "").is_some());
}
