//! `21`: the matches of the heap.

use kibitz_game::{Notation, Places, Step, TextError, View, parse_count, words};

use super::Subtraction;
use crate::picture::nameless;
use crate::spelling::{number, packed};

impl Notation for Subtraction {
    fn write(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u64, TextError> {
        let heap = |(at, word)| parse_count(word, at, "the number of matches");
        let heaps: Vec<u64> = words(text).map(heap).collect::<Result<_, _>>()?;
        match heaps[..] {
            [heap] => Ok(heap),
            _ => {
                let message = format!("expected one number of matches, found {}", heaps.len());
                Err(TextError::new(0..text.len(), message))
            }
        }
    }

    /// `-3`: take three matches.
    fn write_move(&self, _: &u64, take: &u64) -> String {
        format!("-{take}")
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. -3: take three matches")
    }

    /// `3` is equivalent to `-3`.
    fn read_step(&self, heap: &u64, text: &str) -> Option<Step<u64, u64>> {
        let text = packed(text);
        let take = number(text.strip_prefix('-').unwrap_or(&text))?;
        let is_legal = self.takes(*heap).any(|allowed| allowed == take);
        is_legal.then(|| Step::alternate(heap - take, take))
    }

    fn places(&self, _: &u64, by: &u64) -> Option<Places> {
        Some(Places::take(String::new(), Some(*by)))
    }

    fn view(&self, heap: &u64) -> View {
        nameless("heap", [*heap])
    }
}

/// Parses a list such as `1,2,3`, with optional spaces.
pub(super) fn parse_takes(text: &str) -> Result<Vec<u64>, TextError> {
    let mut takes = Vec::new();
    let mut offset = 0;
    for item in text.split(',') {
        let word = item.trim();
        let start = offset + item.len() - item.trim_start().len();
        let at = start..start + word.len();
        let take = parse_count(word, at.clone(), "a number that may be taken")?;
        if take == 0 {
            let message = "expected a number from 1; taking nothing is not a move";
            return Err(TextError::new(at, message));
        }
        if takes.contains(&take) {
            return Err(TextError::new(at, format!("duplicate {take}")));
        }
        takes.push(take);
        offset += item.len() + 1;
    }
    Ok(takes)
}
