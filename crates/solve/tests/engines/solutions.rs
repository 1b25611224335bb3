//! Solutions over values of any kind, and the cache between questions and
//! solvers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use kibitz_game::{Engine, Indexed, Plan, Plies, Stop, Value, Watch, laws};
use kibitz_solve::explore::{Explored, Reach};
use kibitz_solve::{
    ByIndex, Cache, Scope, Solution, SolveError, Solver, Tabled, Values, Verdict, Visitor, Wanted,
    explore, reference, retrograde,
};

use super::hostile::Tangle;

/// Two bytes for each rank, as a file has them: all ones for a hole, one less
/// for a draw, otherwise the plies doubled, and one more if it is won.
struct Bytes<'a>(&'a [u8]);

impl Values for Bytes<'_> {
    fn get(&self, rank: u64) -> Result<Option<Value>, SolveError> {
        let at = 2 * rank as usize;
        let cell = u16::from_le_bytes([self.0[at], self.0[at + 1]]);
        let plies = Plies::new(u32::from(cell / 2));
        Ok(match cell {
            u16::MAX => None,
            0xfffe => Some(Value::Draw),
            won if won % 2 == 1 => Some(Value::Win(plies)),
            _ => Some(Value::Loss(plies)),
        })
    }
}

fn cell(value: Option<&Value>) -> u16 {
    match value {
        None => u16::MAX,
        Some(Value::Draw) => 0xfffe,
        Some(Value::Win(plies)) => plies.get() as u16 * 2 + 1,
        Some(Value::Loss(plies)) => plies.get() as u16 * 2,
    }
}

#[test]
fn values_in_a_byte_slice_make_a_solution() {
    let watch = Watch::new();
    for seed in 0..500 {
        let game = Tangle::new(seed, false);
        let positions: Vec<u32> = laws::positions(&game).collect();
        let truth = reference::solve(&game, positions.iter().copied()).unwrap();
        let at = |rank| game.unrank(rank).and_then(|p| truth.get(&p));
        let bytes: Vec<u8> = (0..game.size())
            .flat_map(|rank| cell(at(rank)).to_le_bytes())
            .collect();
        let solution = Tabled::new(ByIndex, Bytes(&bytes));
        for p in &positions {
            let found = solution.verdict(&game, p, &watch).unwrap();
            assert_eq!(found, Some(Verdict::from(truth[p])), "seed {seed}, {p}");
            assert!(solution.covers(&game, p));
        }
        let mut visited = Vec::new();
        let mut see = |seen: kibitz_solve::Seen<'_, u32>| {
            visited.push((*seen.position, seen.verdict));
            Ok(())
        };
        solution.visit(&game, &0, &watch, &mut see).unwrap();
        let in_order = positions.iter().map(|p| (*p, Verdict::from(truth[p])));
        assert_eq!(visited, in_order.collect::<Vec<_>>(), "seed {seed}");
        let table = Tabled::new(ByIndex, retrograde::solve(&game, &watch).unwrap());
        let (ours, theirs) = (
            solution.tally(&game, &0, &watch).unwrap(),
            table.tally(&game, &0, &watch).unwrap(),
        );
        assert_eq!(ours.levels, theirs.levels, "seed {seed}");
        assert_eq!(ours.positions(), positions.len() as u64, "seed {seed}");
    }
}

/// A solver that reports when it runs, and goes on when it is allowed to.
struct Gated {
    runs: AtomicUsize,
    began: mpsc::SyncSender<u32>,
    gate: Barrier,
}

impl Gated {
    fn new(gate: usize) -> (Arc<Gated>, mpsc::Receiver<u32>) {
        let (began, begun) = mpsc::sync_channel(16);
        let gated = Gated {
            runs: AtomicUsize::new(0),
            began,
            gate: Barrier::new(gate),
        };
        (Arc::new(gated), begun)
    }
}

impl Solver<Tangle> for Gated {
    fn plan(&self, _: &Tangle, _: &Scope<u32>, _: Wanted, _: &Watch) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &Tangle,
        scope: &Scope<u32>,
        wanted: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<Tangle>>, SolveError> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.began.send(scope.roots()[0]).unwrap();
        self.gate.wait();
        Reach.run(game, scope, wanted, plan, watch)
    }
}

/// A game of two parts that do not meet: 0 and 1, 2 and 3.
fn two_islands() -> Tangle {
    use kibitz_game::{Turn, Wdl};
    Tangle {
        moves: vec![
            vec![(1, Turn::Passes)],
            vec![],
            vec![(3, Turn::Passes)],
            vec![],
        ],
        known: vec![None; 4],
        holes: vec![false; 4],
        stuck: Wdl::Loss,
    }
}

/// Asks about what a position reaches, on a thread of its own.
fn ask(
    cache: &Arc<Cache<Tangle>>,
    solver: &Arc<Gated>,
    root: u32,
    watch: &Watch,
) -> thread::JoinHandle<Result<Option<Verdict>, SolveError>> {
    let (cache, solver, watch) = (Arc::clone(cache), Arc::clone(solver), watch.clone());
    thread::spawn(move || {
        let game = two_islands();
        let solution = cache.get(&*solver, &game, Scope::Around(root), Wanted::ALL, &watch)?;
        solution.verdict(&game, &root, &watch)
    })
}

const WIN: Value = Value::Win(Plies::new(1));

