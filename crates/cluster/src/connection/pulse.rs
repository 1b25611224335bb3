//! Pulses: every process reports to all others several times a second that it works, and how far it is.
//! Who is silent for too long is stopped or cannot be reached.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::ClusterError;

/// The usual time between two pulses.
const BEAT: Duration = Duration::from_millis(250);

/// The longest text of a failure.
const MAX_TEXT: usize = 1 << 12;

/// What a pulse begins with.
const WORKS: u8 = 1;
const FAILED: u8 = 2;
const ENDS: u8 = 3;

/// The state of a process, as its pulses say.
#[derive(Debug, Default)]
pub(crate) struct State {
    level: AtomicU64,
    positions: AtomicU64,
    settled: AtomicU64,
    sent: AtomicU64,
    /// Whether its part of the table is written.
    is_written: AtomicBool,
}

/// The length of a pulse after its first byte.
const LENGTH: usize = 4 * 8 + 1;

impl State {
    fn to_bytes(&self) -> [u8; 1 + LENGTH] {
        let mut bytes = [WORKS; 1 + LENGTH];
        let numbers = [&self.level, &self.positions, &self.settled, &self.sent];
        for (chunk, number) in bytes[1..].as_chunks_mut().0.iter_mut().zip(numbers) {
            *chunk = number.load(Ordering::Relaxed).to_le_bytes();
        }
        bytes[LENGTH] = u8::from(self.is_written.load(Ordering::SeqCst));
        bytes
    }

    fn set(&self, bytes: &[u8; LENGTH]) {
        let numbers = [&self.level, &self.positions, &self.settled, &self.sent];
        for (chunk, number) in bytes.as_chunks().0.iter().zip(numbers) {
            number.store(u64::from_le_bytes(*chunk), Ordering::Relaxed);
        }
        self.is_written
            .store(bytes[LENGTH - 1] == 1, Ordering::SeqCst);
    }
}

/// The progress of all processes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct All {
    pub(crate) settled: u64,
    /// Updates sent to other processes.
    pub(crate) sent: u64,
    pub(crate) sent_per_second: u64,
}

/// The pulses of this process and of all others.
#[derive(Debug)]
pub(crate) struct Pulses {
    own: State,
    others: Vec<Arc<State>>,
    /// The first failure of another process, or of the connection with it.
    failure: Mutex<Option<Failure>>,
    has_failed: AtomicBool,
    /// Whether this process ends, and with which failure.
    end: Mutex<Option<Option<String>>>,
    sender: Mutex<Option<thread::JoinHandle<()>>>,
    began: Instant,
}

/// What has failed, and how.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Another process.
    Process(String),
    /// The connection with it.
    Connection(String),
}

/// The connection for pulses with another process.
pub(crate) struct PeerPulse {
    pub(crate) name: String,
    pub(crate) stream: TcpStream,
}

impl Pulses {
    /// Begins to send and to expect pulses. A process that is silent for `limit` has failed.
    pub(crate) fn start(
        peers: Vec<PeerPulse>,
        limit: Duration,
    ) -> Result<Arc<Pulses>, ClusterError> {
        let problem =
            |error: io::Error| ClusterError::Setup(format!("cannot watch the processes: {error}"));
        let others: Vec<Arc<State>> = peers.iter().map(|_| Arc::default()).collect();
        let pulses = Arc::new(Pulses {
            own: State::default(),
            others: others.clone(),
            failure: Mutex::default(),
            has_failed: AtomicBool::new(false),
            end: Mutex::default(),
            sender: Mutex::default(),
            began: Instant::now(),
        });
        let mut streams = Vec::new();
        for (peer, state) in peers.into_iter().zip(others) {
            peer.stream.set_read_timeout(Some(limit)).map_err(problem)?;
            peer.stream
                .set_write_timeout(Some(limit))
                .map_err(problem)?;
            streams.push(peer.stream.try_clone().map_err(problem)?);
            let pulses = Arc::clone(&pulses);
            let listener = thread::Builder::new().name("kibitz:pulse".to_owned());
            listener
                .spawn(move || pulses.listen(peer, &state, limit))
                .map_err(problem)?;
        }
        let beat = BEAT.min(limit / 4);
        let own = Arc::clone(&pulses);
        let sender = thread::Builder::new().name("kibitz:pulses".to_owned());
        let sender = sender
            .spawn(move || own.send(streams, beat))
            .map_err(problem)?;
        *lock(&pulses.sender) = Some(sender);
        Ok(pulses)
    }

    /// Sends pulses until the process ends.
    fn send(&self, mut streams: Vec<TcpStream>, beat: Duration) {
        loop {
            let end = lock(&self.end).clone();
            let bytes = match &end {
                None => self.own.to_bytes().to_vec(),
                Some(None) => vec![ENDS],
                Some(Some(why)) => {
                    let text = &why.as_bytes()[..why.len().min(MAX_TEXT)];
                    let mut bytes = vec![FAILED];
                    bytes.extend((text.len() as u32).to_le_bytes());
                    bytes.extend(text);
                    bytes
                }
            };
            // Who does not take it is noticed by the thread that listens to it.
            streams.retain_mut(|stream| stream.write_all(&bytes).is_ok());
            if end.is_some() {
                return;
            }
            thread::park_timeout(beat);
        }
    }

