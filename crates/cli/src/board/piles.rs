//! Piles: bars for counters, columns or rows of cards.

use std::collections::HashMap;
use std::fmt::Write;

use kibitz_game::{Pile, Stack};
use kibitz_solve::Thousands;

use super::{BOLD, BRIGHT, Charset, DIM, WIDTH, left, paint, right, widest, width};

/// Counters are drawn one by one up to this size of the largest pile; beyond it
/// bars are scaled.
const MAX_DOTS: u64 = 30;
/// Maximum length of a scaled bar.
const BAR: u64 = 40;
/// Maximum number of piles drawn. If there are more, empty ones are omitted.
const MAX_PILES: usize = 24;
/// Maximum height of piles of cards drawn as columns.
const MAX_HEIGHT: usize = 12;
/// Maximum number of cards shown of a pile, from the top.
const MAX_CARDS: usize = 20;

pub(super) fn draw(what: &str, piles: &[Pile], before: &[Pile], charset: Charset) -> String {
    if piles.is_empty() && !before.is_empty() {
        return format!("  no {what} left\n");
    }
    if let Some(columns) = upright(what, piles, charset) {
        return columns;
    }
    let is_many = piles.len() > MAX_PILES;
    let shown: Vec<(usize, &Pile)> = piles
        .iter()
        .enumerate()
        .filter(|(_, pile)| !is_many || size(pile) > 0)
        .take(MAX_PILES)
        .collect();
    let max = piles.iter().map(size).max().unwrap_or(0);
    let name_width = widest(shown.iter().map(|(_, pile)| pile.name.as_str()));
    let side = charset.pick("│", "|");
    let is_new = changes(piles, before);
    let mut text = String::new();
    let mut above = None;
    for (i, pile) in &shown {
        let label = format!("{what} {}", right(&pile.name, name_width));
        let label = match above.replace(&pile.name) {
            Some(above) if *above == pile.name => " ".repeat(width(label.trim_end())),
            _ => paint(DIM, label.trim_end()),
        };
        let content = match &pile.stack {
            Stack::Count(count) => bar(*count, max, is_new[*i], charset),
            Stack::Cards(cards) => line(cards, charset),
        };
        let _ = writeln!(text, "  {label} {side}{content}");
    }
    text + &remainder(what, piles, &shown, charset)
}

/// Which piles have changed. If their number has changed, indices have shifted,
/// so piles are matched by size.
fn changes(piles: &[Pile], before: &[Pile]) -> Vec<bool> {
    if piles.len() == before.len() {
        let places = piles.iter().zip(before);
        return places.map(|(pile, old)| pile != old).collect();
    }
    let mut known: HashMap<u64, usize> = HashMap::new();
    for old in before {
        *known.entry(size(old)).or_default() += 1;
    }
    let is_new = |pile| match known.get_mut(&size(pile)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    piles.iter().map(is_new).collect()
}

/// A summary of the piles that are not drawn.
fn remainder(what: &str, piles: &[Pile], shown: &[(usize, &Pile)], charset: Charset) -> String {
    let hidden = piles.len() - shown.len();
    let all: u128 = piles.iter().map(|pile| u128::from(size(pile))).sum();
    let seen: u128 = shown.iter().map(|(_, pile)| u128::from(size(pile))).sum();
    let dots = charset.pick("…", "...");
    let more = Thousands(hidden as u64);
    match (piles.len(), hidden, u64::try_from(all - seen)) {
        (0, ..) => format!("  no {what}\n"),
        (_, 0, _) => String::new(),
        (.., Ok(0)) => format!("  {dots} and {more} empty\n"),
        (.., Ok(rest)) => format!("  {dots} and {more} more with {} in all\n", Thousands(rest)),
        (.., Err(_)) => format!("  {dots} and {more} more\n"),
    }
}

fn size(pile: &Pile) -> u64 {
    match &pile.stack {
        Stack::Count(count) => *count,
        Stack::Cards(cards) => cards.len() as u64,
    }
}

/// Counters side by side, or a bar scaled relative to the largest pile.
fn bar(count: u64, max: u64, is_new: bool, charset: Charset) -> String {
    let (sign, length) = if max <= MAX_DOTS {
        (charset.pick("●", "o"), count)
    } else {
        // A nonempty pile has a bar of length at least 1.
        let share = u128::from(count) * u128::from(BAR) / u128::from(max.max(1));
        (charset.pick("█", "#"), (share as u64).max(count.min(1)))
    };
    let number = Thousands(count).to_string();
    let number = paint(if is_new { BRIGHT } else { BOLD }, &number);
    match length {
        0 => format!(" {number}"),
        _ => format!(" {} {number}", sign.repeat(length as usize)),
    }
}

/// A pile as a row, its top to the right.
fn line(cards: &[u64], charset: Charset) -> String {
    let hidden = cards.len().saturating_sub(MAX_CARDS);
    let mut text = String::new();
    if hidden > 0 {
        let dots = charset.pick("…", "...");
        let _ = write!(text, " ({} cards {dots})", Thousands(hidden as u64));
    }
    for (i, card) in cards.iter().enumerate().skip(hidden) {
        let is_top = i + 1 == cards.len();
        let card = card.to_string();
        let _ = write!(text, " {}", if is_top { paint(BOLD, &card) } else { card });
    }
    match cards.len() {
        0 => paint(DIM, " empty"),
        _ => text + charset.pick(" ◂ top", " < top"),
    }
}

/// Piles of cards as columns, if they fit.
fn upright(what: &str, piles: &[Pile], charset: Charset) -> Option<String> {
    let cards = |pile: &Pile| match &pile.stack {
        Stack::Cards(cards) => Some(cards.clone()),
        Stack::Count(_) => None,
    };
    let stacks: Vec<Vec<u64>> = piles.iter().map(cards).collect::<Option<_>>()?;
    let height = stacks.iter().map(Vec::len).max()?;
    let numbers: Vec<String> = stacks.iter().flatten().map(u64::to_string).collect();
    let names = piles.iter().map(|pile| pile.name.as_str());
    let column = widest(numbers.iter().map(String::as_str).chain(names)).max(2) + 2;
    let margin = what.len() + 2;
    if height > MAX_HEIGHT || margin + column * piles.len() + 1 > WIDTH {
        return None;
    }
    let mut text = String::new();
    for level in (0..height).rev() {
        // Only spaces would follow.
        let last = stacks.iter().rposition(|stack| stack.len() > level);
        let cells = stacks.iter().take(last? + 1).map(|stack| {
            let card = stack.get(level).map_or(String::new(), u64::to_string);
            let cell = right(&card, column);
            if level + 1 == stack.len() {
                paint(BOLD, &cell)
            } else {
                cell
            }
        });
        let row: String = cells.collect();
        let _ = writeln!(text, "{}{row}", " ".repeat(margin));
    }
    let base = right(&charset.pick("─", "-").repeat(column - 2), column);
    let bases = base.repeat(piles.len());
    let names: String = piles.iter().map(|p| right(&p.name, column)).collect();
    let _ = writeln!(text, "{}{bases}", " ".repeat(margin));
    let label = left(&format!("  {what}"), margin);
    let _ = writeln!(text, "{}", paint(DIM, &format!("{label}{names}")));
    Some(text)
}
