//! A board: a frame, row and column names, one symbol per cell.

use std::fmt::Write;

use kibitz_game::{Cell, Grid, Holder};

use super::{BOLD, BRIGHT, Charset, DIM, Seating, left, paint, right, widest};

pub(super) fn draw(grid: &Grid, before: Option<&Grid>, charset: Charset) -> String {
    let pieces = grid.cells.iter().flatten().flatten();
    let signs = pieces.map(|cell| sign(cell, charset));
    let names = grid.columns.iter().map(String::as_str);
    let cell_width = widest(names.chain(signs));
    let margin = widest(grid.rows.iter().map(String::as_str));
    let heads: Vec<String> = grid.columns.iter().map(|c| left(c, cell_width)).collect();
    let bar = charset.pick("─", "-");
    let rule = bar.repeat(heads.len() * (cell_width + 1) + 1);
    let [top_left, top_right, low_left, low_right] =
        charset.pick(["┌", "┐", "└", "┘"], ["+", "+", "+", "+"]);
    let side = charset.pick("│", "|");
    let indent = " ".repeat(margin + 3);
    let mut text = String::new();
    let heads = heads.join(" ");
    let _ = writeln!(text, "{indent}  {}", paint(DIM, heads.trim_end()));
    let _ = writeln!(text, "{indent}{top_left}{rule}{top_right}");
    for (r, row) in grid.cells.iter().enumerate() {
        let name = grid.rows.get(r).map_or("", String::as_str);
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(c, cell)| {
                let old = before.and_then(|b| b.cells.get(r)?.get(c));
                square(cell.as_ref(), old, cell_width, charset)
            })
            .collect();
        let name = paint(DIM, &right(name, margin + 2));
        let _ = writeln!(text, "{name} {side} {} {side}", cells.join(" "));
    }
    let _ = writeln!(text, "{indent}{low_left}{rule}{low_right}");
    text
}

/// The pieces in the players' hands, one line per player.
pub(super) fn beside(grid: &Grid, seating: &Seating) -> String {
    let mut text = String::new();
    for hand in &grid.hands {
        let player = match hand.holder {
            Holder::Mover => &seating.mover,
            Holder::Opponent => &seating.opponent,
        };
        let player = match &hand.name {
            Some(name) if name != player => format!("{player} ({name})"),
            _ => player.clone(),
        };
        let pieces = hand.cards.iter();
        let pieces: Vec<String> = pieces
            .flat_map(|held| std::iter::repeat_n(held.card.rank.clone(), held.count as usize))
            .collect();
        let pieces = match pieces.is_empty() {
            true => paint(DIM, "nothing"),
            false => paint(BOLD, &pieces.join(" ")),
        };
        let _ = writeln!(text, "   {player} in hand: {pieces}");
    }
    text
}

/// A cell, highlighted if it has changed; blank if the board has a gap there.
fn square(
    cell: Option<&Cell>,
    before: Option<&Option<Cell>>,
    columns: usize,
    charset: Charset,
) -> String {
    let Some(cell) = cell else {
        return " ".repeat(columns);
    };
    let drawn = left(sign(cell, charset), columns);
    let is_new = before.is_some_and(|old| old.as_ref() != Some(cell));
    match (&cell.piece, is_new) {
        (None, _) => paint(DIM, &drawn),
        (Some(_), true) => paint(BRIGHT, &drawn),
        (Some(_), false) => paint(BOLD, &drawn),
    }
}

fn sign(cell: &Cell, charset: Charset) -> &str {
    match cell.piece.as_deref() {
        None => charset.pick("·", "."),
        Some("*") => charset.pick("●", "*"),
        Some(piece) => piece,
    }
}