    /// Listens to another process.
    fn listen(&self, peer: PeerPulse, state: &State, limit: Duration) {
        let name = &peer.name;
        let mut stream = &peer.stream;
        loop {
            let read = read_pulse(&mut stream);
            let problem = match read {
                Ok(Pulse::Works(bytes)) => {
                    state.set(&bytes);
                    continue;
                }
                Ok(Pulse::Ends) => {
                    state.is_written.store(true, Ordering::SeqCst);
                    return;
                }
                Ok(Pulse::Failed(why)) => format!("{name} failed: {why}"),
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => continue,
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => format!(
                        "{name} has been silent for {limit:?}: it is stopped, or cannot be reached"
                    ),
                    io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                        format!("{name} has ended")
                    }
                    _ => format!("the connection with {name} failed: {error}"),
                },
            };
            self.fail(Failure::Process(problem));
            return;
        }
    }

    /// Records a failure. The first one counts, but what pulses say explains why a connection
    /// broke.
    pub(crate) fn fail(&self, failure: Failure) {
        let mut first = lock(&self.failure);
        let is_explained = matches!(*first, Some(Failure::Process(_)));
        let explains = matches!(failure, Failure::Process(_)) && !is_explained;
        if first.is_none() || explains {
            *first = Some(failure);
        }
        self.has_failed.store(true, Ordering::SeqCst);
    }

    /// Checks that no other process has failed.
    ///
    /// # Errors
    /// Returns the failure.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        if !self.has_failed.load(Ordering::SeqCst) {
            return Ok(());
        }
        // A connection may break before its reason is known.
        thread::sleep(BEAT);
        let failure = lock(&self.failure).clone();
        Err(ClusterError::Peer(match failure {
            Some(Failure::Process(why) | Failure::Connection(why)) => why,
            None => "another process failed".to_owned(),
        }))
    }

    pub(crate) fn set_positions(&self, positions: u64) {
        self.own.positions.store(positions, Ordering::Relaxed);
    }

    pub(crate) fn set_progress(&self, level: u32, settled: u64) {
        self.own.level.store(level.into(), Ordering::Relaxed);
        self.own.settled.store(settled, Ordering::Relaxed);
    }

    pub(crate) fn add_sent(&self, updates: u64) {
        self.own.sent.fetch_add(updates, Ordering::Relaxed);
    }

    /// The sum over all processes.
    pub(crate) fn all(&self) -> All {
        let states = || self.others.iter().map(|state| &**state).chain([&self.own]);
        let sum = |of: fn(&State) -> &AtomicU64| -> u64 {
            states()
                .map(|state| of(state).load(Ordering::Relaxed))
                .sum()
        };
        let sent = sum(|state| &state.sent);
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        All {
            settled: sum(|state| &state.settled),
            sent,
            sent_per_second: (sent as f64 / seconds) as u64,
        }
    }

    /// Says that the part of this process is written, and waits until all have said so.
    ///
    /// # Errors
    /// Returns an error if another process fails.
    pub(crate) fn all_written(
        &self,
        mut check: impl FnMut() -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        self.own.is_written.store(true, Ordering::SeqCst);
        self.beat_now();
        let is_written = |state: &Arc<State>| state.is_written.load(Ordering::SeqCst);
        while !self.others.iter().all(is_written) {
            self.check()?;
            check()?;
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Says that this process ends, and why if it has failed.
    pub(crate) fn end(&self, failure: Option<String>) {
        *lock(&self.end) = Some(failure);
        self.beat_now();
        if let Some(sender) = lock(&self.sender).take() {
            // It ends after its last pulse; a panic there is no reason for another one here.
            let _ = sender.join();
        }
    }

    fn beat_now(&self) {
        if let Some(sender) = &*lock(&self.sender) {
            sender.thread().unpark();
        }
    }
}

/// What another process says.
enum Pulse {
    Works([u8; LENGTH]),
    Failed(String),
    Ends,
}

fn read_pulse(stream: &mut &TcpStream) -> io::Result<Pulse> {
    let mut kind = [0];
    stream.read_exact(&mut kind)?;
    match kind[0] {
        WORKS => {
            let mut bytes = [0; LENGTH];
            stream.read_exact(&mut bytes)?;
            Ok(Pulse::Works(bytes))
        }
        FAILED => {
            let mut length = [0; 4];
            stream.read_exact(&mut length)?;
            let mut text = vec![0; (u32::from_le_bytes(length) as usize).min(MAX_TEXT)];
            stream.read_exact(&mut text)?;
            Ok(Pulse::Failed(String::from_utf8_lossy(&text).into_owned()))
        }
        ENDS => Ok(Pulse::Ends),
        other => Err(io::Error::other(format!("a pulse of unknown kind {other}"))),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
