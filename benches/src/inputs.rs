//! Contest inputs of the five games, at contest size.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::random::SplitMix64;

/// Writes one kind of input to a stream.
pub type Generator = fn(&mut dyn Write, &mut SplitMix64) -> io::Result<()>;

/// Writes an input file; deterministic for each generator.
pub fn write_file(path: &Path, generator: Generator) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, File::create(path)?);
    generator(&mut out, &mut SplitMix64::new(2021))?;
    out.flush()
}

/// Marbles: 1,000,000 boards.
pub fn marbles(out: &mut dyn Write, random: &mut SplitMix64) -> io::Result<()> {
    let boards = 1_000_000;
    writeln!(out, "{boards}")?;
    for _ in 0..boards {
        writeln!(out)?;
        out.write_all(&diamond(random.next_u64() as u16))?;
    }
    Ok(())
}

/// A board in the contest's layout: bit i is a marble on cell i in reading
/// order. With the blank line before it a record has 45 bytes.
pub fn diamond(marbles: u16) -> [u8; 44] {
    let mut board = *b"   .\n  . .\n . . .\n. . . .\n . . .\n  . .\n   .\n";
    let cells = board.iter_mut().filter(|cell| **cell == b'.');
    for (i, cell) in cells.enumerate() {
        if marbles >> i & 1 == 1 {
            *cell = b'*';
        }
    }
    board
}

/// Numbers: 100,000 cases of 34 bytes.
pub fn numbers(out: &mut dyn Write, random: &mut SplitMix64) -> io::Result<()> {
    let cases = 100_000;
    writeln!(out, "{cases}")?;
    for _ in 0..cases {
        writeln!(out, "{}", random.below(2))?;
        write_line(out, &hand(random))?;
        write_line(out, &hand(random))?;
    }
    Ok(())
}

/// Eight cards, not all of them zero.
fn hand(random: &mut SplitMix64) -> [u64; 8] {
    loop {
        let cards = std::array::from_fn(|_| random.below(5));
        if cards != [0; 8] {
            return cards;
        }
    }
}

/// Boxes: 100 cases of 10,000 boxes. Random boxes are nearly always won by
/// Alice, so every other case is balanced to be won by Bob.
pub fn boxes(out: &mut dyn Write, random: &mut SplitMix64) -> io::Result<()> {
    let (cases, boxes) = (100, 10_000);
    writeln!(out, "{cases}")?;
    for case in 0..cases {
        let mut cards: Vec<u64> = (0..boxes).map(|_| random.below(101)).collect();
        if case % 2 == 1 {
            balance(&mut cards);
        }
        writeln!(out, "{boxes}")?;
        write_line(out, &cards)?;
    }
    Ok(())
}

/// Sets the last two odd boxes so that the nim-sum of all odd boxes is 0.
fn balance(cards: &mut [u64]) {
    let counting: Vec<usize> = (0..cards.len())
        .filter(|index| matches!((index + 1) % 6, 0 | 2 | 5))
        .collect();
    if let [rest @ .., a, b] = counting.as_slice() {
        let sum = rest.iter().fold(0, |sum, &index| sum ^ cards[index]);
        // Below 128: one box, or 100 and a remainder below 32.
        (cards[*a], cards[*b]) = if sum <= 100 {
            (sum, 0)
        } else {
            (100, sum ^ 100)
        };
    }
}

/// Piles: 10 cases of 100 piles of 1,000 cards with K = 10. Every other case
/// has each pile twice, so that Bob wins it.
pub fn piles(out: &mut dyn Write, random: &mut SplitMix64) -> io::Result<()> {
    let (piles, height) = (100, 1_000);
    for case in 0..10 {
        writeln!(out, "{piles} 10")?;
        let copies = 1 + case % 2;
        for _ in 0..piles / copies {
            let cards: Vec<u64> = (0..height).map(|_| 1 + random.below(10)).collect();
            for _ in 0..copies {
                write!(out, "{height} ")?;
                write_line(out, &cards)?;
            }
        }
    }
    Ok(())
}

/// Nine: 100,000 deals.
pub fn nine(out: &mut dyn Write, random: &mut SplitMix64) -> io::Result<()> {
    (0..100_000).try_for_each(|_| out.write_all(deal(random).as_bytes()))
}

/// One deal of nine: two lines of 18 cards.
pub fn deal(random: &mut SplitMix64) -> String {
    let suits = ['C', 'D', 'S', 'H'];
    let mut cards: Vec<String> = "6789TJQKA"
        .chars()
        .flat_map(|rank| suits.map(|suit| format!("{rank}{suit}")))
        .collect();
    random.shuffle(&mut cards);
    let (alice, bob) = cards.split_at(18);
    format!("{}\n{}\n", alice.join(" "), bob.join(" "))
}

fn write_line(out: &mut dyn Write, numbers: &[u64]) -> io::Result<()> {
    for (i, number) in numbers.iter().enumerate() {
        let separator = if i == 0 { "" } else { " " };
        write!(out, "{separator}{number}")?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generate(generator: Generator) -> Vec<u8> {
        let mut out = Vec::new();
        generator(&mut out, &mut SplitMix64::new(1)).expect("writing to a vector succeeds");
        out
    }

    #[test]
    fn diamond_has_the_contest_layout() {
        assert_eq!(&diamond(0)[..10], b"   .\n  . .");
        assert_eq!(&diamond(0b101)[..10], b"   *\n  . *");
        assert_eq!(&diamond(1 << 15)[38..], b"\n   *\n");
    }

    #[test]
    fn records_have_the_contest_sizes() {
        assert_eq!(generate(marbles).len(), "1000000\n".len() + 45 * 1_000_000);
        assert_eq!(generate(numbers).len(), "100000\n".len() + 34 * 100_000);
        assert_eq!(generate(nine).len(), 2 * 54 * 100_000);
    }

    #[test]
    fn balance_makes_every_sum_zero() {
        for sum in 0..128_u64 {
            let other = sum.min(100);
            // Boxes 2, 5, 6, 8, 11 and 12 are odd.
            let mut cards = [7; 12];
            (cards[1], cards[4], cards[5]) = (other, sum ^ other, 0);
            balance(&mut cards);
            let counting = [1, 4, 5, 7, 10, 11].map(|index| cards[index]);
            assert_eq!(counting.iter().fold(0, |a, b| a ^ b), 0, "{cards:?}");
            assert!(cards.iter().all(|&count| count <= 100), "{cards:?}");
        }
    }

    #[test]
    fn deal_has_all_cards_once() {
        let deal = deal(&mut SplitMix64::new(1));
        let mut cards: Vec<&str> = deal.split_whitespace().collect();
        cards.sort_unstable();
        cards.dedup();
        assert_eq!(cards.len(), 36);
    }
}
