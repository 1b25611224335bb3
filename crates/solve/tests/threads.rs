//! How many threads the engines start. One test in a process of its own: the
//! system counts all threads of the process.
#![cfg(target_os = "linux")]

#[path = "rows/numbers.rs"]
mod rows;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kibitz_game::{Bundled, Game, Watch, Wdl};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_games::marbles::{Board, Marbles, Shape};
use kibitz_games::nine::{Cards, Deck, alice_wins};
use kibitz_games::numbers::Numbers;
use kibitz_solve::placement::Placement;
use kibitz_solve::{acyclic, explore, lanes, pairs, retrograde};
use kibitz_twins::Random;

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// The most threads that there were beside those of the test, while and after
/// something was solved.
fn started(count: usize, solve: impl Fn(&Watch)) -> usize {
    let (most, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let look = scope.spawn(|| {
            let before = threads();
            most.store(before, Ordering::Relaxed);
            while !is_over.load(Ordering::Relaxed) {
                most.fetch_max(threads(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_micros(50));
            }
            before
        });
        while most.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        let watch = Watch::new().threads(count);
        solve(&watch);
        // Threads of the watch are still there.
        most.fetch_max(threads(), Ordering::Relaxed);
        drop(watch);
        is_over.store(true, Ordering::Relaxed);
        let before = look.join().unwrap();
        let most = most.load(Ordering::Relaxed) - before;
        // Those of a pool that is gone take a moment to end.
        let joined = Instant::now();
        while threads() > before - 1 {
            assert!(joined.elapsed() < Duration::from_secs(10), "threads go on");
            std::thread::yield_now();
        }
        most
    })
}

/// No thread where one is allowed; where two are, two for an engine that uses
/// several.
fn obeys(name: &str, has_threads: bool, solve: impl Fn(&Watch)) {
    assert_eq!(started(1, &solve), 0, "{name} with one thread");
    let expected = if has_threads { 2 } else { 0 };
    assert_eq!(started(2, &solve), expected, "{name} with two threads");
}

#[test]
fn engines_start_as_many_threads_as_they_may() {
    let numbers = Numbers::new(9, 6).unwrap();
    obeys("retrograde", true, |watch| {
        retrograde::solve(&numbers, watch).unwrap();
    });
    obeys("pairs", true, |watch| {
        pairs::solve(&numbers, watch).unwrap();
    });
    let dobutsu = Dobutsu::new(Try::Safe, &[Small::Giraffe]);
    obeys("lanes", true, |watch| {
        let solved = lanes::solve(&dobutsu, watch).unwrap();
        let start = dobutsu.address(&dobutsu.start().unwrap());
        let reached = lanes::reach(&dobutsu, start, watch).unwrap();
        solved.census(&dobutsu, &reached, watch).unwrap();
    });
    let cells = Placement::new(25, (0..24).map(|cell| 3 << cell), Wdl::Loss).unwrap();
    obeys("placement", true, |watch| {
        assert!(cells.solve(watch).unwrap().count_lost() > 0);
    });
    let game = rows::Numbers {
        cards: 6,
        modulus: 4,
    };
    obeys("rows", true, |watch| {
        explore::solve_slotted(&game, &[game.start()], watch).unwrap();
    });
    let marbles = Marbles::new(Shape::rectangle(3, 4), 3);
    obeys("explore", false, |watch| {
        explore::solve(&marbles, [Board(0)], watch).unwrap();
    });
    obeys("acyclic", false, |watch| {
        acyclic::sweep(&marbles, watch).unwrap();
    });
    let deck = Deck::new("CD", "6789TJ", "8").unwrap();
    let mut random = Random(3);
    let deals: Vec<Cards> = (0..2000)
        .map(|_| Cards::from_bits(random.bits()) & deck.cards())
        .collect();
    obeys("nine", true, |watch| {
        let mut wins = vec![false; deals.len()];
        alice_wins(&deck, &deals, &mut wins, watch).unwrap();
    });
}
