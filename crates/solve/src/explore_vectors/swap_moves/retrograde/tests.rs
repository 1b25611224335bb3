//! Levels with few positions cost only their edges.

use std::cell::Cell;
use std::convert::Infallible;

use kibitz_game::{
    Plies, RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn, Value, Wdl,
};

use crate::explore_vectors::solve;

thread_local! {
    static ROWS_VISITED: Cell<u64> = const { Cell::new(0) };
}

/// Counts a visited row of the matrix.
pub(super) fn visit_row() {
    ROWS_VISITED.set(ROWS_VISITED.get() + 1);
}

/// Two hands, and one move from every position: (a, b) to (b, c), where c is a plus a number that
/// depends on b. The move is a bijection, and the game graph is one long cycle.
struct Way;

const HANDS: i64 = 307;
/// Hands are encoded as large numbers.
const TIMES: i64 = 1 << 30;

fn next([a, b]: [i64; 2]) -> [i64; 2] {
    [b, (a + [3, 5, 12][b as usize % 3]) % HANDS]
}

fn row(hands: [i64; 2]) -> Vec<i64> {
    hands.map(|hand| hand * TIMES).to_vec()
}

impl StateVectorGame for Way {
    type Fault = Infallible;
    type Worker<'a> = &'a Way;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> &Way {
        self
    }

    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }
}

impl SuccessorGenerator for &Way {
    type Fault = Infallible;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Infallible> {
        Ok((position == row([0, 0])).then_some(Wdl::Loss))
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        let hands = next([position[0] / TIMES, position[1] / TIMES]);
        steps.push(&row(hands), Turn::Other);
        Ok(())
    }
}

#[test]
fn thin_level_visits_one_row_per_edge() {
    // Once around the cycle.
    let start = next([0, 0]);
    let mut way = vec![start];
    while *way.last().unwrap() != [0, 0] {
        way.push(next(*way.last().unwrap()));
    }
    assert!(way.len() > 40_000, "{}", way.len());
    ROWS_VISITED.set(0);
    let context = RunContext::new().threads(1);
    let found = solve(&Way, &[row(start)], &context).unwrap();
    assert_eq!(found.len(), way.len() as u64);
    for (plies, hands) in way.iter().rev().enumerate() {
        let n = Plies::new(plies as u32);
        let value = if plies % 2 == 0 {
            Value::Loss(n)
        } else {
            Value::Win(n)
        };
        assert_eq!(found.get(&row(*hands)), Some(value), "{hands:?}");
    }
    // One row for each position and its only move, and once more if the distances need wider
    // entries.
    let visited = ROWS_VISITED.get();
    assert!(visited > 0, "not by halves");
    assert!(visited < 2 * found.len(), "{visited} rows");
}
