//! Every engine against the reference, on adversarial games.

pub(crate) mod chain;
pub(crate) mod hostile;
mod kernel;
mod solutions;

use std::collections::HashMap;

use hostile::{Mirror, Purses, Quarrel, Stalk, Tangle};
use kibitz_bruteforce::Random;
use kibitz_game::{
    CONTINUE, Game, Grundy, Indexed, Plies, RunContext, Side, StopReason, Turn, Value, Wdl, laws,
    perft,
};
use kibitz_solve::grundy::GrundyCache;
use kibitz_solve::{SolveError, acyclic, explore, hand_pairs, reference, retrograde};

/// Number of random games per test.
const ROUNDS: u64 = 4000;

#[test]
fn tangles_satisfy_the_laws() {
    for seed in 0..300 {
        let game = Tangle::new(seed, false);
        laws::ranks_agree(&game).unwrap();
        laws::moves_stay_inside(&game).unwrap();
        laws::unmoves_are_moves(&game).unwrap();
        laws::ranks_descend(&Tangle::new(seed, true)).unwrap();
    }
}

#[test]
fn retrograde_and_explore_agree_with_the_reference_on_tangles() {
    let mut draws = 0;
    for seed in 0..ROUNDS {
        let game = Tangle::new(seed, false);
        let positions: Vec<u32> = laws::positions(&game).collect();
        let expected = reference::solve(&game, positions.iter().copied()).unwrap();
        let table = retrograde::solve(&game, &RunContext::new()).unwrap();
        let found = explore::solve(&game, positions.iter().copied(), &RunContext::new()).unwrap();
        assert_eq!(found.len(), expected.len() as u64);
        for p in &positions {
            assert_eq!(
                table.get(game.rank(p)),
                Some(expected[p]),
                "seed {seed}, {p}"
            );
            assert_eq!(found.get(p), Some(expected[p]), "seed {seed}, {p}");
        }
        let counted: u64 = table.levels().iter().map(|l| l.win + l.loss).sum();
        let solved = expected.values().filter(|v| v.plies().is_some()).count();
        assert_eq!(counted, solved as u64, "seed {seed}");
        draws += expected.len() - solved;
    }
    assert!(draws > 1000, "the games should have draws in them");
}

#[test]
fn hand_pairs_agree_with_the_reference_on_quarrels() {
    let (mut draws, mut far) = (0, 0);
    for seed in 0..150 {
        let game = Quarrel::new(seed);
        let hands = 0..game.hands;
        let roots = hands
            .clone()
            .flat_map(|a| hands.clone().map(move |b| (a, b)));
        let expected = reference::solve(&game, roots).unwrap();
        let values = hand_pairs::solve(&game, &RunContext::new()).unwrap();
        let outcomes = hand_pairs::outcomes(&game, &RunContext::new()).unwrap();
        assert_eq!(expected.len() as u32, game.hands * game.hands);
        for ((mine, theirs), value) in expected {
            let at = format!("seed {seed}, {mine} {theirs}");
            assert_eq!(values.get(mine, theirs), Some(value), "{at}");
            assert_eq!(outcomes.get(mine, theirs), value.wdl(), "{at}");
            draws += usize::from(value == Value::Draw);
            far += usize::from(value.plies().is_some_and(|n| n.get() > 6));
        }
    }
    assert!(draws > 1000 && far > 100, "{draws} draws, {far} far away");
}

#[test]
fn acyclic_engines_agree_with_the_reference_on_descending_tangles() {
    for seed in 0..ROUNDS {
        let game = Tangle::new(seed, true);
        let positions: Vec<u32> = laws::positions(&game).collect();
        let expected = reference::solve(&game, positions.iter().copied()).unwrap();
        let swept = acyclic::sweep(&game, &RunContext::new()).unwrap();
        let searched = acyclic::dfs(&game, positions.iter().copied(), &RunContext::new()).unwrap();
        for p in &positions {
            assert_eq!(
                swept.get(game.rank(p)),
                Some(expected[p]),
                "seed {seed}, {p}"
            );
            assert_eq!(
                searched.get(game.rank(p)),
                Some(expected[p]),
                "seed {seed}, {p}"
            );
        }
    }
}

