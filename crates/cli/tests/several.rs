//! `build` by several processes, on loopback: the table is that of one process, whatever fails.
#![cfg(unix)]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::table_files::{build, text};

/// 4 million positions.
const NUMBERS: &[&str] = &["--set", "cards=9", "--set", "modulus=6"];
/// 19 million positions: time enough to stop a process.
const LARGER: &[&str] = &["--set", "cards=11", "--set", "modulus=6"];

pub(crate) fn kibitz(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
    command
        .args(arguments)
        .stdout(Stdio::null())
        .env_remove("KIBITZ_SECRET");
    command
}

/// A build of a game into a directory.
pub(crate) fn build_parts(game: &[&str], directory: &Path, more: &[&str]) -> Command {
    let output = ["-o", text(directory)];
    kibitz(&[&["build"], game, &output, more].concat())
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The file that the parts in a directory make.
pub(crate) fn merge(parts: &Path) -> Vec<u8> {
    let file = parts.with_extension("merged");
    let merged = kibitz(&["merge", text(parts), "-o", text(&file)])
        .output()
        .unwrap();
    assert!(merged.status.success(), "{}", stderr(&merged));
    std::fs::read(file).unwrap()
}

/// Builds with some numbers of processes, and compares with the file of one.
pub(crate) fn is_the_same(game: &str, set: &[&str], numbers: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), game, set, &[])).unwrap();
    for processes in numbers {
        let parts = directory.path().join(processes);
        let game = [&[game], set].concat();
        let built = build_parts(&game, &parts, &["--processes", processes])
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", stderr(&built));
        assert!(merge(&parts) == expected, "{game:?} by {processes}");
        let names: Vec<_> = std::fs::read_dir(&parts)
            .unwrap()
            .map(|f| f.unwrap())
            .collect();
        let is_rest = |name: &str| name.starts_with("checkpoint") || name.ends_with("tmp");
        assert!(
            !names
                .iter()
                .any(|f| is_rest(&f.file_name().to_string_lossy()))
        );
    }
}

#[test]
fn any_number_of_processes_builds_the_same_table() {
    is_the_same("quixo", &[], &["1", "2", "3"]);
    is_the_same("kqk", &[], &["2"]);
    is_the_same("numbers", NUMBERS, &["1", "2", "3"]);
    let larger = ["--set", "cards=10", "--set", "modulus=6"];
    is_the_same(
        "numbers",
        &larger,
        if kibitz_bruteforce::is_full() {
            &["1", "2", "3"]
        } else {
            &["2"]
        },
    );
}

/// Parts are a table without being merged.
#[test]
fn parts_are_a_table() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let built = build_parts(&["quixo"], &parts, &["--processes", "3"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", stderr(&built));
    let checked = kibitz(&["check", text(&parts)]).output().unwrap();
    assert!(checked.status.success(), "{}", stderr(&checked));
    let output = |arguments: &[&str]| {
        let output = kibitz(arguments).stdout(Stdio::piped()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let position = ".../.../... X";
    let probed = output(&["probe", text(&parts), position]);
    assert!(probed.contains("win in"), "{probed}");
    let solved = output(&[
        "solve",
        "quixo",
        "--at",
        position,
        "--table",
        text(&parts),
        "--json",
    ]);
    assert_eq!(
        solved,
        output(&["solve", "quixo", "--at", position, "--json"])
    );

    let part = parts.join("part-1-of-3.kbz");
    let whole = std::fs::read(&part).unwrap();
    std::fs::write(&part, &whole[..whole.len() - 1]).unwrap();
    let damaged = kibitz(&["check", text(&parts)]).output().unwrap();
    assert!(
        stderr(&damaged).contains("part-1-of-3.kbz"),
        "{}",
        stderr(&damaged)
    );
    std::fs::remove_file(&part).unwrap();
    let missing = kibitz(&["check", text(&parts)]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        stderr(&missing).contains("it has 2 of the 3 parts"),
        "{}",
        stderr(&missing)
    );
    // A part alone is not a table.
    let alone = kibitz(&["check", text(&parts.join("part-0-of-3.kbz"))])
        .output()
        .unwrap();
    assert_eq!(alone.status.code(), Some(2), "{}", stderr(&alone));
}

/// The processes that a process has started.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let list = format!("/proc/{process}/task/{process}/children");
    let list = std::fs::read_to_string(list).unwrap_or_default();
    list.split_whitespace()
        .map(|id| id.parse().unwrap())
        .collect()
}

/// Whether a process that another one has started executes the program. Before that, its parent
/// waits for it without a limit, so a signal to stop would stop both.
fn is_executed(process: u32) -> bool {
    let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    let mut variables = environment.split(|byte| *byte == 0);
    variables.any(|variable| variable.starts_with(b"KIBITZ_PEERS="))
}

pub(crate) fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.is_ok());
}

