//! Counting positions by value.

use kibitz_game::{Plies, Value};

use crate::answer::PliesOut;

/// How many positions have which value.
#[derive(Clone, Debug)]
pub struct Tally<P> {
    /// Won for the mover.
    pub win: u64,
    /// Lost for the mover.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Decided as draws by the rules.
    pub ties: u64,
    /// Wins and losses by plies; empty where distances are not known.
    pub by_plies: Vec<PliesOut>,
    /// A position with the most plies.
    pub longest: Option<(Plies, P)>,
    /// What people should know.
    pub notes: Vec<String>,
}

impl<P> Default for Tally<P> {
    fn default() -> Tally<P> {
        Tally {
            win: 0,
            loss: 0,
            draw: 0,
            ties: 0,
            by_plies: Vec::new(),
            longest: None,
            notes: Vec::new(),
        }
    }
}

impl<P> Tally<P> {
    /// Counts a position `copies` times; the first of the farthest ones is
    /// kept as the example.
    pub fn add(&mut self, value: Value, copies: u64, decided: bool, position: impl FnOnce() -> P) {
        let Some(plies) = value.plies() else {
            self.draw += copies;
            self.ties += if decided { copies } else { 0 };
            return;
        };
        let row = plies.get() as usize;
        while self.by_plies.len() <= row {
            self.by_plies.push(PliesOut {
                plies: self.by_plies.len() as u32,
                ..PliesOut::default()
            });
        }
        if matches!(value, Value::Win(_)) {
            self.win += copies;
            self.by_plies[row].win += copies;
        } else {
            self.loss += copies;
            self.by_plies[row].loss += copies;
        }
        if self.longest.as_ref().is_none_or(|(most, _)| plies > *most) {
            self.longest = Some((plies, position()));
        }
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}
