//! Tic-tac-toe; a board is nine letters.

use crate::Outcome;
use crate::sweep::Reached;
use std::collections::HashMap;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Every reachable board, as nine of `X`, `O` and `.`, with its value for the
/// mover.
#[must_use]
pub fn solve_all(is_misere: bool) -> HashMap<String, Outcome> {
    let start = ".".repeat(9);
    let mut found = HashMap::new();
    let reached = Reached::from_start(start.clone(), |board: &String| moves(board));
    let values = reached.outcomes_ending(|board| match has_line(board) {
        true if is_misere => Outcome::Win(0),
        true => Outcome::Loss(0),
        false => Outcome::Draw,
    });
    for (board, value) in reached.positions().zip(values) {
        found.insert(board.clone(), value);
    }
    found
}

fn has_line(board: &str) -> bool {
    let cells = board.as_bytes();
    let is_line = |line: &[usize; 3]| {
        let [a, b, c] = line.map(|cell| cells[cell]);
        a != b'.' && a == b && b == c
    };
    LINES.iter().any(is_line)
}

fn moves(board: &str) -> Vec<String> {
    if has_line(board) {
        return Vec::new();
    }
    let empty = board.matches('.').count();
    let mark = if empty % 2 == 1 { "X" } else { "O" };
    let cells = (0..9).filter(|cell| &board[*cell..=*cell] == ".");
    cells
        .map(|cell| format!("{}{mark}{}", &board[..cell], &board[cell + 1..]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_play_is_a_draw() {
        for is_misere in [false, true] {
            let all = solve_all(is_misere);
            assert_eq!(all.len(), 5478);
            assert_eq!(all["........."], Outcome::Draw);
        }
        assert_eq!(solve_all(false)["XX.OO...."], Outcome::Win(1));
        assert_eq!(solve_all(false)["XXXOO...."], Outcome::Loss(0));
        assert_eq!(solve_all(true)["XXXOO...."], Outcome::Win(0));
    }
}
