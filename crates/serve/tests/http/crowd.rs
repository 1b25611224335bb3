//! Many misbehaving clients do not keep a well-behaved one from being served.

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use kibitz_game::RunContext;
use kibitz_serve::Options;
use serde_json::json;

use crate::client::{Client, HANG, Served, options, path};
use crate::jobs::begin;
use crate::rules::{heavy, named};

/// The well-behaved client: a small request and a small contest input.
fn is_served(server: &Served) {
    let reply = server.get(&path("nim", "position", &[("p", "1 2 3 4")]));
    assert_eq!(reply.status, 200, "{}", reply.text());
    let reply = server.post(&path("nim", "judge", &[]), b"1\n1\n1\n");
    assert_eq!((reply.status, reply.text().as_str()), (200, "Yes\n"));
}

/// Sends contest input byte by byte, never idle for long, until the server
/// closes the connection; the status of the response, if readable.
fn drip(server: &Served) -> Option<u16> {
    let mut client = Client::new(server.address);
    let head = "POST /api/v1/games/nim/judge HTTP/1.1\r\nhost: localhost\r\n";
    client.raw(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes());
    let stream = client.stream.get_mut();
    let pause = Some(Duration::from_millis(50));
    stream.set_read_timeout(pause).unwrap();
    let began = Instant::now();
    while stream.write_all(b"1\r\n1\r\n").is_ok() {
        assert!(began.elapsed() < HANG);
        match stream.peek(&mut [0]) {
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            _ => break,
        }
    }
    stream.set_read_timeout(Some(HANG)).unwrap();
    client.reply().ok().map(|reply| reply.status)
}

#[test]
fn slow_contest_input_does_not_block_other_clients() {
    let server = Served::new(Options {
        // Timeout for getting a judge; slow input is tolerated longer.
        idle_timeout: Duration::from_secs(2),
        input_time: Duration::from_secs(8),
        ..options()
    });
    std::thread::scope(|scope| {
        let slow: Vec<_> = (0..12).map(|_| scope.spawn(|| drip(&server))).collect();
        std::thread::sleep(Duration::from_millis(500));
        let began = Instant::now();
        let large = path("numbers", "position", &[("set", "cards=6")]);
        assert_eq!(server.get(&large).status, 200);
        is_served(&server);
        assert!(began.elapsed() < HANG);
        let ended: Vec<Option<u16>> = slow.into_iter().map(|one| one.join().unwrap()).collect();
        assert!(ended.contains(&Some(408)), "{ended:?}");
        assert!(
            ended.iter().flatten().all(|&status| status == 408),
            "{ended:?}"
        );
    });
}

#[test]
fn unread_answers_do_not_occupy_a_judge() {
    let server = Served::new(Options {
        idle_timeout: Duration::from_secs(10),
        judge_time: Duration::from_secs(4),
        ..options()
    });
    // More answers than all buffers hold.
    let cases = 4_000_000;
    let input = format!("{cases}\n{}", "1\n1\n".repeat(cases)).into_bytes();
    std::thread::scope(|scope| {
        let ask = || {
            let mut client = Client::new(server.address);
            let path = path("nim", "judge", &[]);
            let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n");
            client.raw(format!("{head}content-length: {}\r\n\r\n", input.len()).as_bytes());
            // The server reads until its own writes time out, then closes.
            let _ = client.stream.get_mut().write_all(&input);
            client
        };
        let deaf: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        std::thread::sleep(Duration::from_millis(300));
        is_served(&server);
        for one in deaf {
            let mut client = one.join().unwrap();
            assert!(
                client.reply().is_err(),
                "the response must not look complete"
            );
        }
    });
    is_served(&server);
}

/// A job that outlasts the test.
fn long_job(server: &Served) -> String {
    let job = json!({"kind": "stats", "game": "numbers", "set": {"cards": "11", "modulus": "7"}});
    begin(server, &job)
}

