//! Queries about many positions: tables, conditions and puzzles, compared with
//! analyses of single positions or with brute force.

mod find;
mod guess;
mod puzzle;
mod stopped;
mod table;

use std::collections::HashSet;

use kibitz_game::RunContext;
use kibitz_query::{Analysis, Limits, Session};

fn analyse(game: &Session, position: &str) -> Analysis {
    let limits = Limits {
        line: 0,
        ..Limits::default()
    };
    game.analyse(position, limits, &RunContext::new()).unwrap()
}

/// All positions reachable from `root`, by breadth-first search over analyses.
fn reached(game: &Session, root: &str) -> Vec<Analysis> {
    let mut analyses = vec![analyse(game, root)];
    let mut seen = HashSet::from([analyses[0].position.clone()]);
    let mut next = 0;
    while next < analyses.len() {
        let children: Vec<String> = analyses[next]
            .moves
            .iter()
            .map(|m| m.position.clone())
            .collect();
        for child in children {
            if seen.insert(child.clone()) {
                analyses.push(analyse(game, &child));
            }
        }
        next += 1;
    }
    analyses
}

fn winning(analysis: &Analysis) -> usize {
    analysis.moves.iter().filter(|m| m.value == "win").count()
}

/// A hand in kibitz's notation.
fn digits(hand: &[u8]) -> String {
    hand.iter().map(u8::to_string).collect()
}
