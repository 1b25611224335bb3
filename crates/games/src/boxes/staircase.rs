//! The argument of staircase Nim, found from the graph of transfers.
//!
//! Suppose no cards can go in a circle, and every transfer goes from an *odd*
//! box to an *even* one or the other way round, all sinks being even. Then the
//! Grundy value of a position is the exclusive or *x* of the cards in the odd
//! boxes:
//!
//! - A transfer changes the cards of exactly one odd box, so it changes *x*.
//! - For every y < x some odd box can be made smaller so that the exclusive
//!   or becomes y, as in Nim; an odd box is no sink, so its cards can go.
//! - Without a circle play ends, so this fixes the Grundy value: no option
//!   has *x*, and every smaller value is an option.

use kibitz_game::Grundy;

use super::Transfers;

/// Which boxes are an odd number of steps from a sink.
#[derive(Clone, Debug)]
pub struct Staircase {
    transfers: Transfers,
    /// For each box all bits set where it is odd, none where it is even.
    odd: Vec<u64>,
    /// The sides of the contest's boxes covered so far, by residue modulo 6.
    targets: [Residue; 6],
}

/// The sides of the boxes of one residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Residue {
    /// There is no such box yet.
    Empty,
    /// All of them are on this side.
    All(u64),
    /// Some are odd and some are even.
    Mixed,
}

impl Residue {
    fn add(&mut self, side: u64) {
        *self = match self {
            Residue::Empty => Residue::All(side),
            Residue::All(same) if *same == side => return,
            _ => Residue::Mixed,
        };
    }
}

/// Why the argument does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStaircase {
    /// Cards of one box reach sinks in an odd and in an even number of steps.
    #[error(
        "cards of box {0} can reach a sink in an odd and in an even number of steps, \
         so this is no staircase Nim"
    )]
    Mixed(usize),
    /// Cards can go in a circle.
    #[error("cards can come back to box {0}, so this is no staircase Nim")]
    Circle(usize),
}

const ODD: u64 = u64::MAX;
const EVEN: u64 = 0;

impl Staircase {
    pub(super) fn new(transfers: Transfers) -> Staircase {
        Staircase {
            transfers,
            odd: Vec::new(),
            targets: [Residue::Empty; 6],
        }
    }

    /// Finds the sides of boxes 1…n.
    ///
    /// # Errors
    /// Why they have none.
    pub fn cover(&mut self, n: usize) -> Result<(), NoStaircase> {
        if self.odd.len() >= n {
            return Ok(());
        }
        if self.transfers.is_contest() {
            self.cover_contest(n)
        } else {
            self.cover_listed(n)
        }
    }

    /// All targets of a box are the smaller boxes of one residue, so it is
    /// enough to remember the sides of each residue.
    fn cover_contest(&mut self, n: usize) -> Result<(), NoStaircase> {
        for from in self.odd.len() + 1..=n {
            // A + B ≡ 3 (mod 6): every smaller box of this residue is a target.
            let side = match self.targets[(9 - from % 6) % 6] {
                Residue::Empty => EVEN,
                Residue::All(side) => !side,
                Residue::Mixed => return Err(NoStaircase::Mixed(from)),
            };
            self.targets[from % 6].add(side);
            self.odd.push(side);
        }
        Ok(())
    }

    /// Walks the graph from every box to its sinks.
    fn cover_listed(&mut self, n: usize) -> Result<(), NoStaircase> {
        let mut side: Vec<Option<u64>> = vec![None; n];
        let mut open = vec![false; n];
        let mut path: Vec<usize> = Vec::new();
        for root in 1..=n {
            path.push(root);
            while let Some(&from) = path.last() {
                if side[from - 1].is_some() {
                    path.pop();
                    continue;
                }
                open[from - 1] = true;
                let mut targets = self.transfers.targets(from, n);
                if let Some(to) = targets.find(|to| side[to - 1].is_none()) {
                    if open[to - 1] {
                        return Err(NoStaircase::Circle(to));
                    }
                    path.push(to);
                    continue;
                }
                side[from - 1] = Some(self.side(from, n, &side)?);
            }
        }
        self.odd = side.into_iter().flatten().collect();
        Ok(())
    }

    /// The side of a box all of whose targets have theirs.
    fn side(&self, from: usize, n: usize, side: &[Option<u64>]) -> Result<u64, NoStaircase> {
        let mut found = None;
        for to in self.transfers.targets(from, n) {
            let opposite = side[to - 1].map(|s| !s);
            if found.is_some() && found != opposite {
                return Err(NoStaircase::Mixed(from));
            }
            found = opposite;
        }
        Ok(found.unwrap_or(EVEN))
    }

    /// Whether a box that is covered is an odd number of steps from a sink.
    #[must_use]
    pub fn is_odd(&self, number: usize) -> bool {
        self.odd[number - 1] == ODD
    }

    /// The exclusive or of the cards in odd boxes; all boxes must be covered.
    #[must_use]
    pub fn nim_sum(&self, counts: &[u64]) -> Grundy {
        debug_assert!(self.odd.len() >= counts.len());
        let cards = counts.iter().zip(&self.odd).map(|(n, odd)| n & odd);
        Grundy::new(cards.fold(0, |sum, n| sum ^ n))
    }
}
