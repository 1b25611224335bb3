//! A solve over several processes, from a graph to the parts of a table.

use std::fs::{self, File, TryLockError};
use std::io;
use std::mem::ManuallyDrop;
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use kibitz_game::{Reservation, RunContext, Value};
use kibitz_solve::retrograde::{Division, KernelGraph, KernelSteps, StoredEntry, TableEntry};
use kibitz_solve::{DiskError, SolveError};
use kibitz_tablebase::{Description, Entry, Level, Part, TableWriter};
use timely::WorkerConfig;
use timely::communication::initialize_from;
use timely::worker::Worker;
use xxhash_rust::xxh3::xxh3_64;

use crate::begin::Begin;
use crate::checkpoint::{Checkpoints, Offer, Schedule};
use crate::connection::handshake::Hello;
use crate::connection::{Gathered, Link, PeerPulse, Pulses, gather};
use crate::levels::{self, Job, Outcome};
use crate::network::{connect, finish, not_started};
use crate::options::{Built, ClusterOptions, GraphSource};
use crate::port::Port;
use crate::rounds::Peers;
use crate::section_file::{names, system};
use crate::sizes::{batch, memory, shard_bits};
use crate::vectors::saved::{PositionsOffer, Progress, SavedPositions};
use crate::vectors::{self, BUCKETS};
use crate::{ClusterError, Log};

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
    let hello = hello(description, options);
    let plan = Plan {
        description: description.clone(),
        options: options.clone(),
        purpose: format!(
            "{} with parameters {} and rules {}",
            hello.game, hello.parameters, hello.rules
        ),
    };
    let (own_positions, own_values) = plan.offers(&**source, &**log)?;
    let hello = Hello {
        positions: own_positions.clone(),
        offers: own_values.clone(),
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
    let (mut positions, mut values) = (vec![own_positions], vec![own_values]);
    let (mut watched, mut sockets) = (Vec::new(), Vec::new());
    for peer in peers {
        let Some(peer) = peer else {
            sockets.push(None);
            continue;
        };
        let name = peer.hello.name();
        positions.push(peer.hello.positions);
        values.push(peer.hello.offers);
        sockets.push(Some((name.clone(), peer.dataflow)));
        watched.push(PeerPulse {
            name,
            stream: peer.pulses,
        });
    }
    let pulses = Pulses::start(watched, options.peer_timeout)?;
    let run = Run {
        source: Arc::clone(source),
        plan,
        pulses: Arc::clone(&pulses),
        context: context.clone(),
    };
    let begin = Begin::newest(&positions, &values, source.vectors().is_some());
    if let Some(line) = begin.message()
        && process == 0
    {
        log(&line);
    }
    let built = run.network(sockets, begin);
    drop(reception);
    // A failure of another process is known to all.
    pulses.end(built.as_ref().err().map(ClusterError::to_string));
    built
}

/// What a process is to do.
#[derive(Clone)]
struct Plan {
    description: Description,
    options: ClusterOptions,
    /// Game, parameters and rules, of which checkpoints are.
    purpose: String,
}

impl Plan {
    /// The checkpoints of the values of a game with an index.
    fn of_ranks(&self, ranks: u64) -> Checkpoints {
        self.checkpoints(ranks, shard_bits(ranks))
    }

    /// The checkpoints of the values of some ranks, in shards of 2 to the power of `bits`.
    fn checkpoints(&self, ranks: u64, bits: u32) -> Checkpoints {
        let workers = self.options.addresses.len();
        Checkpoints {
            directory: self.options.directory.clone(),
            purpose: self.purpose.clone(),
            division: Division::new(ranks, bits, workers),
            bits,
            worker: self.options.process,
            workers,
            schedule: self.schedule(),
        }
    }

    /// The checkpoints of positions on state vectors.
    fn saved_positions(&self, slots: usize) -> SavedPositions {
        SavedPositions {
            directory: self.options.directory.clone(),
            purpose: self.purpose.clone(),
            slots,
            worker: self.options.process,
            workers: self.options.addresses.len(),
            schedule: self.schedule(),
        }
    }

    fn schedule(&self) -> Schedule {
        Schedule {
            interval: self.options.interval,
            levels: self.options.levels,
        }
    }

