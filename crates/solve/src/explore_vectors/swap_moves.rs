//! Swap moves: from (left, right) to (right, new left).
//!
//! This is the structure of games on two hands, with the mover's hand on the left. All successors
//! of the positions with one right half share a left half, and their right halves depend mostly on
//! the left half: positions with the same left half often have the same list of them. Each list is
//! stored once, and a position has one byte that selects among the lists of its left half. That is
//! far less than an edge for every move, and un-moves stay within two rows of a matrix
//! ([`retrograde`]).
//!
//! Whether a game has this structure is detected during enumeration. If a position violates it, all
//! moves are converted into edges.

mod lists;
mod retrograde;

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use kibitz_game::{Reservation, RunContext, StopReason};

use super::half_index::{HalfIndex, Named, Rights, part};
use crate::zeroed::Zeroed;
use lists::Lists;

/// The moves of expanded positions, by the numbers of their halves.
#[derive(Debug)]
pub(super) struct SwapMoves {
    /// Upper bounds of the numbers of left and right halves.
    left: u32,
    right: u32,
    /// By left half, the distinct lists of its positions.
    lists: Vec<Lists>,
    /// Which list a position has, 0 for none; indexed by right half, then left half.
    kinds: Zeroed<AtomicU8>,
    /// By right half, the left half of all successors plus one; 0 if it is not known yet.
    follows: Zeroed<AtomicU32>,
    _memory: Reservation,
}

/// How the moves of a position are stored: the place of its kind, and the kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StoredMoves {
    at: usize,
    kind: u8,
}

