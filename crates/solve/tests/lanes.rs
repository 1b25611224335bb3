//! The lanes engine against brute force, and against the published counts.

use std::collections::HashSet;

use kibitz_game::{Bundled, Game, Lanes, Notation, Plies, Value, Watch};
use kibitz_games::dobutsu::{Dobutsu, Position, Small, Try};
use kibitz_solve::Undecided;
use kibitz_solve::lanes::{self, Solved, Width};
use kibitz_twins::Outcome;
use kibitz_twins::dobutsu::{Text, solve_all};

/// The animals that some letters name.
fn game(rule: Try, letters: &str) -> Dobutsu {
    let named = |small: &Small| letters.contains(small.dropped().letter());
    let animals: Vec<Small> = Small::ALL.into_iter().filter(named).collect();
    Dobutsu::new(rule, &animals)
}

/// A position of the twin, which is always seen from the mover's side.
fn position(game: &Dobutsu, p: &Text) -> Position {
    let rows: Vec<&str> = (0..4).map(|r| &p.board[3 * r..3 * r + 3]).collect();
    let hand = |hand: &str| match hand {
        "" => "-".to_owned(),
        letters => letters.to_owned(),
    };
    let (mine, theirs) = (hand(&p.mine), hand(&p.theirs).to_lowercase());
    let text = format!("{} {mine} {theirs} S", rows.join("/"));
    game.parse(&text).unwrap()
}

fn value(game: &Dobutsu, solved: &Solved, p: &Position) -> Value {
    match game.decided(p).unwrap() {
        Some(value) => value,
        None => {
            let (bundle, lane) = game.address(p);
            solved.get(game, bundle, lane)
        }
    }
}

/// Every position that play leads to, by brute force and by lanes; and that
/// play leads to those and no others.
#[test]
fn small_games_agree_with_brute_force() {
    for (rule, is_any) in [(Try::Safe, false), (Try::Any, true)] {
        for animals in ["", "E", "G", "C"] {
            let game = game(rule, animals);
            let watch = Watch::new();
            let solved = lanes::solve(&game, &watch).unwrap();
            let start = game.address(&game.start().unwrap());
            let reached = lanes::reach(&game, start, &watch).unwrap();
            let mut met = HashSet::new();
            let truth = solve_all(animals, is_any);
            let (mut draws, mut most) = (0, 0);
            for (text, outcome) in &truth {
                let p = position(&game, text);
                let expected = match *outcome {
                    Outcome::Win(n) => Value::Win(Plies::new(n)),
                    Outcome::Draw => Value::Draw,
                    Outcome::Loss(n) => Value::Loss(Plies::new(n)),
                };
                assert_eq!(value(&game, &solved, &p), expected, "{text:?}");
                let (bundle, lane) = game.address(&p);
                assert!(reached.lanes(&game, bundle).has(lane), "{text:?}");
                assert!(met.insert((bundle, game.alike(bundle).least(lane))));
                draws += u64::from(*outcome == Outcome::Draw);
                most = most.max(outcome.plies().unwrap_or(0));
            }
            let census = solved.census(&game, &reached, &watch).unwrap();
            assert_eq!(census.positions(), truth.len() as u64);
            assert_eq!(census.draws, draws);
            assert_eq!(census.longest.unwrap().0.get(), most);
        }
    }
}

/// Every lane of every inner bundle, decided or not.
fn values(game: &Dobutsu, width: Width, threads: usize) -> Vec<(u32, Value, Lanes)> {
    let watch = Watch::new().threads(threads);
    let solved = lanes::solve_with(game, width, &watch).unwrap();
    let mut all = Vec::new();
    for bundle in 0..game.inner() {
        let present = game.opening(bundle).absent.not();
        solved.each_value(game, bundle, present, |value, lanes| {
            all.push((bundle, value, lanes));
        });
    }
    all
}

/// One thread and several, plain integers and wide registers.
#[test]
fn however_it_is_solved_the_result_is_the_same() {
    let game = game(Try::Safe, "GC");
    let one = values(&game, Width::Plain, 1);
    assert!(one == values(&game, Width::Widest, 1));
    assert!(one == values(&game, Width::Widest, 2));
    assert!(one == values(&game, Width::Plain, 3));
    let lanes: u64 = one.iter().map(|(.., lanes)| u64::from(lanes.count())).sum();
    assert!(lanes > 1_000_000);
}

#[test]
fn memory_is_asked_for_first() {
    let game = game(Try::Safe, "C");
    let watch = Watch::new().memory(100_000);
    assert!(lanes::solve(&game, &watch).is_err());
    watch.cancel();
    assert!(lanes::solve(&game, &watch).is_err());
}

/// What Tanaka published in 2009.
#[test]
fn tanakas_counts() {
    if !kibitz_twins::is_full() {
        return;
    }
    let game = game(Try::Safe, "EGC");
    let watch = Watch::new();
    let solved = lanes::solve(&game, &watch).unwrap();
    let start = game.address(&game.start().unwrap());
    assert_eq!(
        solved.get(&game, start.0, start.1),
        Value::Loss(Plies::new(78))
    );
    let reached = lanes::reach(&game, start, &watch).unwrap();
    let census = solved.census(&game, &reached, &watch).unwrap();
    assert_eq!(census.positions(), 246_803_167);
    assert_eq!(
        census.undecided,
        Undecided {
            win: 56_474_473,
            draw: 2_682_700,
            loss: 40_328_395
        }
    );
    assert_eq!(census.longest.map(|l| l.0), Some(Plies::new(173)));
}
