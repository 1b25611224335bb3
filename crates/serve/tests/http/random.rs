//! Ten thousand requests that a tired monkey might send.

use std::time::{Duration, Instant};

use fastrand::Rng;
use kibitz_game::Watch;
use kibitz_query::CATALOGUE;
use kibitz_serve::Options;

use crate::client::{Client, Served, path};

const ROUTES: [&str; 12] = [
    "position", "line", "step", "drawn", "puzzle", "stats", "map", "map/axes", "judge", "case", "",
    "x",
];

/// Many times the time that a question may take, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(10);

/// A text that is something of the game, or was before it was changed.
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

fn request(random: &mut Rng, known: &[(String, Vec<String>, Vec<String>)]) -> (String, String) {
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

/// Sends requests over few connections; says what went wrong.
fn monkey(server: &Served, seed: u64, count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(seed);
    let known: Vec<(String, Vec<String>, Vec<String>)> = CATALOGUE
        .iter()
        // Others take longer than the monkeys' patience.
        .filter(|entry| entry.quick.is_some_and(<[_]>::is_empty))
        .map(|entry| {
            let parameters = entry.info.parameters.iter();
            let mut names: Vec<String> = parameters.map(|p| p.name.to_owned()).collect();
            names.push("x".to_owned());
            let shown = entry.open([]).unwrap().shown();
            (
                entry.info.name.to_owned(),
                vec![shown, "1 2".to_owned()],
                names,
            )
        })
        .collect();
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
        let is_honest = || ["busy", "time", "memory"].contains(&reply.kind().as_str());
        match reply.status {
            100..500 => {}
            503 if is_honest() => {}
            status => wrong.push(format!("{status} {method} {path} {}", reply.text())),
        }
        if began.elapsed() > PATIENCE {
            wrong.push(format!("{:?} {method} {path}", began.elapsed()));
        }
        if reply.header("connection") == Some("close") {
            client = Client::new(server.address);
        }
    }
    wrong
}

#[test]
fn ten_thousand_random_requests() {
    let server = Served::new(Options {
        watch: Watch::new().memory(256 << 20),
        question_time: Duration::from_millis(250),
        ..Options::default()
    });
    let server = &server;
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let monkeys: Vec<_> = (0..8)
            .map(|seed| scope.spawn(move || monkey(server, seed, 1250)))
            .collect();
        monkeys
            .into_iter()
            .flat_map(|one| one.join().unwrap())
            .collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn bytes_that_are_no_request() {
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