impl SwapMoves {
    /// No moves, for these numbers of left and right halves.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn new(
        left: u32,
        right: u32,
        context: &RunContext,
    ) -> Result<SwapMoves, StopReason> {
        let each = size_of::<Lists>() as u64;
        let size = u64::from(left) * u64::from(right);
        let bytes = size + each * u64::from(left) + 4 * u64::from(right);
        let memory = context.reserve("lists of moves", bytes)?;
        Ok(SwapMoves {
            left,
            right,
            lists: (0..left).map(|_| Lists::default()).collect(),
            kinds: Zeroed::new(size as usize)?,
            follows: Zeroed::new(right as usize)?,
            _memory: memory,
        })
    }

    /// The same for larger numbers of halves, possibly packed in another way; the halves keep their
    /// numbers.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn widened(
        self,
        halves: &HalfIndex,
        context: &RunContext,
    ) -> Result<SwapMoves, StopReason> {
        let (left, right) = halves.room();
        let mut wider = SwapMoves::new(left, right, context)?;
        let rows = self.kinds.chunks_exact(self.left as usize);
        for (old, new) in rows.zip(wider.kinds.chunks_exact(left as usize)) {
            for (old, new) in old.iter().zip(new) {
                new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        for (old, new) in self.follows.iter().zip(wider.follows.iter()) {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        let named = halves.rights();
        for (new, old) in wider.lists.iter_mut().zip(self.lists) {
            *new = old.renamed(&named);
        }
        Ok(wider)
    }

    fn lists(&self, left: u32) -> &Lists {
        &self.lists[left as usize]
    }

    /// How the moves of the position at a place of the table are stored, if moves to these right
    /// halves are stored for its left half already and `next` is known as the successors' left
    /// half.
    #[inline]
    pub(super) fn find_stored(
        &self,
        place: u64,
        next: u32,
        to: &Rights,
    ) -> Option<(StoredMoves, &[Named])> {
        let (left, right) = part(place, self.right);
        let follows = self.follows[right as usize].load(Ordering::Relaxed);
        let (kind, list) = self.lists(left).find(to).ok()?;
        (follows == next + 1).then(|| (self.stored(left, right, kind), list))
    }

    /// The same for moves that may be new, with the bytes that they take; `None` if they are not
    /// swap moves.
    #[cold]
    pub(super) fn insert(
        &self,
        place: u64,
        next: u32,
        list: Vec<Named>,
    ) -> Option<(StoredMoves, &[Named], usize)> {
        let (left, right) = part(place, self.right);
        if !self.set_follower(right, next) {
            return None;
        }
        let (kind, list, bytes) = self.lists(left).add(list)?;
        Some((self.stored(left, right, kind), list, bytes))
    }

    /// Records the left half of the successors for a right half; returns whether it is the only
    /// one.
    fn set_follower(&self, right: u32, next: u32) -> bool {
        let follows = &self.follows[right as usize];
        match follows.compare_exchange(0, next + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => true,
            Err(other) => other == next + 1,
        }
    }

    #[inline]
    fn stored(&self, left: u32, right: u32, kind: u8) -> StoredMoves {
        let at = right as usize * self.left as usize + left as usize;
        StoredMoves { at, kind }
    }

    /// Stores the moves of a position.
    #[inline]
    pub(super) fn keep(&self, StoredMoves { at, kind }: StoredMoves) {
        self.kinds[at].store(kind, Ordering::Relaxed);
    }

    /// Where the row of a left half begins in the table.
    #[inline]
    pub(super) fn row(&self, left: u32) -> u64 {
        u64::from(left) * u64::from(self.right)
    }

    /// Visits all positions with moves: the place of each, and those of its successors.
    ///
    /// # Errors
    /// Returns the error of the visitor.
    pub(super) fn visit<E>(
        &self,
        mut visit: impl FnMut(u64, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let place = |left: u32, right: u32| self.row(left) + u64::from(right);
        let mut children = Vec::new();
        let rows = self.kinds.chunks_exact(self.left as usize);
        for (row, right) in rows.zip(0..) {
            for (kind, left) in row.iter().zip(0..) {
                let kind = kind.load(Ordering::Relaxed);
                if kind == 0 {
                    continue;
                }
                let next = self.follows[right as usize].load(Ordering::Relaxed) - 1;
                children.clear();
                let list = self.lists(left).of(kind);
                children.extend(list.iter().map(|other| place(next, other.number())));
                visit(place(left, right), &children)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_vectors::direct_table::Indexing;
    use crate::explore_vectors::fields::{Fields, Span};
    use crate::explore_vectors::half_index::Counts;
    use crate::explore_vectors::state_store::StateStore;

    fn all(swap_moves: &SwapMoves) -> Vec<(u64, Vec<u64>)> {
        let mut all = Vec::new();
        let visited: Result<(), ()> = swap_moves.visit(|place, children| {
            all.push((place, children.to_vec()));
            Ok(())
        });
        visited.unwrap();
        all
    }

    /// Stores moves to some right halves; returns the bytes they took.
    fn keep(swap_moves: &SwapMoves, place: u64, next: u32, rights: &[u32]) -> Option<usize> {
        let named = |&number: &u32| Named::new(u64::from(number) << 30, number);
        let list: Vec<Named> = rights.iter().map(named).collect();
        let to = Rights::of(list.iter().map(|named| named.key()).collect());
        if let Some((stored, found)) = swap_moves.find_stored(place, next, &to) {
            assert_eq!(found, list);
            swap_moves.keep(stored);
            return Some(0);
        }
        let (stored, found, bytes) = swap_moves.insert(place, next, list.clone())?;
        assert_eq!(found, list);
        swap_moves.keep(stored);
        Some(bytes)
    }

    /// Halves of one slot, of which five are numbered.
    fn halves() -> HalfIndex {
        let fields = Fields::new(vec![Span { low: 0, high: 9 }; 2]);
        let counts = Counts::of(&fields, &StateStore::new(1), &[], 1).unwrap();
        let halves = HalfIndex::new(&fields, counts, None).unwrap().unwrap();
        for n in 0..5 {
            halves.index(&[n, 9 - n], &mut ()).unwrap();
        }
        halves
    }

    #[test]
    fn stored_moves_survive_widening() {
        let context = RunContext::new();
        let swap_moves = SwapMoves::new(3, 5, &context).unwrap();
        // The successors of (2, 4) and (0, 4) are (1, _): the row from 5 on.
        assert!(keep(&swap_moves, 14, 1, &[0, 4]).unwrap() > 0);
        assert!(keep(&swap_moves, 4, 1, &[2]).unwrap() > 0);
        // (1, 4) to (0, 3): another row than after (2, 4).
        assert_eq!(keep(&swap_moves, 9, 0, &[3]), None);
        // (2, 0) has the list of (2, 4), in another row.
        assert_eq!(keep(&swap_moves, 10, 2, &[0, 4]), Some(0));
        let stored = [(10, vec![10, 14]), (4, vec![7]), (14, vec![5, 9])];
        assert_eq!(all(&swap_moves), stored);
        let halves = halves();
        assert_eq!(halves.room(), (64, 64));
        let wider = swap_moves.widened(&halves, &context).unwrap();
        let stored = [(128, vec![128, 132]), (4, vec![66]), (132, vec![64, 68])];
        assert_eq!(all(&wider), stored);
        // Halves are identified by their current packing.
        let to = Rights::of([0, 4].map(|n| halves.rights()[n].key()).into());
        assert!(wider.find_stored(132, 1, &to).is_some());
        drop(wider);
        assert_eq!(context.memory_taken(), 0);
    }
}
