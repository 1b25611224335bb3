//! Fuzzing: random requests that are mostly well-formed, and mutated bytes of
//! requests.

use std::io::Write;
use std::time::{Duration, Instant};

use fastrand::Rng;
use kibitz_bruteforce::rounds;
use kibitz_game::RunContext;
use kibitz_query::{CATALOGUE, Session};
use kibitz_serve::Options;

use crate::client::{Client, HANG, Reply, Served, path};
use crate::rules::MATCHES;

const ROUTES: [&str; 12] = [
    "position", "line", "step", "drawn", "puzzle", "stats", "map", "map/axes", "judge", "case", "",
    "x",
];

/// A text from the game, possibly mutated.
fn text(random: &mut Rng, known: &[String]) -> String {
    let mut bytes = known[random.usize(..known.len())].clone().into_bytes();
    for _ in 0..random.usize(..4) {
        let place = random.usize(..=bytes.len());
        match random.u8(..4) {
            0 => bytes.insert(place, random.u8(..)),
            1 if place < bytes.len() => drop(bytes.remove(place)),
            2 if place < bytes.len() => bytes[place] = b"0123456789 /.*x-"[random.usize(..16)],
            _ => bytes.extend_from_within(place.saturating_sub(5)..place),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A game with some of its positions and its parameters.
type Known = (String, Vec<String>, Vec<String>);

/// The games that are solved fast enough for the fuzzers.
fn known() -> Vec<Known> {
    let quick = CATALOGUE
        .iter()
        .filter(|entry| entry.quick.is_some_and(<[_]>::is_empty));
    quick
        .map(|entry| {
            let parameters = entry.info.parameters.iter();
            let mut names: Vec<String> = parameters.map(|p| p.name.to_owned()).collect();
            names.push("x".to_owned());
            let shown = Session::open(entry, []).unwrap().default_position();
            let texts = vec![shown, "1 2".to_owned()];
            (entry.info.name.to_owned(), texts, names)
        })
        .collect()
}

fn request(random: &mut Rng, known: &[Known]) -> (String, String) {
    let (game, texts, parameters) = &known[random.usize(..known.len())];
    let route = ROUTES[random.usize(..ROUTES.len())];
    let mut query: Vec<(&str, String)> = Vec::new();
    for _ in 0..random.usize(..3) {
        let number = random.u64(..12).to_string();
        query.push(match random.u8(..8) {
            0..=3 => ("p", text(random, texts)),
            4 => (
                "set",
                format!("{}={}", text(random, parameters), random.u8(..9)),
            ),
            5 => ("seed", number),
            6 => ("moves", number),
            _ => ("depth", number),
        });
    }
    let query: Vec<(&str, &str)> = query.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let mut path = path(game, route, &query);
    if random.u8(..20) == 0 {
        path = path.replace('=', "%");
    }
    let method = match (route, random.u8(..20)) {
        (_, 0) => ["PUT", "DELETE", "HEADX", "OPTIONS"][random.usize(..4)],
        ("judge" | "case", 1..) => "POST",
        _ => "GET",
    };
    (method.to_owned(), path)
}

/// What is wrong with a response, if anything.
fn fault(reply: &Reply) -> Option<String> {
    let is_honest = || ["busy", "time", "memory"].contains(&reply.kind().as_str());
    match reply.status {
        100..500 => None,
        503 if is_honest() => None,
        status => Some(format!("{status} {}", reply.text())),
    }
}

/// Sends random requests over few connections; returns the failures.
fn request_fuzzer(server: &Served, seed: u64, count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(seed);
    let known = known();
    let mut wrong = Vec::new();
    let mut client = Client::new(server.address);
    for _ in 0..count {
        let (method, path) = request(&mut random, &known);
        let body = text(&mut random, &["2\n1\n1\n2\n1 1\n".to_owned()]);
        let body = if method == "POST" {
            body
        } else {
            String::new()
        };
        let began = Instant::now();
        client.send(&method, &path, &[], body.as_bytes());
        let Ok(reply) = client.reply() else {
            client = Client::new(server.address);
            continue;
        };
        wrong.extend(fault(&reply).map(|fault| format!("{method} {path} {fault}")));
        if began.elapsed() > HANG {
            wrong.push(format!("{:?} {method} {path}", began.elapsed()));
        }
        if reply.header("connection") == Some("close") {
            client = Client::new(server.address);
        }
    }
    wrong
}

/// Concurrent connections per fuzzer.
const CONNECTIONS: usize = 32;

/// Headers that are meaningful to the server, or to proxies.
const HEADERS: [&str; 16] = [
    "content-length: 3",
    "content-length: 99999999",
    "transfer-encoding: chunked",
    "connection: close",
    "connection: keep-alive, upgrade",
    "upgrade: websocket",
    "expect: 100-continue",
    "host: localhost",
    "host: evil.example",
    "origin: null",
    "sec-fetch-site: cross-site",
    "accept-encoding: gzip",
    "if-none-match: *",
    "range: bytes=0-1",
    "content-encoding: gzip",
    "x: \u{fffd}",
];

/// The bytes of a complete request.
fn written(random: &mut Rng, known: &[Known]) -> Vec<u8> {
    let (method, path) = match random.u8(..8) {
        0 => ("POST".to_owned(), "/api/v1/rules".to_owned()),
        1 => ("POST".to_owned(), "/api/v1/jobs".to_owned()),
        2 => ("GET".to_owned(), "/main.js".to_owned()),
        3 => ("GET".to_owned(), "/api/v1/jobs/0/events".to_owned()),
        _ => request(random, known),
    };
    let job = r#"{"kind": "position", "game": "nim", "set": {}, "position": "1 2"}"#;
    let bodies = ["2\n1\n1\n2\n1 1\n", job, MATCHES].map(str::to_owned);
    let body = match method.as_str() {
        "POST" => text(random, &bodies),
        _ => String::new(),
    };
    let mut lines = vec![
        format!("{method} {path} HTTP/1.1"),
        "host: localhost".to_owned(),
    ];
    if random.u8(..3) == 0 {
        lines.push(HEADERS[random.usize(..HEADERS.len())].to_owned());
    }
    let body = match random.bool() {
        true => {
            lines.push(format!("content-length: {}", body.len()));
            body
        }
        false => {
            lines.push("transfer-encoding: chunked".to_owned());
            let middle = (0..=body.len() / 2)
                .rev()
                .find(|&at| body.is_char_boundary(at));
            let (a, b) = body.split_at(middle.unwrap_or(0));
            let chunk = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
            let parts = [a, b].into_iter().filter(|part| !part.is_empty());
            parts.map(chunk).collect::<String>() + "0\r\n\r\n"
        }
    };
    format!("{}\r\n\r\n{body}", lines.join("\r\n")).into_bytes()
}

/// Mutates some bytes: truncates, deletes, duplicates, moves, or inserts special sequences.
fn mutate(random: &mut Rng, bytes: &mut Vec<u8>) {
    const SPECIAL: [&[u8]; 16] = [
        b"\r\n",
        b"\n",
        b"\r",
        b"\0",
        b" ",
        b":",
        b"\t",
        b"%",
        b"%00",
        b"..",
        b"/",
        b"&",
        b"\xff",
        b"ffffffffffffffff",
        b"0\r\n\r\n",
        b"\r\n ",
    ];
    for _ in 0..random.usize(..3) {
        let place = random.usize(..=bytes.len());
        let end = (place + random.usize(..30)).min(bytes.len());
        match random.u8(..7) {
            0 => bytes.truncate(place),
            1 => drop(bytes.drain(place..end)),
            2 => bytes.extend_from_within(place..end),
            3 => {
                let some = bytes[place..end].to_vec();
                let there = random.usize(..=bytes.len());
                bytes.splice(there..there, some);
            }
            4 if place < bytes.len() => bytes[place] = random.u8(..),
            _ => {
                let special = SPECIAL[random.usize(..SPECIAL.len())];
                bytes.splice(place..place, special.iter().copied());
            }
        }
    }
}

/// Sends mutated requests over separate connections; returns the failures.
fn byte_fuzzer(server: &Served, seed: u64, count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(seed);
    let known = known();
    let mut wrong = Vec::new();
    for sent in (0..count).step_by(CONNECTIONS) {
        let began = Instant::now();
        let connections: Vec<(Client, Vec<u8>)> = (sent..count.min(sent + CONNECTIONS))
            .map(|_| {
                let mut bytes = written(&mut random, &known);
                mutate(&mut random, &mut bytes);
                if random.u8(..4) == 0 {
                    bytes.extend(written(&mut random, &known));
                }
                let mut client = Client::new(server.address);
                let _ = client.stream.get_mut().write_all(&bytes);
                (client, bytes)
            })
            .collect();
        for (mut client, bytes) in connections {
            // The server closes every connection, at the latest by the idle
            // timeout.
            while let Ok(reply) = client.reply() {
                let shown = || String::from_utf8_lossy(&bytes).into_owned();
                wrong.extend(fault(&reply).map(|fault| format!("{fault} to {:?}", shown())));
            }
            if began.elapsed() > HANG {
                let shown = String::from_utf8_lossy(&bytes);
                wrong.push(format!("{:?} {shown:?}", began.elapsed()));
            }
        }
    }
    wrong
}

/// Runs eight fuzzers concurrently, each with its share of the requests.
fn run_fuzzers(server: &Served, requests: usize, one: fn(&Served, u64, usize) -> Vec<String>) {
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|seed| scope.spawn(move || one(server, seed, requests / 8)))
            .collect();
        all.into_iter()
            .flat_map(|one| one.join().unwrap())
            .collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(server.get("/api/v1/games").status, 200);
}

fn options() -> Options {
    Options {
        context: RunContext::new().memory(256 << 20),
        request_time: Duration::from_millis(250),
        ..Options::default()
    }
}

#[test]
fn random_requests_get_valid_responses() {
    let server = Served::new(options());
    run_fuzzers(&server, rounds(3_000, 100_000), request_fuzzer);
}

#[test]
fn mutated_requests_do_not_break_the_server() {
    let server = Served::new(Options {
        idle_timeout: Duration::from_millis(200),
        job_time: Duration::from_millis(250),
        ..options()
    });
    run_fuzzers(&server, rounds(3_000, 300_000), byte_fuzzer);
}

#[test]
fn random_bytes_do_not_break_the_server() {
    let server = Served::shared();
    let mut random = Rng::with_seed(1);
    for _ in 0..300 {
        let mut client = Client::new(server.address);
        let length = random.usize(..200);
        let mut bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        if random.bool() {
            bytes.splice(0..0, *b"GET / HTTP/1.1\r\nhost: localhost\r\n");
        }
        let _ = std::io::Write::write_all(client.stream.get_mut(), &bytes);
    }
    assert_eq!(server.get("/api/v1/games").status, 200);
}
