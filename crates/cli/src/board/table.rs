//! A card table: the cards laid of each suit between the two hands, the near
//! player's hand below.

use std::fmt::Write;

use kibitz_game::{CardTable, Hand, Held, Holder, Suit};
use kibitz_solve::Thousands;

use super::{BOLD, Charset, DIM, RED, Seating, WIDTH, left, paint, widest, width};

/// Hands without suits up to this size are drawn as single cards.
const MAX_FACES: u64 = 14;

pub(super) fn draw(table: &CardTable, seating: &Seating, charset: Charset) -> String {
    let mut hands: Vec<(String, &Hand)> = table
        .hands
        .iter()
        .map(|hand| (label(hand, seating), hand))
        .collect();
    // The far player's hand first.
    hands.sort_by_key(|(_, hand)| hand.holder == seating.near);
    let margin = widest(hands.iter().map(|(label, _)| label.as_str()));
    let mut text = String::new();
    for (i, (label, hand)) in hands.iter().enumerate() {
        if i == 1 {
            text += &laid(&table.suits, margin, charset);
        }
        text += &held(&left(label, margin), hand, charset);
    }
    text
}

fn label(hand: &Hand, seating: &Seating) -> String {
    let player = match hand.holder {
        Holder::Mover => &seating.mover,
        Holder::Opponent => &seating.opponent,
    };
    match &hand.name {
        Some(name) if name != player => format!("{player} ({name})"),
        _ => player.clone(),
    }
}

/// The table between the hands: a row per suit, a column per rank.
fn laid(suits: &[Suit], margin: usize, charset: Charset) -> String {
    let mut text = String::new();
    if suits.is_empty() {
        return text;
    }
    text.push('\n');
    for suit in suits {
        let sign = suit_sign(&suit.name, charset);
        let _ = write!(text, "  {}  {}", " ".repeat(margin), in_suit(sign, sign));
        if sign != suit.name {
            let _ = write!(text, " {}", paint(DIM, &suit.name));
        }
        for (rank, is_laid) in &suit.ranks {
            let place = match is_laid {
                true => in_suit(sign, &format!(" {rank}")),
                false => paint(DIM, charset.pick(" ·", " .")),
            };
            let _ = write!(text, " {place}");
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

fn held(label: &str, hand: &Hand, charset: Charset) -> String {
    let has_suits = hand.cards.iter().any(|held| held.card.suit.is_some());
    match hand.size() {
        0 => format!("  {}  {}\n", paint(BOLD, label), paint(DIM, "no cards")),
        _ if has_suits => by_suits(label, hand, charset),
        1..=MAX_FACES if charset == Charset::Unicode => faces(label, hand),
        _ => counted(label, hand, charset),
    }
}

/// The cards of a hand by suit, playable ones in brackets.
fn by_suits(label: &str, hand: &Hand, charset: Charset) -> String {
    let mut suits: Vec<(&str, Vec<&Held>)> = Vec::new();
    for held in &hand.cards {
        let suit = held.card.suit.as_deref().unwrap_or("");
        match suits.last_mut() {
            Some((last, cards)) if *last == suit => cards.push(held),
            _ => suits.push((suit, vec![held])),
        }
    }
    let count = format!("{} left", Thousands(hand.size()));
    let parts = suits.into_iter().map(|(suit, cards)| {
        let sign = suit_sign(suit, charset);
        let ranks: Vec<String> = cards.iter().map(|held| rank(held)).collect();
        let drawn = format!("{} {}", in_suit(sign, sign), ranks.join(" "));
        let brackets = cards.iter().filter(|held| held.is_playable).count();
        let ranks = cards.iter().map(|held| width(&held.card.rank) + 1);
        (width(sign) + ranks.sum::<usize>() + 2 * brackets, drawn)
    });
    let parts = parts.chain([(count.len(), paint(DIM, &count))]);
    let indent = width(label) + 4;
    let mut text = format!("  {}", paint(BOLD, label));
    let mut column = indent - 2;
    for (room, drawn) in parts {
        if column + 2 + room > WIDTH && column >= indent {
            let _ = write!(text, "\n{}", " ".repeat(indent - 2));
            column = indent - 2;
        }
        let _ = write!(text, "  {drawn}");
        column += 2 + room;
    }
    text.push('\n');
    text
}

/// The rank of a card, in brackets if it is playable.
fn rank(held: &Held) -> String {
    let rank = &held.card.rank;
    match held.is_playable {
        true => paint(BOLD, &format!("[{rank}]")),
        false => rank.clone(),
    }
}

/// A hand as a row of cards.
fn faces(label: &str, hand: &Hand) -> String {
    let all = hand
        .cards
        .iter()
        .flat_map(|held| std::iter::repeat_n(held, held.count as usize));
    let mut rows = [String::new(), String::new(), String::new()];
    for held in all {
        let rank = &held.card.rank;
        let edge = "─".repeat(width(rank) + 2);
        let face = [
            format!("╭{edge}╮"),
            format!("│ {rank} │"),
            format!("╰{edge}╯"),
        ];
        for (row, part) in rows.iter_mut().zip(face) {
            *row += &if held.is_playable {
                part
            } else {
                paint(DIM, &part)
            };
        }
    }
    let indent = " ".repeat(width(label));
    let label = paint(BOLD, label);
    let [top, middle, low] = rows;
    format!("  {indent}  {top}\n  {label}  {middle}\n  {indent}  {low}\n")
}

/// A hand without suits, equal cards counted.
fn counted(label: &str, hand: &Hand, charset: Charset) -> String {
    let times = charset.pick("×", "x");
    let cards: Vec<String> = hand
        .cards
        .iter()
        .map(|held| {
            let face = format!("[{}]", held.card.rank);
            let face = if held.is_playable {
                paint(BOLD, &face)
            } else {
                paint(DIM, &face)
            };
            match held.count {
                1 => face,
                n => format!("{face}{times}{}", Thousands(n)),
            }
        })
        .collect();
    format!("  {}  {}\n", paint(BOLD, label), cards.join("  "))
}

/// The Unicode symbol of a suit.
fn suit_sign(suit: &str, charset: Charset) -> &str {
    let sign = match suit {
        "C" => "♣",
        "D" => "♦",
        "S" => "♠",
        "H" => "♥",
        other => other,
    };
    charset.pick(sign, suit)
}

/// Hearts and diamonds are red.
fn in_suit(sign: &str, text: &str) -> String {
    match sign {
        "♦" | "♥" | "D" | "H" => paint(RED, text),
        _ => paint(BOLD, text),
    }
}
