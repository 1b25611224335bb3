//! Adversarial programs are terminated and leave nothing behind: no process, no
//! zombie, no file.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::verify::programs::{Verified, hostile, kibitz, verify};

/// A copy of the adversarial program under a unique name, by which its processes
/// are found, and a directory that must stay empty.
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
        // The kernel truncates names to 15 characters.
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

    /// The processes of this name, including zombies.
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

    /// Starts `kibitz verify`; returns once the program's processes are running.
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
fn programs_that_do_not_terminate_are_killed() {
    let stage = Stage::new();
    for how in ["waits", "spins", "stops", "is-deaf", "floods-stderr"] {
        let verified = stage.verify(how, &["--limit", "0.3", "--cases", "1"]);
        assert_eq!(verified.text("verdict"), "time limit", "{how}");
    }
}

#[test]
fn programs_that_read_slowly_or_not_at_all_are_killed() {
    let stage = Stage::new();
    // More input than a pipe holds.
    for how in ["waits", "reads-slowly"] {
        let verified = stage.verify(how, &["--limit", "0.3", "--cases", "20000"]);
        assert_eq!(verified.text("verdict"), "time limit", "{how}");
    }
}

#[test]
fn flooded_output_is_truncated() {
    let stage = Stage::new();
    let verified = stage.verify("floods", &["--limit", "100"]);
    assert_eq!(verified.text("verdict"), "wrong format");
    assert!(verified.text("detail").starts_with("line 1: found `xxxx"));
}

#[test]
fn closing_the_input_is_a_wrong_format() {
    let stage = Stage::new();
    let verified = stage.verify("closes-input", &["--cases", "20000"]);
    assert_eq!(verified.text("verdict"), "wrong format");
    assert_eq!(verified.text("detail"), "too few lines: 0 for 1 case");
}

#[test]
fn detached_children_are_killed() {
    let stage = Stage::new();
    // The children keep the pipes open, but are not waited for.
    for how in ["leaves-children", "leaves-a-comet"] {
        let verified = stage.verify(how, &["--limit", "100", "--cases", "10"]);
        assert_eq!(verified.text("verdict"), "wrong format", "{how}");
    }
    let how = "leaves-children-and-waits";
    let verified = stage.verify(how, &["--limit", "0.3", "--cases", "10"]);
    assert_eq!(verified.text("verdict"), "time limit");
}

#[test]
fn the_memory_limit_is_enforced() {
    let stage = Stage::new();
    let options = ["--limit-memory", "100MB", "--limit", "100", "--cases", "10"];
    let verified = stage.verify("eats-memory", &options);
    assert_eq!(verified.text("verdict"), "crash");
    assert!(verified.text("detail").starts_with("signal 6"));
}

#[test]
fn signals_kill_the_process_tree() {
    for name in ["INT", "TERM", "HUP"] {
        let stage = Stage::new();
        let child = stage.at_work("leaves-children-and-waits", 3);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("error: cancelled"), "{error}");
        stage.is_clear(name);
    }
}

#[test]
fn repeated_interrupts_kill_the_process_tree() {
    let stage = Stage::new();
    let mut child = stage.at_work("leaves-children-and-waits", 3);
    while child.try_wait().unwrap().is_none() {
        let id = child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &id]).status();
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    stage.is_clear("repeated Ctrl-C");
}

/// A killed process cannot clean up, but the kernel kills the program itself.
#[test]
fn a_program_does_not_outlive_a_killed_kibitz() {
    let stage = Stage::new();
    let mut child = stage.at_work("waits", 1);
    child.kill().unwrap();
    child.wait().unwrap();
    let began = Instant::now();
    while !stage.processes().is_empty() {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "the program is still running"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_time_limit_kills_the_process_tree() {
    let stage = Stage::new();
    let exec = format!("{} leaves-children-and-waits", stage.program.display());
    let output = kibitz()
        .args([
            "verify", "marbles", "--limit", "100", "--time", "0.3", "--exec", &exec,
        ])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    stage.is_clear("a time limit");
}
