//! `3 5 7`: the matches of each heap.

use kibitz_game::{Findings, Notation, Places, Reason, Step, TextError, View, parse_count, words};

use super::{Heaps, Nim, Take};
use crate::picture::numbered;
use crate::play::PlayConvention;

impl Notation for Nim {
    fn write(&self, p: &Heaps) -> String {
        let heaps: Vec<String> = p.iter().map(u64::to_string).collect();
        heaps.join(" ")
    }

    fn parse(&self, text: &str) -> Result<Heaps, TextError> {
        let heap = |(at, word)| parse_count(word, at, "the matches of a heap");
        words(text).map(heap).collect()
    }

    /// Misère play only; in normal play the Grundy values of the heaps explain
    /// it.
    fn why(&self, p: &Heaps, _: &Findings<'_, Heaps, Take>) -> Option<Reason> {
        (self.play == PlayConvention::Misere).then(|| self.misere_reason(p))
    }

    /// `2: -4`: four matches from heap 2.
    fn write_move(&self, _: &Heaps, by: &Take) -> String {
        format!("{}: -{}", by.heap, by.matches)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 2: -4 (four matches from heap 2)")
    }

    fn read_step(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, Take>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Heaps, by: &Take) -> Option<Places> {
        Some(Places::take(by.heap.to_string(), Some(by.matches)))
    }

    fn view(&self, p: &Heaps) -> View {
        numbered("heap", p)
    }
}
