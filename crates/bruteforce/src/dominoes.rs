//! Cram and Domineering on boards that are rows of text, `#` for a covered
//! cell.

use std::collections::HashMap;

use crate::sweep::Reached;
use crate::value::Solved;

/// The game, and in Domineering the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Cram: both players place dominoes either way.
    Either,
    /// Domineering: Left places vertically.
    Left,
    /// Domineering: Right places horizontally.
    Right,
}

/// A board as its rows joined by `/`, and the player to move.
type Position = (String, Turn);

/// Solves every set of covered cells, reachable or not, for each of `turns`.
#[must_use]
pub fn solve_all(rows: usize, cols: usize, turns: &[Turn]) -> HashMap<Position, Solved> {
    // An artificial root `None` with every board as a successor makes all
    // boards reachable.
    let everything = |p: &Option<Position>| match p {
        None => boards(rows, cols)
            .into_iter()
            .flat_map(|board| turns.iter().map(move |turn| Some((board.clone(), *turn))))
            .collect(),
        Some((board, turn)) => moves(board, *turn).into_iter().map(Some).collect(),
    };
    let solved = Reached::from_start(None, everything).solve();
    let boards = solved.into_iter();
    boards.filter_map(|(p, value)| Some((p?, value))).collect()
}

fn boards(rows: usize, cols: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for _ in 0..cols {
        let both = |line: String| [format!("{line}."), format!("{line}#")];
        lines = lines.into_iter().flat_map(both).collect();
    }
    let mut boards = lines.clone();
    for _ in 1..rows {
        let below = |board: &String| -> Vec<String> {
            lines.iter().map(|line| format!("{board}/{line}")).collect()
        };
        boards = boards.iter().flat_map(below).collect();
    }
    boards
}

fn moves(board: &str, turn: Turn) -> Vec<Position> {
    let (across, upright, next) = match turn {
        Turn::Either => (true, true, Turn::Either),
        Turn::Left => (false, true, Turn::Right),
        Turn::Right => (true, false, Turn::Left),
    };
    let lines: Vec<Vec<char>> = board
        .split('/')
        .map(|line| line.chars().collect())
        .collect();
    let mut found = Vec::new();
    let mut place = |one: (usize, usize), two: (usize, usize)| {
        let mut lines = lines.clone();
        let cells = [one, two];
        let is_empty = |(y, x): (usize, usize)| lines.get(y).and_then(|l| l.get(x)) == Some(&'.');
        if cells.into_iter().all(is_empty) {
            cells.into_iter().for_each(|(y, x)| lines[y][x] = '#');
            let lines: Vec<String> = lines.into_iter().map(String::from_iter).collect();
            found.push((lines.join("/"), next));
        }
    };
    for (y, line) in lines.iter().enumerate() {
        for x in 0..line.len() {
            if across {
                place((y, x), (y, x + 1));
            }
            if upright {
                place((y, x), (y + 1, x));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_by_two_boards_have_the_published_values() {
        let start = |turn| ("../..".to_owned(), turn);
        let cram = solve_all(2, 2, &[Turn::Either]);
        assert_eq!(cram.len(), 16);
        assert_eq!(cram[&start(Turn::Either)].grundy, Some(0));
        let sides = solve_all(2, 2, &[Turn::Left, Turn::Right]);
        for turn in [Turn::Left, Turn::Right] {
            assert_eq!(sides[&start(turn)].outcome.mover_wins(), Some(true));
        }
        assert_eq!(moves(".../#..", Turn::Right).len(), 3);
        assert_eq!(moves(".../#..", Turn::Left).len(), 2);
    }
}
