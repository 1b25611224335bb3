//! Moves that change one half of a position and pass both halves on: from
//! (left, right) to (right, another left).
//!
//! That is what games of two hands are like, with the mover's hand on the left.
//! All children of the positions with one right half then share a left half,
//! and which right halves they have depends on the left half and little else:
//! two positions with the same left half often have the same list of them. So
//! a list is kept once, and a position has one byte that tells which of the
//! lists of its left half is its own. That is far less than an edge for every
//! move, and going backwards stays within two rows of a matrix ([`settle`]).
//!
//! Whether a game is like that shows while it is explored. Where a position
//! turns out to be different, everything becomes edges after all.

mod lists;
mod settle;

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};

use kibitz_game::{Claim, Stop, Watch};

use crate::zeroed::Zeroed;
use lists::Lists;

/// The moves of positions that were expanded, by the numbers of their halves.
#[derive(Debug)]
pub(super) struct Crossing {
    /// All left halves, and all right halves, have numbers below these.
    left: u32,
    right: u32,
    /// The different lists of the positions with a left half.
    lists: Vec<Mutex<Lists>>,
    /// Which of them is a position's, 0 where it has none; those with one
    /// right half side by side.
    kinds: Zeroed<AtomicU8>,
    /// The left half that all children of the positions with a right half
    /// have, plus one; 0 where it is not known yet.
    follows: Zeroed<AtomicU32>,
    _memory: Claim,
}

impl Crossing {
    /// Nothing yet, for so many left and right halves.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub(super) fn new(left: u32, right: u32, watch: &Watch) -> Result<Crossing, Stop> {
        let each = size_of::<Mutex<Lists>>() as u64;
        let cells = u64::from(left) * u64::from(right);
        let bytes = cells + each * u64::from(left) + 4 * u64::from(right);
        let memory = watch.claim("lists of moves", bytes)?;
        Ok(Crossing {
            left,
            right,
            lists: (0..left).map(|_| Mutex::default()).collect(),
            kinds: Zeroed::new(cells as usize)?,
            follows: Zeroed::new(right as usize)?,
            _memory: memory,
        })
    }

    /// The same with room for more halves; numbers stay what they are.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub(super) fn widened(self, left: u32, right: u32, watch: &Watch) -> Result<Crossing, Stop> {
        let mut wider = Crossing::new(left, right, watch)?;
        let rows = self.kinds.chunks_exact(self.left as usize);
        for (old, new) in rows.zip(wider.kinds.chunks_exact(left as usize)) {
            for (old, new) in old.iter().zip(new) {
                new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        for (old, new) in self.follows.iter().zip(wider.follows.iter()) {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (new, old) in wider.lists.iter_mut().zip(self.lists) {
            *new = old;
        }
        Ok(wider)
    }

    #[inline]
    fn parted(&self, cell: u64) -> (u32, u32) {
        // Short division is much quicker.
        if let Ok(cell) = u32::try_from(cell) {
            return (cell / self.right, cell % self.right);
        }
        let right = u64::from(self.right);
        ((cell / right) as u32, (cell % right) as u32)
    }

    fn lists(&self, left: u32) -> MutexGuard<'_, Lists> {
        let lists = &self.lists[left as usize];
        lists.lock().expect("no thread panics here")
    }

    /// Keeps the moves of the position at a place of the table, which lead to
    /// some others and pass the turn. Tells how many bytes that took; `None`
    /// where the moves are not of this kind. `room` is for one list.
    #[inline]
    pub(super) fn keep(&self, cell: u64, children: &[u64], room: &mut Vec<u32>) -> Option<usize> {
        let (left, right) = self.parted(cell);
        let start = self.start(right, *children.first()?);
        room.clear();
        let mut beyond = false;
        room.extend(children.iter().map(|child| {
            let other = child.wrapping_sub(start);
            beyond |= other >= u64::from(self.right);
            other as u32
        }));
        if beyond {
            return None;
        }
        let (kind, bytes) = self.lists(left).find(room)?;
        let at = right as usize * self.left as usize + left as usize;
        self.kinds[at].store(kind, Ordering::Relaxed);
        Some(bytes)
    }

    /// Where the row of the table begins in which all children of the positions
    /// with a right half are, the first of them being `child`.
    #[inline]
    fn start(&self, right: u32, child: u64) -> u64 {
        let place = &self.follows[right as usize];
        let row = match place.load(Ordering::Relaxed) {
            0 => self.follow(place, child),
            known => known - 1,
        };
        u64::from(row) * u64::from(self.right)
    }

    #[cold]
    fn follow(&self, place: &AtomicU32, child: u64) -> u32 {
        let (row, _) = self.parted(child);
        match place.compare_exchange(0, row + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => row,
            Err(other) => other - 1,
        }
    }

    /// Visits all positions with moves: the place of each, and those that the
    /// moves lead to.
    ///
    /// # Errors
    /// Where the visitor has one.
    pub(super) fn visit<E>(
        &self,
        mut visit: impl FnMut(u64, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let place =
            |left: u32, right: u32| u64::from(left) * u64::from(self.right) + u64::from(right);
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
                let lists = self.lists(left);
                children.extend(lists.of(kind).iter().map(|other| place(next, *other)));
                drop(lists);
                visit(place(left, right), &children)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(crossing: &Crossing) -> Vec<(u64, Vec<u64>)> {
        let mut all = Vec::new();
        let visited: Result<(), ()> = crossing.visit(|cell, children| {
            all.push((cell, children.to_vec()));
            Ok(())
        });
        visited.unwrap();
        all
    }

    #[test]
    fn what_was_kept_comes_back_also_with_more_room() {
        let watch = Watch::new();
        let crossing = Crossing::new(3, 5, &watch).unwrap();
        let mut room = Vec::new();
        // After (2, 4) and (0, 4) comes (1, _): the row from 5 on.
        assert!(crossing.keep(14, &[5, 9], &mut room).unwrap() > 0);
        assert!(crossing.keep(4, &[7], &mut room).unwrap() > 0);
        // (1, 4) to (0, 3): another row than after (2, 4).
        assert_eq!(crossing.keep(9, &[3], &mut room), None);
        // (1, 0) to (2, 0) and (1, 0): two rows.
        assert_eq!(crossing.keep(5, &[10, 5], &mut room), None);
        assert_eq!(crossing.keep(5, &[10, 15], &mut room), None);
        // (2, 0) has the list of (2, 4), in another row.
        assert_eq!(crossing.keep(10, &[10, 14], &mut room), Some(0));
        let kept = [(10, vec![10, 14]), (4, vec![7]), (14, vec![5, 9])];
        assert_eq!(all(&crossing), kept);
        let wider = crossing.widened(4, 10, &watch).unwrap();
        let kept = [(20, vec![20, 24]), (4, vec![12]), (24, vec![10, 14])];
        assert_eq!(all(&wider), kept);
        drop(wider);
        assert_eq!(watch.memory_taken(), 0);
    }
}
