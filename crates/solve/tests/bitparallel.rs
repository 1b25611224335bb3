//! The bit-parallel engine against brute force and the published counts.

use std::collections::HashSet;

use kibitz_bruteforce::Outcome;
use kibitz_bruteforce::dobutsu::{Text, solve_all};
use kibitz_game::{
    BitParallelGame, ByLanes, CONTINUE, Game, Notation, Numbering, Plies, RunContext, Value,
};
use kibitz_games::dobutsu::{Dobutsu, Position, Small, Try};
use kibitz_solve::bitparallel::{self, BitParallelSolver, Solved};
use kibitz_solve::{RequestedFields, Scope, Undecided};

/// The game with the animals of some letters.
pub(crate) fn game(rule: Try, letters: &str) -> Dobutsu {
    let named = |small: &Small| letters.contains(small.dropped().letter());
    let animals: Vec<Small> = Small::ALL.into_iter().filter(named).collect();
    Dobutsu::new(rule, &animals)
}

/// A position of the brute-force solver, which is always seen from the mover's side.
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
    match game.static_value(p).unwrap() {
        Some(value) => value,
        None => {
            let (bundle, lane) = game.address(p);
            solved.get(game, bundle, lane)
        }
    }
}

/// Every reachable position by brute force and by the engine; both reach the same positions.
#[test]
fn small_games_agree_with_brute_force() {
    for (rule, is_any) in [(Try::Safe, false), (Try::Any, true)] {
        for animals in ["", "E", "G", "C"] {
            let game = game(rule, animals);
            let context = RunContext::new();
            let solved = bitparallel::solve(&game, &context).unwrap();
            let start = game.address(&game.start().unwrap());
            let reached = bitparallel::reach(&game, start, &context).unwrap();
            let mut seen = HashSet::new();
            let outcomes = solve_all(animals, is_any);
            let (mut draws, mut max) = (0, 0);
            for (text, outcome) in &outcomes {
                let p = position(&game, text);
                let expected = match *outcome {
                    Outcome::Win(n) => Value::Win(Plies::new(n)),
                    Outcome::Draw => Value::Draw,
                    Outcome::Loss(n) => Value::Loss(Plies::new(n)),
                };
                assert_eq!(value(&game, &solved, &p), expected, "{text:?}");
                let (bundle, lane) = game.address(&p);
                assert!(reached.lanes(&game, bundle).has(lane), "{text:?}");
                assert!(seen.insert((bundle, game.lane_symmetry(bundle).canonical_lane(lane))));
                draws += u64::from(*outcome == Outcome::Draw);
                max = max.max(outcome.plies().unwrap_or(0));
            }
            let counts = solved.count_values(&game, &reached, &context).unwrap();
            assert_eq!(counts.positions(), outcomes.len() as u64);
            assert_eq!(counts.draws, draws);
            assert_eq!(counts.longest.unwrap().0.get(), max);
        }
    }
}

/// Every undecided position, reachable or not, is consistent with its moves: won in one ply more
/// than the nearest lost successor, lost in one more than the farthest won successor, and drawn if
/// some successor is drawn and none is lost. Only the correct values satisfy this: wins and losses
/// by induction on the distance, and a player who stays among draws never loses. Returns the
/// numbers of lost, drawn and won positions.
fn values_follow_from_the_moves(game: &Dobutsu) -> [u64; 3] {
    let context = RunContext::new().threads(2);
    let solved = bitparallel::solve(game, &context).unwrap();
    let parts = context.pool().map((0..game.inner()).collect(), |bundle| {
        let mut counts = [0; 3];
        for lane in game.lane_symmetry(bundle).canonical_lanes().iter() {
            let Some(p) = game.position(bundle, lane) else {
                continue;
            };
            if game.static_value(&p).unwrap().is_some() {
                continue;
            }
            let mut best = None;
            let _ = game.expand(&p, |step| {
                let here = value(game, &solved, &step.to).backed_up(step.turn);
                best = Some(best.map_or(here, |best: Value| best.max(here)));
                CONTINUE
            });
            let expected = best.unwrap_or(Value::terminal(game.no_move_result()));
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
#[ignore = "takes minutes: run by ./test --full"]
fn values_of_the_whole_game_follow_from_its_moves() {
    for rule in [Try::Safe, Try::Any] {
        values_follow_from_the_moves(&game(rule, "EGC"));
    }
}

/// The dictionary of a table file is made of them.
#[test]
fn distinct_entries_are_those_of_the_positions() {
    for animals in ["", "E", "C"] {
        let game = game(Try::Safe, animals);
        let context = RunContext::new();
        let fields = RequestedFields::ALL;
        let solver = &BitParallelSolver;
        let solution = kibitz_solve::solve(solver, &game, &Scope::All, fields, &context).unwrap();
        let entries = |from: u64, to: u64| {
            let (mut all, mut distinct) = (Vec::new(), Vec::new());
            let result = solution.entries(&game, &ByLanes, from..to, &context, &mut all);
            result.unwrap();
            let result =
                solution.distinct_entries(&game, &ByLanes, from..to, &context, &mut distinct);
            result.unwrap();
            assert_eq!(all.len() as u64, to - from);
            [all, distinct].map(|entries| entries.into_iter().collect::<HashSet<_>>())
        };
        let size = ByLanes.size(&game);
        let [whole, distinct] = entries(0, size);
        assert_eq!(whole, distinct);
        assert!(whole.len() > 2);
        // Ranges that begin and end anywhere in a bundle.
        for from in (0..size).step_by(size as usize / 50 + 1) {
            let [some, distinct] = entries(from, size.min(from + from % 1000 + 1));
            assert!(some.is_subset(&distinct) && distinct.is_subset(&whole));
        }
    }
}

#[test]
fn memory_is_reserved_before_solving() {
    let game = game(Try::Safe, "C");
    let context = RunContext::new().memory(100_000);
    assert!(bitparallel::solve(&game, &context).is_err());
    context.cancel();
    assert!(bitparallel::solve(&game, &context).is_err());
}

/// The counts published by Tanaka in 2009.
#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn counts_match_tanaka_2009() {
    let game = game(Try::Safe, "EGC");
    let context = RunContext::new();
    let solved = bitparallel::solve(&game, &context).unwrap();
    let start = game.address(&game.start().unwrap());
    assert_eq!(
        solved.get(&game, start.0, start.1),
        Value::Loss(Plies::new(78))
    );
    let reached = bitparallel::reach(&game, start, &context).unwrap();
    let counts = solved.count_values(&game, &reached, &context).unwrap();
    assert_eq!(counts.positions(), 246_803_167);
    assert_eq!(
        counts.undecided,
        Undecided {
            win: 56_474_473,
            draw: 2_682_700,
            loss: 40_328_395
        }
    );
    assert_eq!(counts.longest.map(|l| l.0), Some(Plies::new(173)));
}
