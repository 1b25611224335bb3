//! Teeko; a board is 25 letters.

/// 25 of `B`, `R` and `.` in reading order, then the mover.
pub type Board = [u8; 26];

/// Reads rows joined by `/`, then the mover.
#[must_use]
pub fn read(text: &str) -> Board {
    let letters: Vec<u8> = text.bytes().filter(|c| !b"/ ".contains(c)).collect();
    letters.try_into().expect("25 cells and the mover")
}

/// Rows joined by `/`, then the mover.
#[must_use]
pub fn write(board: &Board) -> String {
    let rows: Vec<String> = board[..25]
        .chunks(5)
        .map(|row| row.iter().copied().map(char::from).collect())
        .collect();
    format!("{} {}", rows.join("/"), char::from(board[25]))
}

/// Whether a colour's stones form a line or a square of an allowed size.
#[must_use]
pub fn has_won(board: &Board, colour: u8, is_advanced: bool) -> bool {
    let cells = (0..25i32).filter(|cell| board[*cell as usize] == colour);
    let places: Vec<(i32, i32)> = cells.map(|cell| (cell / 5, cell % 5)).collect();
    let [(row, column), second, third, fourth] = places[..] else {
        return false;
    };
    let rest = [second, third, fourth].map(|(r, c)| (r - row, c - column));
    let is_line = [(0, 1), (1, 0), (1, 1), (1, -1)]
        .into_iter()
        .any(|(down, right)| rest == [1, 2, 3].map(|n| (n * down, n * right)));
    let largest = if is_advanced { 4 } else { 1 };
    let is_square = (1..=largest).any(|n| rest == [(0, n), (n, 0), (n, n)]);
    is_line || is_square
}

/// The positions after each move; none if the opponent has won.
#[must_use]
pub fn moves(board: &Board, is_advanced: bool) -> Vec<Board> {
    let own = board[25];
    let other = if own == b'B' { b'R' } else { b'B' };
    if has_won(board, other, is_advanced) {
        return Vec::new();
    }
    let stones: Vec<usize> = (0..25).filter(|cell| board[*cell] == own).collect();
    let empty: Vec<usize> = (0..25).filter(|cell| board[*cell] == b'.').collect();
    let mut after = *board;
    after[25] = other;
    let mut found = Vec::new();
    for to in empty {
        after[to] = own;
        if stones.len() < 4 {
            found.push(after);
        }
        for &from in &stones {
            let is_near = (from / 5).abs_diff(to / 5) <= 1 && (from % 5).abs_diff(to % 5) <= 1;
            if stones.len() == 4 && is_near {
                after[from] = b'.';
                found.push(after);
                after[from] = own;
            }
        }
        after[to] = b'.';
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_dropped_then_moved() {
        let start = read("...../...../...../...../..... B");
        assert_eq!(moves(&start, false).len(), 25);
        let board = read("B...B/R...R/...../R...R/B...B B");
        assert_eq!(moves(&board, false).len(), 8);
        assert!(moves(&read("B...B/R...R/...../R...R/B...B R"), true).is_empty());
        assert_eq!(write(&board), "B...B/R...R/...../R...R/B...B B");
    }
}
