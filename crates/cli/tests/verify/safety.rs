//! Whatever a program does, it is ended, and nothing of it is left: no
//! process, no zombie, no file.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::programs::{Verified, hostile, kibitz, verify};

/// A copy of the hostile program under a name of its own, by which its
/// processes can be found, and a folder that must stay empty.
struct Stage {
    name: String,
    program: PathBuf,
    folder: tempfile::TempDir,
    empty: PathBuf,
}

impl Stage {
    fn new() -> Stage {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // The system keeps 15 characters of a name.
        let name = format!("h{}-{count}", std::process::id());
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(&name);
        fs::copy(hostile(), &program).unwrap();
        let empty = folder.path().join("empty");
        fs::create_dir(&empty).unwrap();
        Stage {
            name,
            program,
            folder,
            empty,
        }
    }

    fn verify(&self, how: &str, options: &[&str]) -> Verified {
        let verified = verify("marbles", &self.program, how, options);
        assert_eq!(verified.code, Some(1), "{how}: {}", verified.stderr);
        self.is_clear(how);
        verified
    }

    /// The processes of this name, zombies among them.
    fn processes(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").unwrap();
        let stats =
            entries.filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("stat")).ok());
        let name = format!("({})", self.name);
        stats.filter(|stat| stat.contains(&name)).collect()
    }

    fn is_clear(&self, how: &str) {
        assert_eq!(self.processes(), [""; 0], "left behind by {how}");
        let files: Vec<_> = fs::read_dir(&self.empty).unwrap().collect();
        assert!(files.is_empty(), "{how}: {files:?}");
        assert!(self.folder.path().exists());
    }

    /// `kibitz verify` at work, with the program's processes running.
    fn at_work(&self, how: &str, processes: usize) -> Child {
        let exec = format!("{} {how}", self.program.display());
        let mut command = kibitz();
        let child = command
            .args(["verify", "marbles", "--limit", "100", "--exec", &exec])
            .current_dir(&self.empty)
            .env("TMPDIR", &self.empty)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while self.processes().len() < processes {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{how} does not start"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill")
        .args([&format!("-{name}"), &id])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let stage = Stage::new();
    for how in ["waits", "spins", "stops", "is-deaf", "floods-stderr"] {
        let verified = stage.verify(how, &["--limit", "0.3", "--cases", "10"]);
        assert_eq!(verified.text("verdict"), "time limit", "{how}");
    }
}

#[test]
fn a_program_that_reads_slowly_or_not_at_all_is_ended() {
    let stage = Stage::new();
    // More input than a pipe holds.
    for how in ["waits", "reads-slowly"] {
        let verified = stage.verify(how, &["--limit", "0.3", "--cases", "20000"]);
        assert_eq!(verified.text("verdict"), "time limit", "{how}");
    }
}

#[test]
fn a_program_that_floods_its_output_is_not_listened_to() {
    let stage = Stage::new();
    let verified = stage.verify("floods", &["--limit", "100"]);
    assert_eq!(verified.text("verdict"), "wrong format");
    assert!(verified.text("detail").starts_with("line 1: found `xxxx"));
}

#[test]
fn a_program_that_closes_its_input_only_gives_no_answers() {
    let stage = Stage::new();
    let verified = stage.verify("closes-input", &["--cases", "20000"]);
    assert_eq!(verified.text("verdict"), "wrong format");
    assert_eq!(verified.text("detail"), "too few lines: 0 for 1 case");
}

#[test]
fn children_that_hide_are_found() {
    let stage = Stage::new();
    // The children hold the pipes open: nobody waits for them, though.
    for how in ["leaves-children", "leaves-a-comet"] {
        let verified = stage.verify(how, &["--limit", "100", "--cases", "10"]);
        assert_eq!(verified.text("verdict"), "wrong format", "{how}");
    }
    let how = "leaves-children-and-waits";
    let verified = stage.verify(how, &["--limit", "0.3", "--cases", "10"]);
    assert_eq!(verified.text("verdict"), "time limit");
}

#[test]
fn a_program_that_eats_memory_runs_against_a_wall() {
    let stage = Stage::new();
    let options = ["--limit-memory", "100MB", "--limit", "100", "--cases", "10"];
    let verified = stage.verify("eats-memory", &options);
    assert_eq!(verified.text("verdict"), "crash");
    assert!(verified.text("detail").starts_with("signal 6"));
}

#[test]
fn a_signal_ends_everything() {
    for name in ["INT", "TERM", "HUP"] {
        let stage = Stage::new();
        let child = stage.at_work("leaves-children-and-waits", 3);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("stopped on request"), "{error}");
        stage.is_clear(name);
    }
}

#[test]
fn impatience_does_not_leave_more_behind() {
    let stage = Stage::new();
    let mut child = stage.at_work("leaves-children-and-waits", 3);
    while child.try_wait().unwrap().is_none() {
        let id = child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &id]).status();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    stage.is_clear("Ctrl-C again and again");
}

/// Who is killed cannot clear away; but the system ends the program itself.
#[test]
fn a_program_does_not_outlive_a_killed_kibitz() {
    let stage = Stage::new();
    let mut child = stage.at_work("waits", 1);
    child.kill().unwrap();
    child.wait().unwrap();
    let began = Instant::now();
    while !stage.processes().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(60), "it lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A time budget of kibitz itself ends the program, too.
#[test]
fn a_budget_ends_everything() {
    let stage = Stage::new();
    let exec = format!("{} leaves-children-and-waits", stage.program.display());
    let output = kibitz()
        .args([
            "verify", "marbles", "--limit", "100", "--time", "0.3", "--exec", &exec,
        ])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    stage.is_clear("a budget");
}
