//! Commands stop soon after `--time` or a signal, keep partial results, and report
//! their progress.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A limit was reached.
const BUDGET: i32 = 3;
/// Interrupted.
const INTERRUPTED: i32 = 130;

/// Timeout of a hanging command, generous for busy machines. Without a limit each
/// command would take minutes or not terminate.
const HANGS: Duration = Duration::from_secs(60);

/// The example games.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_kibitz")
}

/// The result of a run.
struct Done {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A running command whose output is being read.
struct Running {
    child: Child,
    what: String,
    readers: [std::thread::JoinHandle<String>; 2],
}

fn reader(mut source: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = source.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

impl Running {
    fn start(command: &str, stdin: Stdio) -> Running {
        let line = command.replace("KIBITZ", program());
        let words = line.replace("EXAMPLES", EXAMPLES);
        let mut child = Command::new(program())
            .args(words.split('|').map(str::trim))
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let readers = [
            reader(child.stdout.take().unwrap()),
            reader(child.stderr.take().unwrap()),
        ];
        Running {
            child,
            what: command.to_owned(),
            readers,
        }
    }

    /// Waits until the command has installed its signal handler.
    fn wait_for_handler(&mut self) {
        const SIGINT: u64 = 1 << 1;
        let status = format!("/proc/{}/status", self.child.id());
        let began = Instant::now();
        loop {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            if caught.is_some_and(|mask| mask & SIGINT != 0) {
                return;
            }
            assert!(began.elapsed() < HANGS, "{}: no handler", self.what);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }

    fn end(mut self) -> Done {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if began.elapsed() > HANGS {
                let _ = self.child.kill();
                panic!("{} does not end", self.what);
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let [out, err] = self.readers.map(|reader| reader.join().unwrap());
        assert!(!err.contains("panicked"), "{}: {err}", self.what);
        Done {
            code: status.code(),
            out,
            err,
        }
    }
}

/// Commands that take far longer than a second; words are separated by bars.
const LONG: [&str; 24] = [
    "solve|teeko",
    "stats|dobutsu",
    "find|kbnk|--where|winning=1",
    "puzzle|kqkr|--deepest",
    "stats|marbles|--set|rows=5|--set|cols=6",
    "find|marbles|--set|rows=5|--set|cols=5|--where|winning=1",
    "stats|domineering|--set|rows=5|--set|cols=6",
    "stats|numbers|--set|cards=20",
    "table|numbers|--param|cards=8..20",
    "stats|boxes|--at|30 30 30 30 30 30 30",
    "solve|boxes|--set|moves=1>2,2>3,3>1|--at|900 900 900",
    "solve|octal|--set|play=misere|--at|40 40 40",
    "stats|subtraction|--at|100000000",
    "table|octal|--param|a=0..10000000|--show|grundy",
    "gen|boxes|--cases|1000000000",
    "gen|nine|--cases|1000000000|--bias|long",
    "gen|boxes|--set|moves=1>2,2>3,3>1|--size|cards=900|--bias|balanced",
    "verify|boxes|--exec|KIBITZ judge boxes|--cases|1000000000",
    "verify|nine|--exec|sleep 1000",
    "verify|EXAMPLES/subtraction.py|--set|n=100000000",
    "solve|EXAMPLES/subtraction.py|--set|n=100000000",
    "table|EXAMPLES/subtraction.py|--param|n=1..1000000",
    "find|EXAMPLES/connect_four.py|--set|cols=5|--set|rows=5|--where|moves=max",
    "play|teeko|--side|none",
];

#[test]
fn the_time_limit_stops_every_command() {
    for command in LONG {
        let limited = format!("{command}|--time|0.2|--progress|none");
        let done = Running::start(&limited, Stdio::null()).end();
        assert_eq!(done.code, Some(BUDGET), "{command}: {}", done.err);
        let message = "error: time limit of 200ms reached; raise --time\n";
        assert!(done.err.contains(message), "{command}: {}", done.err);
    }
}

#[test]
fn limits_of_rule_files_name_their_option() {
    for (command, option) in [
        ("solve|EXAMPLES/numbers.py|--fuel|20", "--fuel 200"),
        ("lint|EXAMPLES/numbers.py|--fuel|20", "--fuel 200"),
        (
            "solve|EXAMPLES/kalah.py|--recursion-limit|0",
            "--recursion-limit 10",
        ),
        ("solve|EXAMPLES/kalah.py|--depth|0", "--recursion-limit 10"),
    ] {
        let done = Running::start(command, Stdio::null()).end();
        let message = format!(", allow more: {option}\n");
        let all = done.out + &done.err;
        assert!(all.contains(&message), "{command}: {all}");
    }
}

#[test]
fn signals_stop_every_command() {
    for (number, command) in LONG.into_iter().enumerate() {
        // Leaving a game is not a failure.
        if command.starts_with("play") {
            continue;
        }
        let mut running = Running::start(&format!("{command}|--progress|none"), Stdio::null());
        running.wait_for_handler();
        running.signal(["INT", "TERM"][number % 2]);
        let done = running.end();
        assert_eq!(done.code, Some(INTERRUPTED), "{command}: {}", done.err);
        let message = "error: cancelled\n";
        assert!(done.err.contains(message), "{command}: {}", done.err);
    }
}

/// The progress in the message of a stopped command.
fn progress(error: &str, stage: &str) -> u64 {
    let note = error.lines().find_map(|line| line.strip_prefix("  = "));
    let done = note.and_then(|note| note.strip_prefix(&format!("{stage}: ")));
    let done = done.unwrap_or_else(|| panic!("no `{stage}` in {error}"));
    let number = done.split(' ').next().unwrap().replace(',', "");
    number.parse().unwrap_or_else(|_| panic!("{error}"))
}

#[test]
fn verify_reports_the_number_of_agreeing_cases() {
    let command = "verify|boxes|--exec|KIBITZ judge boxes|--cases|1000000000|--time|2";
    let done = Running::start(command, Stdio::null()).end();
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    let (agreed, rest) = done.out.split_once(' ').unwrap();
    assert_eq!(
        rest,
        "of 1,000,000,000 cases agree; the others were not compared\n"
    );
    let agreed: u64 = agreed.replace(',', "").parse().unwrap();
    assert!(agreed > 0, "{}", done.out);
    assert_eq!(progress(&done.err, "comparing cases"), agreed);
    let done = Running::start(&format!("{command}|--json"), Stdio::null()).end();
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    assert!(
        done.out.contains("\"verdict\": \"stopped\""),
        "{}",
        done.out
    );
}

/// Generated cases are written completely, as many as the message says.
#[test]
fn gen_keeps_generated_cases() {
    let command = "gen|nine|--cases|1000000000|--bias|long|--time|1";
    let done = Running::start(command, Stdio::null()).end();
    assert_eq!(done.code, Some(BUDGET), "{}", done.err);
    let cases = progress(&done.err, "generating cases");
    assert_eq!(done.out.lines().count() as u64, 2 * cases);
    assert!(done.out.ends_with('\n') && cases > 0);
}

#[test]
fn puzzles_found_before_a_stop_are_printed() {
    // How long the first puzzle takes depends on the machine.
    let found = [1, 4, 16, 64].iter().any(|seconds| {
        let command = format!("puzzle|nine|--count|1000|--seed|1|--time|{seconds}");
        let done = Running::start(&command, Stdio::null()).end();
        assert_eq!(done.code, Some(BUDGET), "{}", done.err);
        done.out.contains("question  one of ")
    });
    assert!(found);
}

/// No answer is lost.
#[test]
fn a_judge_waiting_for_input_stops() {
    for (end, code) in [
        ("--time", BUDGET),
        ("INT", INTERRUPTED),
        ("TERM", INTERRUPTED),
    ] {
        let limit = if end == "--time" { "|--time|1.5" } else { "" };
        let mut child = Command::new(program())
            .args(format!("judge|boxes{limit}").split('|'))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"3\n2\n1 2\n2\n").unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, "Case 1: Alice\n", "{end}");
        let running = Running {
            readers: [reader(answers), reader(child.stderr.take().unwrap())],
            child,
            what: format!("judge, ended by {end}"),
        };
        if end != "--time" {
            running.signal(end);
        }
        let done = running.end();
        assert_eq!((done.code, done.out.as_str()), (Some(code), ""), "{end}");
        let message = match end {
            "--time" => "error: time limit of 1.5s reached",
            _ => "error: cancelled",
        };
        assert!(done.err.starts_with(message), "{}", done.err);
        drop(stdin);
    }
}