/// Requests the events of a job; the connection and the status.
fn follow(server: &Served, id: &str) -> (Client, u16) {
    let mut client = Client::new(server.address);
    client.send("GET", &format!("/api/v1/jobs/{id}/events"), &[], b"");
    let head = client.line().unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (client, status)
}

#[test]
fn event_streams_leave_connections_for_other_clients() {
    let server = Served::new(options());
    let id = long_job(&server);
    // More than there are connections, if each were kept open.
    let clients: Vec<(Client, u16)> = (0..600)
        .map(|_| follow(&server, &id))
        // Rejected requests close their connection.
        .filter(|(_, status)| *status == 200)
        .collect();
    assert_eq!(clients.len(), Options::default().event_streams);
    is_served(&server);
}

#[test]
fn excess_event_stream_is_rejected_until_another_ends() {
    let server = Served::new(Options {
        event_streams: 2,
        ..options()
    });
    let id = long_job(&server);
    let first = [follow(&server, &id), follow(&server, &id)];
    assert!(first.iter().all(|(_, status)| *status == 200));
    let path = format!("/api/v1/jobs/{id}/events");
    let refused = server.get(&path);
    assert_eq!((refused.status, refused.kind().as_str()), (503, "busy"));
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert!(refused.text().contains("event streams"));
    assert_eq!(
        server.json(&format!("/api/v1/jobs/{id}"))["state"],
        "running"
    );
    drop(first);
    let began = Instant::now();
    while follow(&server, &id).1 != 200 {
        assert!(began.elapsed() < HANG);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn small_request_is_served_beside_many_heavy_ones() {
    let server = Served::new(Options {
        request_time: 2 * HANG,
        ..options()
    });
    let heavy: Vec<Client> = (0..8)
        .map(|number| {
            let name = named(&server, &heavy(number));
            let mut client = Client::new(server.address);
            client.send("GET", &path(&name, "position", &[]), &[], b"");
            client
        })
        .collect();
    // None of them completes before this does.
    let began = Instant::now();
    for heaps in ["1 2", "1 2 3", "4 4"] {
        let reply = server.get(&path("nim", "position", &[("p", heaps)]));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    is_served(&server);
    named(&server, crate::rules::MATCHES);
    assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
    drop(heavy);
}

/// Unbounded from 0 on, and a few plies below.
const TWO_PLACES: &str = "\
def start():
    yield 0
def moves(n):
    if n >= 0:
        yield n + 1
        yield n + 2
    elif n < -1:
        yield n + 1
";

#[test]
fn requests_to_one_game_run_concurrently() {
    let server = Served::new(Options {
        request_time: 2 * HANG,
        ..options()
    });
    let name = named(&server, TWO_PLACES);
    let mut endless = Client::new(server.address);
    endless.send("GET", &path(&name, "position", &[("p", "0")]), &[], b"");
    let began = Instant::now();
    for (p, plies) in [("-3", 2), ("-4", 3), ("-1", 0)] {
        let reply = server.get(&path(&name, "position", &[("p", p)]));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.json()["plies"], plies, "{}", reply.text());
    }
    assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
    drop(endless);
}

#[test]
fn long_request_in_a_short_slot_is_completed() {
    let server = Served::new(Options {
        context: RunContext::new().memory(1 << 30).threads(1),
        request_time: HANG,
        ..options()
    });
    // More of them than there are slots for long requests.
    let games = [7, 8]
        .into_iter()
        .flat_map(|cards| [(cards, 5), (cards, 6), (cards, 7)]);
    let ask = |(cards, modulus): (usize, usize)| {
        let cards = format!("cards={cards}");
        let modulus = format!("modulus={modulus}");
        let mut client = Client::new(server.address);
        let target = path("numbers", "position", &[("set", &cards), ("set", &modulus)]);
        client.send("GET", &target, &[], b"");
        client
    };
    let clients: Vec<Client> = games.map(ask).collect();
    for mut client in clients {
        let reply = client.reply().unwrap();
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}
