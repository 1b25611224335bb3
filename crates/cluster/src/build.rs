//! A solve over several processes, from a graph to the parts of a table.

use std::fs::{self, File, TryLockError};
use std::io;
use std::mem::ManuallyDrop;
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use kibitz_game::RunContext;
use kibitz_solve::retrograde::{
    Bins, Division, KernelGraph, KernelSteps, StoredEntry, lists_memory,
};
use kibitz_solve::{DiskError, SolveError};
use kibitz_tablebase::{Description, Entry, Level, Part, TableWriter, writing_memory};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, initialize_from};
use timely::worker::Worker;

use crate::checkpoint::{Checkpoints, Offer, system};
use crate::connection::handshake::Hello;
use crate::connection::{Gathered, Link, PeerPulse, Pulses, gather};
use crate::levels::{self, Job, Outcome, WINDOW};
use crate::port::Port;
use crate::{ClusterError, Log, Secret};

/// Where the graph is from. Timely's threads own what they use.
pub trait GraphSource: Send + Sync {
    /// The graph; `None` if the game has none.
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>>;
}

/// How a process takes part in a solve.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// The number of this process.
    pub process: usize,
    /// The addresses of all processes, in order.
    pub addresses: Vec<String>,
    /// Known to all processes, and to no one else.
    pub secret: Secret,
    /// A process that is silent for so long has failed. At the start this is the time for all
    /// processes to appear.
    pub peer_timeout: Duration,
    /// Where checkpoints and parts of the table are written. Processes may share it.
    pub directory: PathBuf,
    /// The least time between two checkpoints.
    pub interval: Duration,
    /// Levels between two checkpoints, whatever the time.
    pub levels: Option<u32>,
    /// The level of compression.
    pub compression: Level,
}

/// What a process has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The file of its part of the table.
    pub part: PathBuf,
    /// The length of the file.
    pub bytes: u64,
    /// The level of the checkpoint from which the solve was continued.
    pub continued_from: Option<u32>,
}

/// Solves a graph together with the other processes, and writes the part of the table that has the
/// positions of this process. The listener is bound to this process's address.
///
/// The result does not depend on the number of processes, nor on failures: started again after one,
/// all continue from the last checkpoint that all have.
///
/// # Errors
/// Returns an error if a process fails or does not belong to the run, a limit is reached, or a file
/// cannot be used.
pub fn build(
    source: &Arc<dyn GraphSource>,
    description: &Description,
    listener: TcpListener,
    options: &ClusterOptions,
    log: &Arc<Log>,
    context: &RunContext,
) -> Result<Built, ClusterError> {
    let (process, processes) = (options.process, options.addresses.len());
    if process >= processes {
        return Err(ClusterError::Setup(format!(
            "there is no process {process}: the host file has {processes} addresses, numbered \
             from 0"
        )));
    }
    let directory = &options.directory;
    fs::create_dir_all(directory).map_err(system("create the directory", directory))?;
    let _lock = lock(directory, process)?;
    let ranks = description.positions;
    let bits = shard_bits(ranks);
    let division = Division::new(ranks, bits, processes);
    let hello = hello(description, options);
    let checkpoints = Checkpoints {
        directory: directory.clone(),
        purpose: format!(
            "{} with parameters {} and rules {}",
            hello.game, hello.parameters, hello.rules
        ),
        division,
        bits,
        worker: process,
        workers: processes,
        interval: options.interval,
        levels: options.levels,
    };
    let own = checkpoints.offers(&**log)?;
    let hello = Hello {
        offers: own.clone(),
        ..hello
    };
    let Gathered { peers, reception } = gather(
        listener,
        &options.addresses,
        hello,
        &options.secret,
        options.peer_timeout,
        log,
        context,
    )?;
    let (mut offers, mut watched, mut sockets) = (vec![own], Vec::new(), Vec::new());
    for peer in peers {
        let Some(peer) = peer else {
            sockets.push(None);
            continue;
        };
        let name = peer.hello.name();
        offers.push(peer.hello.offers);
        sockets.push(Some((name.clone(), peer.dataflow)));
        watched.push(PeerPulse {
            name,
            stream: peer.pulses,
        });
    }
    let pulses = Pulses::start(watched, options.peer_timeout)?;
    let run = Run {
        source: Arc::clone(source),
        description: description.clone(),
        options: options.clone(),
        division,
        bits,
        checkpoints,
        pulses: Arc::clone(&pulses),
        context: context.clone(),
    };
    let offer = newest(&offers);
    if let Some(Offer { level, workers, .. }) = offer
        && process == 0
    {
        log(&format!(
            "continuing from the checkpoint of level {level} by {workers} processes"
        ));
    }
    let built = run.network(sockets, offer);
    drop(reception);
    // A failure of another process is known to all.
    pulses.end(built.as_ref().err().map(ClusterError::to_string));
    built
}

