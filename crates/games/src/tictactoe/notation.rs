//! `X.O/.X./..O`: the rows from the top.

use kibitz_game::{Notation, TextError, View};

use super::{Board, Cell, Mark, TicTacToe};

impl Notation for TicTacToe {
    fn write(&self, p: &Board) -> String {
        let row = |row: u8| -> String {
            let cells = (3 * row..3 * row + 3).map(|cell| p.at(cell));
            cells.map(|mark| mark.map_or(".", Mark::name)).collect()
        };
        [row(0), row(1), row(2)].join("/")
    }

    fn parse(&self, text: &str) -> Result<Board, TextError> {
        let trimmed = text.trim();
        let mut offset = text.len() - text.trim_start().len();
        let whole = offset..offset + trimmed.len();
        let rows: Vec<&str> = trimmed.split('/').collect();
        if rows.len() != 3 {
            let message = format!("expected 3 rows joined by /, found {}", rows.len());
            return Err(TextError::new(whole, message));
        }
        let mut cells = [None; 9];
        for (row, places) in rows.iter().zip(cells.chunks_mut(3)) {
            parse_row(row, places).map_err(|e| e.shifted(offset))?;
            offset += row.len() + 1;
        }
        Board::new(cells).map_err(|e| TextError::new(whole, e.to_string()))
    }

    /// `b3`: columns a to c from the left, rows 1 to 3 from the top.
    fn write_move(&self, _: &Board, by: &Cell) -> String {
        let column = char::from(b'a' + by.0 % 3);
        format!("{column}{}", by.0 / 3 + 1)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("as b3: column b, row 3")
    }

    fn view(&self, p: &Board) -> View {
        self.picture(p)
    }

    fn mover(&self, p: &Board) -> Option<&'static str> {
        Some(p.mover().name())
    }
}

fn parse_row(row: &str, places: &mut [Option<Mark>]) -> Result<(), TextError> {
    let found = row.chars().count();
    if found != places.len() {
        let message = format!("expected 3 cells in this row, found {found}");
        return Err(TextError::new(0..row.len(), message));
    }
    for ((at, c), place) in row.char_indices().zip(places) {
        *place = match c {
            'X' | 'x' => Some(Mark::X),
            'O' | 'o' => Some(Mark::O),
            '.' => None,
            _ => {
                let message = format!("expected X, O or . (empty), found `{c}`");
                return Err(TextError::new(at..at + c.len_utf8(), message));
            }
        };
    }
    Ok(())
}
