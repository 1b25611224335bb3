//! Several processes, as threads of one, against one solve in memory.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kibitz_cluster::{Built, ClusterError, ClusterOptions, GraphSource, Log, Secret, build};
use kibitz_game::{HandPairGame, Retro, RunContext, Turn, Value, Wdl};
use kibitz_games::numbers::Numbers;
use kibitz_games::quixo::Quixo;
use kibitz_solve::SolveError;
use kibitz_solve::hand_pairs::{self, HandPairGraph};
use kibitz_solve::retrograde::{
    KernelGraph, NodeInit, PredecessorGraph, UnmoveGraph, solve_backward,
};
use kibitz_tablebase::{Description, Entry, Level, Table};

/// A game's graph.
struct Game<G>(G);

impl<G: Retro> GraphSource for Game<G> {
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        Some(Box::new(UnmoveGraph(&self.0)))
    }
}

/// A chain: from n one may only move to n - 1; who is at 0 has lost. Distances do not fit narrow
/// entries if it is long.
struct Chain(u64);

impl PredecessorGraph for Chain {
    fn size(&self) -> u64 {
        self.0
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        Ok(match rank {
            0 => NodeInit::Known(Value::terminal(Wdl::Loss)),
            _ => NodeInit::Open(1),
        })
    }

    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        if rank + 1 < self.0 {
            visit(rank + 1, Turn::Other);
        }
    }
}

struct ChainSource(u64);

impl GraphSource for ChainSource {
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        Some(Box::new(Chain(self.0)))
    }
}

/// A star: from 0 one may move to any other position, all of which are won. The number of moves
/// does not fit a narrow entry.
struct Star(u64);

impl PredecessorGraph for Star {
    fn size(&self) -> u64 {
        self.0
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        Ok(match rank {
            0 => NodeInit::Open(self.0 - 1),
            _ => NodeInit::Known(Value::terminal(Wdl::Win)),
        })
    }

    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        if rank > 0 {
            visit(0, Turn::Other);
        }
    }
}

struct StarSource(u64);

impl GraphSource for StarSource {
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        Some(Box::new(Star(self.0)))
    }
}

/// What all processes of a run have in common.
struct Run {
    source: Arc<dyn GraphSource>,
    description: Description,
    options: ClusterOptions,
}

impl Run {
    fn new(source: impl GraphSource + 'static, directory: &Path) -> Run {
        let source: Arc<dyn GraphSource> = Arc::new(source);
        let positions = source.graph().unwrap().ranks();
        Run {
            description: Description {
                game: "test".to_owned(),
                rules: "rules".to_owned(),
                numbering: "index".to_owned(),
                positions,
                ..Description::default()
            },
            source,
            options: ClusterOptions {
                process: 0,
                addresses: Vec::new(),
                secret: Secret::new(b"0123456789abcdef").unwrap(),
                peer_timeout: Duration::from_secs(20),
                directory: directory.to_owned(),
                interval: Duration::from_secs(3600),
                levels: None,
                compression: Level::Fast,
            },
        }
    }