/// What is common to the steps of a run.
struct Run {
    source: Arc<dyn GraphSource>,
    description: Description,
    options: ClusterOptions,
    division: Division,
    bits: u32,
    checkpoints: Checkpoints,
    pulses: Arc<Pulses>,
    context: RunContext,
}

impl Run {
    /// Gives the sockets to timely, and solves in a thread of its own.
    fn network(
        self,
        sockets: Vec<Option<(String, TcpStream)>>,
        offer: Option<Offer>,
    ) -> Result<Built, ClusterError> {
        let problem = |error: io::Error| not_started(error.to_string());
        let links: io::Result<Vec<Option<Link>>> = sockets
            .into_iter()
            .map(|socket| {
                let link = |(name, socket): (String, _)| Link::new(socket, &name, &self.pulses);
                socket.map(link).transpose()
            })
            .collect();
        let (process, limit) = (self.options.process, self.options.peer_timeout);
        let (builder, guard) = connect(links.map_err(problem)?, process).map_err(problem)?;
        // If the run fails, worker and sockets stay as they are until the process ends: their
        // threads wait for the other processes.
        let guard = ManuallyDrop::new(guard);
        let threads = initialize_from(builder, Box::new(()), move |allocator| {
            let worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
            let mut worker = ManuallyDrop::new(worker);
            let _here = self.context.here();
            let solved = catch_unwind(AssertUnwindSafe(|| self.solve(&mut worker, offer)));
            let built = solved.unwrap_or_else(|panic| {
                // Timely panics if one of its threads has.
                self.pulses.check()?;
                resume_unwind(panic)
            })?;
            drop(ManuallyDrop::into_inner(worker));
            Ok::<Built, ClusterError>(built)
        });
        let results = threads.map_err(not_started)?.join();
        let built = results
            .into_iter()
            .next()
            .unwrap_or(Err("no worker".to_owned()));
        let built = built.map_err(not_started)??;
        finish(ManuallyDrop::into_inner(guard), limit);
        Ok(built)
    }

    /// Solves with entries of two bytes if that is enough, and writes the part.
    fn solve(&self, worker: &mut Worker, offer: Option<Offer>) -> Result<Built, ClusterError> {
        let graph = self.source.graph();
        let graph = graph.ok_or_else(|| SolveError::missing(&"a graph of un-moves"))?;
        self.checkpoints.begin_from(offer)?;
        if offer.is_none_or(|offer| offer.width == u16::BYTES) {
            if let Some(built) = self.with_width::<u16>(worker, &*graph, offer)? {
                return Ok(built);
            }
            self.checkpoints.begin_from(None)?;
            let again = self.with_width::<u32>(worker, &*graph, None)?;
            return again.ok_or_else(too_wide);
        }
        let built = self.with_width::<u32>(worker, &*graph, offer)?;
        built.ok_or_else(too_wide)
    }

    /// The same with entries of one width; `None` if that is not enough.
    fn with_width<C: StoredEntry>(
        &self,
        worker: &mut Worker,
        graph: &dyn KernelSteps<C>,
        offer: Option<Offer>,
    ) -> Result<Option<Built>, ClusterError> {
        let (process, processes) = (self.options.process, self.options.addresses.len());
        let own = self.division.of_owner(process).map(|shard| {
            let ranks = self.division.ranks(shard);
            ranks.end - ranks.start
        });
        let count: u64 = own.sum();
        let batch = batch(self.division);
        let bytes = memory(self.division, processes, count, C::BYTES as u64);
        let reserved = self
            .context
            .reserve("the table, divided among the processes,", bytes)?;
        let mut entries = vec![C::HOLE; count as usize];
        if let Some(offer) = offer {
            self.checkpoints.load(offer, &mut entries)?;
        }
        let job = Job {
            worker: process,
            workers: processes,
            division: self.division,
            batch,
            checkpoints: &self.checkpoints,
            pulses: &self.pulses,
            context: &self.context,
        };
        let level = offer.map(|offer| offer.level);
        let port = Port::new(worker);
        match levels::solve(&job, graph, &mut entries, level, port)? {
            Outcome::TooNarrow => return Ok(None),
            Outcome::Solved => {}
        }
        let built = self.write(&entries, level)?;
        drop(reserved);
        self.pulses.all_written(|| Ok(self.context.check()?))?;
        self.checkpoints.clear()?;
        self.remove_other_parts()?;
        Ok(Some(built))
    }

