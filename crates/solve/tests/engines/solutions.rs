//! Solutions over values of any storage, and the cache.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, Weak, mpsc};
use std::thread;
use std::time::Duration;

use kibitz_game::{ByIndex, Engine, Indexed, Plan, Plies, RunContext, StopReason, Value, laws};
use kibitz_solve::explore::EnumerationSolver;
use kibitz_solve::{
    Cache, Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Tabled, Values,
    reference, retrograde,
};

use super::hostile::Tangle;

/// Two bytes for each rank, as in a file: all ones for a hole, one less for a draw, otherwise twice
/// the distance, plus one if it is won.
struct Bytes<'a>(&'a [u8]);

impl Values for Bytes<'_> {
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        let at = 2 * rank as usize;
        let entry = u16::from_le_bytes([self.0[at], self.0[at + 1]]);
        let plies = Plies::new(u32::from(entry / 2));
        let value = match entry {
            u16::MAX => None,
            0xfffe => Some(Value::Draw),
            won if won % 2 == 1 => Some(Value::Win(plies)),
            _ => Some(Value::Loss(plies)),
        };
        Ok(value.map(Evaluation::from))
    }
}

fn entry(value: Option<&Value>) -> u16 {
    match value {
        None => u16::MAX,
        Some(Value::Draw) => 0xfffe,
        Some(Value::Win(plies)) => plies.get() as u16 * 2 + 1,
        Some(Value::Loss(plies)) => plies.get() as u16 * 2,
    }
}

#[test]
fn byte_slice_values_make_a_solution() {
    let context = RunContext::new();
    for seed in 0..500 {
        let game = Tangle::new(seed, false);
        let positions: Vec<u32> = laws::positions(&game).collect();
        let expected = reference::solve(&game, positions.iter().copied()).unwrap();
        let at = |rank| game.unrank(rank).and_then(|p| expected.get(&p));
        let bytes: Vec<u8> = (0..game.size())
            .flat_map(|rank| entry(at(rank)).to_le_bytes())
            .collect();
        let solution = Tabled::new(ByIndex, Bytes(&bytes));
        for p in &positions {
            let found = solution.probe(&game, p, &context).unwrap();
            assert_eq!(
                found,
                Some(Evaluation::from(expected[p])),
                "seed {seed}, {p}"
            );
            assert!(solution.covers(&game, p));
        }
        let mut visited = Vec::new();
        let mut visitor = |at: kibitz_solve::Visited<'_, u32>| {
            visited.push((*at.position, at.evaluation));
            Ok(())
        };
        solution.visit(&game, &0, &context, &mut visitor).unwrap();
        let in_order = positions
            .iter()
            .map(|p| (*p, Evaluation::from(expected[p])));
        assert_eq!(visited, in_order.collect::<Vec<_>>(), "seed {seed}");
        let table = Tabled::new(ByIndex, retrograde::solve(&game, &context).unwrap());
        let (ours, theirs) = (
            solution.count_values(&game, &0, &context).unwrap(),
            table.count_values(&game, &0, &context).unwrap(),
        );
        assert_eq!(ours.levels, theirs.levels, "seed {seed}");
        assert_eq!(ours.positions(), positions.len() as u64, "seed {seed}");
    }
}

type Hook = Box<dyn Fn(&Scope<u32>) -> Result<(), SolveError> + Send + Sync>;

/// Enumeration, after a hook.
struct After(Hook);

impl After {
    fn new(hook: impl Fn(&Scope<u32>) -> Result<(), SolveError> + Send + Sync + 'static) -> After {
        After(Box::new(hook))
    }
}

impl Solver<Tangle> for After {
    fn plan(&self, _: &Tangle, _: &Scope<u32>, _: RequestedFields, _: &RunContext) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &Tangle,
        scope: &Scope<u32>,
        wanted: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<Tangle>>, SolveError> {
        (self.0)(scope)?;
        EnumerationSolver.run(game, scope, wanted, plan, context)
    }
}

/// A solver that reports the root of each run, and continues when `waiting` threads wait at the
/// gate.
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

/// A game of two components of the graph: 0 and 1, 2 and 3.
fn two_islands() -> Tangle {
    use kibitz_game::{Turn, Wdl};
    Tangle {
        moves: vec![
            vec![(1, Turn::Other)],
            vec![],
            vec![(3, Turn::Other)],
            vec![],
        ],
        known: vec![None; 4],
        holes: vec![false; 4],
        no_move_result: Wdl::Loss,
    }
}

/// Queries what is reachable from a position, on a separate thread.
fn ask(
    cache: &Arc<Cache<Tangle>>,
    solver: &Arc<After>,
    root: u32,
    context: &RunContext,
) -> thread::JoinHandle<Result<Option<Evaluation>, SolveError>> {
    let (cache, solver, context) = (Arc::clone(cache), Arc::clone(solver), context.clone());
    thread::spawn(move || {
        let game = two_islands();
        let solution = cache.get(
            &*solver,
            &game,
            Scope::Around(root),
            RequestedFields::ALL,
            &context,
        )?;
        solution.probe(&game, &root, &context)
    })
}

