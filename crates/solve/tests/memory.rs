//! A solution counts against the budget exactly as long as it exists.

use kibitz_game::{CatalogueGame, RunContext, Settings};
use kibitz_games::calendar::Calendar;
use kibitz_games::marbles::{Board, Marbles, Shape};
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_solve::{acyclic, explore, hand_pairs, retrograde};

/// Solves twice in a budget that has room for one solution.
fn holds<T>(name: &str, bytes: u64, solve: impl Fn(&RunContext) -> T) {
    let context = RunContext::new().memory(1 << 30);
    let solved = solve(&context);
    assert_eq!(context.memory_taken(), bytes, "{name}");
    drop(solved);
    assert_eq!(context.memory_taken(), 0, "{name}");
}

fn listed<G: CatalogueGame>() -> G {
    G::with(&Settings::new(G::INFO, []).unwrap()).unwrap()
}

#[test]
fn tables_keep_their_reservation_until_dropped() {
    let numbers = Numbers::new(3, 3).unwrap();
    let hands = u64::from(numbers.hands().count());
    holds("pairs", 2 * hands * hands, |w| {
        hand_pairs::solve(&numbers, w).unwrap()
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
    let start = || [nine.default_position()];
    holds("dfs", 2 * ranks, |w| {
        acyclic::dfs(&nine, start(), w).unwrap()
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
fn enumeration_memory_is_released() {
    let marbles = Marbles::new(Shape::rectangle(3, 4), 3);
    let context = RunContext::new();
    let explored = explore::solve(&marbles, [Board(0)], &context).unwrap();
    assert!(context.memory_taken() > 4096, "{}", context.memory_taken());
    drop(explored);
    assert_eq!(context.memory_taken(), 0);
}
