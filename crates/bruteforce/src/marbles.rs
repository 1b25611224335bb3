//! "弹珠游戏": marbles on a diamond.
//!
//! Solves the *printed* diamond: a board is its seven rows of text, and a move
//! follows the text from an empty cell: two columns right, two rows down, or
//! one row down and one column to either side. The built-in game maps the
//! diamond to a 4×4 grid, a cell to a bit and a move to one of 82 masks; the
//! printed form detects an error in the directions of that mapping. [`grid`]
//! uses the text of a grid of any shape with the grid's own directions, and
//! shares only the solver.

use crate::sweep::Reached;
use crate::{Outcome, Solved};
use std::collections::{BTreeMap, HashMap};

/// The printed diamond without marbles.
const EMPTY: &str = "   .\n  . .\n . . .\n. . . .\n . . .\n  . .\n   .";

/// Offsets, in rows and columns, to the next cell of a line in the printed
/// diamond.
const DIAMOND_STEPS: [(isize, isize); 4] = [(0, 2), (2, 0), (1, 1), (1, -1)];

/// Offsets to the next cell of a line in a grid.
const GRID_STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board of the diamond with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The seven printed rows, without a trailing newline.
    pub diamond: String,
    /// Result and distance.
    pub outcome: Outcome,
    /// The Grundy value: the mex of the successors' values.
    pub grundy: u32,
}

/// All 65,536 boards of the diamond.
#[derive(Clone, Debug)]
pub struct Boards {
    by_cells: BTreeMap<String, Board>,
}

impl Boards {
    /// The board with these 16 cells in reading order; white space is ignored,
    /// so a printed diamond is accepted.
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
/// Panics if there are not 16 cells.
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
    let moves = |picture: &String| moves(picture, &DIAMOND_STEPS, 3);
    let all = Reached::from_start(EMPTY.to_owned(), moves).solve();
    let board = |(diamond, solved): (String, Solved)| {
        let board = Board {
            outcome: solved.outcome,
            grundy: solved.grundy.expect("marbles are never removed"),
            diamond,
        };
        (cells(&board.diamond), board)
    };
    Boards {
        by_cells: all.into_iter().map(board).collect(),
    }
}

/// Solves every board of a grid. `.` is an empty cell, `*` a marble and `#` not
/// a cell; a move fills 1 to `run` consecutive empty cells of a line. The
/// result has all boards of the shape, as rows joined by `/`, whether or not
/// the given cells have marbles.
#[must_use]
pub fn grid(shape_rows: &[&str], run: usize) -> HashMap<String, (Outcome, u32)> {
    let empty = shape_rows.join("\n").replace('*', ".");
    let moves = |picture: &String| moves(picture, &GRID_STEPS, run);
    let all = Reached::from_start(empty, moves).solve();
    all.into_iter()
        .map(|(picture, solved)| {
            let grundy = solved.grundy.expect("marbles are never removed");
            (picture.replace('\n', "/"), (solved.outcome, grundy))
        })
        .collect()
}

/// The pictures after each move, possibly with repetitions.
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
                    if char_at(&rows, at) != Some('.') {
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

/// The character at a row and column, if any.
fn char_at(rows: &[Vec<char>], (row, column): (isize, isize)) -> Option<char> {
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
    fn diamond_text_round_trips() {
        let text = diamond("*.*.*.*.*.*.*.*.");
        assert_eq!(text, "   *\n  . *\n . * .\n* . * .\n * . *\n  . *\n   .");
        assert_eq!(cells(&text), "*.*.*.*.*.*.*.*.");
        assert_eq!(diamond("................"), EMPTY);
    }

    #[test]
    fn empty_diamond_has_82_moves() {
        let moves = moves(EMPTY, &DIAMOND_STEPS, 3);
        let different: HashSet<String> = moves.iter().cloned().collect();
        assert_eq!(different.len(), 82);
        // Each single marble is found once per direction, four times.
        assert_eq!(moves.len(), 82 + 3 * 16);
    }

    #[test]
    fn diamond_has_the_known_counts() {
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
    fn diamond_equals_the_rotated_square() {
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
    fn small_grids_have_hand_computed_values() {
        // A row of two can be filled in one move or in two.
        let row = grid(&[".."], 3);
        assert_eq!(row.len(), 4);
        assert_eq!(row["**"], (Loss(0), 0));
        assert_eq!(row["*."], (Win(1), 1));
        assert_eq!(row[".."], (Win(1), 2));
        assert_eq!(grid(&[".."], 1)[".."], (Loss(2), 0));
        // A run does not cross a missing cell or the end of the row.
        assert_eq!(grid(&[".#."], 3)[".#."], (Loss(2), 0));
    }

    #[test]
    fn marbles_in_the_input_are_cells_of_the_shape() {
        let boards = grid(&["*.", "#."], 3);
        assert_eq!(boards.len(), 8);
        assert_eq!(boards["*./#."], (Win(1), 2));
        // Any two of the three cells are in a line (diagonals count), all three
        // are not: after any move the opponent takes the rest.
        assert_eq!(boards["../#."], (Loss(2), 0));
        // The other diagonal, and a cell on neither.
        assert_eq!(grid(&["#.#.", ".###"], 3)["#.#./.###"], (Win(3), 3));
    }
}
