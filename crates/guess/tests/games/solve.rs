//! Memoised recursion over positions that are lists of numbers.

use std::collections::HashMap;

use super::Rules;

pub(crate) struct Brute {
    moves: Rules,
    grundy: HashMap<Vec<i64>, i64>,
    wins: HashMap<Vec<i64>, bool>,
    misere: HashMap<Vec<i64>, bool>,
    plies: HashMap<Vec<i64>, i64>,
}

impl Brute {
    pub(crate) fn new(moves: Rules) -> Brute {
        Brute {
            moves,
            grundy: HashMap::new(),
            wins: HashMap::new(),
            misere: HashMap::new(),
            plies: HashMap::new(),
        }
    }

    /// The least number that no successor has.
    pub(crate) fn grundy(&mut self, position: &[i64]) -> i64 {
        if let Some(known) = self.grundy.get(position) {
            return *known;
        }
        // A sum of heaps has the nim-sum of their values.
        let moves = self.moves;
        let mut sum = |heaps: &[i64]| heaps.iter().fold(0, |sum, n| sum ^ self.grundy(&[*n]));
        let values: Vec<i64> = match moves {
            Rules::Split(split) => split(position[0])
                .iter()
                .map(|(a, b)| sum(&[*a, *b]))
                .collect(),
            Rules::Sum(split) => split(position[0]).iter().map(|heaps| sum(heaps)).collect(),
            Rules::Plain(moves) => moves(position).iter().map(|p| self.grundy(p)).collect(),
        };
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        let gap = values.iter().zip(0..).position(|(v, i)| *v != i);
        let least = gap.unwrap_or(values.len()) as i64;
        self.grundy.insert(position.to_vec(), least);
        least
    }

    /// Whether the mover wins if a player without a move loses.
    pub(crate) fn wins(&mut self, position: &[i64]) -> bool {
        if !matches!(self.moves, Rules::Plain(_)) {
            return self.grundy(position) != 0;
        }
        if let Some(known) = self.wins.get(position) {
            return *known;
        }
        let next = self.successors(position);
        let wins = next.iter().any(|p| !self.wins(p));
        self.wins.insert(position.to_vec(), wins);
        wins
    }

    fn successors(&self, position: &[i64]) -> Vec<Vec<i64>> {
        match self.moves {
            Rules::Plain(moves) => moves(position),
            _ => panic!("only Grundy values of sums are computed"),
        }
    }

    /// Whether the mover wins if a player without a move wins.
    pub(crate) fn wins_misere(&mut self, position: &[i64]) -> bool {
        if let Some(known) = self.misere.get(position) {
            return *known;
        }
        let next = self.successors(position);
        let wins = next.is_empty() || next.iter().any(|p| !self.wins_misere(p));
        self.misere.insert(position.to_vec(), wins);
        wins
    }

    /// The length of the game if the winner hurries and the loser delays.
    pub(crate) fn plies(&mut self, position: &[i64]) -> i64 {
        if let Some(known) = self.plies.get(position) {
            return *known;
        }
        let next = self.successors(position);
        let lengths: Vec<i64> = next.iter().map(|p| self.plies(p)).collect();
        // A game of even length is lost.
        let won = lengths.iter().filter(|n| *n % 2 == 0).min();
        let plies = won.or(lengths.iter().max()).map_or(0, |n| n + 1);
        self.plies.insert(position.to_vec(), plies);
        plies
    }
}
