//! The retrograde kernel driven from outside: by processes that communicate only by messages, and
//! from checkpoints. Shards, owners and the exchange are the tests' own; the expected values come
//! from the reference.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::chain::Chain;
use super::hostile::Tangle;
use kibitz_bruteforce::Random;
use kibitz_game::{BREAK, CONTINUE, Flow, Indexed, Plies, Retro, RunContext, Value, laws};
use kibitz_games::numbers::Numbers;
use kibitz_solve::retrograde::{
    Driver, Effect, Exchange, Inbox, Outbox, PredecessorGraph, Shard, TableEntry, UnmoveGraph,
    Update,
};
use kibitz_solve::{DistanceCount, SolveError, reference, retrograde};

/// Shards of any length, each with any owner.
#[derive(Clone, Debug)]
struct Map {
    /// Where each shard begins, and the end of the last.
    bounds: Vec<u64>,
    owners: Vec<usize>,
    processes: usize,
}

impl Map {
    fn new(ranks: u64, processes: usize, dice: &mut Random) -> Map {
        let mut bounds = vec![0];
        while let Some(&last) = bounds.last()
            && last < ranks
        {
            bounds.push(ranks.min(last + 1 + dice.roll(ranks.div_ceil(3))));
        }
        let owners = bounds.iter().skip(1).map(|_| dice.below(processes));
        Map {
            owners: owners.collect(),
            bounds,
            processes,
        }
    }

    fn shard(&self, rank: u64) -> usize {
        self.bounds.partition_point(|&bound| bound <= rank) - 1
    }

    fn of(&self, process: usize) -> impl Iterator<Item = usize> {
        (0..self.owners.len()).filter(move |&shard| self.owners[shard] == process)
    }
}

enum Message {
    Updates(Vec<(usize, Update)>),
    Vote(bool),
}

/// What a process has to send, at most a few at a time.
struct Letters<'a> {
    map: &'a Map,
    list: Vec<(usize, Update)>,
}

impl Outbox for Letters<'_> {
    fn send(&mut self, rank: u64, effect: Effect) -> Flow {
        let shard = self.map.shard(rank);
        let update = Update::new(rank - self.map.bounds[shard], effect);
        self.list.push((shard, update));
        if self.list.len() < 5 { CONTINUE } else { BREAK }
    }
}

/// One end of an exchange by messages, with a channel from each process to each.
struct End<'a> {
    outbox: [Letters<'a>; 1],
    arrived: Letters<'a>,
    to: Vec<Sender<Message>>,
    from: Vec<Receiver<Message>>,
    dice: Random,
}

#[derive(Debug, thiserror::Error)]
#[error("a process is gone")]
struct Gone;

impl End<'_> {
    fn receive(&self) -> Result<Vec<Message>, SolveError> {
        let received = self.from.iter().map(Receiver::recv);
        let gone = |_| SolveError::fault(&"the exchange", Gone);
        received.map(|message| message.map_err(gone)).collect()
    }
}

impl Inbox for Letters<'_> {
    fn deliver<F>(&self, base: u64, mut apply: F) -> Result<(), SolveError>
    where
        F: FnMut(&[Update]) -> Result<(), SolveError>,
    {
        let shard = self.map.shard(base);
        let here = self.list.iter().filter(|(to, _)| *to == shard);
        here.map(|(_, update)| *update)
            .try_for_each(|update| apply(&[update]))
    }
}

impl<'a> Exchange for End<'a> {
    type Outbox = Letters<'a>;
    type Inbox = Letters<'a>;

    fn outboxes(&mut self) -> &mut [Letters<'a>] {
        self.outbox[0].list.clear();
        &mut self.outbox
    }

