//! A simple reference checker: splits the input at white space, reads case
//! after case, and computes each answer by a formula or brute force.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kibitz_bruteforce::contest;

use crate::judge::support::Game;

/// The checker's result for an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    /// The answers of the cases before the first error.
    pub(crate) answers: Vec<String>,
    /// Whether there is no error.
    pub(crate) is_valid: bool,
}

/// The input is invalid.
struct Invalid;

pub(crate) fn check(game: Game, text: &[u8]) -> Checked {
    // A leading byte order mark is ignored.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut answers = Vec::new();
    let all = match game {
        Game::Marbles => marbles(text, &mut answers),
        _ => words(game, text, &mut answers),
    };
    Checked {
        answers,
        is_valid: all.is_ok(),
    }
}

pub(crate) fn is_space(byte: &u8) -> bool {
    b" \t\n\r\x0b\x0c".contains(byte)
}

/// The words not yet read.
struct Words<'a>(std::vec::IntoIter<&'a [u8]>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a [u8], Invalid> {
        self.0.next().ok_or(Invalid)
    }

    fn number(&mut self) -> Result<u64, Invalid> {
        let word = self.word()?;
        let text = std::str::from_utf8(word).map_err(|_| Invalid)?;
        let is_decimal = text.chars().all(|c| c.is_ascii_digit()) && text.len() <= 4096;
        let value = text.parse::<i64>().map_err(|_| Invalid)?;
        if is_decimal {
            Ok(value as u64)
        } else {
            Err(Invalid)
        }
    }

    fn numbers(&mut self, count: u64) -> Result<Vec<u64>, Invalid> {
        (0..count).map(|_| self.number()).collect()
    }

    fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

fn words(game: Game, text: &[u8], answers: &mut Vec<String>) -> Result<(), Invalid> {
    let words: Vec<&[u8]> = text.split(is_space).filter(|w| !w.is_empty()).collect();
    let mut words = Words(words.into_iter());
    let given = match game {
        Game::Nine | Game::Piles => None,
        _ => Some(words.number()?.max(1)),
    };
    if text
        .split(is_space)
        .find(|w| !w.is_empty())
        .is_some_and(is_zero)
        && given.is_some()
    {
        return Err(Invalid);
    }
    loop {
        let number = answers.len() as u64 + 1;
        answers.push(match game {
            Game::Numbers => numbers(&mut words)?,
            Game::Boxes => boxes(&mut words, number)?,
            Game::Nine => nine(&mut words)?,
            Game::Nim => nim(&mut words)?,
            Game::Euclid => euclid(&mut words)?,
            Game::Calendar => calendar(&mut words)?,
            Game::Ed => ed(&mut words)?,
            _ => piles(&mut words)?,
        });
        match given {
            Some(given) if number < given => {}
            Some(_) => {
                return if words.is_empty() {
                    Ok(())
                } else {
                    Err(Invalid)
                };
            }
            None if words.is_empty() => return Ok(()),
            None => {}
        }
    }
}

fn is_zero(word: &[u8]) -> bool {
    word.iter().all(|b| *b == b'0')
}

fn numbers(words: &mut Words<'_>) -> Result<String, Invalid> {
    let first = words.number()?;
    // An invalid card is an error even if later cards are missing.
    let mut hand = || -> Result<Vec<u64>, Invalid> {
        let card = |n| if n < 5 { Ok(n) } else { Err(Invalid) };
        (0..8).map(|_| words.number().and_then(card)).collect()
    };
    let (alice, bob) = (hand()?, hand()?);
    if first > 1 || alice.iter().chain(&bob).all(|card| *card == 0) {
        return Err(Invalid);
    }
    Ok(contest::numbers_answers(&joined(
        [1, first].iter().chain(&alice).chain(&bob),
    )))
}

fn boxes(words: &mut Words<'_>, number: u64) -> Result<String, Invalid> {
    let n = words.number()?;
    let counts = words.numbers(n)?;
    let odd = counts
        .iter()
        .zip(1..)
        .filter(|(_, i)| [0, 2, 5].contains(&(i % 6)));
    let sum = odd.fold(0, |sum, (cards, _)| sum ^ cards);
    let winner = if sum == 0 { "Bob" } else { "Alice" };
    Ok(format!("Case {number}: {winner}\n"))
}

fn piles(words: &mut Words<'_>) -> Result<String, Invalid> {
    let (count, k) = (words.number()?, words.number()?);
    let mut sum = 0;
    for _ in 0..count {
        let height = words.number()?;
        let pile = words.numbers(height)?;
        if pile.contains(&0) {
            return Err(Invalid);
        }
        sum ^= grundy(&pile, k);
    }
    let answer = if sum == 0 {
        "Bob will win.\n"
    } else {
        "Alice can win.\n"
    };
    Ok(answer.to_owned())
}

/// The Grundy value of a pile by definition: the mex of its options.
fn grundy(pile: &[u64], k: u64) -> usize {
    let mut values = vec![0];
    for height in 1..=pile.len() {
        let discards = 0..=k.min(height as u64 - 1);
        let options: Vec<usize> = discards
            .filter_map(|discard| {
                let left = height as u64 - discard;
                let after = left.checked_sub(pile[left as usize - 1])?;
                Some(values[after as usize])
            })
            .collect();
        let least = (0..).find(|value| !options.contains(value));
        values.push(least.unwrap_or(0));
    }
    values[pile.len()]
}

