//! Dobutsu shogi: a position is twelve letters and two hands, from the mover's
//! side.
//!
//! Capitals are the mover's pieces; they advance towards the first of the four
//! rows.

use crate::Outcome;
use crate::sweep::Reached;
use std::collections::HashMap;

/// A position: the board in reading order, and both hands as sorted capitals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// Twelve letters.
    pub board: String,
    /// The mover's hand.
    pub mine: String,
    /// The opponent's hand.
    pub theirs: String,
}

/// The row and column offsets of an animal's moves; forward is negative.
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

    /// The cells that the mover's piece on a cell can move to.
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

    /// The same position from the opponent's side.
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

    /// The position reflected left to right.
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

    /// The canonical form: the smaller of the two mirror images.
    fn canonical(self) -> Text {
        let image = self.mirrored();
        if image.board < self.board {
            image
        } else {
            self
        }
    }

    fn can_capture_lion(&self) -> bool {
        let lion = self.board.find('l').expect("a lion");
        (0..12).any(|cell| self.targets(cell).contains(&lion))
    }

    /// The static value: a try or a capture of the lion, without generating
    /// moves.
    #[must_use]
    pub fn decided(&self, any_try_wins: bool) -> Option<Outcome> {
        let has_arrived = self.board[9..].contains('l');
        if has_arrived && any_try_wins {
            return Some(Outcome::Loss(0));
        }
        if self.can_capture_lion() {
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

/// The initial position.
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

/// The number of move sequences of this length from the initial position.
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

/// Every position reachable with these animals, in canonical form, and its
/// value for the mover.
#[must_use]
pub fn solve_all(animals: &str, any_try_wins: bool) -> HashMap<Text, Outcome> {
    let reached = Reached::from_start(start(animals).canonical(), |p: &Text| {
        match p.decided(any_try_wins) {
            Some(_) => Vec::new(),
            None => p.moves().into_iter().map(Text::canonical).collect(),
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
    fn perft_to_depth_two() {
        assert_eq!((0..=2).map(perft).collect::<Vec<_>>(), [1, 4, 17]);
    }

    #[test]
    fn two_lions_alone_reach_a_decision() {
        // Neither lion may move next to the other, so one eventually succeeds
        // in a try.
        let all = solve_all("", false);
        assert!(all.len() < 100);
        assert!(all.values().any(|v| *v == Outcome::Loss(0)));
    }
}
