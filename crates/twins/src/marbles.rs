//! "弹珠游戏": marbles on a diamond.
//!
//! The twin plays on the *picture*: a board is its seven printed rows, and a
//! move is found by looking along the picture from an empty cell: two columns
//! to the right, two rows down, or one row down and one column to either side.
//! The project's solver turns the diamond into a 4×4 grid, a cell into a bit
//! and a move into one of 82 masks; if that turn mixed up the directions, the
//! picture would show it. [`grid`] plays on the text of a grid of any shape,
//! with the directions of the grid, and shares only the sweeps with it.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::{BTreeMap, HashMap};

/// How the diamond is printed, here with no marble on it.
const EMPTY: &str = "   .\n  . .\n . . .\n. . . .\n . . .\n  . .\n   .";

/// The steps, in rows and columns, to the next cell in the printed diamond.
const IN_THE_PICTURE: [(isize, isize); 4] = [(0, 2), (2, 0), (1, 1), (1, -1)];

/// The steps to the next cell in a grid.
const IN_THE_GRID: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board of the diamond with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The seven printed rows, without a last line end.
    pub diamond: String,
    /// Who wins, and how fast.
    pub outcome: Outcome,
    /// The least number that is not the Grundy value of a child.
    pub grundy: u32,
}

/// All 65,536 boards of the diamond.
#[derive(Clone, Debug)]
pub struct Boards {
    by_cells: BTreeMap<String, Board>,
}

impl Boards {
    /// The board with these 16 cells in reading order; white space is left
    /// out, so a printed diamond will do.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<&Board> {
        self.by_cells.get(&cells(text))
    }

    /// The cells of every board in reading order, and the board.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Board)> {
        let boards = self.by_cells.iter();
        boards.map(|(cells, board)| (cells.as_str(), board))
    }
}

