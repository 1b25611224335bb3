//! Connecting all processes of a run.

use std::collections::HashMap;
use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use kibitz_game::RunContext;

use super::handshake::{Channel, Failed, Hello, answer, call};
use super::{Log, Secret};
use crate::ClusterError;

/// The time between two attempts.
const RETRY: Duration = Duration::from_millis(50);

/// The longest time to wait without looking whether the run was cancelled.
const WAIT: Duration = Duration::from_millis(50);

/// After this time the processes that are waited for are named.
const NAMING_DELAY: Duration = Duration::from_secs(3);

/// The longest time that a caller may be silent. Strangers cannot keep places for long.
const ANSWER: Duration = Duration::from_secs(5);

/// Calls of strangers that are answered at a time. More are closed at once.
const MAX_CALLS: usize = 64;

/// Another process, connected.
pub(crate) struct Peer {
    pub(crate) hello: Hello,
    pub(crate) dataflow: TcpStream,
    pub(crate) pulses: TcpStream,
}

/// All other processes, and what refuses further calls until it is dropped.
pub(crate) struct Gathered {
    /// By process; none for this one.
    pub(crate) peers: Vec<Option<Peer>>,
    pub(crate) reception: Reception,
}

/// Answers calls, until it is dropped.
pub(crate) struct Reception {
    is_closed: Arc<AtomicBool>,
}

impl Drop for Reception {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// What all threads need.
struct Party {
    own: Hello,
    secret: Secret,
    /// The longest time of a handshake.
    limit: Duration,
    log: Arc<Log>,
    results: Sender<Result<(Hello, Channel, TcpStream), ClusterError>>,
    is_closed: Arc<AtomicBool>,
    calls: AtomicUsize,
}

/// Connects to the processes with smaller numbers, and waits for those with larger ones, for at
/// most `limit`.
pub(crate) fn gather(
    listener: TcpListener,
    addresses: &[String],
    own: Hello,
    secret: &Secret,
    limit: Duration,
    log: &Arc<Log>,
    context: &RunContext,
) -> Result<Gathered, ClusterError> {
    let (results, arrivals) = mpsc::channel();
    let (process, began) = (own.process, Instant::now());
    let party = Arc::new(Party {
        own,
        secret: secret.clone(),
        limit,
        log: Arc::clone(log),
        results,
        is_closed: Arc::default(),
        calls: AtomicUsize::new(0),
    });
    let reception = Reception {
        is_closed: Arc::clone(&party.is_closed),
    };
    let setup = |error: io::Error| ClusterError::Setup(format!("cannot listen: {error}"));
    listener.set_nonblocking(true).map_err(setup)?;
    {
        let party = Arc::clone(&party);
        spawn("kibitz:listen", move || party.listen(&listener))?;
    }
    for (to, address) in addresses.iter().enumerate().take(process) {
        for channel in [Channel::Dataflow, Channel::Pulses] {
            let (party, address) = (Arc::clone(&party), address.clone());
            spawn("kibitz:call", move || {
                party.call(to, &address, channel, began)
            })?;
        }
    }
    let mut found: HashMap<usize, (Hello, [Option<TcpStream>; 2])> = HashMap::new();
    let is_whole =
        |(_, streams): &(Hello, [Option<TcpStream>; 2])| streams.iter().all(Option::is_some);
    let mut has_named = false;
    while found.values().filter(|one| is_whole(one)).count() + 1 < addresses.len() {
        context.check()?;
        match arrivals.recv_timeout(WAIT) {
            Ok(Ok((hello, channel, stream))) => {
                let one = found.entry(hello.process);
                let one = one.or_insert_with(|| (hello, [None, None]));
                let name = one.0.name();
                if one.1[channel as usize].replace(stream).is_some() {
                    return Err(ClusterError::Refused(format!(
                        "{name} has connected twice; is a process started twice?"
                    )));
                }
            }
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        let missing = || {
            let is_missing = |i: &usize| *i != process && !found.get(i).is_some_and(is_whole);
            let missing = (0..addresses.len()).filter(is_missing);
            let names: Vec<String> = missing
                .map(|i| format!("process {i} at {}", addresses[i]))
                .collect();
            names.join(", ")
        };
        if began.elapsed() >= limit {
            return Err(ClusterError::Peer(format!(
                "no connection with {} within {limit:?}; check that it runs, and the addresses of \
                 the host file",
                missing()
            )));
        }
        if !has_named && began.elapsed() >= NAMING_DELAY {
            has_named = true;
            log(&format!("waiting for {}", missing()));
        }
    }
    let mut peers: Vec<Option<Peer>> = addresses.iter().map(|_| None).collect();
    for (i, (hello, [dataflow, pulses])) in found {
        if let (Some(dataflow), Some(pulses)) = (dataflow, pulses) {
            peers[i] = Some(Peer {
                hello,
                dataflow,
                pulses,
            });
        }
    }
    Ok(Gathered { peers, reception })
}

impl Party {
    /// Accepts calls until the reception is closed.
    fn listen(self: &Arc<Party>, listener: &TcpListener) {
        while !self.is_closed.load(Ordering::Relaxed) {
            let Ok((stream, from)) = listener.accept() else {
                thread::sleep(RETRY);
                continue;
            };
            if self.calls.fetch_add(1, Ordering::Relaxed) >= MAX_CALLS {
                self.calls.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let party = Arc::clone(self);
            let spawned = spawn("kibitz:answer", move || {
                party.answer(stream, &from.to_string());
                party.calls.fetch_sub(1, Ordering::Relaxed);
            });
            if spawned.is_err() {
                self.calls.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Answers one call.
    fn answer(&self, mut stream: TcpStream, from: &str) {
        let answered = prepare(&stream, self.limit.min(ANSWER))
            .map_err(Failed::from)
            .and_then(|()| answer(&mut stream, &self.own, &self.secret));
        // Not waited for any more when all are connected.
        let _ = match answered {
            Ok((hello, channel)) => self.results.send(Ok((hello, channel, stream))),
            Err(Failed::Unfit(problem)) => self.results.send(Err(ClusterError::Refused(problem))),
            Err(Failed::Stranger(problem)) => {
                (self.log)(&format!("refused a connection from {from}: {problem}"));
                Ok(())
            }
        };
    }

    /// Calls a process until it answers.
    fn call(&self, to: usize, address: &str, channel: Channel, began: Instant) {
        while !self.is_closed.load(Ordering::Relaxed) {
            let left = self.limit.saturating_sub(began.elapsed());
            if left.is_zero() {
                return;
            }
            let called = connect(address, left).map_err(Failed::from);
            let called = called.and_then(|mut stream| {
                prepare(&stream, left)?;
                let hello = call(&mut stream, &self.own, to, channel, &self.secret)?;
                Ok((hello, channel, stream))
            });
            match called {
                Err(Failed::Stranger(_)) => thread::sleep(RETRY),
                Err(Failed::Unfit(problem)) => {
                    let _ = self.results.send(Err(ClusterError::Refused(problem)));
                    return;
                }
                Ok(connected) => {
                    let _ = self.results.send(Ok(connected));
                    return;
                }
            }
        }
    }
}

/// Connects to the first address of a name that answers.
fn connect(address: &str, limit: Duration) -> io::Result<TcpStream> {
    let mut last = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, limit) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sets what a handshake needs: waits for the other side end after `limit`.
fn prepare(stream: &TcpStream, limit: Duration) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(limit))?;
    stream.set_write_timeout(Some(limit))
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), ClusterError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(run);
    let problem = |error| ClusterError::Setup(format!("cannot start a thread: {error}"));
    spawned.map(drop).map_err(problem)
}
