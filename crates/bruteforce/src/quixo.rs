//! Quixo; a board is rows of letters.

use crate::Outcome;
use crate::sweep::Reached;
use std::collections::HashMap;

/// The rows from the top, of `X`, `O` and `.`, and the player to move.
pub type Board = (Vec<Vec<char>>, char);

/// Rows joined by `/`, then the mover.
#[must_use]
pub fn write((rows, mover): &Board) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{} {mover}", rows.join("/"))
}

/// Reads rows joined by `/`, then the mover.
#[must_use]
pub fn read(text: &str) -> Board {
    let (rows, mover) = text.split_once(' ').expect("a board and the mover");
    let rows = rows.split('/').map(|row| row.chars().collect());
    (rows.collect(), mover.chars().next().expect("the mover"))
}

/// Every board of n×n cubes, reachable or not, with its value for the mover.
#[must_use]
pub fn solve_all(n: usize) -> HashMap<Board, Outcome> {
    let mut boards: Vec<Vec<char>> = vec![Vec::new()];
    for _ in 0..n * n {
        let longer = |board: &Vec<char>| ['.', 'X', 'O'].map(|c| [board.as_slice(), &[c]].concat());
        boards = boards.iter().flat_map(longer).collect();
    }
    let rows = |board: &Vec<char>| board.chunks(n).map(<[char]>::to_vec).collect();
    let starts = boards
        .iter()
        .flat_map(|board| ['X', 'O'].map(|mover| (rows(board), mover)));
    let reached = Reached::from_all(starts, moves);
    let values = reached.outcomes_ending(end);
    reached.positions().cloned().zip(values).collect()
}

/// The value without a move: a win if the mover has a line, else a loss.
#[must_use]
pub fn end((rows, mover): &Board) -> Outcome {
    if has_line(rows, *mover) {
        Outcome::Win(0)
    } else {
        Outcome::Loss(0)
    }
}

/// The boards after each move; none if a player has a line.
#[must_use]
pub fn moves((rows, mover): &Board) -> Vec<Board> {
    let other = if *mover == 'X' { 'O' } else { 'X' };
    if has_line(rows, 'X') || has_line(rows, 'O') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let turned = transposed(rows);
    for after in pushed_in_rows(rows, *mover) {
        found.push((after, other));
    }
    for after in pushed_in_rows(&turned, *mover) {
        found.push((transposed(&after), other));
    }
    found
}

/// The boards after taking a cube from the border and pushing it in at either
/// end of its row.
fn pushed_in_rows(rows: &[Vec<char>], mover: char) -> Vec<Vec<Vec<char>>> {
    let last = rows.len() - 1;
    let mut found = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, cube) in row.iter().enumerate() {
            let is_border = r == 0 || r == last || c == 0 || c == last;
            if !is_border || (*cube != '.' && *cube != mover) {
                continue;
            }
            let mut rest = row.clone();
            rest.remove(c);
            for (end, after) in [
                (0, [&[mover], rest.as_slice()].concat()),
                (last, [rest.as_slice(), &[mover]].concat()),
            ] {
                if end != c {
                    let mut board = rows.to_vec();
                    board[r] = after;
                    found.push(board);
                }
            }
        }
    }
    found
}

fn transposed(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let column = |c: usize| rows.iter().map(|row| row[c]).collect();
    (0..rows.len()).map(column).collect()
}

fn has_line(rows: &[Vec<char>], mark: char) -> bool {
    let n = rows.len();
    let is_full = |row: &Vec<char>| row.iter().all(|c| *c == mark);
    rows.iter().any(is_full)
        || transposed(rows).iter().any(is_full)
        || (0..n).all(|i| rows[i][i] == mark)
        || (0..n).all(|i| rows[i][n - 1 - i] == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_pushed_in_rows_and_columns() {
        let start = read(".../.../... X");
        assert_eq!(moves(&start).len(), 20);
        let after: Vec<String> = moves(&read("X.O/.../... X")).iter().map(write).collect();
        assert!(after.contains(&".OX/.../... O".to_owned()));
        assert!(after.contains(&"..O/.../X.. O".to_owned()));
        assert!(moves(&read("XXX/.../OO. O")).is_empty());
    }
}
