//! `34 12`: the two numbers, the larger one first.

use std::fmt;

use kibitz_game::{Notation, Places, Step, TextError, View, parse_count, words};

use super::{Euclid, Pair, Subtract};
use crate::picture::nameless;

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.larger, self.smaller)
    }
}

impl Notation for Euclid {
    fn write(&self, p: &Pair) -> String {
        p.to_string()
    }

    fn parse(&self, text: &str) -> Result<Pair, TextError> {
        let number = |(at, word)| parse_count(word, at, "one of the two numbers");
        let numbers: Vec<u64> = words(text).map(number).collect::<Result<_, _>>()?;
        let wrong = |message: String| TextError::new(0..text.len(), message);
        let [a, b] = numbers[..] else {
            let found = numbers.len();
            return Err(wrong(format!("expected two numbers, found {found}")));
        };
        Pair::new(a, b).ok_or_else(|| {
            wrong("both numbers are 0, but the game ends at the first zero".to_owned())
        })
    }

    /// `34-24=10`.
    fn write_move(&self, p: &Pair, by: &Subtract) -> String {
        let taken = by.times * p.smaller;
        format!("{}-{taken}={}", p.larger, p.larger - taken)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 34-24=10, short -24")
    }

    fn read_step(&self, p: &Pair, text: &str) -> Option<Step<Pair, Subtract>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Pair, _: &Subtract) -> Option<Places> {
        Some(Places::take(String::new(), None))
    }

    fn view(&self, p: &Pair) -> View {
        nameless("numbers", [p.larger, p.smaller])
    }
}