#[test]
fn questions_that_need_the_same_solve_once() {
    let (solver, begun) = Gated::new(2);
    let cache = Arc::new(Cache::default());
    let watch = Watch::new();
    let first = ask(&cache, &solver, 0, &watch);
    assert_eq!(begun.recv().unwrap(), 0);
    let others: Vec<_> = (0..4).map(|_| ask(&cache, &solver, 0, &watch)).collect();
    // Nobody else has begun while the first is under way.
    let second = begun.recv_timeout(Duration::from_millis(100));
    assert_eq!(second, Err(mpsc::RecvTimeoutError::Timeout));
    solver.gate.wait();
    for asked in others.into_iter().chain([first]) {
        assert_eq!(asked.join().unwrap(), Ok(Some(Verdict::from(WIN))));
    }
    // What is around 0 has 1 in it.
    assert!(ask(&cache, &solver, 1, &watch).join().unwrap().is_ok());
    assert_eq!(solver.runs.load(Ordering::Relaxed), 1);
}

#[test]
fn questions_that_need_different_solutions_run_side_by_side() {
    // Neither solve ends before both have begun.
    let (solver, begun) = Gated::new(2);
    let cache = Arc::new(Cache::default());
    let watch = Watch::new();
    let both = [0, 2].map(|root| ask(&cache, &solver, root, &watch));
    let mut roots = [begun.recv().unwrap(), begun.recv().unwrap()];
    roots.sort_unstable();
    assert_eq!(roots, [0, 2]);
    for asked in both {
        assert_eq!(asked.join().unwrap(), Ok(Some(Verdict::from(WIN))));
    }
    assert_eq!(solver.runs.load(Ordering::Relaxed), 2);
}

#[test]
fn who_waits_for_somebody_else_can_be_stopped() {
    let (solver, begun) = Gated::new(2);
    let cache = Arc::new(Cache::default());
    let first = ask(&cache, &solver, 0, &Watch::new());
    begun.recv().unwrap();
    let cancelled = Watch::new();
    let waiting = ask(&cache, &solver, 0, &cancelled);
    thread::sleep(Duration::from_millis(30));
    cancelled.cancel();
    let stopped = waiting.join().unwrap();
    assert_eq!(stopped, Err(SolveError::Stop(Stop::Cancelled)));
    let late = Watch::new().time(Duration::from_millis(30));
    let stopped = ask(&cache, &solver, 0, &late).join().unwrap();
    assert!(matches!(stopped, Err(SolveError::Stop(Stop::OutOfTime(_)))));
    // The first one is not disturbed.
    solver.gate.wait();
    assert_eq!(first.join().unwrap(), Ok(Some(Verdict::from(WIN))));
}

/// Solves by enumeration, and fails or panics where it is told to.
struct Failing(AtomicUsize);

impl Solver<Tangle> for Failing {
    fn plan(&self, _: &Tangle, _: &Scope<u32>, _: Wanted, _: &Watch) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &Tangle,
        scope: &Scope<u32>,
        wanted: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<Tangle>>, SolveError> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Err(Stop::Cancelled.into()),
            1 => panic!("a solver with a mistake"),
            _ => Reach.run(game, scope, wanted, plan, watch),
        }
    }
}

#[test]
fn a_solve_that_fails_leaves_room_for_the_next() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let solver = Failing(AtomicUsize::new(0));
    let get = || cache.get(&solver, &game, Scope::Around(0), Wanted::ALL, &watch);
    assert!(get().is_err());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| get().is_ok()));
    assert!(panicked.is_err());
    let began = Instant::now();
    assert!(get().is_ok());
    assert!(began.elapsed() < Duration::from_secs(60), "nobody waits");
}

/// A solver that counts the solutions of its own that are alive.
#[derive(Default)]
struct Counted(Arc<AtomicUsize>);

struct Alive(Explored<u32>, Arc<AtomicUsize>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Solution<Tangle> for Alive {
    fn verdict(&self, _: &Tangle, p: &u32, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        Ok(self.0.get(p).map(Verdict::from))
    }

    fn covers(&self, _: &Tangle, p: &u32) -> bool {
        self.0.get(p).is_some()
    }

    fn visit(
        &self,
        game: &Tangle,
        root: &u32,
        watch: &Watch,
        see: &mut Visitor<'_, u32>,
    ) -> Result<(), SolveError> {
        self.0.visit(game, root, watch, see)
    }
}

impl Solver<Tangle> for Counted {
    fn plan(&self, _: &Tangle, _: &Scope<u32>, _: Wanted, _: &Watch) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &Tangle,
        scope: &Scope<u32>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<Tangle>>, SolveError> {
        assert_eq!(
            self.0.fetch_add(1, Ordering::SeqCst),
            0,
            "the old one is gone"
        );
        let explored = explore::solve(game, scope.roots().iter().copied(), watch)?;
        Ok(Arc::new(Alive(explored, Arc::clone(&self.0))))
    }
}

#[test]
fn the_old_solution_is_freed_before_the_new_one_is_made() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let solver = Counted::default();
    for root in [0, 2, 1, 3, 0] {
        let scope = Scope::from_one(root);
        let solution = cache.get(&solver, &game, scope, Wanted::ALL, &watch);
        assert!(solution.unwrap().covers(&game, &root));
        assert_eq!(solver.0.load(Ordering::SeqCst), 1);
    }
}

fn from(positions: &[u32]) -> Scope<u32> {
    Scope::From(positions.into())
}

#[test]
fn roots_are_compared_so_that_nothing_is_solved_twice() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let (solver, begun) = Gated::new(1);
    let get = |scope| {
        cache
            .get(&*solver, &game, scope, Wanted::ALL, &watch)
            .map(drop)
    };
    get(from(&[0])).unwrap();
    get(from(&[0])).unwrap();
    get(Scope::Around(1)).unwrap();
    assert_eq!(begun.try_iter().count(), 1);
    // What 1 reaches and nothing else is another thing than what 0 reaches.
    get(from(&[1])).unwrap();
    assert_eq!(begun.try_iter().count(), 1);
}
