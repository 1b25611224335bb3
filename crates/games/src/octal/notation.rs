//! `5 8 13`: the heaps in increasing order; `0` where none is left.

use kibitz_game::{Notation, Step, TextError, View, parse_count, words};

use super::{Bite, Heaps, Left, Octal};
use crate::picture::numbered;

impl Notation for Octal {
    fn write(&self, p: &Heaps) -> String {
        if p.is_empty() {
            return "0".to_owned();
        }
        let heaps: Vec<String> = p.iter().map(u64::to_string).collect();
        heaps.join(" ")
    }

    /// Heaps in any order; empty ones are as good as none.
    fn parse(&self, text: &str) -> Result<Heaps, TextError> {
        let heap = |(at, word)| parse_count(word, at, "the matches of a heap");
        let mut heaps: Heaps = words(text).map(heap).collect::<Result<_, _>>()?;
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        Ok(heaps)
    }

    /// `2: 8>3+4`: of heap 2, which has 8, heaps of 3 and 4 are left.
    fn write_move(&self, p: &Heaps, by: &Bite) -> String {
        let left = match by.left {
            Left::Nothing => "0".to_owned(),
            Left::One(heap) => heap.to_string(),
            Left::Two(a, b) => format!("{a}+{b}"),
        };
        format!("{}: {}>{left}", by.heap, p[by.heap - 1])
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("as 2: 8>3+4, of heap 2, which has 8, heaps of 3 and 4 are left; 8>3+4 is enough")
    }

    fn read_step(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, Bite>> {
        self.spelled(p, text)
    }

    fn view(&self, p: &Heaps) -> View {
        numbered("heap", p)
    }
}
