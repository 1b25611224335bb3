//! The lanes engine against brute force, and against the published counts.

use std::collections::HashSet;

use kibitz_game::{Bundled, Game, MORE, Notation, Plies, Value, Watch};
use kibitz_games::dobutsu::{Dobutsu, Position, Small, Try};
use kibitz_solve::Undecided;
use kibitz_solve::lanes::{self, Solved};
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

/// Every position that the rules do not decide, whether play leads to it or not,
/// against its moves: won in one ply more than the nearest lost child, lost in
/// one more than the farthest won child, and drawn where some child is drawn and
/// none is lost. Only the true values are like that: those of n plies by
/// induction on n, and who stays among draws never loses. Tells how many are
/// lost, drawn and won.
fn values_follow_from_the_moves(game: &Dobutsu) -> [u64; 3] {
    let watch = Watch::new().threads(2);
    let solved = lanes::solve(game, &watch).unwrap();
    let parts = watch.pool().map((0..game.inner()).collect(), |bundle| {
        let mut counts = [0; 3];
        for lane in game.alike(bundle).counted().iter() {
            let Some(p) = game.position(bundle, lane) else {
                continue;
            };
            if game.decided(&p).unwrap().is_some() {
                continue;
            }
            let mut best = None;
            let _ = game.expand(&p, |step| {
                let here = value(game, &solved, &step.to).over(step.turn);
                best = Some(best.map_or(here, |best: Value| best.max(here)));
                MORE
            });
            let expected = best.unwrap_or(Value::now(game.stuck()));
            assert_eq!(solved.get(game, bundle, lane), expected, "{p:?}");
            counts[expected.wdl() as usize] += 1;
        }
        counts
    });
    let add = |a: [u64; 3], b: [u64; 3]| std::array::from_fn(|i| a[i] + b[i]);
    parts.into_iter().fold([0; 3], add)
}

#[test]
fn values_of_small_games_follow_from_their_moves() {
    for (rule, animals) in [
        (Try::Safe, ""),
        (Try::Any, "E"),
        (Try::Safe, "G"),
        (Try::Any, "C"),
        (Try::Safe, "EG"),
    ] {
        let [losses, draws, wins] = values_follow_from_the_moves(&game(rule, animals));
        assert!(draws > 0 && (animals.is_empty() || losses > 0 && wins > 0));
    }
}

/// Every position with its distance, some 100 million of them.
#[test]
fn values_of_the_whole_game_follow_from_its_moves() {
    if !kibitz_twins::is_full() {
        return;
    }
    for rule in [Try::Safe, Try::Any] {
        values_follow_from_the_moves(&game(rule, "EGC"));
    }
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
