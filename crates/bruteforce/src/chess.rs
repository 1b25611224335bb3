//! Chess endgames; a board is 64 letters.

use crate::Outcome;
use crate::sweep::Reached;
use std::collections::HashMap;

/// A board as 64 letters, from a8 to h1 in FEN order, then `w` or `b`.
pub type Board = [u8; 65];

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

/// Every legal position with these pieces, or with those that captures leave,
/// and its value for the mover. The letters are those of a FEN, e.g. `KQk`.
#[must_use]
pub fn solve_all(pieces: &str) -> HashMap<Board, Outcome> {
    let reached = Reached::from_all(all_boards(pieces), moves);
    let values = reached.outcomes_ending(|board| {
        if is_in_check(board, board[64] == b'w') {
            Outcome::Loss(0)
        } else {
            Outcome::Draw
        }
    });
    reached.positions().copied().zip(values).collect()
}

/// Every legal position with exactly these pieces.
#[must_use]
pub fn all_boards(pieces: &str) -> Vec<Board> {
    let mut empty = [b'.'; 65];
    let mut boards = Vec::new();
    for mover in [b'w', b'b'] {
        empty[64] = mover;
        boards.push(empty);
    }
    for piece in pieces.bytes() {
        let squares = |board: &Board| -> Vec<Board> {
            let empty = (0..64).filter(|square| board[*square] == b'.');
            empty.map(|square| with(board, square, piece)).collect()
        };
        boards = boards.iter().flat_map(squares).collect();
    }
    boards.retain(|board| !is_in_check(board, board[64] == b'b'));
    boards
}

/// The same position with the colours exchanged.
#[must_use]
pub fn exchanged(board: &Board) -> Board {
    let mut other = board.map(|letter| match letter {
        b'A'..=b'Z' => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    });
    other[64] = if board[64] == b'w' { b'b' } else { b'w' };
    other
}

/// The piece placement of a FEN, then `w` or `b`.
#[must_use]
pub fn write(board: &Board) -> String {
    let mut text = String::new();
    for (square, letter) in board[..64].iter().enumerate() {
        if square > 0 && square % 8 == 0 {
            text.push('/');
        }
        text.push(char::from(*letter));
    }
    for run in (1..=8).rev() {
        text = text.replace(&".".repeat(run), &run.to_string());
    }
    format!("{text} {}", char::from(board[64]))
}

/// Reads the piece placement of a FEN, then `w` or `b`.
#[must_use]
pub fn read(text: &str) -> Board {
    let mut letters = Vec::new();
    for c in text.bytes().filter(|c| !b"/ ".contains(c)) {
        match c {
            b'1'..=b'8' => letters.extend(vec![b'.'; usize::from(c - b'0')]),
            _ => letters.push(c),
        }
    }
    letters.try_into().expect("64 squares and the side to move")
}

/// The positions after each legal move.
#[must_use]
pub fn moves(board: &Board) -> Vec<Board> {
    let is_white = board[64] == b'w';
    let mut found = Vec::new();
    for from in squares_of(board, is_white) {
        for to in targets(board, from) {
            let is_own = board[to] != b'.' && board[to].is_ascii_uppercase() == is_white;
            if is_own {
                continue;
            }
            let mut after = with(&with(board, to, board[from]), from, b'.');
            after[64] = if is_white { b'b' } else { b'w' };
            if !is_in_check(&after, is_white) {
                found.push(after);
            }
        }
    }
    found
}

/// Whether a player's king is attacked.
#[must_use]
pub fn is_in_check(board: &Board, is_white: bool) -> bool {
    let king = if is_white { b'K' } else { b'k' };
    let others = squares_of(board, !is_white);
    others
        .into_iter()
        .any(|from| targets(board, from).iter().any(|to| board[*to] == king))
}

fn with(board: &Board, square: usize, piece: u8) -> Board {
    let mut board = *board;
    board[square] = piece;
    board
}

fn squares_of(board: &Board, is_white: bool) -> Vec<usize> {
    let is_own = |square: &usize| {
        let letter = board[*square];
        letter != b'.' && letter.is_ascii_uppercase() == is_white
    };
    (0..64).filter(is_own).collect()
}

/// The squares that the piece on a square attacks.
fn targets(board: &Board, from: usize) -> Vec<usize> {
    let both = [ROOK, BISHOP].concat();
    let (steps, rides): (&[(i32, i32)], bool) = match board[from].to_ascii_uppercase() {
        b'K' => (&both, false),
        b'Q' => (&both, true),
        b'R' => (&ROOK, true),
        b'B' => (&BISHOP, true),
        b'N' => (&KNIGHT, false),
        other => panic!("invalid piece letter {}", char::from(other)),
    };
    let mut found = Vec::new();
    for (down, right) in steps {
        let (mut row, mut column) = (from as i32 / 8, from as i32 % 8);
        loop {
            row += down;
            column += right;
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                break;
            }
            let to = (8 * row + column) as usize;
            found.push(to);
            if !rides || board[to] != b'.' {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_round_trips() {
        for text in ["8/8/8/8/5k2/8/8/KQ6 w", "k7/2K5/8/8/8/8/8/1R5n b"] {
            assert_eq!(write(&read(text)), text);
        }
    }

    #[test]
    fn mate_is_a_loss_and_stalemate_a_draw() {
        let mated = read("k7/1Q6/1K6/8/8/8/8/8 b");
        assert!(moves(&mated).is_empty() && is_in_check(&mated, false));
        let stalemate = read("k7/8/1Q6/8/8/8/8/K7 b");
        assert!(moves(&stalemate).is_empty() && !is_in_check(&stalemate, false));
    }

    /// Squares not adjacent to the other king: 60 for each of the 4 corners, 58
    /// for each of the 24 other border squares, 55 for each of the 36 inner
    /// squares.
    #[test]
    fn kings_are_never_adjacent() {
        let apart = 4 * (64 - 4) + 24 * (64 - 6) + 36 * (64 - 9);
        assert_eq!(all_boards("Kk").len(), 2 * apart);
    }
}
