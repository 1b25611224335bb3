//! `1 3/2 4`: pairs of piles, the smaller pile first.

use std::fmt;

use kibitz_game::{Notation, Places, Step, TextError, View, parse_count, words};

use super::{Ed, Pair, Split};
use crate::picture::named;

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.smaller, self.larger)
    }
}

impl Notation for Ed {
    fn write(&self, p: &Vec<Pair>) -> String {
        let pairs: Vec<String> = p.iter().map(Pair::to_string).collect();
        pairs.join("/")
    }

    fn parse(&self, text: &str) -> Result<Vec<Pair>, TextError> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let mut offset = 0;
        let mut pairs = Vec::new();
        for part in text.split('/') {
            pairs.push(parse_pair(part).map_err(|e| e.shifted(offset))?);
            offset += part.len() + 1;
        }
        Ok(pairs)
    }

    /// `1: 3>1+2`: the pile of 3 of pair 1 is kept and split into 1 and 2. If
    /// both piles are equal, the second one is written `3'`.
    fn write_move(&self, p: &Vec<Pair>, by: &Split) -> String {
        let pair = p[by.pair - 1];
        let kept = by.keeps.of(pair);
        let is_second = by.keeps == super::Kept::Larger && pair.smaller == pair.larger;
        let mark = if is_second { "'" } else { "" };
        let Pair { smaller, larger } = Pair::split(kept, by.smaller);
        format!("{}: {kept}{mark}>{smaller}+{larger}", by.pair)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 1: 3>1+2 (the pile of 3 of pair 1 is kept and split), short 1: 3>1")
    }

    fn read_step(&self, p: &Vec<Pair>, text: &str) -> Option<Step<Vec<Pair>, Split>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Vec<Pair>, by: &Split) -> Option<Places> {
        Some(Places::take(by.pair.to_string(), None))
    }

    fn view(&self, p: &Vec<Pair>) -> View {
        let piles = |(pair, n): (&Pair, usize)| {
            [pair.smaller, pair.larger].map(|pile| (n.to_string(), pile))
        };
        named("pair", p.iter().zip(1..).flat_map(piles))
    }
}

fn parse_pair(text: &str) -> Result<Pair, TextError> {
    let mut piles = Vec::new();
    for (at, word) in words(text) {
        match parse_count(word, at.clone(), "a pile")? {
            0 => return Err(TextError::new(at, "expected a pile from 1, found `0`")),
            pile => piles.push(pile),
        }
    }
    let pair = match piles[..] {
        [a, b] => Pair::new(a, b),
        _ => None,
    };
    pair.ok_or_else(|| {
        let found = piles.len();
        TextError::new(
            0..text.len(),
            format!("expected a pair of piles, found {found}"),
        )
        .help("pairs are joined by /, e.g. 1 3/2 4")
    })
}