    /// The checkpoints from which this process could continue, as far as it can see.
    fn offers(
        &self,
        source: &dyn GraphSource,
        log: &Log,
    ) -> Result<(Vec<PositionsOffer>, Vec<Offer>), SolveError> {
        let Some(vectors) = source.vectors() else {
            let values = self.of_ranks(self.description.positions).offers(log)?;
            return Ok((Vec::new(), values));
        };
        let positions = self.saved_positions(vectors.slots()).offers(log)?;
        let bits = positions.iter().filter_map(|offer| match offer.progress {
            Progress::All { bits } => Some(bits),
            Progress::Depth(_) => None,
        });
        let values = match bits.max() {
            Some(bits) => self
                .checkpoints((BUCKETS as u64) << bits, bits)
                .offers(log)?,
            None => Vec::new(),
        };
        Ok((positions, values))
    }
}

/// What is common to the steps of a run.
pub(crate) struct Run {
    source: Arc<dyn GraphSource>,
    plan: Plan,
    pulses: Arc<Pulses>,
    context: RunContext,
}

impl Run {
    /// This process, and how it knows about the others.
    pub(crate) fn peers(&self) -> Peers<'_> {
        Peers {
            worker: self.plan.options.process,
            workers: self.plan.options.addresses.len(),
            pulses: &self.pulses,
            context: &self.context,
        }
    }

    /// What the table says about itself.
    pub(crate) fn description(&self) -> &Description {
        &self.plan.description
    }

    /// The level of compression.
    pub(crate) fn compression(&self) -> Level {
        self.plan.options.compression
    }

    /// The file of this process's part.
    pub(crate) fn part_path(&self) -> PathBuf {
        let Peers {
            worker, workers, ..
        } = self.peers();
        let name = Part::file_name(worker as u32, workers as u32);
        self.plan.options.directory.join(name)
    }

    /// Gives the sockets to timely, and solves in a thread of its own.
    fn network(
        self,
        sockets: Vec<Option<(String, TcpStream)>>,
        begin: Begin,
    ) -> Result<Built, ClusterError> {
        let problem = |error: io::Error| not_started(error.to_string());
        let links: io::Result<Vec<Option<Link>>> = sockets
            .into_iter()
            .map(|socket| {
                let link = |(name, socket): (String, _)| Link::new(socket, &name, &self.pulses);
                socket.map(link).transpose()
            })
            .collect();
        let options = &self.plan.options;
        let (process, limit) = (options.process, options.peer_timeout);
        let (builder, guard) = connect(links.map_err(problem)?, process).map_err(problem)?;
        // If the run fails, worker and sockets stay as they are until the process ends: their
        // threads wait for the other processes.
        let guard = ManuallyDrop::new(guard);
        let threads = initialize_from(builder, Box::new(()), move |allocator| {
            let worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
            let mut worker = ManuallyDrop::new(worker);
            let _here = self.context.here();
            let solved = catch_unwind(AssertUnwindSafe(|| self.solve(&mut worker, begin)));
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

    /// Solves the game, and writes the part.
    fn solve(&self, worker: &mut Worker, begin: Begin) -> Result<Built, ClusterError> {
        if let Some(vectors) = self.source.vectors() {
            let begin = (begin.positions, begin.values);
            return vectors::solve(self, worker, &*vectors, begin);
        }
        let offer = begin.values;
        let graph = self.source.graph();
        let graph = graph.ok_or_else(|| SolveError::missing(&"a graph of un-moves"))?;
        let checkpoints = self.plan.of_ranks(self.plan.description.positions);
        let (entries, reserved) = self.values(&checkpoints, worker, &*graph, offer)?;
        let level = offer.map(|offer| offer.level);
        let built = self.write(&checkpoints, &entries, level)?;
        drop((entries, reserved));
        self.end(&checkpoints)?;
        Ok(built)
    }

    /// Solves a graph with entries of two bytes if that is enough.
    pub(crate) fn values(
        &self,
        checkpoints: &Checkpoints,
        worker: &mut Worker,
        graph: &dyn KernelGraph,
        offer: Option<Offer>,
    ) -> Result<(Entries, Reservation), ClusterError> {
        checkpoints.begin_from(offer)?;
        if offer.is_none_or(|offer| offer.width == u16::BYTES) {
            let narrow = self.with_width::<u16>(checkpoints, worker, graph, offer)?;
            if let Some((entries, reserved)) = narrow {
                return Ok((Entries::Narrow(entries), reserved));
            }
            checkpoints.begin_from(None)?;
        }
        let offer = offer.filter(|offer| offer.width != u16::BYTES);
        let wide = self.with_width::<u32>(checkpoints, worker, graph, offer)?;
        let (entries, reserved) = wide.ok_or_else(too_wide)?;
        Ok((Entries::Wide(entries), reserved))
    }

    /// The same with entries of one width; `None` if that is not enough.
    fn with_width<C: StoredEntry>(
        &self,
        checkpoints: &Checkpoints,
        worker: &mut Worker,
        graph: &dyn KernelSteps<C>,
        offer: Option<Offer>,
    ) -> Result<Option<(Vec<C>, Reservation)>, ClusterError> {
        let peers = self.peers();
        let division = checkpoints.division;
        let own = division.of_owner(peers.worker).map(|shard| {
            let ranks = division.ranks(shard);
            ranks.end - ranks.start
        });
        let count: u64 = own.sum();
        let bytes = memory(division, peers.workers, count, C::BYTES as u64);
        let reserved = self
            .context
            .reserve("the table, divided among the processes,", bytes)?;
        let mut entries = vec![C::HOLE; count as usize];
        if let Some(offer) = offer {
            checkpoints.load(offer, &mut entries)?;
        }
        let job = Job {
            peers,
            division,
            batch: batch(division),
            checkpoints,
        };
        let level = offer.map(|offer| offer.level);
        let port = Port::new(worker);
        match levels::solve(&job, graph, &mut entries, level, port)? {
            Outcome::TooNarrow => Ok(None),
            Outcome::Solved => Ok(Some((entries, reserved))),
        }
    }

    /// The checkpoints of positions on state vectors.
    pub(crate) fn saved_positions(&self, slots: usize) -> SavedPositions {
        self.plan.saved_positions(slots)
    }

    /// The checkpoints of the values of enumerated positions.
    pub(crate) fn checkpoints(&self, division: Division, bits: u32) -> Checkpoints {
        self.plan.checkpoints(division.size(), bits)
    }

    /// Waits until all processes have written their parts, and removes what is no longer needed.
    pub(crate) fn end(&self, checkpoints: &Checkpoints) -> Result<(), ClusterError> {
        self.pulses.all_written(|| Ok(self.context.check()?))?;
        checkpoints.clear()?;
        Ok(self.remove_other_parts()?)
    }

    /// Writes the part of this process of a game with an index.
    fn write(
        &self,
        checkpoints: &Checkpoints,
        entries: &Entries,
        continued_from: Option<u32>,
    ) -> Result<Built, ClusterError> {
        let Peers {
            worker, workers, ..
        } = self.peers();
        let path = self.part_path();
        let description = Description {
            positions: entries.len() as u64,
            part: Some(Part {
                index: worker as u32,
                parts: workers as u32,
                positions: checkpoints.division.size(),
                shard_bits: checkpoints.bits,
                first: None,
            }),
            ..self.plan.description.clone()
        };
        let bytes = TableWriter::<SolveError>::new(description)
            .level(self.compression())
            .values(&|items, into| {
                let items = items.start as usize..items.end as usize;
                into.extend(items.map(|at| entries.value(at).map(Entry::from)));
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
        let directory = &self.plan.options.directory;
        for name in names(directory)? {
            let parts = Part::parse_file_name(&name);
            if parts.is_some_and(|(_, parts)| parts as usize != self.peers().workers) {
                // Another process may have removed it.
                let _ = fs::remove_file(directory.join(name));
            }
        }
        Ok(())
    }
}

/// The entries of a process, in the order of its shards.
pub(crate) enum Entries {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Entries {
    fn len(&self) -> usize {
        match self {
            Entries::Narrow(entries) => entries.len(),
            Entries::Wide(entries) => entries.len(),
        }
    }

    /// The value of an entry; `None` for a hole.
    #[inline]
    pub(crate) fn value(&self, at: usize) -> Option<Value> {
        match self {
            Entries::Narrow(entries) => entries[at].value(),
            Entries::Wide(entries) => entries[at].value(),
        }
    }
}

/// What this process says about itself to the others.
fn hello(description: &Description, options: &ClusterOptions) -> Hello {
    let pairs = description.parameters.iter();
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    // The text of a rule file is in all parts.
    let text = description.source.as_ref();
    let text = text.map(|text| format!("-{:016x}", xxh3_64(text.as_bytes())));
    let text = text.unwrap_or_default();
    let root = description.root.as_ref();
    let root = root.map(|root| format!(" from {root}")).unwrap_or_default();
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: format!("{}{root}", description.game),
        parameters: format!("[{}]", pairs.join(", ")),
        rules: description.rules.clone() + &text,
        processes: options.addresses.len(),
        process: options.process,
        address: options.addresses[options.process].clone(),
        positions: Vec::new(),
        offers: Vec::new(),
    }
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