    fn swap(&mut self) -> Result<&Letters<'a>, SolveError> {
        let [letters] = &self.outbox;
        for (process, to) in self.to.iter().enumerate() {
            let mut list = letters.list.clone();
            list.retain(|(shard, _)| letters.map.owners[*shard] == process);
            // A terminated process is noticed when nothing is received from it.
            let _ = to.send(Message::Updates(list));
        }
        self.arrived.list.clear();
        for message in self.receive()? {
            let Message::Updates(list) = message else {
                panic!("votes come later");
            };
            self.arrived.list.extend(list);
        }
        self.dice.shuffle(&mut self.arrived.list);
        Ok(&self.arrived)
    }

    fn agree(&mut self, any: bool) -> Result<bool, SolveError> {
        for to in &self.to {
            let _ = to.send(Message::Vote(any));
        }
        let votes = self.receive()?;
        Ok(votes.iter().any(|vote| matches!(vote, Message::Vote(true))))
    }
}

/// A checkpoint: all entries at a level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Checkpoint<C> {
    entries: Vec<C>,
    level: Plies,
}

/// Solves a graph by processes that share nothing but messages, from its start or a checkpoint, for
/// at most the given number of levels; and whether it is done.
fn run<C: TableEntry, B: PredecessorGraph>(
    graph: &B,
    map: &Map,
    from: Option<&Checkpoint<C>>,
    max: u32,
    seed: u64,
) -> Result<(Checkpoint<C>, bool), SolveError> {
    let mut to: Vec<Vec<Sender<Message>>> = Vec::new();
    to.resize_with(map.processes, Vec::new);
    let mut ends = Vec::new();
    for _ in 0..map.processes {
        let mut receivers = Vec::new();
        for to in &mut to {
            let (sender, receiver) = channel();
            to.push(sender);
            receivers.push(receiver);
        }
        ends.push(receivers);
    }
    let results = std::thread::scope(|scope| {
        let processes: Vec<_> = ends
            .into_iter()
            .zip(to)
            .enumerate()
            .map(|(process, (from_others, to))| {
                scope.spawn(move || {
                    let letters = || Letters {
                        map,
                        list: Vec::new(),
                    };
                    let mut end = End {
                        outbox: [letters()],
                        arrived: letters(),
                        to,
                        from: from_others,
                        dice: Random(seed + process as u64),
                    };
                    let mut shards = Vec::new();
                    for shard in map.of(process) {
                        let (base, end) = (map.bounds[shard], map.bounds[shard + 1]);
                        shards.push(match from {
                            Some(from) => {
                                let entries = from.entries[base as usize..end as usize].to_vec();
                                Shard::resume(base, entries, from.level)?
                            }
                            None => {
                                let entries = vec![C::HOLE; (end - base) as usize];
                                Shard::open(graph, base, entries)?
                            }
                        });
                    }
                    let context = RunContext::new();
                    let mut driver = Driver::new(graph, &mut shards, &mut end, &context)?;
                    let mut is_done = false;
                    for _ in 0..max {
                        is_done = !driver.step()?;
                        if is_done {
                            break;
                        }
                    }
                    drop(driver);
                    Ok((shards, is_done))
                })
            })
            .collect();
        let joined = processes.into_iter().map(|p| p.join().unwrap());
        joined.collect::<Result<Vec<_>, SolveError>>()
    })?;
    let mut entries = vec![C::HOLE; graph.size() as usize];
    let mut level = Plies::ZERO;
    let is_done = results.iter().any(|(_, is_done)| *is_done);
    for shard in results.iter().flat_map(|(shards, _)| shards) {
        let base = shard.base() as usize;
        entries[base..base + shard.entries().len()].copy_from_slice(shard.entries());
        level = shard.level();
    }
    Ok((Checkpoint { entries, level }, is_done))
}

fn values<C: TableEntry>(entries: &[C]) -> Vec<Option<Value>> {
    entries.iter().map(|entry| entry.value()).collect()
}

fn reference_values<G: Indexed + Retro>(game: &G) -> Vec<Option<Value>> {
    let expected = reference::solve(game, laws::positions(game)).unwrap();
    let value = |rank| game.unrank(rank).map(|p| expected[&p]);
    (0..game.size()).map(value).collect()
}

