//! Work of disconnected clients is cancelled.

use std::time::{Duration, Instant};

use kibitz_game::RunContext;
use kibitz_serve::Options;

use crate::client::{Client, HANG, Served, path};
use crate::rules::{heavy, named};

/// The games of [`endless`] requests, sent while the server still accepts files.
fn games(server: &Served) -> [String; 2] {
    [0, 1].map(|number| named(server, &heavy(number)))
}

/// A request that never completes. All of them differ, so none is served from the cache.
fn endless(games: &[String; 2], number: usize) -> String {
    let game = &games[number % 2];
    path(game, "position", &[("moves", &number.to_string())])
}

fn served(time: Duration) -> Served {
    Served::new(Options {
        context: RunContext::new().memory(2 << 30),
        request_time: time,
        ..Options::default()
    })
}

/// A short request succeeds, so one of the slots is free.
fn is_free(server: &Served) {
    let began = Instant::now();
    let reply = server.get(&path("nim", "position", &[("p", "1 2 3 4")]));
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
}

#[test]
fn time_limit_stops_the_work() {
    let server = served(Duration::from_secs(2));
    let games = games(&server);
    let began = Instant::now();
    // More requests, of different games, than there are slots.
    let clients: Vec<_> = (0..6)
        .map(|number| {
            let mut client = Client::new(server.address);
            client.send("GET", &endless(&games, number), &[], b"");
            client
        })
        .collect();
    for mut client in clients {
        let reply = client.reply().unwrap();
        assert_eq!(reply.status, 503, "{}", reply.text());
        assert!(["time", "busy"].contains(&reply.kind().as_str()));
        assert_eq!(reply.header("retry-after"), Some("1"));
    }
    assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
    is_free(&server);
}

#[test]
fn disconnecting_cancels_the_request() {
    let server = served(Duration::from_secs(300));
    let games = games(&server);
    for number in 0..4 {
        let mut client = Client::new(server.address);
        client.send("GET", &endless(&games, number), &[], b"");
        std::thread::sleep(Duration::from_millis(200));
    }
    is_free(&server);
}

#[test]
fn shutdown_does_not_wait_for_work() {
    let server = served(Duration::from_secs(300));
    let games = games(&server);
    let mut client = Client::new(server.address);
    client.send("GET", &endless(&games, 1), &[], b"");
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    drop(server);
    assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
}

#[test]
fn excess_concurrent_requests_are_rejected() {
    let server = served(Duration::from_secs(300));
    let games = games(&server);
    let clients: Vec<Client> = (0..400)
        .map(|number| {
            let mut client = Client::new(server.address);
            client.send("GET", &endless(&games, number), &[], b"");
            client
        })
        .collect();
    let mut refused = 0;
    for client in clients {
        let stream = client.stream.get_ref();
        stream
            .set_read_timeout(Some(Duration::from_millis(5)))
            .unwrap();
        let mut client = client;
        if let Ok(reply) = client.reply() {
            assert_eq!((reply.status, reply.kind().as_str()), (503, "busy"));
            refused += 1;
        }
    }
    assert!(refused > 0);
    is_free(&server);
}
