//! `B..../.R.../..B../...R./..... B`: the rows from the top, and who moves. A
//! stone is dropped on `c3`, and moved `c3-d4`.

use kibitz_game::{Notation, TextError, View, words};

use super::cells::SIDE;
use super::view::{picture, stone};
use super::{Move, Pos, STONES, Side, Teeko};

/// Columns a to e from the left, rows 1 to 5 from the top.
pub(super) fn cell_name(cell: u8) -> String {
    let column = char::from(b'a' + cell % SIDE);
    format!("{column}{}", cell / SIDE + 1)
}

impl Notation for Teeko {
    fn write(&self, p: &Pos) -> String {
        let row = |row: u8| -> String {
            let cells = SIDE * row..SIDE * (row + 1);
            let stones = cells.map(|cell| stone(p, cell));
            stones.map(|side| side.map_or('.', Side::letter)).collect()
        };
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        format!("{} {}", rows.join("/"), p.mover.letter())
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        let end = text.trim_end().len();
        let mut words = words(text);
        let (at, board) = words.next().unwrap_or((end..end, ""));
        let [black, red] = parse_board(board).map_err(|e| e.shifted(at.start))?;
        let (here, mover) = words.next().unwrap_or((end..end, ""));
        let mover = parse_mover(mover).map_err(|message| TextError::new(here.clone(), message))?;
        if let Some((at, more)) = words.next() {
            let message = format!("expected nothing after who moves, found `{more}`");
            return Err(TextError::new(at, message));
        }
        let (mine, theirs) = match mover {
            Side::Black => (black, red),
            Side::Red => (red, black),
        };
        let due =
            due(black.count_ones(), red.count_ones()).map_err(|e| TextError::new(at.clone(), e))?;
        if let Some(due) = due
            && due != mover
        {
            let message = format!("{} drops the next stone", due.name());
            return Err(TextError::new(here, message));
        }
        if self.index.wins(mine) {
            let message = format!(
                "{} has won, which ends play, so {} cannot have moved after it",
                mover.name(),
                mover.other().name()
            );
            return Err(TextError::new(at, message));
        }
        Ok(Pos {
            mine,
            theirs,
            mover,
        })
    }

    fn write_move(&self, _: &Pos, by: &Move) -> String {
        match by.from {
            None => cell_name(by.to),
            Some(from) => format!("{}-{}", cell_name(from), cell_name(by.to)),
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("as c3, where a stone is dropped, or c3-d4, where one is moved")
    }

    fn view(&self, p: &Pos) -> View {
        picture(p)
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        Some(p.mover.name())
    }
}

/// Who drops the next stone; nobody where all are on the board.
fn due(black: u32, red: u32) -> Result<Option<Side>, String> {
    if black > STONES || red > STONES {
        return Err(format!(
            "{black} B and {red} R: either player has {STONES} stones"
        ));
    }
    match black.checked_sub(red) {
        Some(0) if black == STONES => Ok(None),
        Some(0) => Ok(Some(Side::Black)),
        Some(1) => Ok(Some(Side::Red)),
        _ => Err(format!(
            "{black} B and {red} R: Black begins, so there are as many of them or one more"
        )),
    }
}

/// The stones of either player.
fn parse_board(board: &str) -> Result<[u32; 2], TextError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(SIDE) {
        let message = format!("expected {SIDE} rows joined by /, found {}", rows.len());
        return Err(TextError::new(0..board.len(), message));
    }
    let mut stones = [0; 2];
    let (mut offset, mut bit) = (0, 1);
    for row in rows {
        let found = row.chars().count();
        if found != usize::from(SIDE) {
            let message = format!("expected {SIDE} cells in this row, found {found}");
            return Err(TextError::new(offset..offset + row.len(), message));
        }
        for (at, c) in row.char_indices() {
            match c {
                'B' | 'b' => stones[0] |= bit,
                'R' | 'r' => stones[1] |= bit,
                '.' => {}
                _ => {
                    let message = format!("expected B, R or . (empty), found `{c}`");
                    let at = offset + at;
                    return Err(TextError::new(at..at + c.len_utf8(), message));
                }
            }
            bit <<= 1;
        }
        offset += row.len() + 1;
    }
    Ok(stones)
}

fn parse_mover(word: &str) -> Result<Side, String> {
    const EXPECTED: &str = "expected B or R, for who moves";
    match word {
        "B" | "b" => Ok(Side::Black),
        "R" | "r" => Ok(Side::Red),
        "" => Err(format!("{EXPECTED}, after the board")),
        other => Err(format!("{EXPECTED}, found `{other}`")),
    }
}