fn is_running(process: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A zombie waits for a parent that was killed.
    !state.is_empty() && !state.contains(") Z ")
}

/// Waits for something that happens within seconds.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a build has written some more checkpoints, or has ended.
fn wait_for_checkpoints(child: &mut Child, parts: &Path, count: usize) {
    let names = || {
        let files = std::fs::read_dir(parts).into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("checkpoint-") && !name.ends_with("tmp"))
    };
    let before: HashSet<String> = names().collect();
    let mut written = HashSet::new();
    wait_until("there are checkpoints", || {
        written.extend(names().filter(|name| !before.contains(name)));
        written.len() >= count || child.try_wait().unwrap().is_some()
    });
}

/// Whatever process is killed, whenever: the others end, and the same command, or one with another
/// number of processes, continues, and ends with the same table.
pub(crate) fn continues_when_killed(game: &[&str], checkpoint: &str, kills: u32) {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), game[0], &game[1..], &[])).unwrap();
    let parts = directory.path().join("parts");
    let start = |processes: &str| {
        let often = ["--checkpoint", checkpoint, "--processes", processes];
        let mut command = build_parts(game, &parts, &often);
        command.stderr(Stdio::piped());
        command
    };
    let (mut continued, mut killed) = (0, 0);
    for kill in 0..kills {
        let processes = ["3", "2", "3", "3", "1"][kill as usize % 5];
        let mut child = start(processes).spawn().unwrap();
        // Some are killed at the start, the others at a moment after checkpoints.
        wait_for_checkpoints(&mut child, &parts, kill as usize * 3 % 8);
        std::thread::sleep(Duration::from_micros(u64::from(kill * 7919 % 100) * 200));
        let mut all = children(child.id());
        all.insert(0, child.id());
        let victim = kill as usize % all.len();
        signal("-9", all[victim]);
        let ended = child.wait_with_output().unwrap();
        let error = stderr(&ended);
        continued += usize::from(error.contains("continuing from the checkpoint"));
        wait_until("the other processes end", || {
            !all.iter().any(|id| is_running(*id))
        });
        if ended.status.success() {
            assert!(merge(&parts) == expected);
            continue;
        }
        killed += 1;
        // Otherwise it is the first process, which reports failures.
        if victim > 0 {
            assert_eq!(ended.status.code(), Some(4), "{error}");
            assert!(error.contains("process"), "{error}");
        }
    }
    assert!(
        killed > 3 && continued > 0,
        "{killed} killed, {continued} continued"
    );
    let last = start("2").output().unwrap();
    assert!(last.status.success(), "{}", stderr(&last));
    assert!(merge(&parts) == expected);
}

#[test]
fn killed_builds_continue() {
    let game = [&["numbers"], NUMBERS].concat();
    let kills = kibitz_bruteforce::rounds(10, 100) as u32;
    continues_when_killed(&game, "0.02", kills);
}

/// Levels of the checkpoints of a process.
fn checkpoints(parts: &Path, process: usize, processes: usize) -> Vec<(u32, PathBuf)> {
    let suffix = format!("-{process}-of-{processes}");
    let mut found = Vec::new();
    for file in std::fs::read_dir(parts).into_iter().flatten() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let level = name
            .strip_prefix("checkpoint-")
            .and_then(|n| n.strip_suffix(&suffix));
        found.extend(level.and_then(|level| Some((level.parse().ok()?, path))));
    }
    found.sort();
    found
}