const WIN: Value = Value::Win(Plies::new(1));

#[test]
fn equal_queries_share_one_solve() {
    let (solver, gate, begun) = gated(2);
    let cache = Arc::new(Cache::default());
    let context = RunContext::new();
    let first = ask(&cache, &solver, 0, &context);
    assert_eq!(begun.recv().unwrap(), 0);
    let others: Vec<_> = (0..4).map(|_| ask(&cache, &solver, 0, &context)).collect();
    // No other solve has begun while the first is in progress.
    let second = begun.recv_timeout(Duration::from_millis(100));
    assert_eq!(second, Err(mpsc::RecvTimeoutError::Timeout));
    gate.wait();
    for solve in others.into_iter().chain([first]) {
        assert_eq!(solve.join().unwrap(), Ok(Some(Evaluation::from(WIN))));
    }
    // The scope around 0 contains 1.
    assert!(ask(&cache, &solver, 1, &context).join().unwrap().is_ok());
    assert_eq!(begun.try_iter().count(), 0);
}

#[test]
fn different_queries_are_solved_concurrently() {
    // Neither solve ends before both have begun.
    let (solver, _, begun) = gated(2);
    let cache = Arc::new(Cache::default());
    let context = RunContext::new();
    let both = [0, 2].map(|root| ask(&cache, &solver, root, &context));
    let mut roots = [begun.recv().unwrap(), begun.recv().unwrap()];
    roots.sort_unstable();
    assert_eq!(roots, [0, 2]);
    for solve in both {
        assert_eq!(solve.join().unwrap(), Ok(Some(Evaluation::from(WIN))));
    }
    assert_eq!(begun.try_iter().count(), 0);
}

#[test]
fn waiting_query_can_be_cancelled() {
    let (solver, gate, begun) = gated(2);
    let cache = Arc::new(Cache::default());
    let first = ask(&cache, &solver, 0, &RunContext::new());
    begun.recv().unwrap();
    let cancelled = RunContext::new();
    let waiting = ask(&cache, &solver, 0, &cancelled);
    thread::sleep(Duration::from_millis(30));
    cancelled.cancel();
    let stopped = waiting.join().unwrap();
    assert_eq!(stopped, Err(SolveError::Stop(StopReason::Cancelled)));
    let late = RunContext::new().time(Duration::from_millis(30));
    let stopped = ask(&cache, &solver, 0, &late).join().unwrap();
    assert!(matches!(
        stopped,
        Err(SolveError::Stop(StopReason::OutOfTime(_)))
    ));
    // The first one is not disturbed.
    gate.wait();
    assert_eq!(first.join().unwrap(), Ok(Some(Evaluation::from(WIN))));
}

#[test]
fn failed_solve_does_not_block_the_next() {
    let (game, context) = (two_islands(), RunContext::new());
    let cache = Cache::default();
    let runs = AtomicUsize::new(0);
    let solver = After::new(move |_| match runs.fetch_add(1, Ordering::Relaxed) {
        0 => Err(StopReason::Cancelled.into()),
        1 => panic!("a faulty solver"),
        _ => Ok(()),
    });
    let get = || {
        cache.get(
            &solver,
            &game,
            Scope::Around(0),
            RequestedFields::ALL,
            &context,
        )
    };
    assert!(get().is_err());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| get().is_ok()));
    assert!(panicked.is_err());
    // It does not wait for those.
    assert!(get().is_ok());
}

#[test]
fn old_solution_is_freed_before_the_new_solve() {
    let (game, context) = (two_islands(), RunContext::new());
    let cache = Cache::default();
    let old: Arc<Mutex<Option<Weak<dyn Solution<Tangle>>>>> = Arc::default();
    let observed = Arc::clone(&old);
    let solver = After::new(move |_| {
        let old = observed.lock().unwrap();
        assert!(old.iter().all(|old| old.upgrade().is_none()));
        Ok(())
    });
    for root in [0, 2, 1, 3, 0] {
        let scope = Scope::from_one(root);
        let solution = cache.get(&solver, &game, scope, RequestedFields::ALL, &context);
        let solution = solution.unwrap();
        assert!(solution.covers(&game, &root));
        let kept = Arc::downgrade(&solution);
        drop(solution);
        assert!(
            kept.upgrade().is_some(),
            "it is cached until the next query"
        );
        *old.lock().unwrap() = Some(kept);
    }
}

fn from(positions: &[u32]) -> Scope<u32> {
    Scope::From(positions.into())
}

#[test]
fn equal_roots_are_not_solved_twice() {
    let (game, context) = (two_islands(), RunContext::new());
    let cache = Cache::default();
    let (solver, _, begun) = gated(1);
    let get = |scope| {
        cache
            .get(&*solver, &game, scope, RequestedFields::ALL, &context)
            .map(drop)
    };
    get(from(&[0])).unwrap();
    get(from(&[0])).unwrap();
    get(Scope::Around(1)).unwrap();
    assert_eq!(begun.try_iter().count(), 1);
    // Exactly what is reachable from 1 is another scope than what is reachable from 0.
    get(from(&[1])).unwrap();
    assert_eq!(begun.try_iter().count(), 1);
}