/// The cells of a printed board in reading order, without the white space.
#[must_use]
pub fn cells(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Prints 16 cells in reading order as a diamond.
///
/// # Panics
///
/// Where there are not 16 cells.
#[must_use]
pub fn diamond(cells: &str) -> String {
    assert_eq!(cells.chars().count(), 16, "a diamond has 16 cells");
    let mut cells = cells.chars();
    let cell_or_space = |c| if c == '.' { cells.next() } else { Some(c) };
    EMPTY.chars().filter_map(cell_or_space).collect()
}

/// Solves every board of the diamond.
#[must_use]
pub fn solve_all() -> Boards {
    let moves = |picture: &String| moves(picture, &IN_THE_PICTURE, 3);
    let all = Reached::from_start(EMPTY.to_owned(), moves).solve();
    let board = |(diamond, solved): (String, Solved)| {
        let board = Board {
            outcome: solved.outcome,
            grundy: solved.grundy.expect("marbles stay where they are"),
            diamond,
        };
        (cells(&board.diamond), board)
    };
    Boards {
        by_cells: all.into_iter().map(board).collect(),
    }
}

/// Solves every board of a grid. `.` is an empty cell, `*` a marble and `#` no
/// cell; a move fills 1 to `run` consecutive empty cells of a line. All boards
/// of the shape are in the answer, as rows joined by `/`, whether the given
/// cells have marbles or not.
#[must_use]
pub fn grid(shape_rows: &[&str], run: usize) -> HashMap<String, (Outcome, u32)> {
    let empty = shape_rows.join("\n").replace('*', ".");
    let moves = |picture: &String| moves(picture, &IN_THE_GRID, run);
    let all = Reached::from_start(empty, moves).solve();
    all.into_iter()
        .map(|(picture, solved)| {
            let grundy = solved.grundy.expect("marbles stay where they are");
            (picture.replace('\n', "/"), (solved.outcome, grundy))
        })
        .collect()
}

/// Every picture after one move; the same one may come twice.
fn moves(picture: &str, steps: &[(isize, isize)], run: usize) -> Vec<String> {
    let rows: Vec<Vec<char>> = picture.lines().map(|row| row.chars().collect()).collect();
    let mut found = Vec::new();
    for row in 0..rows.len() {
        for column in 0..rows[row].len() {
            if rows[row][column] != '.' {
                continue;
            }
            for &(down, right) in steps {
                let mut next = rows.clone();
                let mut at = (row as isize, column as isize);
                for _ in 0..run {
                    if look(&rows, at) != Some('.') {
                        break;
                    }
                    next[at.0 as usize][at.1 as usize] = '*';
                    found.push(print(&next));
                    at = (at.0 + down, at.1 + right);
                }
            }
        }
    }
    found
}

/// What is printed at a place, if anything.
fn look(rows: &[Vec<char>], (row, column): (isize, isize)) -> Option<char> {
    let row = rows.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

fn print(rows: &[Vec<char>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Loss, Win};
    use std::collections::HashSet;

    #[test]
    fn a_diamond_is_printed_and_read() {
        let text = diamond("*.*.*.*.*.*.*.*.");
        assert_eq!(text, "   *\n  . *\n . * .\n* . * .\n * . *\n  . *\n   .");
        assert_eq!(cells(&text), "*.*.*.*.*.*.*.*.");
        assert_eq!(diamond("................"), EMPTY);
    }

    #[test]
    fn the_empty_diamond_has_82_moves() {
        let moves = moves(EMPTY, &IN_THE_PICTURE, 3);
        let different: HashSet<String> = moves.iter().cloned().collect();
        assert_eq!(different.len(), 82);
        // Every single marble is found once in each of the four directions.
        assert_eq!(moves.len(), 82 + 3 * 16);
    }

    #[test]
    fn the_facts_of_the_diamond() {
        let boards = solve_all();
        assert_eq!(boards.iter().count(), 65_536);
        let lost = |board: &Board| matches!(board.outcome, Loss(_));
        let lost_boards = boards.iter().filter(|(_, board)| lost(board));
        assert_eq!(lost_boards.count(), 6_808);
        let empty = boards.get(EMPTY).expect("a board");
        assert!(matches!(empty.outcome, Win(_)));
        assert!(
            boards
                .iter()
                .all(|(_, board)| lost(board) == (board.grundy == 0))
        );
        let full = boards.get("****************").expect("a board");
        assert_eq!((full.outcome, full.grundy), (Loss(0), 0));
        assert_eq!(boards.get("***"), None);
        // Two cells far apart are two moves; a line of three is one.
        let apart = boards.get(".*********.*****").expect("a board");
        assert_eq!((apart.outcome, apart.grundy), (Loss(2), 0));
        let line = boards.get("******...*******").expect("a board");
        assert_eq!((line.outcome, line.grundy), (Win(1), 3));
    }

    #[test]
    fn the_diamond_is_the_square_on_its_corner() {
        const TURN: [usize; 16] = [0, 4, 1, 8, 5, 2, 12, 9, 6, 3, 13, 10, 7, 14, 11, 15];
        let boards = solve_all();
        let squares = grid(&["....", "....", "....", "...."], 3);
        assert_eq!(squares.len(), 65_536);
        for (cells, board) in boards.iter() {
            let mut square = ['/'; 19];
            for (cell, mark) in TURN.iter().zip(cells.chars()) {
                square[cell / 4 * 5 + cell % 4] = mark;
            }
            let square: String = square.iter().collect();
            assert_eq!(squares[&square], (board.outcome, board.grundy));
        }
    }

    #[test]
    fn small_grids_by_hand() {
        // A row of two can be filled at once, or not.
        let row = grid(&[".."], 3);
        assert_eq!(row.len(), 4);
        assert_eq!(row["**"], (Loss(0), 0));
        assert_eq!(row["*."], (Win(1), 1));
        assert_eq!(row[".."], (Win(1), 2));
        assert_eq!(grid(&[".."], 1)[".."], (Loss(2), 0));
        // The run may not cross a place without a cell, nor the row's end.
        assert_eq!(grid(&[".#."], 3)[".#."], (Loss(2), 0));
    }

    #[test]
    fn a_given_marble_belongs_to_the_shape() {
        let boards = grid(&["*.", "#."], 3);
        assert_eq!(boards.len(), 8);
        assert_eq!(boards["*./#."], (Win(1), 2));
        // Each two of the three cells are in one line (the diagonal counts),
        // all three are not: whatever one player takes, the other takes the rest.
        assert_eq!(boards["../#."], (Loss(2), 0));
        // The other diagonal, and one cell away from both.
        assert_eq!(grid(&["#.#.", ".###"], 3)["#.#./.###"], (Win(3), 3));
    }
}
