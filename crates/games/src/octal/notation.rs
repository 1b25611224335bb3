//! `5 8 13`: the heaps in increasing order; `0` if none is left.

use kibitz_game::{Notation, Places, Step, TextError, View, parse_count, words};

use super::{HeapMove, Heaps, Left, Octal};
use crate::picture::numbered;

impl Notation for Octal {
    fn write(&self, p: &Heaps) -> String {
        if p.is_empty() {
            return "0".to_owned();
        }
        let heaps: Vec<String> = p.iter().map(u64::to_string).collect();
        heaps.join(" ")
    }

    /// Heaps in any order; empty ones are ignored.
    fn parse(&self, text: &str) -> Result<Heaps, TextError> {
        let heap = |(at, word)| parse_count(word, at, "the matches of a heap");
        let mut heaps: Heaps = words(text).map(heap).collect::<Result<_, _>>()?;
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        Ok(heaps)
    }

    /// `2: 8>3+4`: heap 2, of 8, becomes heaps of 3 and 4.
    fn write_move(&self, p: &Heaps, by: &HeapMove) -> String {
        let left = match by.left {
            Left::Nothing => "0".to_owned(),
            Left::One(heap) => heap.to_string(),
            Left::Two(a, b) => format!("{a}+{b}"),
        };
        format!("{}: {}>{left}", by.heap, p[by.heap - 1])
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 2: 8>3+4 (heap 2, of 8, becomes heaps of 3 and 4), short 8>3+4")
    }

    fn read_step(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, HeapMove>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Heaps, by: &HeapMove) -> Option<Places> {
        Some(Places::take(by.heap.to_string(), None))
    }

    fn view(&self, p: &Heaps) -> View {
        numbered("heap", p)
    }
}
