//! The placement engine through its public interface: known results, limits, errors.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kibitz_game::{Progress, RunContext, StopReason, Wdl};
use kibitz_solve::placement::{Placement, PlacementError};

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
    let lost = marbles(4, 4).solve(&RunContext::new()).unwrap();
    assert_eq!(lost.cells(), 16);
    assert_eq!(lost.count_lost(), 6_808);
    assert!(!lost.is_lost(0));
    assert!(lost.is_lost(0xffff));
}

#[test]
fn marbles_on_a_billion_positions() {
    let game = marbles(5, 6);
    assert!(game.memory() < 130 << 20);
    let lost = game.solve(&RunContext::new()).unwrap();
    assert_eq!(lost.count_lost(), 74_621_884);
    assert!(!lost.is_lost(0));
}

#[test]
fn result_keeps_its_reservation_until_dropped() {
    let game = marbles(4, 5);
    let context = RunContext::new().memory(game.memory() * 3 / 2);
    let first = game.solve(&context).unwrap();
    let refused = game.solve(&context).map(|_| ());
    assert!(matches!(refused, Err(StopReason::OutOfMemory { short, .. })
            if (short.requested, short.own) == (game.memory(), game.memory())));
    drop(first);
    assert!(game.solve(&context).is_ok());
}

#[test]
fn oversized_game_is_rejected_before_solving() {
    let game = marbles(6, 6);
    let refused = game.solve(&RunContext::new().memory(4 << 30)).map(|_| ());
    assert!(matches!(refused, Err(StopReason::OutOfMemory { short, .. })
        if (short.requested, short.own) == (game.memory(), 0)));
}

/// Records progress, and cancels at a given amount.
#[derive(Default)]
struct Listener {
    context: OnceLock<RunContext>,
    cancel_at: u64,
    total: AtomicU64,
    max: AtomicU64,
    ended: AtomicU64,
}

impl Progress for Listener {
    fn begin(&self, _stage: &str, total: Option<u64>) {
        self.total.store(total.unwrap(), Ordering::Relaxed);
    }

    fn advance_to(&self, done: u64) {
        self.max.fetch_max(done, Ordering::Relaxed);
        if done >= self.cancel_at {
            self.context.get().unwrap().cancel();
        }
    }

    fn end(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

fn context_with(cancel_at: u64, threads: usize) -> (RunContext, Arc<Listener>) {
    let listener = Arc::new(Listener {
        cancel_at,
        ..Listener::default()
    });
    let context = RunContext::new()
        .threads(threads)
        .report_to(listener.clone());
    listener.context.set(context.clone()).unwrap();
    (context, listener)
}

#[test]
fn progress_reaches_its_total() {
    let (context, listener) = context_with(u64::MAX, 2);
    marbles(4, 6).solve(&context).unwrap();
    let total = listener.total.load(Ordering::Relaxed);
    assert!(total > 0);
    assert_eq!(listener.max.load(Ordering::Relaxed), total);
    assert_eq!(listener.ended.load(Ordering::Relaxed), 1);
}

#[test]
fn cancellation_stops_all_threads_promptly() {
    for threads in 1..=3 {
        let (context, listener) = context_with(40, threads);
        assert_eq!(
            marbles(4, 7).solve(&context).map(|_| ()),
            Err(StopReason::Cancelled)
        );
        let max = listener.max.load(Ordering::Relaxed);
        assert!(
            max <= 40 + threads as u64,
            "{max} stripes with {threads} threads"
        );
        assert_eq!(listener.ended.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn cancellation_before_the_start_is_reported() {
    let context = RunContext::new();
    context.cancel();
    assert_eq!(
        marbles(2, 2).solve(&context).map(|_| ()),
        Err(StopReason::Cancelled)
    );
}

#[test]
fn time_limit_is_reported() {
    let limit = Duration::from_millis(1);
    let stopped = marbles(4, 7)
        .solve(&RunContext::new().time(limit))
        .map(|_| ());
    assert_eq!(stopped, Err(StopReason::OutOfTime(limit)));
}

#[test]
fn invalid_placement_games_are_rejected() {
    let new = |cells, pattern| Placement::new(cells, [pattern], Wdl::Loss).map(|_| ());
    assert_eq!(new(37, 1), Err(PlacementError::TooManyCells(37)));
    assert_eq!(new(3, 0), Err(PlacementError::EmptyPattern));
    let outside = PlacementError::OutsideBoard {
        pattern: 8,
        cells: 3,
    };
    assert_eq!(new(3, 8), Err(outside));
    let drawn = Placement::new(3, [1], Wdl::Draw);
    assert_eq!(drawn.map(|_| ()), Err(PlacementError::Drawn));
}

#[test]
fn duplicate_patterns_are_ignored() {
    let once = Placement::new(3, [1, 2], Wdl::Loss).unwrap();
    assert_eq!(Placement::new(3, [2, 1, 2], Wdl::Loss).unwrap(), once);
}

#[test]
#[should_panic(expected = "there are 3 cells")]
fn probe_outside_the_board_panics() {
    let game = Placement::new(3, [1], Wdl::Loss).unwrap();
    let _ = game.solve(&RunContext::new()).unwrap().is_lost(8);
}
