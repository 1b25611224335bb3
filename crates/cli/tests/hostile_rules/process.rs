//! The command as a process, under limits of its own and of the system, measured.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, setrlimit};

const MIB: u64 = 1 << 20;
/// The budget that the command is given.
const MEMORY: u64 = 64 * MIB;
/// Its resident memory may be this large: 1.1 times the budget, and the program.
const RESIDENT: u64 = MEMORY + MEMORY / 10 + 64 * MIB;
/// Where the system ends it, so that a mistake does not take the machine's memory.
const ADDRESSES: u64 = 8192 * MIB;
/// The time that it is given, far more than the fuel of its calls allows.
const SECONDS: u64 = 20;
/// Where it counts as hanging, on a machine that is busy otherwise.
const HANG: Duration = Duration::from_secs(90);

/// How a process ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// `None`: by a signal.
    pub(crate) code: Option<i32>,
    pub(crate) err: String,
    pub(crate) resident: u64,
    pub(crate) hung: bool,
}

impl Ended {
    /// What no rule file may bring about.
    pub(crate) fn broken_promise(&self) -> Option<String> {
        if self.hung {
            return Some(format!("still running after {HANG:?}"));
        }
        match self.code {
            Some(0..=3) => {}
            Some(code) => return Some(format!("exit code {code}")),
            None => return Some("ended by a signal".to_owned()),
        }
        if self.err.contains("panicked") {
            return Some("a panic".to_owned());
        }
        let resident = self.resident;
        (resident > RESIDENT).then(|| format!("{resident} bytes resident, {RESIDENT} allowed"))
    }
}

/// Runs the command within its limits.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kibitz"));
    command.args(arguments);
    command.args(["--memory", &MEMORY.to_string()]);
    command.args(["--time", &SECONDS.to_string(), "--fuel", "1000000"]);
    command.env_remove("RUST_BACKTRACE");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let limit = Rlimit {
        current: Some(ADDRESSES),
        maximum: Some(ADDRESSES),
    };
    // SAFETY: between fork and exec only a system call is made, which allocates
    // nothing and takes no lock.
    unsafe {
        command.pre_exec(move || Ok(setrlimit(Resource::As, limit)?));
    }
    let mut child = command.spawn().expect("the program starts");
    let mut stderr = child.stderr.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        stderr
            .read_to_end(&mut text)
            .expect("a pipe that can be read");
        String::from_utf8_lossy(&text).into_owned()
    });
    let (code, resident, hung) = wait(&mut child);
    let err = reader.join().expect("the reader ends");
    Ended {
        code,
        err,
        resident,
        hung,
    }
}

/// Waits for the end: the exit code, the largest resident memory in bytes, and
/// whether the process had to be killed.
fn wait(child: &mut Child) -> (Option<i32>, u64, bool) {
    let began = Instant::now();
    let pid = libc::pid_t::try_from(child.id()).expect("a process number");
    let mut hung = false;
    loop {
        let mut status = 0;
        // SAFETY: `rusage` consists of numbers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live variables of the types that the
        // system writes.
        let ended = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if ended == pid {
            let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            return (code, usage.ru_maxrss as u64 * 1024, hung);
        }
        assert_eq!(ended, 0, "the process can be waited for");
        if !hung && began.elapsed() > HANG {
            hung = true;
            child.kill().expect("the process can be killed");
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}
