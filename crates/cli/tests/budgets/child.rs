//! Running the executable in a process with a limited address space.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    /// Peak resident memory in bytes.
    pub(crate) memory: u64,
    /// Peak number of threads observed.
    pub(crate) threads: usize,
    pub(crate) stderr: String,
}

/// Far longer than any test case takes.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Runs the command with a limit of `address_space` bytes. Standard output is
/// discarded.
pub(crate) fn run(arguments: &[&str], address_space: u64) -> Ended {
    // The shell sets the limit and executes the command in its place.
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
    let stderr_reader = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text)
    });
    let (status, usage, threads) = wait_for(&mut child);
    drain.join().unwrap().unwrap();
    Ended {
        code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        memory: usage.ru_maxrss as u64 * 1024,
        threads,
        stderr: stderr_reader.join().unwrap().unwrap(),
    }
}

/// Waits for a child: status, resource usage and peak number of threads. It is
/// killed after [`TIMEOUT`].
fn wait_for(child: &mut Child) -> (libc::c_int, libc::rusage, usize) {
    let began = Instant::now();
    let mut threads = 0;
    loop {
        if let Some((status, usage)) = wait(child.id()) {
            return (status, usage, threads);
        }
        let tasks = fs::read_dir(format!("/proc/{}/task", child.id()));
        threads = threads.max(tasks.map_or(0, Iterator::count));
        if began.elapsed() > TIMEOUT {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Status and resource usage of a child that has exited.
fn wait(pid: u32) -> Option<(libc::c_int, libc::rusage)> {
    let mut status = 0;
    // SAFETY: a struct of integers, for which all bit patterns are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals, and no other code waits for this
    // child.
    let found = unsafe { libc::wait4(pid as libc::pid_t, &mut status, libc::WNOHANG, &mut usage) };
    assert!(found >= 0, "wait4 failed for {pid}");
    (found > 0).then_some((status, usage))
}
