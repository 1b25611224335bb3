//! The command as a process of its own, under a limit set by the system.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What became of a process.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    /// The most memory that it had, in bytes.
    pub(crate) memory: u64,
    /// The most threads that were seen.
    pub(crate) threads: usize,
    pub(crate) stderr: String,
}

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs the command with so many bytes of address space. What it prints is read
/// and not kept.
pub(crate) fn run(arguments: &[&str], address_space: u64) -> Ended {
    // The shell sets the limit and becomes the command.
    let mut child = Command::new("sh")
        .env_remove("RUST_BACKTRACE")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg((address_space >> 10).to_string())
        .arg(env!("CARGO_BIN_EXE_kibitz"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let drain = thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
    let told = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text)
    });
    let (status, usage, threads) = until_its_end(&mut child);
    drain.join().unwrap().unwrap();
    Ended {
        code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        memory: usage.ru_maxrss as u64 * 1024,
        threads,
        stderr: told.join().unwrap().unwrap(),
    }
}

/// Waits for the end: the status, what was used, and the most threads that were
/// seen. A child that takes too long is killed.
fn until_its_end(child: &mut Child) -> (libc::c_int, libc::rusage, usize) {
    let began = Instant::now();
    let mut threads = 0;
    loop {
        if let Some((status, usage)) = wait(child.id()) {
            return (status, usage, threads);
        }
        let tasks = fs::read_dir(format!("/proc/{}/task", child.id()));
        threads = threads.max(tasks.map_or(0, Iterator::count));
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// How a child ended and what it used, once it has.
fn wait(pid: u32) -> Option<(libc::c_int, libc::rusage)> {
    let mut status = 0;
    // SAFETY: numbers only, of which any bytes are some.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places are ours, and nothing else waits for this child.
    let found = unsafe { libc::wait4(pid as libc::pid_t, &mut status, libc::WNOHANG, &mut usage) };
    assert!(found >= 0, "wait4 failed for {pid}");
    (found > 0).then_some((status, usage))
}