/// Minimax of the scores by plain recursion.
fn score(game: &Tangle, p: u32) -> i64 {
    use kibitz_game::Scored;
    if game.known[p as usize].is_some() {
        return game.score(&p);
    }
    let children = game.moves[p as usize].iter().map(|&(to, turn)| match turn {
        Turn::Other => -score(game, to),
        Turn::Same => score(game, to),
    });
    children.max().unwrap_or_else(|| game.score(&p))
}

#[test]
fn scores_agree_with_plain_minimax() {
    for seed in 0..500 {
        let game = Tangle::new(seed, true);
        let positions: Vec<u32> = laws::positions(&game).collect();
        let scores = acyclic::scores(&game, positions.iter().copied(), &RunContext::new()).unwrap();
        for p in positions.iter().filter(|p| **p < 20) {
            assert_eq!(
                scores.get(game.rank(p)),
                Some(score(&game, *p)),
                "seed {seed}, {p}"
            );
        }
    }
}

#[test]
fn counter_includes_late_static_values() {
    // 0 loses in one ply to 1, and wins in eight by 2, which is statically decided.
    let game = Tangle {
        moves: vec![vec![(1, Turn::Other), (2, Turn::Other)], vec![], vec![]],
        known: vec![
            None,
            Some(Value::Win(Plies::ZERO)),
            Some(Value::Loss(Plies::new(7))),
        ],
        holes: vec![false; 3],
        no_move_result: Wdl::Loss,
    };
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    assert_eq!(table.get(0), Some(Value::Win(Plies::new(8))));
}

#[test]
fn wide_entries_are_used_if_narrow_ones_overflow() {
    // A chain longer than a two-byte entry can hold, and a node with too many moves for it.
    let long = 20_000;
    let mut moves: Vec<Vec<(u32, Turn)>> = vec![vec![]];
    moves.extend((0..long).map(|n| vec![(n, Turn::Other)]));
    moves.push(vec![(0, Turn::Other); 40_000]);
    let size = moves.len();
    let game = Tangle {
        known: vec![None; size],
        holes: vec![false; size],
        moves,
        no_move_result: Wdl::Loss,
    };
    let found = explore::solve(&game, [long, long + 1], &RunContext::new()).unwrap();
    assert_eq!(found.get(&long), Some(Value::Loss(Plies::new(long))));
    assert_eq!(found.get(&(long + 1)), Some(Value::Win(Plies::new(1))));
    let swept = acyclic::sweep(&game, &RunContext::new()).unwrap();
    assert_eq!(swept.get(long.into()), Some(Value::Loss(Plies::new(long))));
}

#[test]
fn extra_turns_and_forced_passes_are_solved_without_an_index() {
    let expected = reference::solve(&Purses, Purses.start()).unwrap();
    let found = explore::solve(&Purses, Purses.start(), &RunContext::new()).unwrap();
    for (p, value) in &expected {
        assert_eq!(found.get(p), Some(*value), "{p:?}");
    }
    // With 0 against n the mover passes, which costs a ply. By hand: (0, 1) passes to (1, 0);
    // paying 1 leaves (0, 0), without a legal move.
    assert_eq!(expected[&(0, 0)], Value::Loss(Plies::ZERO));
    assert_eq!(expected[&(1, 0)], Value::Win(Plies::new(1)));
    assert_eq!(expected[&(0, 1)], Value::Loss(Plies::new(2)));
    // (2, 0): paying both gives an extra turn in (0, 0), which is lost.
    assert_eq!(expected[&(2, 0)], Value::Win(Plies::new(3)));
    assert_eq!(perft(&Purses, &(2, 1), 2), Ok(1 + 1));
}

#[test]
fn a_fault_in_the_rules_is_reported_with_its_position() {
    let assert_fault = |e: SolveError| match e {
        SolveError::Fault { position, fault } => {
            assert_eq!(fault.to_string(), "a purse of 13 coins bursts");
            assert!(position.contains("13"), "{position}");
        }
        other => panic!("{other}"),
    };
    assert_fault(explore::solve(&Purses, [(14, 1)], &RunContext::new()).unwrap_err());
    assert_fault(reference::solve(&Purses, [(14, 1)]).unwrap_err());
    assert!(perft(&Purses, &(14, 1), 3).is_err());
}