fn nim(words: &mut Words<'_>) -> Result<String, Invalid> {
    let n = words.number()?;
    let sum = words
        .numbers(n)?
        .into_iter()
        .fold(0, |sum, heap| sum ^ heap);
    Ok(if sum == 0 { "No\n" } else { "Yes\n" }.to_owned())
}

/// The first player with a quotient above 1, or no remainder, wins.
fn euclid(words: &mut Words<'_>) -> Result<String, Invalid> {
    let mut positive = || match words.number()? {
        0 => Err(Invalid),
        number => Ok(number),
    };
    let (m, n) = (positive()?, positive()?);
    let (mut a, mut b, mut player) = (m.max(n), m.min(n), "Stan");
    while a / b == 1 && a % b != 0 {
        (a, b) = (b, a % b);
        player = if player == "Stan" { "Ollie" } else { "Stan" };
    }
    Ok(format!("{player} wins\n"))
}

/// A date, by the well-known closed form. Numbers after an invalid one are not
/// read.
fn calendar(words: &mut Words<'_>) -> Result<String, Invalid> {
    let is_date = |year, month, day| kibitz_bruteforce::calendar::exists((year, month, day));
    let year = words.number()?;
    if !is_date(year, 1, 1) {
        return Err(Invalid);
    }
    let month = words.number()?;
    if !is_date(year, month, 1) {
        return Err(Invalid);
    }
    let day = words.number()?;
    if !is_date(year, month, day) {
        return Err(Invalid);
    }
    let wins = (month + day) % 2 == 0 || day == 30 && [9, 11].contains(&month);
    Ok(if wins { "YES\n" } else { "NO\n" }.to_owned())
}

/// The Grundy value of a pair is the lowest bit position that is 0 in both
/// piles less one.
fn ed(words: &mut Words<'_>) -> Result<String, Invalid> {
    let n = words.number()?;
    if n % 2 != 0 {
        return Err(Invalid);
    }
    let mut sum = 0;
    for _ in 0..n / 2 {
        let mut less_one = || words.number()?.checked_sub(1).ok_or(Invalid);
        let (mut a, mut b) = (less_one()?, less_one()?);
        let mut place = 0;
        while a % 2 == 1 || b % 2 == 1 {
            (a, b, place) = (a / 2, b / 2, place + 1);
        }
        sum ^= place;
    }
    Ok(if sum == 0 { "NO\n" } else { "YES\n" }.to_owned())
}

fn nine(words: &mut Words<'_>) -> Result<String, Invalid> {
    let mut cards: Vec<&str> = Vec::new();
    for _ in 0..36 {
        let card = std::str::from_utf8(words.word()?).map_err(|_| Invalid)?;
        let marks: Vec<char> = card.chars().collect();
        let is_card = matches!(marks[..], [rank, suit]
            if "6789TJQKA".contains(rank) && "CDSH".contains(suit));
        if !is_card || cards.contains(&card) {
            return Err(Invalid);
        }
        cards.push(card);
    }
    Ok(nine_answer(cards.join(" ")))
}

/// Brute force is slow, so answers are memoised.
fn nine_answer(deal: String) -> String {
    static KNOWN: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let answer = || contest::nine_answers(&deal);
    known.entry(deal.clone()).or_insert_with(answer).clone()
}

/// Reads boards cell by cell; there are blank lines between all lines of a
/// board or between none.
fn marbles(text: &[u8], answers: &mut Vec<String>) -> Result<(), Invalid> {
    let text: Vec<u8> = text.to_vec();
    let start = text.iter().position(|b| !is_space(b)).ok_or(Invalid)?;
    let length = text[start..]
        .iter()
        .position(is_space)
        .unwrap_or(text.len() - start);
    let mut count = Words(vec![&text[start..start + length]].into_iter());
    let count = count.number()?;
    let mut rest = &text[start + length..];
    for _ in 0..count {
        let cells = board(&mut rest)?;
        answers.push(contest::marbles_answers(&format!("1\n{cells}")));
    }
    let is_over = count > 0 && rest.iter().all(is_space);
    if is_over { Ok(()) } else { Err(Invalid) }
}

fn board(rest: &mut &[u8]) -> Result<String, Invalid> {
    let mut cells = String::new();
    let mut spaced = None;
    while cells.len() < 16 {
        let blank = rest.iter().take_while(|b| is_space(b)).count();
        let line_ends = rest[..blank].iter().filter(|b| **b == b'\n').count();
        let cell = *rest.get(blank).ok_or(Invalid)?;
        if !cells.is_empty() && line_ends > 0 {
            let before = *spaced.get_or_insert(line_ends > 1);
            if before != (line_ends > 1) {
                return Err(Invalid);
            }
        }
        if !b"*.".contains(&cell) {
            return Err(Invalid);
        }
        cells.push(char::from(cell));
        *rest = &rest[blank + 1..];
    }
    Ok(cells)
}

fn joined<'a>(numbers: impl IntoIterator<Item = &'a u64>) -> String {
    let words: Vec<String> = numbers.into_iter().map(u64::to_string).collect();
    words.join(" ")
}