/// A checkpoint that is cut or altered is not used, but the one before.
#[test]
fn damaged_checkpoints_are_not_used() {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), "numbers", NUMBERS, &[])).unwrap();
    let parts = directory.path().join("parts");
    let game = [&["numbers"], NUMBERS].concat();
    for is_cut in [true, false] {
        let often = ["--checkpoint-plies", "2", "--processes", "2"];
        let mut child = build_parts(&game, &parts, &often)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("there are two checkpoints", || {
            let all = [checkpoints(&parts, 0, 2), checkpoints(&parts, 1, 2)];
            all.iter()
                .all(|own| own.last().is_some_and(|(level, _)| *level >= 6))
        });
        signal("-9", child.id());
        child.wait().unwrap();
        wait_until("the other process ends", || {
            let lock = std::fs::File::open(parts.join("lock-1")).unwrap();
            lock.try_lock().is_ok()
        });
        let (level, newest) = checkpoints(&parts, 1, 2).pop().unwrap();
        let mut bytes = std::fs::read(&newest).unwrap();
        if is_cut {
            bytes.truncate(bytes.len() - 1);
        } else {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }
        std::fs::write(&newest, bytes).unwrap();
        let again = build_parts(&game, &parts, &often).output().unwrap();
        let error = stderr(&again);
        assert!(again.status.success(), "{error}");
        let name = newest.file_name().unwrap().to_string_lossy();
        assert!(
            error.contains(&*name) && error.contains("is damaged"),
            "{error}"
        );
        let before = format!("continuing from the checkpoint of level {}", level - 2);
        assert!(error.contains(&before), "level {level}: {error}");
        assert!(merge(&parts) == expected);
    }
}

/// A process that is stopped is noticed within the limit, at the start and later.
#[test]
fn stopped_processes_are_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let game = [&["numbers"], LARGER].concat();
    for at_start in [true, false] {
        let limit = [
            "--peer-timeout",
            "1",
            "--processes",
            "2",
            "--progress",
            "json",
        ];
        let mut command = build_parts(&game, &parts, &limit);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut other = None;
        wait_until("there is another process", || {
            other = children(child.id()).first().copied();
            other.is_some_and(is_executed)
        });
        let other = other.unwrap();
        let mut line = String::new();
        while !at_start && !line.contains("retrograde analysis by several") {
            line.clear();
            assert!(lines.read_line(&mut line).unwrap() > 0);
        }
        signal("-STOP", other);
        let began = Instant::now();
        let mut error = String::new();
        lines.read_to_string(&mut error).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(4), "{error}");
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "{:?}",
            began.elapsed()
        );
        let expected = if at_start {
            "no connection with process 1"
        } else {
            "silent for 1s"
        };
        assert!(error.contains(expected), "{error}");
        wait_until("it was killed", || !is_running(other));
    }
}

