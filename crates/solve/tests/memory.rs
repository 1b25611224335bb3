//! What is solved counts against the budget as long as it is kept, and no
//! longer.

use kibitz_game::{Listed, Settings, Watch};
use kibitz_games::calendar::Calendar;
use kibitz_games::marbles::{Board, Marbles, Shape};
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_solve::{acyclic, explore, pairs, retrograde};

/// Solves something twice in a budget that has room for one.
fn holds<T>(name: &str, bytes: u64, solve: impl Fn(&Watch) -> T) {
    let watch = Watch::new().memory(1 << 30);
    let solved = solve(&watch);
    assert_eq!(watch.memory_taken(), bytes, "{name}");
    drop(solved);
    assert_eq!(watch.memory_taken(), 0, "{name}");
}

fn listed<G: Listed>() -> G {
    G::with(&Settings::new(G::INFO, []).unwrap()).unwrap()
}

#[test]
fn tables_hold_their_memory_as_long_as_they_live() {
    let numbers = Numbers::new(3, 3).unwrap();
    let hands = u64::from(numbers.hands().count());
    holds("pairs", 2 * hands * hands, |w| {
        pairs::solve(&numbers, w).unwrap()
    });
    let marbles = Marbles::new(Shape::rectangle(2, 3), 3);
    holds("sweep", 2 << 6, |w| acyclic::sweep(&marbles, w).unwrap());
    holds("Grundy values", 8 << 6, |w| {
        acyclic::sweep_grundy(&marbles, w).unwrap()
    });
    let calendar: Calendar = listed();
    let days = kibitz_game::Indexed::size(&calendar);
    holds("days", 2 * days, |w| acyclic::sweep(&calendar, w).unwrap());
    let nine: Nine = listed();
    let ranks = kibitz_game::Indexed::size(&nine);
    let start = || [nine.shown()];
    holds("walk", 2 * ranks, |w| {
        acyclic::walk(&nine, start(), w).unwrap()
    });
    holds("scores", 4 * ranks, |w| {
        acyclic::scores(&nine, start(), w).unwrap()
    });
    let ranks = kibitz_game::Indexed::size(&numbers);
    holds("retrograde", 2 * ranks, |w| {
        retrograde::solve(&numbers, w).unwrap()
    });
}

#[test]
fn what_was_explored_is_given_back() {
    let marbles = Marbles::new(Shape::rectangle(3, 4), 3);
    let watch = Watch::new();
    let explored = explore::solve(&marbles, [Board(0)], &watch).unwrap();
    assert!(watch.memory_taken() > 4096, "{}", watch.memory_taken());
    drop(explored);
    assert_eq!(watch.memory_taken(), 0);
}