    /// Writes the part of this process.
    fn write<C: StoredEntry>(
        &self,
        entries: &[C],
        continued_from: Option<u32>,
    ) -> Result<Built, ClusterError> {
        let (index, parts) = (
            self.options.process as u32,
            self.options.addresses.len() as u32,
        );
        let path = self.options.directory.join(Part::file_name(index, parts));
        let description = Description {
            positions: entries.len() as u64,
            part: Some(Part {
                index,
                parts,
                positions: self.division.size(),
                shard_bits: self.bits,
            }),
            ..self.description.clone()
        };
        let bytes = TableWriter::<SolveError>::new(description)
            .level(self.options.compression)
            .values(&|items, into| {
                let items = &entries[items.start as usize..items.end as usize];
                into.extend(items.iter().map(|entry| entry.value().map(Entry::from)));
                Ok(())
            })
            .write(&path, &self.context)?;
        Ok(Built {
            part: path,
            bytes,
            continued_from,
        })
    }

    /// Removes parts that other numbers of processes have written.
    fn remove_other_parts(&self) -> Result<(), SolveError> {
        let directory = &self.options.directory;
        let listing = |error| system("list", directory)(error);
        for file in fs::read_dir(directory).map_err(listing)? {
            let file = file.map_err(listing)?;
            let name = file.file_name();
            let parts = name.to_str().and_then(Part::parse_file_name);
            if parts.is_some_and(|(_, parts)| parts as usize != self.options.addresses.len()) {
                // Another process may have removed it.
                let _ = fs::remove_file(file.path());
            }
        }
        Ok(())
    }
}

/// The ends of timely's connections in this process, which has one worker.
fn connect(
    links: Vec<Option<Link>>,
    process: usize,
) -> io::Result<(Vec<AllocatorBuilder>, CommsGuard)> {
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) = initialize_networking_from_sockets(local, links, process, 1, hooks)?;
    Ok((
        builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
        guard,
    ))
}

fn not_started(problem: String) -> ClusterError {
    ClusterError::Setup(format!("the dataflow failed: {problem}"))
}

/// Waits until the sockets are closed in order on both sides, but not for long: everything is
/// written.
fn finish(guard: CommsGuard, limit: Duration) {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        drop(guard);
        let _ = done.send(());
    });
    let _ = is_done.recv_timeout(limit.min(Duration::from_secs(5)));
}

/// What this process says about itself to the others.
fn hello(description: &Description, options: &ClusterOptions) -> Hello {
    let pairs = description.parameters.iter();
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: description.game.clone(),
        parameters: format!("[{}]", pairs.join(", ")),
        rules: description.rules.clone(),
        processes: options.addresses.len(),
        process: options.process,
        address: options.addresses[options.process].clone(),
        offers: Vec::new(),
    }
}

/// The newest checkpoint that every process offers.
fn newest(offers: &[Vec<Offer>]) -> Option<Offer> {
    let (first, others) = offers.split_first()?;
    let by_all = |offer: &&Offer| others.iter().all(|other| other.contains(offer));
    first.iter().filter(by_all).max().copied()
}

/// Log2 of the ranks of a shard: half a mebibyte of entries, less in small tables, so that every
/// process has some, and more in huge ones, so that there are not too many shards. It must not
/// depend on the number of processes: checkpoints of one number are read by another.
pub(crate) fn shard_bits(ranks: u64) -> u32 {
    let log = ranks.max(1).ilog2();
    log.saturating_sub(8)
        .clamp(4, 18)
        .max(log.saturating_sub(16))
        .min(Part::MAX_SHARD_BITS)
}

/// Updates that a process emits before they are applied and sent.
pub(crate) fn batch(division: Division) -> u64 {
    const LEAST: u64 = 1 << 19;
    const MOST: u64 = 1 << 22;
    const PER_SHARD: u64 = 1 << 12;
    let updates = division.shards() as u64 * PER_SHARD;
    updates.clamp(LEAST, MOST).min(64 * division.size().max(1))
}

/// The peak memory in bytes of a process with `own` entries of `width` bytes, apart from what the
/// game has.
pub(crate) fn memory(division: Division, processes: usize, own: u64, width: u64) -> u64 {
    let batch = batch(division);
    // Packets that are queued, on the way out, and on the way in.
    let packets = match processes {
        0 | 1 => 0,
        _ => 4 * batch * u64::from(1 + 2 * WINDOW),
    };
    let work = Bins::memory(division.shards(), batch) + packets;
    own * width + lists_memory(own) + work.max(writing_memory(own, 1))
}

/// The directory's lock of a process: no other run uses it under this number.
fn lock(directory: &Path, process: usize) -> Result<File, SolveError> {
    let path = directory.join(format!("lock-{process}"));
    let file = File::create(&path).map_err(system("create", &path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(DiskError::Busy(directory.to_owned()).into()),
        // A file system without locks: two runs at once cannot be recognised there.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn too_wide() -> ClusterError {
    ClusterError::Solve(SolveError::TooLarge {
        what: "a distance or a number of moves".to_owned(),
        max: u64::from(u32::MAX),
    })
}