/// A free port outside the range from which the system takes ports for outgoing connections.
fn free_port() -> u16 {
    loop {
        let mut byte = [0; 2];
        std::fs::File::open("/dev/urandom")
            .unwrap()
            .read_exact(&mut byte)
            .unwrap();
        let port = 12_000 + u16::from_le_bytes(byte) % 20_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A host file with two processes.
struct Hosts {
    directory: tempfile::TempDir,
    ports: [u16; 2],
}

impl Hosts {
    fn new() -> Hosts {
        let directory = tempfile::tempdir().unwrap();
        let ports = [free_port(), free_port()];
        let lines = ports.map(|port| format!("127.0.0.1:{port}\n"));
        std::fs::write(directory.path().join("hosts"), lines.concat()).unwrap();
        std::fs::write(directory.path().join("secret"), "correct horse battery\n").unwrap();
        std::fs::write(directory.path().join("other"), "another horse battery\n").unwrap();
        Hosts { directory, ports }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Starts a process.
    fn start(&self, process: &str, game: &[&str], secret: &str) -> Child {
        let (hosts, secret) = (self.path("hosts"), self.path(secret));
        let several = [
            "--hosts",
            text(&hosts),
            "--process",
            process,
            "--secret",
            text(&secret),
        ];
        let mut command = build_parts(game, &self.path("parts"), &several);
        command.args(["--peer-timeout", "20"]);
        command.stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until a process listens.
    fn connect(&self, process: usize) -> TcpStream {
        let mut stream = None;
        wait_until("it listens", || {
            stream = TcpStream::connect(("127.0.0.1", self.ports[process])).ok();
            stream.is_some()
        });
        stream.unwrap()
    }
}

/// Processes of different games, parameters or numbers refuse each other, and both name both.
#[test]
fn different_processes_refuse_each_other() {
    let cases: [(&[&str], &str); 2] = [
        (&["quixo"], "game"),
        (&["numbers", "--set", "cards=6"], "parameters"),
    ];
    for (game, what) in cases {
        let hosts = Hosts::new();
        let first = hosts.start("0", &["numbers"], "secret");
        let second = hosts.start("1", game, "secret");
        for process in [first, second] {
            let ended = process.wait_with_output().unwrap();
            let error = stderr(&ended);
            assert_eq!(ended.status.code(), Some(2), "{error}");
            assert!(error.contains(&format!("has the {what} ")), "{error}");
            for (i, port) in hosts.ports.iter().enumerate() {
                assert!(
                    error.contains(&format!("process {i} at 127.0.0.1:{port}")),
                    "{error}"
                );
            }
        }
    }
}

/// Without a secret, or with another one, there is no connection; the process that knows it waits
/// for one that does.
#[test]
fn strangers_are_refused_and_the_run_goes_on() {
    let hosts = Hosts::new();
    let none = ["--hosts", text(&hosts.path("hosts")), "--process", "0"].map(str::to_owned);
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    let refused = build_parts(&["quixo"], &hosts.path("parts"), &none)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("need a secret"),
        "{}",
        stderr(&refused)
    );

    let first = hosts.start("0", &["quixo"], "secret");
    // One says nothing, one sends an invalid message, one has another secret.
    let silent = hosts.connect(0);
    let mut invalid = hosts.connect(0);
    let sent = invalid.write_all(&[0x2a; 1 << 16]);
    let stranger = hosts
        .start("1", &["quixo"], "other")
        .wait_with_output()
        .unwrap();
    let error = stderr(&stranger);
    assert_eq!(stranger.status.code(), Some(2), "{error}");
    assert!(
        error.contains("does not know the secret of process 0"),
        "{error}"
    );
    let second = hosts
        .start("1", &["quixo"], "secret")
        .wait_with_output()
        .unwrap();
    assert!(second.status.success(), "{}", stderr(&second));
    let first = first.wait_with_output().unwrap();
    let error = stderr(&first);
    assert!(first.status.success(), "{error}");
    assert!(error.contains("it sent an invalid message"), "{error}");
    assert!(error.contains("but does not know the secret"), "{error}");
    drop((silent, sent));
    let expected = build(hosts.directory.path(), "quixo", &[], &[]);
    assert!(merge(&hosts.path("parts")) == std::fs::read(expected).unwrap());
}

/// What cannot be started says why.
#[test]
fn wrong_usage_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    let file = directory.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let secret = directory.path().join("secret");
    std::fs::write(&secret, "short").unwrap();
    let hosts = directory.path().join("hosts");
    std::fs::write(&hosts, "127.0.0.1:4000\n").unwrap();
    let of_hosts = |process, secret| {
        let hosts = text(&hosts);
        [
            "quixo",
            "--hosts",
            hosts,
            "--process",
            process,
            "--secret",
            secret,
        ]
        .map(str::to_owned)
    };
    let cases: &[(&[String], &Path, &str)] = &[
        (
            &["nim", "--processes", "2"].map(str::to_owned),
            &parts,
            "cannot be solved by several",
        ),
        (
            &["quixo", "--processes", "0"].map(str::to_owned),
            &parts,
            "1..=64",
        ),
        (
            &["quixo", "--processes", "2"].map(str::to_owned),
            &file,
            "expected a directory",
        ),
        (
            &of_hosts("1", text(&secret)),
            &parts,
            "there is no process 1",
        ),
        (
            &of_hosts("0", text(&secret)),
            &parts,
            "expected at least 16",
        ),
        (&of_hosts("0", "nowhere"), &parts, "cannot read the secret"),
    ];
    for (arguments, output, expected) in cases {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let refused = build_parts(&arguments, output, &[]).output().unwrap();
        let code = refused.status.code().unwrap();
        assert!(matches!(code, 2 | 4), "{arguments:?}: {code}");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}
