//! Malicious rule files, and which clients may send any.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use kibitz_game::RunContext;
use kibitz_serve::Options;

use crate::client::{HANG, Served, options, path};
use crate::rules::{MATCHES, RULES, named, send};

#[test]
fn invalid_rule_files_are_rejected() {
    let server = Served::shared();
    let deep = "(".repeat(60_000);
    let wide = format!("x = [{}]\n{MATCHES}", "1, ".repeat(15_000));
    let names = (0..2_000).map(|i| format!("def f{i}(x): return f{}(x)\n", i + 1));
    for (text, status) in [
        ("", 422),
        ("\n\n\n", 422),
        ("\0", 422),
        ("\u{feff}\u{202e}", 422),
        ("import os\nos.system('true')\n", 422),
        ("def start(): yield open('/etc/passwd')\n", 422),
        ("__import__('os')", 422),
        ("def moves(", 422),
        (deep.as_str(), 422),
        (wide.as_str(), 200),
        (names.collect::<String>().as_str(), 422),
        (
            "def start():\n    yield 10 ** 10 ** 10\ndef moves(n):\n    yield n\n",
            422,
        ),
    ] {
        let began = Instant::now();
        let reply = send(server, text);
        let head: String = text.chars().take(40).collect();
        assert_eq!(reply.status, status, "{head:?}: {}", reply.text());
        assert!(began.elapsed() < HANG, "{head:?}");
    }
    let bytes = server.post(RULES, b"# \xff\xfe\n");
    assert_eq!((bytes.status, bytes.kind().as_str()), (400, "query"));
    let large = server.post(RULES, &vec![b'#'; (64 << 10) + 1]);
    assert_eq!((large.status, large.kind().as_str()), (413, "too_large"));
    assert_eq!(server.get(RULES).status, 405);
}

#[test]
fn rule_files_from_other_machines_need_permission() {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let table = vec!["table.local".to_owned()];
    for (address, hosts, allow_rules, is_taken) in [
        (everywhere, Vec::new(), false, false),
        (everywhere, Vec::new(), true, true),
        (Ipv4Addr::LOCALHOST.into(), table.clone(), false, false),
        (Ipv4Addr::LOCALHOST.into(), table, true, true),
        (Ipv4Addr::LOCALHOST.into(), Vec::new(), false, true),
    ] {
        let server = Served::new(Options {
            address,
            hosts,
            allow_rules,
            ..options()
        });
        let reply = send(&server, MATCHES);
        if is_taken {
            assert_eq!(reply.status, 200, "{}", reply.text());
            continue;
        }
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (403, "rules_forbidden")
        );
        assert!(reply.text().contains("--allow-rules"));
        // Diagnostics are not reported either: the file was not parsed.
        assert_eq!(send(&server, "?").status, 403);
    }
}

#[test]
fn cross_origin_rule_files_are_rejected() {
    let from = |origin: &str| {
        let headers = [("origin", origin), ("content-type", "text/plain")];
        Served::shared()
            .ask("POST", RULES, &headers, MATCHES.as_bytes())
            .status
    };
    assert_eq!(from("http://evil.example"), 403);
    assert_eq!(from("null"), 403);
    assert_eq!(from("http://localhost:1"), 403);
    let own = format!("http://localhost:{}", Served::shared().address.port());
    assert_eq!(from(&own), 200);
}

/// Rules that do not terminate by themselves.
const ENDLESS: [&str; 4] = [
    // At module level.
    "n = 0\nwhile True:\n    n += 1\ndef start():\n    yield n\ndef moves(n):\n    yield n\n",
    // Infinite recursion.
    "def f(n):\n    return f(n + 1)\ndef start():\n    yield f(0)\ndef moves(n):\n    yield n\n",
    // In `moves`.
    "def start():\n    yield 0\ndef moves(n):\n    while True:\n        n += 1\n    yield n\n",
    // More moves than fit into memory.
    "def start():\n    yield 0\ndef moves(n):\n    i = 0\n    while True:\n        i += 1\n        yield i\n",
];

