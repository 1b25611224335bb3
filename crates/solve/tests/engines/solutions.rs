//! Solutions over values of any kind, and the cache between questions and
//! solvers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, Weak, mpsc};
use std::thread;
use std::time::Duration;

use kibitz_game::{Engine, Indexed, Plan, Plies, Stop, Value, Watch, laws};
use kibitz_solve::explore::Reach;
use kibitz_solve::{
    ByIndex, Cache, Scope, Solution, SolveError, Solver, Tabled, Values, Verdict, Wanted,
    reference, retrograde,
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

type Hook = Box<dyn Fn(&Scope<u32>) -> Result<(), SolveError> + Send + Sync>;

/// Enumeration, after something else was done.
struct After(Hook);

impl After {
    fn new(hook: impl Fn(&Scope<u32>) -> Result<(), SolveError> + Send + Sync + 'static) -> After {
        After(Box::new(hook))
    }
}

impl Solver<Tangle> for After {
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
        (self.0)(scope)?;
        Reach.run(game, scope, wanted, plan, watch)
    }
}

/// A solver that reports the root of each run, and goes on when as many wait at
/// the gate.
fn gated(waiting: usize) -> (Arc<After>, Arc<Barrier>, mpsc::Receiver<u32>) {
    let (began, begun) = mpsc::sync_channel(16);
    let gate = Arc::new(Barrier::new(waiting));
    let own = Arc::clone(&gate);
    let solver = After::new(move |scope| {
        began.send(scope.roots()[0]).unwrap();
        own.wait();
        Ok(())
    });
    (Arc::new(solver), gate, begun)
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
    solver: &Arc<After>,
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
    let (solver, gate, begun) = gated(2);
    let cache = Arc::new(Cache::default());
    let watch = Watch::new();
    let first = ask(&cache, &solver, 0, &watch);
    assert_eq!(begun.recv().unwrap(), 0);
    let others: Vec<_> = (0..4).map(|_| ask(&cache, &solver, 0, &watch)).collect();
    // No other solve has begun while the first is under way.
    let second = begun.recv_timeout(Duration::from_millis(100));
    assert_eq!(second, Err(mpsc::RecvTimeoutError::Timeout));
    gate.wait();
    for asked in others.into_iter().chain([first]) {
        assert_eq!(asked.join().unwrap(), Ok(Some(Verdict::from(WIN))));
    }
    // What is around 0 has 1 in it.
    assert!(ask(&cache, &solver, 1, &watch).join().unwrap().is_ok());
    assert_eq!(begun.try_iter().count(), 0);
}

#[test]
fn questions_that_need_different_solutions_run_side_by_side() {
    // Neither solve ends before both have begun.
    let (solver, _, begun) = gated(2);
    let cache = Arc::new(Cache::default());
    let watch = Watch::new();
    let both = [0, 2].map(|root| ask(&cache, &solver, root, &watch));
    let mut roots = [begun.recv().unwrap(), begun.recv().unwrap()];
    roots.sort_unstable();
    assert_eq!(roots, [0, 2]);
    for asked in both {
        assert_eq!(asked.join().unwrap(), Ok(Some(Verdict::from(WIN))));
    }
    assert_eq!(begun.try_iter().count(), 0);
}

#[test]
fn a_waiting_question_can_be_stopped() {
    let (solver, gate, begun) = gated(2);
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
    gate.wait();
    assert_eq!(first.join().unwrap(), Ok(Some(Verdict::from(WIN))));
}

#[test]
fn a_solve_that_fails_leaves_room_for_the_next() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let runs = AtomicUsize::new(0);
    let solver = After::new(move |_| match runs.fetch_add(1, Ordering::Relaxed) {
        0 => Err(Stop::Cancelled.into()),
        1 => panic!("a solver with a mistake"),
        _ => Ok(()),
    });
    let get = || cache.get(&solver, &game, Scope::Around(0), Wanted::ALL, &watch);
    assert!(get().is_err());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| get().is_ok()));
    assert!(panicked.is_err());
    // It does not wait for those.
    assert!(get().is_ok());
}

#[test]
fn the_old_solution_is_freed_before_the_new_one_is_made() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let old: Arc<Mutex<Option<Weak<dyn Solution<Tangle>>>>> = Arc::default();
    let seen = Arc::clone(&old);
    let solver = After::new(move |_| {
        let old = seen.lock().unwrap();
        assert!(old.iter().all(|old| old.upgrade().is_none()));
        Ok(())
    });
    for root in [0, 2, 1, 3, 0] {
        let scope = Scope::from_one(root);
        let solution = cache.get(&solver, &game, scope, Wanted::ALL, &watch);
        let solution = solution.unwrap();
        assert!(solution.covers(&game, &root));
        let kept = Arc::downgrade(&solution);
        drop(solution);
        assert!(
            kept.upgrade().is_some(),
            "it is kept until the next question"
        );
        *old.lock().unwrap() = Some(kept);
    }
}

fn from(positions: &[u32]) -> Scope<u32> {
    Scope::From(positions.into())
}

#[test]
fn roots_are_compared_so_that_nothing_is_solved_twice() {
    let (game, watch) = (two_islands(), Watch::new());
    let cache = Cache::default();
    let (solver, _, begun) = gated(1);
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
