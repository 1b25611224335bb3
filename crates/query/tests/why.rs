//! Every explanation is replayed move by move, and each of its facts is checked
//! against the solver or an independent implementation of the rules.

mod boxes;
mod draws;
mod nine;
mod scores;
mod strategy;
mod sums;

use std::collections::HashMap;

use kibitz_game::{Reason, RunContext};
use kibitz_query::{Analysis, Limits, Session, open};
use serde_json::Value;

/// The number of rounds; ten times as many in `./test --full`.
fn rounds(usual: usize) -> usize {
    kibitz_bruteforce::rounds(usual, 10 * usual)
}

/// A game with memoised analyses.
struct Table {
    game: Session,
    analyses: HashMap<String, Analysis>,
}

impl Table {
    fn new(name: &str, set: &[(&str, &str)]) -> Table {
        Table {
            game: open(name, set.iter().copied()).unwrap(),
            analyses: HashMap::new(),
        }
    }

    fn analyse(&mut self, position: &str) -> Analysis {
        self.analyse_deep(position, 1)
    }

    fn analyse_deep(&mut self, position: &str, depth: usize) -> Analysis {
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let analyse = || {
            self.game
                .analyse(position, limits, &RunContext::new())
                .unwrap()
        };
        match depth {
            1 => self
                .analyses
                .entry(position.to_owned())
                .or_insert_with(analyse)
                .clone(),
            _ => analyse(),
        }
    }

    /// The successor by a move, which must be legal.
    fn play(&mut self, position: &str, by: &str) -> String {
        let analysis = self.analyse(position);
        let found = analysis.moves.iter().find(|m| m.by == by);
        let found = found.unwrap_or_else(|| panic!("{by} is not a move at {position}"));
        found.position.clone()
    }

    fn value(&mut self, position: &str) -> &'static str {
        self.analyse(position).value
    }
}

fn why(analysis: &Analysis) -> &Reason {
    analysis.why.as_ref().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    list(value).iter().map(number).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

/// The counts of an explanation are those of the moves by result.
fn check_counts(counts: &Value, analysis: &Analysis) {
    for value in ["win", "draw", "loss"] {
        let moves = analysis.moves.iter().filter(|m| m.value == value);
        assert_eq!(number(&counts[value]), moves.count() as u64, "{value}");
    }
}
