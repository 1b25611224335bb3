//! Score play: random games against plain recursion.

use std::collections::HashMap;
use std::convert::Infallible;

use kibitz_bruteforce::rounds;
use kibitz_game::{RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn};
use kibitz_solve::{Evaluation, SolveError, scores};

/// A random game on the numbers from 0 to `size`, with a sign that changes nothing but the vector.
#[derive(Clone, Copy)]
struct Random {
    seed: u64,
    size: i64,
    /// Whether a move may lead to a larger number.
    has_cycles: bool,
}

struct Move {
    to: [i64; 2],
    turn: Turn,
    points: i64,
}

impl Random {
    /// A number that depends on the game, the position and a place.
    fn number(&self, row: &[i64], place: u64, below: u64) -> u64 {
        let mut hash = self.seed ^ (row[0] as u64) << 20 ^ (row[1] as u64) << 40 ^ place << 50;
        for _ in 0..3 {
            hash = (hash ^ hash >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (hash >> 33) % below
    }

    fn decided(&self, row: &[i64]) -> Option<i64> {
        let is_decided = self.number(row, 1, 8) == 0;
        is_decided.then(|| self.number(row, 2, 21) as i64 - 10)
    }

    fn moves(&self, row: &[i64]) -> Vec<Move> {
        let place = |one: u64, of: u64| self.number(row, 10 + 5 * one + of, 1 << 30) as i64;
        let count = self.number(row, 3, 5);
        let below = if self.has_cycles { self.size } else { row[0] };
        let moves = (0..count).filter(|_| below > 0).map(|one| Move {
            to: [place(one, 0) % below, place(one, 1) % 2],
            turn: [Turn::Other, Turn::Same][(place(one, 2) % 3 == 0) as usize],
            points: place(one, 3) % 15 - 7,
        });
        moves.collect()
    }

    /// The score by the definition; `None` if a cycle is reachable.
    fn score(&self, row: [i64; 2], known: &mut HashMap<[i64; 2], Option<i64>>) -> Option<i64> {
        if let Some(score) = known.get(&row) {
            return *score;
        }
        // What is met again before it is known is on a cycle.
        known.insert(row, None);
        let score = self.decided(&row).or_else(|| {
            let mut best = None;
            let moves = self.moves(&row);
            for one in &moves {
                let next = self.score(one.to, known)?;
                let sign = if one.turn == Turn::Other { -1 } else { 1 };
                best = best.max(Some(one.points + sign * next));
            }
            Some(best.unwrap_or(0))
        });
        known.insert(row, score);
        score
    }
}

impl StateVectorGame for Random {
    type Fault = Infallible;
    type Worker<'a> = Random;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> Random {
        *self
    }
}

impl SuccessorGenerator for Random {
    type Fault = Infallible;

    fn final_score(&mut self, row: &[i64]) -> Result<Option<i64>, Infallible> {
        Ok(Random::decided(self, row))
    }

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        for one in self.moves(row) {
            let tag = 2 * one.points + i64::from(one.turn == Turn::Same);
            steps.buffer_mut().extend([one.to[0], one.to[1], tag]);
        }
        Ok(())
    }
}

fn cycle(rows: &[Vec<i64>]) -> SolveError {
    SolveError::Cycle {
        position: format!("{rows:?}"),
    }
}

#[test]
fn random_games_have_the_scores_of_the_definition() {
    let mut compared = 0;
    for seed in 0..rounds(2_000, 50_000) as u64 {
        let game = Random {
            seed,
            size: 4 + seed as i64 % 40,
            has_cycles: false,
        };
        let root = [game.size, 0];
        let mut known = HashMap::new();
        game.score(root, &mut known).unwrap();
        let solved = scores::solve(&game, &[root.to_vec()], &RunContext::new(), cycle).unwrap();
        let mut visited = Vec::new();
        solved
            .visit(&RunContext::new(), &mut |row, evaluation| {
                visited.push((solved.depth(row).unwrap(), row.to_vec()));
                assert_eq!(Some(evaluation), solved.get(row).map(Evaluation::of_score));
                Ok(())
            })
            .unwrap();
        // The recursion stops nowhere but at decided positions, so it knows what is reachable.
        assert_eq!(visited.len(), known.len(), "game {seed}");
        assert!(visited.is_sorted(), "game {seed}");
        for (row, score) in known {
            assert_eq!(solved.get(&row), score, "game {seed} at {row:?}");
            compared += 1;
        }
        assert_eq!(solved.get(&[-1, 0]), None);
    }
    assert!(compared > 10_000);
}

/// A cycle is reported if there is one, and its positions follow each other.
#[test]
fn cycles_are_found() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..rounds(2_000, 50_000) as u64 {
        let game = Random {
            seed,
            size: 3 + seed as i64 % 12,
            has_cycles: true,
        };
        let root = [game.size, 0];
        let mut found = Vec::new();
        let solved = scores::solve(&game, &[root.to_vec()], &RunContext::new(), |rows| {
            found = rows.to_vec();
            cycle(rows)
        });
        let score = game.score(root, &mut HashMap::new());
        assert_eq!(solved.is_ok(), score.is_some(), "game {seed}");
        match solved {
            Ok(solved) => {
                without += 1;
                assert_eq!(solved.get(&root), score);
            }
            Err(_) => {
                with += 1;
                let next = found.iter().cycle().skip(1);
                for (row, next) in found.iter().zip(next) {
                    let moves = game.moves(row);
                    assert!(
                        moves.iter().any(|one| one.to[..] == next[..]),
                        "game {seed}"
                    );
                    assert_eq!(Random::decided(&game, row), None);
                }
            }
        }
    }
    assert!(
        with > 100 && without > 100,
        "{with} with, {without} without"
    );
}

/// Takes all points, which are as many as fit 63 bits, twice.
struct Huge;

impl StateVectorGame for Huge {
    type Fault = Infallible;
    type Worker<'a> = Huge;

    fn slots(&self) -> usize {
        1
    }

    fn worker(&self) -> Huge {
        Huge
    }
}

impl SuccessorGenerator for Huge {
    type Fault = Infallible;

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        if row[0] > 0 {
            let most = i64::MAX >> 1;
            steps.buffer_mut().extend([row[0] - 1, 2 * most + 1]);
        }
        Ok(())
    }
}

#[test]
fn scores_beyond_64_bits_and_limits_are_errors() {
    let solve = |n: i64| scores::solve(&Huge, &[vec![n]], &RunContext::new(), cycle);
    assert_eq!(solve(2).unwrap().get(&[2]), Some(i64::MAX - 1));
    let error = solve(3).unwrap_err().to_string();
    assert!(error.contains("the score of [3] exceeds"), "{error}");

    let game = Random {
        seed: 3,
        size: 1 << 16,
        has_cycles: false,
    };
    let small = RunContext::new().memory(1 << 10);
    let error = scores::solve(&game, &[vec![game.size, 0]], &small, cycle).unwrap_err();
    assert!(matches!(error, SolveError::Stop(stop) if stop.is_for_memory()));
}
