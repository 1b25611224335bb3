//! The number of threads that the engines start.

#![cfg(target_os = "linux")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::rows;
use kibitz_bruteforce::{Random, alone};
use kibitz_game::{BitParallelGame, Game, RunContext, Wdl};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_games::marbles::{Board, Marbles, Shape};
use kibitz_games::nine::{Cards, Deck, alice_wins};
use kibitz_games::numbers::Numbers;
use kibitz_solve::placement::Placement;
use kibitz_solve::{acyclic, bitparallel, explore, explore_vectors, hand_pairs, retrograde};

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// The maximum number of additional threads during and after a solve.
fn started(count: usize, solve: impl Fn(&RunContext)) -> usize {
    let (max, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let look = scope.spawn(|| {
            let before = threads();
            max.store(before, Ordering::Relaxed);
            while !is_over.load(Ordering::Relaxed) {
                max.fetch_max(threads(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_micros(50));
            }
            before
        });
        while max.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        let context = RunContext::new().threads(count);
        solve(&context);
        // The threads of the context still exist.
        max.fetch_max(threads(), Ordering::Relaxed);
        drop(context);
        is_over.store(true, Ordering::Relaxed);
        let before = look.join().unwrap();
        let max = max.load(Ordering::Relaxed) - before;
        // Threads of a dropped pool take a moment to end.
        let joined = Instant::now();
        while threads() > before - 1 {
            assert!(joined.elapsed() < Duration::from_secs(10), "threads go on");
            std::thread::yield_now();
        }
        max
    })
}

/// No thread if one is allowed; if two are, two for a multithreaded engine.
fn respects_limit(name: &str, has_threads: bool, solve: impl Fn(&RunContext)) {
    assert_eq!(started(1, &solve), 0, "{name} with one thread");
    let expected = if has_threads { 2 } else { 0 };
    assert_eq!(started(2, &solve), expected, "{name} with two threads");
}

/// In a process of its own: the system counts all threads of the process.
#[test]
fn engines_respect_the_thread_limit() {
    alone("threads::engines_respect_the_thread_limit", check_engines);
}

fn check_engines() {
    let numbers = Numbers::new(9, 6).unwrap();
    respects_limit("retrograde", true, |context| {
        retrograde::solve(&numbers, context).unwrap();
    });
    respects_limit("pairs", true, |context| {
        hand_pairs::solve(&numbers, context).unwrap();
    });
    let dobutsu = Dobutsu::new(Try::Safe, &[Small::Giraffe]);
    respects_limit("lanes", true, |context| {
        let solved = bitparallel::solve(&dobutsu, context).unwrap();
        let start = dobutsu.address(&dobutsu.start().unwrap());
        let reached = bitparallel::reach(&dobutsu, start, context).unwrap();
        solved.count_values(&dobutsu, &reached, context).unwrap();
    });
    let cells = Placement::new(25, (0..24).map(|cell| 3 << cell), Wdl::Loss).unwrap();
    respects_limit("placement", true, |context| {
        assert!(cells.solve(context).unwrap().count_lost() > 0);
    });
    let game = rows::numbers::Numbers {
        cards: 6,
        modulus: 4,
    };
    respects_limit("rows", true, |context| {
        explore_vectors::solve(&game, &[game.start()], context).unwrap();
    });
    let marbles = Marbles::new(Shape::rectangle(3, 4), 3);
    respects_limit("explore", false, |context| {
        explore::solve(&marbles, [Board(0)], context).unwrap();
    });
    respects_limit("acyclic", false, |context| {
        acyclic::sweep(&marbles, context).unwrap();
    });
    let deck = Deck::new("CD", "6789TJ", "8").unwrap();
    let mut random = Random(3);
    let deals: Vec<Cards> = (0..2000)
        .map(|_| Cards::from_bits(random.bits()) & deck.cards())
        .collect();
    respects_limit("nine", true, |context| {
        let mut wins = vec![false; deals.len()];
        alice_wins(&deck, &deals, &mut wins, context).unwrap();
    });
}
