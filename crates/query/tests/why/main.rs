//! Every reason is replayed move by move, and each of its claims is checked
//! against the solver or against the rules written down once more.

mod boxes;
mod held;
mod nine;
mod strategy;
mod sums;

use std::collections::HashMap;

use kibitz_game::{Reason, Watch};
use kibitz_query::{Answer, Limits, Session, open};
use serde_json::Value;

/// So many rounds, and ten times as many in `./test --full`.
fn rounds(usual: usize) -> usize {
    kibitz_twins::rounds(usual, 10 * usual)
}

/// A game that remembers what it was asked.
struct Table {
    game: Session,
    known: HashMap<String, Answer>,
}

impl Table {
    fn new(name: &str, set: &[(&str, &str)]) -> Table {
        Table {
            game: open(name, set.iter().copied()).unwrap(),
            known: HashMap::new(),
        }
    }

    fn ask(&mut self, position: &str) -> Answer {
        self.ask_deep(position, 1)
    }

    fn ask_deep(&mut self, position: &str, depth: usize) -> Answer {
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let ask = || self.game.ask(position, limits, &Watch::new()).unwrap();
        match depth {
            1 => self
                .known
                .entry(position.to_owned())
                .or_insert_with(ask)
                .clone(),
            _ => ask(),
        }
    }

    /// Where a move leads that must be legal.
    fn play(&mut self, position: &str, by: &str) -> String {
        let answer = self.ask(position);
        let found = answer.moves.iter().find(|m| m.by == by);
        let found = found.unwrap_or_else(|| panic!("{by} is no move at {position}"));
        found.position.clone()
    }

    fn value(&mut self, position: &str) -> &'static str {
        self.ask(position).value
    }
}

fn why(answer: &Answer) -> &Reason {
    answer.why.as_ref().unwrap()
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

/// The counts of a reason are those of the moves by value.
fn check_counts(counts: &Value, answer: &Answer) {
    for value in ["win", "draw", "loss"] {
        let moves = answer.moves.iter().filter(|m| m.value == value);
        assert_eq!(number(&counts[value]), moves.count() as u64, "{value}");
    }
}
