//! Questions about many positions at once: tables, conditions and puzzles,
//! each compared with asking about one position after another, or with the
//! brute-force twins.

mod find;
mod puzzle;
mod stopped;
mod table;

use std::collections::HashSet;

use kibitz_game::Watch;
use kibitz_query::{Answer, Limits, Session};

fn ask(game: &Session, position: &str) -> Answer {
    let limits = Limits {
        line: 0,
        ..Limits::default()
    };
    game.ask(position, limits, &Watch::new()).unwrap()
}

/// Everything that a position reaches, by asking for moves.
fn reached(game: &Session, root: &str) -> Vec<Answer> {
    let mut answers = vec![ask(game, root)];
    let mut seen = HashSet::from([answers[0].position.clone()]);
    let mut next = 0;
    while next < answers.len() {
        let children: Vec<String> = answers[next]
            .moves
            .iter()
            .map(|m| m.position.clone())
            .collect();
        for child in children {
            if seen.insert(child.clone()) {
                answers.push(ask(game, &child));
            }
        }
        next += 1;
    }
    answers
}

fn winning(answer: &Answer) -> usize {
    answer.moves.iter().filter(|m| m.value == "win").count()
}

/// The cards of a hand as they are written.
fn digits(hand: &[u8]) -> String {
    hand.iter().map(u8::to_string).collect()
}
