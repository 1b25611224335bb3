//! Processes on this machine. This one is process 0 and starts the others with the same command
//! line; a variable of the environment says which process each of them is.

use std::net::TcpListener;
use std::process::{Child as Process, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use kibitz_cluster::Secret;
use kibitz_game::RunContext;

use super::{Part, SECRET, cluster};
use crate::failure::{Failure, INTERRUPTED};

/// The variable: the number of the process, and the addresses of all.
const PEERS: &str = "KIBITZ_PEERS";

/// The time that the processes have to end by themselves.
const GRACE: Duration = Duration::from_secs(2);

/// A process that another one has started.
pub(super) struct Child {
    process: usize,
    addresses: Vec<String>,
    secret: Secret,
}

impl Child {
    /// Whether this process is one, as its environment says.
    pub(super) fn of_environment() -> Result<Option<Child>, Failure> {
        let Ok(text) = std::env::var(PEERS) else {
            return Ok(None);
        };
        let mut words = text.split(' ').map(str::to_owned);
        let process = words.next().and_then(|word| word.parse().ok());
        let process = process.ok_or_else(|| anyhow!("{PEERS} is not valid: {text:?}"))?;
        let secret = std::env::var(SECRET).with_context(|| format!("{SECRET} is not set"))?;
        Ok(Some(Child {
            process,
            addresses: words.collect(),
            secret: Secret::new(secret.as_bytes()).map_err(cluster)?,
        }))
    }

    /// Its part of the run. Standard input is the socket at which it listens.
    pub(super) fn part(self) -> Result<Part, Failure> {
        Ok(Part {
            process: self.process,
            listener: inherited_listener()?,
            addresses: self.addresses,
            secret: self.secret,
            started: Vec::new(),
            is_local: true,
        })
    }
}

#[cfg(unix)]
fn inherited_listener() -> anyhow::Result<TcpListener> {
    use std::os::fd::AsFd;
    let socket = std::io::stdin().as_fd().try_clone_to_owned();
    Ok(TcpListener::from(
        socket.context("standard input is not a socket")?,
    ))
}

#[cfg(unix)]
fn inheritable(listener: TcpListener) -> anyhow::Result<Stdio> {
    Ok(Stdio::from(std::os::fd::OwnedFd::from(listener)))
}

#[cfg(not(unix))]
fn inherited_listener() -> anyhow::Result<TcpListener> {
    Err(anyhow!("--processes needs Unix; use --hosts"))
}

#[cfg(not(unix))]
fn inheritable(_: TcpListener) -> anyhow::Result<Stdio> {
    Err(anyhow!("--processes needs Unix; use --hosts"))
}

/// Starts all processes but this one.
pub(super) fn start(processes: usize) -> Result<Part, Failure> {
    let text = Secret::random().map_err(cluster)?;
    let listeners: std::io::Result<Vec<TcpListener>> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect();
    let listeners = listeners.context("cannot listen on loopback")?;
    let addresses: std::io::Result<Vec<String>> = listeners
        .iter()
        .map(|listener| Ok(listener.local_addr()?.to_string()))
        .collect();
    let addresses = addresses.context("cannot listen on loopback")?;
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut part = None;
    let mut started = Vec::new();
    for (process, listener) in listeners.into_iter().enumerate() {
        if process == 0 {
            part = Some(listener);
            continue;
        }
        let child = Command::new(&program)
            .args(std::env::args_os().skip(1))
            .env(PEERS, format!("{process} {}", addresses.join(" ")))
            .env(SECRET, &text)
            .stdin(inheritable(listener)?)
            .stdout(Stdio::null())
            .spawn();
        match child {
            Ok(child) => started.push(child),
            Err(error) => {
                started.iter_mut().for_each(kill);
                return Err(anyhow!("cannot start process {process}: {error}").into());
            }
        }
    }
    Ok(Part {
        process: 0,
        listener: part.context("there is no process")?,
        addresses,
        secret: Secret::new(text.as_bytes()).map_err(cluster)?,
        started,
        is_local: true,
    })
}

/// The processes that this one has started.
pub(super) struct Started {
    shared: Arc<Shared>,
    watcher: JoinHandle<()>,
}

/// What this process and the thread that watches the others share.
#[derive(Default)]
struct Shared {
    is_over: AtomicBool,
    /// How the first of them failed.
    failure: Mutex<Option<String>>,
}

impl Started {
    /// Watches them: the run is cancelled if one fails.
    pub(super) fn watch(started: Vec<Process>, context: &RunContext) -> Started {
        let shared: Arc<Shared> = Arc::default();
        let (own, context) = (Arc::clone(&shared), context.clone());
        let watcher = thread::spawn(move || own.watch(started, &context));
        Started { shared, watcher }
    }

    /// Waits until all have ended, and kills those that do not; how the first of them failed.
    pub(super) fn wait(self) -> Option<String> {
        self.shared.is_over.store(true, Ordering::Relaxed);
        let _ = self.watcher.join();
        self.shared.failure().take()
    }
}

impl Shared {
    /// Waits until all have ended.
    fn watch(&self, started: Vec<Process>, context: &RunContext) {
        let mut running: Vec<(usize, Process)> = (1..).zip(started).collect();
        let mut over_since = None;
        while !running.is_empty() {
            running.retain_mut(|(number, process)| self.is_running(*number, process));
            if self.is_over.load(Ordering::Relaxed) {
                let since = *over_since.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    running.iter_mut().for_each(|(_, process)| kill(process));
                }
            } else if self.failure().is_some() {
                // If the failed process could still say why, the run has ended by now.
                thread::sleep(Duration::from_millis(500));
                context.cancel();
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether a process still runs; if it has failed, that is recorded.
    fn is_running(&self, number: usize, process: &mut Process) -> bool {
        let how = match process.try_wait() {
            Ok(None) => return true,
            // A process that ends because of another one, or by Ctrl-C, is interrupted.
            Ok(Some(status)) if status.success() || status.code() == Some(INTERRUPTED.into()) => {
                return false;
            }
            Ok(Some(status)) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let text = format!("process {number} on this machine has ended: {how}");
        self.failure().get_or_insert(text);
        false
    }

    fn failure(&self) -> MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kill(process: &mut Process) {
    // It may have ended meanwhile.
    let _ = process.kill();
    let _ = process.wait();
}
