//! `kibitz build` by several processes: on several machines, or on this one.

mod local;

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use kibitz_cluster::{ClusterError, ClusterOptions, GraphSource, Log, Secret, build, parse_hosts};
use kibitz_game::{Scratch, Shortage, StopReason};
use kibitz_query::{Description, QueryError, Session};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::VectorSource;
use kibitz_solve::retrograde::KernelGraph;

use super::{BuildOptions, level, written};
use crate::arguments::parse_seconds;
use crate::command::open_game;
use crate::failure::Failure;
use crate::progress;
use local::Child;

/// The environment variable with the secret.
const SECRET: &str = "KIBITZ_SECRET";

#[derive(Debug, Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct SeveralOptions {
    /// Number of processes to start on this machine
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"],
        value_parser = clap::value_parser!(u16).range(1..=64))]
    processes: Option<u16>,
    /// File with the address of each process, a line host:port
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// The number of this process: its line in the file, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// File with a secret that all processes know [default: the variable KIBITZ_SECRET]
    #[arg(long, value_name = "FILE", requires = "hosts")]
    secret: Option<PathBuf>,
    /// A process that is silent for so long has failed
    #[arg(long, value_name = "SECONDS", default_value = "30", allow_hyphen_values = true,
        value_parser = parse_seconds)]
    peer_timeout: Duration,
    /// Plies between two checkpoints, whatever the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    checkpoint_plies: Option<u32>,
}

impl SeveralOptions {
    /// Whether several processes are wanted.
    pub(crate) fn is_given(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some()
    }
}

/// A game as timely's threads own it, and the position from which it is enumerated.
struct Game(Session, Option<String>);

impl GraphSource for Game {
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        self.0.kernel_graph().ok().map(|(graph, _)| graph)
    }

    fn vectors(&self) -> Option<Box<dyn VectorSource + '_>> {
        let (source, _) = self.0.vectors(self.1.as_deref()).ok()??;
        Some(source)
    }
}

impl Game {
    /// What the table of the game says about itself.
    fn description(&self) -> Result<Description, QueryError> {
        let Game(game, root) = self;
        if let Some((_, description)) = game.vectors(root.as_deref())? {
            return Ok(description);
        }
        let (_, description) = game.kernel_graph()?;
        match root {
            None => Ok(description),
            Some(root) => Err(QueryError::WholeTable {
                game: description.game,
                root: root.clone(),
            }),
        }
    }
}

/// What takes part in the run besides this process.
struct Part {
    process: usize,
    addresses: Vec<String>,
    secret: Secret,
    listener: TcpListener,
    /// The processes that this one has started.
    started: Vec<std::process::Child>,
    /// Whether all processes run on this machine.
    is_local: bool,
}

pub(crate) fn run(options: &BuildOptions) -> Result<(), Failure> {
    let several = &options.several;
    let child = Child::of_environment()?;
    let (mut context, is_child) = match child.is_some() {
        true => (progress::silent_context(&options.budget), true),
        false => (progress::graceful_context(&options.budget), false),
    };
    if let Some(processes) = several.processes {
        // They share the machine.
        let processes = usize::from(processes);
        let threads = context.thread_count().div_ceil(processes);
        let share = context.memory_budget() / processes as u64;
        context = context.threads(threads).with_memory_share(share);
    }
    let game = open_game(&options.game, &options.limits, &context, &[])?;
    let game = Game(game, options.at.clone());
    let description = game.description()?;
    check_directory(&options.output)?;
    let part = match child {
        Some(child) => child.part()?,
        None => several.part()?,
    };
    let Part {
        process,
        addresses,
        secret,
        listener,
        started,
        is_local,
    } = part;
    let started = local::Started::watch(started, &context);
    let cluster = ClusterOptions {
        process,
        addresses,
        secret,
        peer_timeout: several.peer_timeout,
        directory: options.output.clone(),
        interval: options.checkpoint.unwrap_or(Scratch::INTERVAL),
        levels: several.checkpoint_plies,
        compression: level(options.publish),
    };
    let log: Arc<Log> = Arc::new(|line: &str| anstream::eprintln!("note: {line}"));
    let source: Arc<dyn GraphSource> = Arc::new(game);
    let built = build(&source, &description, listener, &cluster, &log, &context);
    let ended = started.wait();
    let built = built.map_err(|error| match (error, ended) {
        // The child has ended before it could say anything.
        (ClusterError::Solve(error), Some(ended)) if is_cancelled(&error) => {
            ClusterError::Peer(ended)
        }
        (error, _) => error,
    });
    match built {
        Ok(_) if is_child => Ok(()),
        Ok(_) if is_local => {
            let bytes = size(&options.output, cluster.addresses.len())?;
            written(options.output.display().to_string(), bytes, options.json)
        }
        Ok(built) => written(built.part.display().to_string(), built.bytes, options.json),
        // The process that started this one says so: all find the same fault of a rule file.
        Err(ClusterError::Peer(_) | ClusterError::Solve(SolveError::Fault { .. })) if is_child => {
            Err(Failure::Interrupted)
        }
        Err(ClusterError::Solve(fault @ SolveError::Fault { .. })) => {
            Err(QueryError::from(fault).into())
        }
        Err(error) => {
            let directory = has_checkpoint(&options.output).then(|| options.output.clone());
            let sharing = several.processes.unwrap_or(1);
            Err(Failure::Cluster(of_all(error, sharing.into()), directory))
        }
    }
}

