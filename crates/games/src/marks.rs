//! Text of boards with two kinds of marks: `X.O/.X./..O`, rows from the top,
//! optionally with the player to move.

use std::ops::Range;

use kibitz_game::{TextError, words};

/// The capital letters of the two kinds.
pub(crate) type Letters = [char; 2];

/// A parsed board with the player to move.
pub(crate) struct Written {
    /// The cells of each kind, cell i in reading order as bit i.
    pub(crate) marks: [u32; 2],
    /// The kind to move.
    pub(crate) mover: usize,
    /// The byte range of the board in the text.
    pub(crate) board_at: Range<usize>,
    /// The byte range of the mover.
    pub(crate) mover_at: Range<usize>,
}

/// Parses a square board, then the letter of the player to move.
pub(crate) fn parse_with_mover(
    text: &str,
    side: usize,
    letters: Letters,
) -> Result<Written, TextError> {
    let end = text.trim_end().len();
    let mut words = words(text);
    let (board_at, board) = words.next().unwrap_or((end..end, ""));
    let marks = parse(board, side, side, letters).map_err(|e| e.shifted(board_at.start))?;
    let (mover_at, word) = words.next().unwrap_or((end..end, ""));
    let mover = letters
        .iter()
        .position(|letter| word.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])));
    let Some(mover) = mover else {
        let [first, second] = letters;
        let found = match word {
            "" => "after the board".to_owned(),
            other => format!("found `{other}`"),
        };
        let message = format!("expected {first} or {second}, the player to move, {found}");
        return Err(TextError::new(mover_at, message));
    };
    if let Some((at, more)) = words.next() {
        let message = format!("expected nothing after the player to move, found `{more}`");
        return Err(TextError::new(at, message));
    }
    Ok(Written {
        marks,
        mover,
        board_at,
        mover_at,
    })
}

/// Parses the cells of each kind.
pub(crate) fn parse(
    board: &str,
    rows: usize,
    cols: usize,
    [first, second]: Letters,
) -> Result<[u32; 2], TextError> {
    let found: Vec<&str> = board.split('/').collect();
    if found.len() != rows {
        let message = format!("expected {rows} rows joined by /, found {}", found.len());
        return Err(TextError::new(0..board.len(), message));
    }
    let mut marks = [0; 2];
    let (mut offset, mut bit) = (0, 1);
    for row in found {
        let count = row.chars().count();
        if count != cols {
            let message = format!("expected {cols} cells in this row, found {count}");
            return Err(TextError::new(offset..offset + row.len(), message));
        }
        for (at, c) in row.char_indices() {
            match c.to_ascii_uppercase() {
                '.' => {}
                mark if mark == first => marks[0] |= bit,
                mark if mark == second => marks[1] |= bit,
                _ => {
                    let message = format!("expected {first}, {second} or . (empty), found `{c}`");
                    let at = offset + at;
                    return Err(TextError::new(at..at + c.len_utf8(), message));
                }
            }
            bit <<= 1;
        }
        offset += row.len() + 1;
    }
    Ok(marks)
}

/// The owner of the mark on a cell, given the mover's and the opponent's cells.
pub(crate) fn owner<P>(cell: u32, [mine, theirs]: [u32; 2], [mover, other]: [P; 2]) -> Option<P> {
    if mine >> cell & 1 == 1 {
        Some(mover)
    } else if theirs >> cell & 1 == 1 {
        Some(other)
    } else {
        None
    }
}

/// Writes the rows of a board; a cell has a letter or is empty.
pub(crate) fn write(rows: u32, cols: u32, letter: impl Fn(u32) -> Option<char>) -> String {
    let row = |row: u32| -> String {
        let cells = cols * row..cols * (row + 1);
        cells.map(|cell| letter(cell).unwrap_or('.')).collect()
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    rows.join("/")
}
