//! Dobutsu shogi by brute force: a position is twelve letters and two hands,
//! always from the mover's side, and every rule is read off the letters.
//!
//! Capitals are the mover's and go up, towards the first of the four rows.

use crate::Outcome;
use crate::sweep::Reached;
use std::collections::HashMap;

/// The board in reading order, the mover's hand and the opponent's, both as
/// capitals in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// Twelve letters.
    pub board: String,
    /// The mover's hand.
    pub mine: String,
    /// The opponent's hand.
    pub theirs: String,
}

/// Rows and columns that a letter's animal goes, up being negative.
fn offsets(animal: char) -> Vec<(i32, i32)> {
    let orthogonal = vec![(-1, 0), (1, 0), (0, -1), (0, 1)];
    let diagonal = vec![(-1, -1), (-1, 1), (1, -1), (1, 1)];
    match animal {
        'L' => [orthogonal, diagonal].concat(),
        'G' => orthogonal,
        'E' => diagonal,
        'C' => vec![(-1, 0)],
        'H' => [orthogonal, vec![(-1, -1), (-1, 1)]].concat(),
        _ => Vec::new(),
    }
}

impl Text {
    fn at(&self, cell: usize) -> char {
        self.board.as_bytes()[cell] as char
    }

    /// The cells that the piece on a cell, the mover's, goes to.
    fn targets(&self, cell: usize) -> Vec<usize> {
        let mut cells = Vec::new();
        for (down, right) in offsets(self.at(cell)) {
            let (row, column) = (cell as i32 / 3 + down, cell as i32 % 3 + right);
            if (0..4).contains(&row) && (0..3).contains(&column) {
                cells.push((3 * row + column) as usize);
            }
        }
        cells
    }

    /// The same position from the other side.
    fn turned(&self) -> Text {
        let other = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        Text {
            board: self.board.chars().rev().map(other).collect(),
            mine: self.theirs.clone(),
            theirs: self.mine.clone(),
        }
    }

    /// The position with left and right exchanged.
    fn mirrored(&self) -> Text {
        let row = |r: usize| {
            self.board[3 * r..3 * r + 3]
                .chars()
                .rev()
                .collect::<String>()
        };
        Text {
            board: (0..4).map(row).collect(),
            ..self.clone()
        }
    }

    /// The smaller of the two mirror images.
    fn folded(self) -> Text {
        let image = self.mirrored();
        if image.board < self.board {
            image
        } else {
            self
        }
    }

    fn can_catch(&self) -> bool {
        let lion = self.board.find('l').expect("a lion");
        (0..12).any(|cell| self.targets(cell).contains(&lion))
    }

    /// What the rules say before anybody moves.
    #[must_use]
    pub fn decided(&self, any_try_wins: bool) -> Option<Outcome> {
        let has_arrived = self.board[9..].contains('l');
        if has_arrived && any_try_wins {
            return Some(Outcome::Loss(0));
        }
        if self.can_catch() {
            return Some(Outcome::Win(1));
        }
        has_arrived.then_some(Outcome::Loss(0))
    }

    /// The positions after each move, from the opponent's side.
    fn moves(&self) -> Vec<Text> {
        let mut found = Vec::new();
        let with = |hand: &str, more: Option<char>| {
            let mut letters: Vec<char> = hand.chars().chain(more).collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        for from in (0..12).filter(|cell| self.at(*cell).is_ascii_uppercase()) {
            for to in self.targets(from) {
                let there = self.at(to);
                if there.is_ascii_uppercase() {
                    continue;
                }
                let mut board: Vec<char> = self.board.chars().collect();
                board[to] = match board[from] {
                    'C' if to < 3 => 'H',
                    other => other,
                };
                board[from] = '.';
                let taken = match there {
                    '.' => None,
                    'h' => Some('C'),
                    other => Some(other.to_ascii_uppercase()),
                };
                let after = Text {
                    board: board.into_iter().collect(),
                    mine: with(&self.mine, taken),
                    theirs: self.theirs.clone(),
                };
                found.push(after.turned());
            }
        }
        let mut held: Vec<char> = self.mine.chars().collect();
        held.dedup();
        for animal in held {
            for to in (0..12).filter(|cell| self.at(*cell) == '.') {
                let mut board = self.board.clone();
                board.replace_range(to..=to, &animal.to_string());
                let after = Text {
                    board,
                    mine: self.mine.replacen(animal, "", 1),
                    theirs: self.theirs.clone(),
                };
                found.push(after.turned());
            }
        }
        found
    }
}

/// Where play begins.
#[must_use]
pub fn start(animals: &str) -> Text {
    let keep = |c: char| match c.to_ascii_uppercase() {
        '.' | 'L' => true,
        animal => animals.contains(animal),
    };
    let letters = "gle.c..C.ELG".chars();
    Text {
        board: letters.map(|c| if keep(c) { c } else { '.' }).collect(),
        mine: String::new(),
        theirs: String::new(),
    }
}

/// The number of ways to make so many moves from the start.
#[must_use]
pub fn perft(depth: u32) -> u64 {
    fn count(p: &Text, depth: u32) -> u64 {
        match (depth, p.decided(false)) {
            (0, _) => 1,
            (_, Some(_)) => 0,
            _ => p.moves().iter().map(|q| count(q, depth - 1)).sum(),
        }
    }
    count(&start("EGC"), depth)
}

/// Every position that play with these animals leads to, mirror images folded,
/// with its value for the player who moves there.
#[must_use]
pub fn solve_all(animals: &str, any_try_wins: bool) -> HashMap<Text, Outcome> {
    let reached = Reached::from_start(start(animals).folded(), |p: &Text| {
        match p.decided(any_try_wins) {
            Some(_) => Vec::new(),
            None => p.moves().into_iter().map(Text::folded).collect(),
        }
    });
    let values = reached.outcomes_ending(|p| {
        let end = p.decided(any_try_wins);
        end.unwrap_or(Outcome::Loss(0))
    });
    reached.positions().cloned().zip(values).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_moves() {
        assert_eq!((0..=2).map(perft).collect::<Vec<_>>(), [1, 4, 17]);
    }

    #[test]
    fn lions_alone() {
        // Two lions: each is afraid of the other, and one comes through.
        let all = solve_all("", false);
        assert!(all.len() < 100);
        assert!(all.values().any(|v| *v == Outcome::Loss(0)));
    }
}