#[test]
fn partizan_games_are_solved_with_side_to_move_in_position() {
    let mut dice = Random(7);
    for _ in 0..60 {
        let colours: Vec<bool> = (0..dice.roll(9)).map(|_| dice.roll(2) == 0).collect();
        for first in [Side::Left, Side::Right] {
            let game = Stalk {
                colours: colours.clone(),
                first,
            };
            let expected = reference::solve(&game, game.start()).unwrap();
            let found = explore::solve(&game, game.start(), &RunContext::new()).unwrap();
            assert_eq!(expected.len() as u64, found.len());
            for (p, value) in expected {
                assert_eq!(found.get(&p), Some(value), "{colours:?} {p:?}");
            }
            // A stalk is won by the owner of the edge at the ground.
            let ground = colours
                .first()
                .map(|left| if *left { Side::Left } else { Side::Right });
            let winner = ground.unwrap_or(first.other());
            let expected = if winner == first { Wdl::Win } else { Wdl::Loss };
            assert_eq!(
                game.start().and_then(|p| found.get(&p)).map(Value::wdl),
                Some(expected)
            );
        }
    }
}

#[test]
fn grundy_cache_agrees_with_mex_over_whole_positions() {
    let mut cache = GrundyCache::new();
    let mut whole: HashMap<(u8, u8), u64> = HashMap::new();
    for a in 0..8u8 {
        for b in 0..8u8 {
            let mut options = Vec::new();
            let _ = Mirror.expand(&(a, b), |s| {
                options.push(whole[&s.to]);
                CONTINUE
            });
            let value = (0..).find(|v| !options.contains(v)).unwrap();
            whole.insert((a, b), value);
            let found = cache.grundy(&Mirror, &(a, b), &RunContext::new()).unwrap();
            assert_eq!(found, Grundy::new(value), "{a} {b}");
        }
    }
}

#[test]
fn cycles_are_rejected_by_acyclic_engines() {
    let game = Tangle {
        moves: vec![vec![(1, Turn::Other)], vec![(0, Turn::Other)]],
        known: vec![None; 2],
        holes: vec![false; 2],
        no_move_result: Wdl::Loss,
    };
    let is_cycle = |e: SolveError| assert!(matches!(e, SolveError::Cycle { .. }), "{e}");
    is_cycle(acyclic::dfs(&game, [0], &RunContext::new()).unwrap_err());
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    assert_eq!(table.get(0), Some(Value::Draw));
}

/// A counter without end.
struct Endless;

impl Game for Endless {
    type Pos = u64;
    type Move = ();
    type Fault = std::convert::Infallible;

    fn expand<F>(
        &self,
        p: &u64,
        mut visit: F,
    ) -> Result<kibitz_game::Flow, std::convert::Infallible>
    where
        F: FnMut(kibitz_game::Step<u64, ()>) -> kibitz_game::Flow,
    {
        Ok(visit(kibitz_game::Step::alternate(p + 1, ())))
    }
}

#[test]
fn limits_and_cancellation_stop_every_engine() {
    let memory = RunContext::new().memory(1 << 20);
    let stopped = explore::solve(&Endless, [0], &memory).unwrap_err();
    assert!(
        matches!(stopped, SolveError::Stop(StopReason::OutOfMemory { .. })),
        "{stopped}"
    );
    let time = RunContext::new().time(std::time::Duration::from_millis(20));
    let stopped = explore::solve(&Endless, [0], &time).unwrap_err();
    assert!(
        matches!(stopped, SolveError::Stop(StopReason::OutOfTime(_))),
        "{stopped}"
    );
    let cancelled = RunContext::new();
    cancelled.cancel();
    let game = Tangle::new(1, true);
    for result in [
        retrograde::solve(&game, &cancelled).map(|_| ()),
        acyclic::sweep(&game, &cancelled).map(|_| ()),
        explore::solve(&game, laws::positions(&game), &cancelled).map(|_| ()),
    ] {
        assert_eq!(result, Err(SolveError::Stop(StopReason::Cancelled)));
    }
    let tight = RunContext::new().memory(3);
    assert!(retrograde::solve(&game, &tight).is_err());
    assert!(acyclic::dfs(&game, laws::positions(&game).collect::<Vec<_>>(), &tight).is_err());
}
