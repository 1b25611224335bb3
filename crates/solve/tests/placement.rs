//! The placement engine from outside: facts, budgets, errors.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kibitz_game::{Progress, Stop, Watch, Wdl};
use kibitz_solve::placement::{NoPlacement, Placement};

/// Marbles: runs of one to three cells in any of the four directions.
fn marbles(rows: i32, cols: i32) -> Placement {
    let inside = |y: i32, x: i32| (0..rows).contains(&y) && (0..cols).contains(&x);
    let mut patterns = Vec::new();
    for (y, x) in (0..rows).flat_map(|y| (0..cols).map(move |x| (y, x))) {
        for (dy, dx) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let run = (0..3).map(|step| (y + dy * step, x + dx * step));
            let mut pattern = 0u64;
            for (y, x) in run.take_while(|&(y, x)| inside(y, x)) {
                pattern |= 1 << (y * cols + x);
                patterns.push(pattern);
            }
        }
    }
    Placement::new((rows * cols) as u32, patterns, Wdl::Loss).unwrap()
}

#[test]
fn marbles_on_the_contest_board() {
    let lost = marbles(4, 4).solve(&Watch::new()).unwrap();
    assert_eq!(lost.cells(), 16);
    assert_eq!(lost.count_lost(), 6_808);
    assert!(!lost.is_lost(0));
    assert!(lost.is_lost(0xffff));
}

#[test]
fn marbles_on_a_billion_positions() {
    let game = marbles(5, 6);
    assert!(game.memory() < 130 << 20);
    let lost = game.solve(&Watch::new()).unwrap();
    assert_eq!(lost.count_lost(), 74_621_884);
    assert!(!lost.is_lost(0));
}

#[test]
fn memory_is_claimed_for_as_long_as_the_result_lives() {
    let game = marbles(4, 5);
    let watch = Watch::new().memory(game.memory() * 3 / 2);
    let first = game.solve(&watch).unwrap();
    let refused = game.solve(&watch).map(|_| ());
    assert!(matches!(refused, Err(Stop::OutOfMemory { short, .. })
            if (short.asked, short.own) == (game.memory(), game.memory())));
    drop(first);
    assert!(game.solve(&watch).is_ok());
}

#[test]
fn what_does_not_fit_the_budget_is_refused_at_once() {
    let game = marbles(6, 6);
    let refused = game.solve(&Watch::new().memory(4 << 30)).map(|_| ());
    assert!(matches!(refused, Err(Stop::OutOfMemory { short, .. })
        if (short.asked, short.own) == (game.memory(), 0)));
}

/// Remembers what it hears, and cancels once so much is done.
#[derive(Default)]
struct Listener {
    watch: OnceLock<Watch>,
    cancel_at: u64,
    total: AtomicU64,
    most: AtomicU64,
    ended: AtomicU64,
}

impl Progress for Listener {
    fn begin(&self, _stage: &str, total: Option<u64>) {
        self.total.store(total.unwrap(), Ordering::Relaxed);
    }

    fn reach(&self, done: u64) {
        self.most.fetch_max(done, Ordering::Relaxed);
        if done >= self.cancel_at {
            self.watch.get().unwrap().cancel();
        }
    }

    fn end(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

fn watch_with(cancel_at: u64, threads: usize) -> (Watch, Arc<Listener>) {
    let listener = Arc::new(Listener {
        cancel_at,
        ..Listener::default()
    });
    let watch = Watch::new().threads(threads).report_to(listener.clone());
    listener.watch.set(watch.clone()).unwrap();
    (watch, listener)
}

#[test]
fn progress_reaches_its_total() {
    let (watch, listener) = watch_with(u64::MAX, 2);
    marbles(4, 6).solve(&watch).unwrap();
    let total = listener.total.load(Ordering::Relaxed);
    assert!(total > 0);
    assert_eq!(listener.most.load(Ordering::Relaxed), total);
    assert_eq!(listener.ended.load(Ordering::Relaxed), 1);
}

#[test]
fn cancelling_stops_every_thread_soon() {
    for threads in 1..=3 {
        let (watch, listener) = watch_with(40, threads);
        assert_eq!(
            marbles(4, 7).solve(&watch).map(|_| ()),
            Err(Stop::Cancelled)
        );
        let most = listener.most.load(Ordering::Relaxed);
        assert!(
            most <= 40 + threads as u64,
            "{most} stripes with {threads} threads"
        );
        assert_eq!(listener.ended.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn cancelled_before_it_begins() {
    let watch = Watch::new();
    watch.cancel();
    assert_eq!(
        marbles(2, 2).solve(&watch).map(|_| ()),
        Err(Stop::Cancelled)
    );
}

#[test]
fn time_runs_out() {
    let limit = Duration::from_millis(1);
    let stopped = marbles(4, 7).solve(&Watch::new().time(limit)).map(|_| ());
    assert_eq!(stopped, Err(Stop::OutOfTime(limit)));
}

#[test]
fn what_is_no_placement_game() {
    let new = |cells, pattern| Placement::new(cells, [pattern], Wdl::Loss).map(|_| ());
    assert_eq!(new(37, 1), Err(NoPlacement::TooManyCells(37)));
    assert_eq!(new(3, 0), Err(NoPlacement::EmptyPattern));
    let outside = NoPlacement::OutsideBoard {
        pattern: 8,
        cells: 3,
    };
    assert_eq!(new(3, 8), Err(outside));
    let drawn = Placement::new(3, [1], Wdl::Draw);
    assert_eq!(drawn.map(|_| ()), Err(NoPlacement::Drawn));
}

#[test]
fn patterns_given_twice_count_once() {
    let once = Placement::new(3, [1, 2], Wdl::Loss).unwrap();
    assert_eq!(Placement::new(3, [2, 1, 2], Wdl::Loss).unwrap(), once);
}

#[test]
#[should_panic(expected = "there are 3 cells")]
fn asking_for_a_cell_that_is_not_there() {
    let game = Placement::new(3, [1], Wdl::Loss).unwrap();
    let _ = game.solve(&Watch::new()).unwrap().is_lost(8);
}
