//! `judge` over HTTP agrees with the library.

use kibitz_game::RunContext;
use kibitz_game::contest::{Bias, Input};
use kibitz_query::{BiasMix, CATALOGUE, CaseSpec, Entry, Session};
use serde_json::json;

use crate::client::{Client, Served, path};

fn contests() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE
        .iter()
        .filter(|entry| entry.info.contest.is_some())
}

fn judged(game: &Session, input: &[u8]) -> Vec<u8> {
    let mut answers = Vec::new();
    let mut input = Input::new("input", input);
    game.judge(&mut input, &mut answers, &RunContext::new())
        .unwrap();
    answers
}

fn generated(game: &Session, cases: u64) -> Vec<u8> {
    let order = CaseSpec {
        cases,
        seed: 5,
        bias: BiasMix::Only(Bias::Uniform),
        ..CaseSpec::default()
    };
    let mut text = Vec::new();
    game.generate(&order, &mut text, &RunContext::new())
        .unwrap();
    text
}

#[test]
fn samples_are_judged_like_the_library() {
    let server = Served::shared();
    let games = server.json("/api/v1/games");
    let mut samples = 0;
    for response in games.as_array().unwrap() {
        let Some(sample) = response["sample"].as_str() else {
            continue;
        };
        let name = response["name"].as_str().unwrap();
        let game = kibitz_query::open(name, []).unwrap();
        let reply = server.post(&path(name, "judge", &[]), sample.as_bytes());
        assert_eq!(reply.status, 200, "{name}");
        let content_type = reply.header("content-type");
        assert_eq!(content_type, Some("text/plain; charset=utf-8"));
        assert_eq!(reply.body, judged(&game, sample.as_bytes()), "{name}");
        samples += 1;
    }
    assert_eq!(samples, contests().count());
}

#[test]
fn generated_input_is_judged_like_the_library() {
    let server = Served::shared();
    for entry in contests() {
        let game = Session::open(entry, []).unwrap();
        let input = generated(&game, 300);
        let reply = server.post(&path(entry.info.name, "judge", &[]), &input);
        assert_eq!(reply.body, judged(&game, &input), "{}", entry.info.name);
    }
}

#[test]
fn long_output_is_streamed() {
    let server = Served::shared();
    let game = kibitz_query::open("nim", []).unwrap();
    let input = generated(&game, 100_000);
    let reply = server.post(&path("nim", "judge", &[]), &input);
    assert_eq!(reply.header("transfer-encoding"), Some("chunked"));
    assert!(reply.body == judged(&game, &input));
}

#[test]
fn chunked_input_is_judged() {
    let server = Served::shared();
    let game = kibitz_query::open("boxes", []).unwrap();
    let input = generated(&game, 100);
    let mut client = Client::new(server.address);
    let head = "POST /api/v1/games/boxes/judge HTTP/1.1\r\nhost: localhost\r\n";
    client.raw(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes());
    for piece in input.chunks(97) {
        client.raw(format!("{:x}\r\n", piece.len()).as_bytes());
        client.raw(piece);
        client.raw(b"\r\n");
    }
    client.raw(b"0\r\n\r\n");
    assert_eq!(client.reply().unwrap().body, judged(&game, &input));
}

#[test]
fn invalid_input_is_reported_with_the_answers_before_it() {
    let server = Served::shared();
    let reply = server.post(&path("nim", "judge", &[]), b"3\n1\n1\n2\n1 1\n2\n1 x\n");
    assert_eq!(reply.status, 400);
    let error = &reply.json()["error"];
    assert_eq!(error["kind"], json!("input"));
    assert_eq!((&error["line"], &error["column"]), (&json!(7), &json!(3)));
    assert_eq!(
        (&error["text"], &error["at"]),
        (&json!("1 x"), &json!([2, 3]))
    );
    assert_eq!(error["answers"], json!("Yes\nNo\n"));
    for input in ["", "x", "0", "1", "-1"] {
        for entry in contests() {
            let reply = server.post(&path(entry.info.name, "judge", &[]), input.as_bytes());
            assert_eq!(reply.status, 400, "{} {input:?}", entry.info.name);
            assert_eq!(reply.kind(), "input");
        }
    }
}

#[test]
fn long_output_is_truncated_at_a_late_invalid_case() {
    let server = Served::shared();
    let game = kibitz_query::open("nim", []).unwrap();
    let mut input = generated(&game, 100_000);
    input.truncate(input.trim_ascii_end().len());
    input.extend_from_slice(b"x\n");
    let mut client = Client::new(server.address);
    client.send("POST", &path("nim", "judge", &[]), &[], &input);
    let head = client.line().unwrap();
    assert!(head.contains("200"), "{head}");
    while !client.line().unwrap().is_empty() {}
    let mut body = Vec::new();
    let end = loop {
        match client.chunk(&mut body) {
            Ok(true) => {}
            end => break end,
        }
    };
    assert!(end.is_err(), "the response must not look complete");
}

#[test]
fn games_without_a_contest_are_rejected() {
    let reply = Served::shared().post(&path("octal", "judge", &[]), b"1\n");
    assert_eq!((reply.status, reply.kind().as_str()), (404, "no_contest"));
}

#[test]
fn case_returns_its_position() {
    let server = Served::shared();
    for entry in contests() {
        let game = Session::open(entry, []).unwrap();
        let input = generated(&game, 3);
        for number in 1..=3 {
            let query = game
                .case(&mut Input::new("input", &*input), number)
                .unwrap();
            let number = number.to_string();
            let response = server.post(
                &path(entry.info.name, "case", &[("number", &number)]),
                &input,
            );
            let response = response.json();
            assert_eq!(response["position"], json!(query.position));
            assert_eq!(response["mover"], json!(query.mover));
            for (name, value) in query.set {
                assert_eq!(response["set"][name], json!(value));
            }
        }
        let missing = server.post(&path(entry.info.name, "case", &[("number", "9")]), &input);
        assert_eq!((missing.status, missing.kind().as_str()), (400, "input"));
    }
}

#[test]
fn case_returns_the_player_to_move() {
    let hands = "1 1 1 1 1 1 1 1\n2 2 2 2 2 2 2 2\n";
    for (first, mover) in [("0", "Alice"), ("1", "Bob")] {
        let input = format!("1\n{first}\n{hands}");
        let response = Served::shared().post(&path("numbers", "case", &[]), input.as_bytes());
        assert_eq!(response.json()["mover"], json!(mover));
    }
}
