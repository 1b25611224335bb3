//! Staircase Nim, derived from the graph of transfers.
//!
//! Suppose the graph has no cycle, and every transfer goes from an *odd* box to
//! an *even* one or vice versa, with all sinks even. Then the Grundy value of a
//! position is the nim-sum *x* of the cards in the odd boxes:
//!
//! - A transfer changes the cards of exactly one odd box, so it changes *x*.
//! - For every y < x some odd box can be reduced so that the nim-sum becomes y,
//!   as in Nim; an odd box is not a sink, so its cards can move.
//! - Without a cycle play ends, so by induction *x* is the mex: no option has
//!   *x*, and every smaller value is the value of an option.

use kibitz_game::Grundy;

use super::Transfers;

/// The boxes at an odd number of transfers from a sink.
#[derive(Clone, Debug)]
pub struct Staircase {
    transfers: Transfers,
    /// For each box a mask: all ones if it is odd, zero if it is even.
    odd: Vec<u64>,
    /// The parities of the contest's boxes covered so far, by residue modulo 6.
    targets: [Residue; 6],
}

/// The parities of the boxes of one residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Residue {
    /// No box yet.
    Empty,
    /// All have this parity.
    All(u64),
    /// Both parities occur.
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

/// Why the staircase argument does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StaircaseError {
    /// Paths of odd and of even length lead from a box to sinks.
    #[error(
        "cards of box {0} can reach a sink in an odd and in an even number of moves, \
         so this is not staircase Nim"
    )]
    Mixed(usize),
    /// The graph has a cycle.
    #[error("cards can return to box {0}, so this is not staircase Nim")]
    Cycle(usize),
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

    /// Determines the parities of boxes 1…n.
    ///
    /// # Errors
    ///
    /// Returns the reason if they are undefined.
    pub fn cover(&mut self, n: usize) -> Result<(), StaircaseError> {
        if self.odd.len() >= n {
            return Ok(());
        }
        if self.transfers.is_contest() {
            self.cover_contest(n)
        } else {
            self.cover_listed(n)
        }
    }

    /// The targets of a box are all lower boxes of one residue, so the parities
    /// per residue are sufficient.
    fn cover_contest(&mut self, n: usize) -> Result<(), StaircaseError> {
        for from in self.odd.len() + 1..=n {
            // A + B ≡ 3 (mod 6): every smaller box of this residue is a target.
            let side = match self.targets[(9 - from % 6) % 6] {
                Residue::Empty => EVEN,
                Residue::All(side) => !side,
                Residue::Mixed => return Err(StaircaseError::Mixed(from)),
            };
            self.targets[from % 6].add(side);
            self.odd.push(side);
        }
        Ok(())
    }

    /// Depth-first search from every box, in post-order, with cycle detection.
    fn cover_listed(&mut self, n: usize) -> Result<(), StaircaseError> {
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
                        return Err(StaircaseError::Cycle(to));
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

    /// The parity of a box whose targets have theirs.
    fn side(&self, from: usize, n: usize, side: &[Option<u64>]) -> Result<u64, StaircaseError> {
        let mut found = None;
        for to in self.transfers.targets(from, n) {
            let opposite = side[to - 1].map(|s| !s);
            if found.is_some() && found != opposite {
                return Err(StaircaseError::Mixed(from));
            }
            found = opposite;
        }
        Ok(found.unwrap_or(EVEN))
    }

    /// Whether a box is odd; it must be covered.
    #[must_use]
    pub fn is_odd(&self, number: usize) -> bool {
        self.odd[number - 1] == ODD
    }

    /// The nim-sum of the cards in odd boxes; all boxes must be covered.
    #[must_use]
    pub fn nim_sum(&self, counts: &[u64]) -> Grundy {
        debug_assert!(self.odd.len() >= counts.len());
        let cards = counts.iter().zip(&self.odd).map(|(n, odd)| n & odd);
        Grundy::new(cards.fold(0, |sum, n| sum ^ n))
    }
}