#[test]
fn endless_rules_run_out_of_steps() {
    let server = Served::shared();
    for text in ENDLESS {
        let began = Instant::now();
        let sent = send(server, text);
        let reply = match sent.status {
            200 => {
                let name = sent.json()["name"].as_str().unwrap().to_owned();
                server.get(&path(&name, "position", &[]))
            }
            _ => sent,
        };
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (422, "rules"),
            "{text}"
        );
        assert!(reply.json()["error"]["line"].is_u64(), "{}", reply.text());
        assert!(began.elapsed() < HANG, "{:?}", began.elapsed());
    }
}

#[test]
fn list_sizes_are_bounded_by_steps() {
    let rest = "def start():\n    yield 3\ndef moves(n):\n    if n:\n        yield n - 1\n";
    for table in [
        "big = [[k, k] for k in range(2000000)]",
        "big = [0] * 2000000",
        "big = 'x' * 2000000",
        "big = [1]\nwhile True:\n    big = big + big",
    ] {
        let reply = send(Served::shared(), &format!("{table}\n{rest}"));
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (422, "rules"),
            "{table}"
        );
        assert!(reply.text().contains("--fuel"), "{}", reply.text());
    }
}

#[test]
fn slow_rules_reach_the_time_limit() {
    let server = Served::new(Options {
        request_time: Duration::from_millis(700),
        ..options()
    });
    // Unboundedly many positions, some milliseconds each.
    let slow = "def start():\n    yield 0\ndef moves(n):\n    t = 0\n    for i in range(200000):\n        \
                t = (t + i) % 7\n    yield n + 1 + t * 0\n    yield n + 2\n";
    let name = named(&server, slow);
    for route in ["position", "line", "stats", "puzzle"] {
        let began = Instant::now();
        let reply = server.get(&path(&name, route, &[]));
        assert_eq!(
            (reply.status, reply.kind().as_str()),
            (503, "time"),
            "{route} {}",
            reply.text()
        );
        assert!(began.elapsed() < HANG, "{route} {:?}", began.elapsed());
    }
    // Other clients are served.
    assert_eq!(server.get(&path("nim", "position", &[])).status, 200);
}

/// Unboundedly many positions, which exhaust the memory budget.
pub(crate) const HUNGRY: &str =
    "def start():\n    yield 0, 0\ndef moves(a, b):\n    yield a + 1, b\n    yield a, b + 1\n";

#[test]
fn unbounded_games_stop_at_the_memory_budget() {
    let server = Served::new(Options {
        context: RunContext::new().memory(32 << 20),
        request_time: Duration::from_secs(60),
        ..Options::default()
    });
    let name = named(&server, HUNGRY);
    let reply = server.get(&path(&name, "position", &[]));
    assert_eq!(
        (reply.status, reply.kind().as_str()),
        (503, "memory"),
        "{}",
        reply.text()
    );
    assert_eq!(server.get(&path("nim", "position", &[])).status, 200);
}

/// Regression: lists of tuples of different lengths made compiled code read out
/// of bounds.
#[test]
fn tuples_of_different_lengths_do_not_crash_the_server() {
    let server = Served::shared();
    let sums = [
        "[(i,) for i in range(x)] + [(1, 2)]",
        "sorted([(i,) for i in range(x)] + [(1, 2)])",
        "[(i, i) for i in range(x)] + [(1, 2)[::-1]] + [(-1,)]",
    ];
    for sum in sums {
        let rules = format!(
            "def start():\n    yield 0, 5\ndef moves(k, x):\n    if k == 0:\n        \
             m = {sum}\n        yield 1, sum(v[0] for v in m)\n"
        );
        let name = named(server, &rules);
        let answer = server.json(&path(&name, "position", &[]));
        let to = answer["moves"][0]["move"].as_str().unwrap();
        assert!(to.contains("11"), "{sum}: {answer}");
    }
}