    /// Starts all processes.
    fn start(&self, processes: usize) -> Vec<Result<Built, ClusterError>> {
        let listeners: Vec<TcpListener> = (0..processes)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        let addresses: Vec<String> = listeners
            .iter()
            .map(|listener| listener.local_addr().unwrap().to_string())
            .collect();
        let threads: Vec<_> = listeners
            .into_iter()
            .enumerate()
            .map(|(process, listener)| {
                let options = ClusterOptions {
                    process,
                    addresses: addresses.clone(),
                    ..self.options.clone()
                };
                let (source, description) = (Arc::clone(&self.source), self.description.clone());
                thread::spawn(move || {
                    let log: Arc<Log> = Arc::new(|line: &str| eprintln!("{line}"));
                    let context = RunContext::new().threads(1);
                    build(&source, &description, listener, &options, &log, &context)
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    }
}

/// Compares the parts in a directory with a solve in memory.
fn agrees<B: PredecessorGraph>(graph: &B, directory: &Path) {
    let expected = solve_backward(graph, &RunContext::new()).unwrap();
    let table = Table::open(directory).unwrap();
    assert_eq!(table.positions(), graph.size());
    let mut found = Vec::new();
    table.get_range(0..graph.size(), &mut found).unwrap();
    for (rank, found) in (0..graph.size()).zip(found) {
        let value = expected.get(rank);
        assert_eq!(
            found.map(|entry| entry.wdl()),
            value.map(Value::wdl),
            "{rank}"
        );
        assert_eq!(
            found.and_then(|entry| entry.plies()),
            value.and_then(Value::plies),
            "{rank}"
        );
    }
}

#[test]
fn any_number_of_processes_solves_the_same() {
    for processes in 1..=3 {
        let directory = tempfile::tempdir().unwrap();
        let run = Run::new(Game(Numbers::new(5, 4).unwrap()), directory.path());
        run.start(processes)
            .into_iter()
            .for_each(|built| drop(built.unwrap()));
        agrees(&UnmoveGraph(&Numbers::new(5, 4).unwrap()), directory.path());

        let directory = tempfile::tempdir().unwrap();
        let run = Run::new(Game(Quixo::new(3).unwrap()), directory.path());
        run.start(processes)
            .into_iter()
            .for_each(|built| drop(built.unwrap()));
        agrees(&UnmoveGraph(&Quixo::new(3).unwrap()), directory.path());
    }
}

/// Pairs of hands, without symmetry reduction, as another engine solves them.
struct Hands(Numbers);

impl GraphSource for Hands {
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        Some(Box::new(HandPairGraph::new(&self.0)))
    }
}

#[test]
fn pairs_of_hands_are_solved_as_by_the_bit_matrix() {
    let game = || Numbers::new(6, 5).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let run = Run::new(Hands(game()), directory.path());
    run.start(2)
        .into_iter()
        .for_each(|built| drop(built.unwrap()));
    let expected = hand_pairs::solve(&game(), &RunContext::new()).unwrap();
    let table = Table::open(directory.path()).unwrap();
    let hands = u64::from(HandPairGame::hands(&game()));
    assert_eq!(table.positions(), hands * hands);
    for rank in 0..hands * hands {
        let value = expected.get((rank / hands) as u32, (rank % hands) as u32);
        let found = table.get(rank).unwrap();
        assert_eq!(found, value.map(Entry::from), "{rank}");
    }
}

#[test]
fn all_take_wider_entries_together() {
    let directory = tempfile::tempdir().unwrap();
    let run = Run::new(ChainSource(17_000), directory.path());
    run.start(2)
        .into_iter()
        .for_each(|built| drop(built.unwrap()));
    agrees(&Chain(17_000), directory.path());
}

#[test]
fn all_take_wider_entries_if_one_has_many_moves() {
    let directory = tempfile::tempdir().unwrap();
    let run = Run::new(StarSource(40_000), directory.path());
    run.start(3)
        .into_iter()
        .for_each(|built| drop(built.unwrap()));
    agrees(&Star(40_000), directory.path());
}

/// A process that fails ends the others, which say why.
#[test]
fn a_failure_is_known_to_all() {
    struct Faulty;
    impl GraphSource for Faulty {
        fn graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
            Some(Box::new(FaultyGraph))
        }
    }
    struct FaultyGraph;
    impl PredecessorGraph for FaultyGraph {
        fn size(&self) -> u64 {
            100
        }
        fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
            match rank {
                // In a shard of process 1.
                20 => Err(SolveError::missing(&"rank 20")),
                _ => Ok(NodeInit::Known(Value::terminal(Wdl::Loss))),
            }
        }
        fn predecessors<F: FnMut(u64, Turn)>(&self, _: u64, _: F) {}
    }
    let directory = tempfile::tempdir().unwrap();
    let ended = Run::new(Faulty, directory.path()).start(3);
    for (process, ended) in ended.into_iter().enumerate() {
        let error = ended.unwrap_err().to_string();
        assert!(
            error.contains("no value for \"rank 20\""),
            "{process}: {error}"
        );
        assert_eq!(error.contains("process 1"), process != 1, "{error}");
    }
}