/// Processes that share nothing agree with the reference.
#[test]
fn processes_agree_by_messages_alone() {
    let mut draws = 0;
    for seed in 0..400 {
        let game = Tangle::new(seed, false);
        let graph = UnmoveGraph(&game);
        let mut dice = Random(seed);
        let map = Map::new(game.size(), 1 + seed as usize % 4, &mut dice);
        let expected = reference_values(&game);
        let (found, is_done) = run::<u16, _>(&graph, &map, None, u32::MAX, seed).unwrap();
        assert!(is_done);
        assert_eq!(values(&found.entries), expected, "seed {seed}, {map:?}");
        draws += expected.iter().filter(|v| **v == Some(Value::Draw)).count();
    }
    assert!(draws > 100, "{draws} draws");
    let game = Numbers::new(5, 3).unwrap();
    let map = Map::new(game.size(), 3, &mut Random(5));
    let (found, _) = run::<u32, _>(&UnmoveGraph(&game), &map, None, u32::MAX, 1).unwrap();
    assert_eq!(values(&found.entries), reference_values(&game));
}

/// Stopped at every level, and resumed from the entries alone, in other shards of other processes.
fn resumes<C: TableEntry + std::fmt::Debug, G: Indexed + Retro>(game: &G, seed: u64) -> u32 {
    let graph = UnmoveGraph(game);
    let dice = &mut Random(seed);
    let map = Map::new(game.size(), 1 + seed as usize % 3, dice);
    let (whole, _) = run::<C, _>(&graph, &map, None, u32::MAX, seed).unwrap();
    assert_eq!(
        values(&whole.entries),
        reference_values(game),
        "seed {seed}"
    );
    for stop in 0.. {
        let (saved, is_done) = run(&graph, &map, None, stop, seed).unwrap();
        let other = Map::new(game.size(), 1 + dice.below(3), dice);
        let (resumed, _) = run(&graph, &other, Some(&saved), u32::MAX, seed).unwrap();
        assert_eq!(resumed, whole, "seed {seed}, level {stop}");
        if is_done {
            return stop;
        }
        assert_eq!(saved.level.get(), stop);
    }
    unreachable!("games end")
}

#[test]
fn entries_and_level_are_a_complete_checkpoint() {
    let levels: u32 = (0..100)
        .map(|seed| resumes::<u16, _>(&Tangle::new(seed, seed % 4 == 0), seed))
        .sum();
    assert!(levels > 300, "{levels} levels");
    let game = Numbers::new(3, 5).unwrap();
    assert!(reference_values(&game).contains(&Some(Value::Draw)));
    assert!(resumes::<u16, _>(&game, 1) > 5);
    assert!(resumes::<u32, _>(&game, 2) > 5);
}

#[test]
fn levels_count_solved_positions() {
    let game = Numbers::new(5, 3).unwrap();
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let mut expected: Vec<DistanceCount> = Vec::new();
    for value in reference_values(&game).into_iter().flatten() {
        if let Some(plies) = value.plies() {
            let plies = plies.get() as usize;
            expected.resize(expected.len().max(plies + 1), DistanceCount::default());
            match value {
                Value::Win(_) => expected[plies].win += 1,
                _ => expected[plies].loss += 1,
            }
        }
    }
    assert_eq!(table.levels(), expected);
}

#[test]
fn invalid_checkpoint_is_rejected() {
    let entries = vec![u16::open(3), u16::HOLE, u16::open(0)];
    let refused = Shard::resume(7, entries, Plies::ZERO).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "an unsolved position has a counter of zero, at 9"
    );
}

/// A failing process ends the others, by the exchange.
#[test]
fn failure_ends_all_processes() {
    // Larger distances than a narrow entry can hold, all of them in one process.
    let map = Map {
        bounds: vec![0, 19_000, 20_000],
        owners: vec![0, 1],
        processes: 2,
    };
    let refused = run::<u16, _>(&Chain(20_000), &map, None, u32::MAX, 1).unwrap_err();
    assert!(matches!(refused, SolveError::Unfit { .. }), "{refused}");
    let (found, _) = run::<u32, _>(&Chain(20_000), &map, None, u32::MAX, 1).unwrap();
    assert_eq!(
        found.entries[19_999].value(),
        Some(Value::Win(Plies::new(19_999)))
    );
}