impl SeveralOptions {
    /// The part of a process that was not started by another one.
    fn part(&self) -> Result<Part, Failure> {
        match (&self.hosts, self.process, self.processes) {
            (Some(hosts), Some(process), _) => self.of_hosts(hosts, process),
            (_, _, processes) => local::start(processes.unwrap_or(1).into()),
        }
    }

    /// One process of a host file.
    fn of_hosts(&self, hosts: &Path, process: usize) -> Result<Part, Failure> {
        let name = hosts.display();
        let text = std::fs::read_to_string(hosts).with_context(|| format!("cannot read {name}"))?;
        let addresses = parse_hosts(&text).map_err(cluster)?;
        let Some(address) = addresses.get(process) else {
            let message = format!(
                "there is no process {process}: {name} has {} addresses, numbered from 0",
                addresses.len()
            );
            return Err(Failure::Usage(message, None));
        };
        let secret = self.secret()?;
        Ok(Part {
            process,
            listener: listen(address)?,
            secret,
            addresses,
            started: Vec::new(),
            is_local: false,
        })
    }

    fn secret(&self) -> Result<Secret, Failure> {
        let text = match &self.secret {
            Some(path) => std::fs::read(path)
                .with_context(|| format!("cannot read the secret {}", path.display()))?,
            None => match std::env::var_os(SECRET) {
                Some(text) => text.into_encoded_bytes(),
                None => {
                    let message = "the processes need a secret to recognise each other".to_owned();
                    let advice = format!("give --secret FILE, or set the variable {SECRET}");
                    return Err(Failure::Usage(message, Some(advice)));
                }
            },
        };
        Secret::new(&text).map_err(cluster)
    }
}

/// Listens at this process's address; if this machine does not know the name, or does not have the
/// address because something in front of it does, at all its addresses.
fn listen(address: &str) -> Result<TcpListener, Failure> {
    let port = address.rsplit_once(':').map_or(address, |(_, port)| port);
    let bound = TcpListener::bind(address).or_else(|error| match error.kind() {
        ErrorKind::AddrInUse | ErrorKind::PermissionDenied => Err(error),
        _ => TcpListener::bind(format!("[::]:{port}"))
            .or_else(|_| TcpListener::bind(format!("0.0.0.0:{port}"))),
    });
    Ok(bound.with_context(|| format!("cannot listen at {address}"))?)
}

/// Checks that parts can be written to a directory before the solve begins.
fn check_directory(path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        let message = format!("{} is a file, expected a directory", path.display());
        let advice = "several processes write the parts of a table into a directory".to_owned();
        return Err(Failure::Usage(message, Some(advice)));
    }
    std::fs::create_dir_all(path)
        .with_context(|| format!("cannot create the directory {}", path.display()))?;
    Ok(())
}

/// The size of all parts.
fn size(directory: &Path, parts: usize) -> Result<u64, Failure> {
    let names = (0..parts).map(|index| kibitz_cluster::part_name(index, parts));
    let sizes: std::io::Result<Vec<u64>> = names
        .map(|name| Ok(directory.join(name).metadata()?.len()))
        .collect();
    Ok(sizes.context("cannot read a part")?.iter().sum())
}

/// Whether a directory has a checkpoint.
fn has_checkpoint(directory: &Path) -> bool {
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names = files.map(|file| file.file_name());
    names.any(|name| name.to_string_lossy().starts_with("checkpoint-"))
}

/// The memory that a process lacks, as that of all which share the limit of `--memory`.
fn of_all(error: ClusterError, processes: u64) -> ClusterError {
    let ClusterError::Solve(SolveError::Stop(StopReason::OutOfMemory { what, short })) = error
    else {
        return error;
    };
    let all = |bytes: u64| bytes.saturating_mul(processes);
    let short = Shortage::new(
        all(short.requested.saturating_add(short.own)),
        all(short.budget),
    );
    StopReason::OutOfMemory { what, short }.into()
}

fn is_cancelled(error: &SolveError) -> bool {
    *error == SolveError::Stop(StopReason::Cancelled)
}

fn cluster(error: ClusterError) -> Failure {
    Failure::Cluster(error, None)
}
