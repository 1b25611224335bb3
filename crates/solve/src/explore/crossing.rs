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

use kibitz_game::{Claim, Stop, Watch};

use super::halves::{Halves, Named, Rights, part};
use crate::zeroed::Zeroed;
use lists::Lists;

/// The moves of positions that were expanded, by the numbers of their halves.
#[derive(Debug)]
pub(super) struct Crossing {
    /// All left halves, and all right halves, have numbers below these.
    left: u32,
    right: u32,
    /// The different lists of the positions with a left half.
    lists: Vec<Lists>,
    /// Which of them is a position's, 0 where it has none; those with one
    /// right half side by side.
    kinds: Zeroed<AtomicU8>,
    /// The left half that all children of the positions with a right half
    /// have, plus one; 0 where it is not known yet.
    follows: Zeroed<AtomicU32>,
    _memory: Claim,
}

/// How the moves of a position are kept: the place of its kind, and that.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    at: usize,
    kind: u8,
}

impl Crossing {
    /// Nothing yet, for so many left and right halves.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub(super) fn new(left: u32, right: u32, watch: &Watch) -> Result<Crossing, Stop> {
        let each = size_of::<Lists>() as u64;
        let cells = u64::from(left) * u64::from(right);
        let bytes = cells + each * u64::from(left) + 4 * u64::from(right);
        let memory = watch.claim("lists of moves", bytes)?;
        Ok(Crossing {
            left,
            right,
            lists: (0..left).map(|_| Lists::default()).collect(),
            kinds: Zeroed::new(cells as usize)?,
            follows: Zeroed::new(right as usize)?,
            _memory: memory,
        })
    }

    /// The same for halves of which there may be more, and which may be packed
    /// in another way; numbers stay what they are.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub(super) fn widened(self, halves: &Halves, watch: &Watch) -> Result<Crossing, Stop> {
        let (left, right) = halves.room();
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
        let named = halves.rights();
        for (new, old) in wider.lists.iter_mut().zip(self.lists) {
            *new = old.renamed(&named);
        }
        Ok(wider)
    }

    fn lists(&self, left: u32) -> &Lists {
        &self.lists[left as usize]
    }

    /// How the moves of the position at a place of the table are kept, where
    /// moves to these right halves have been kept for its left half before, and
    /// the left half `next` is known to follow.
    #[inline]
    pub(super) fn recall(&self, place: u64, next: u32, to: &Rights) -> Option<(Kept, &[Named])> {
        let (left, right) = part(place, self.right);
        let follows = self.follows[right as usize].load(Ordering::Relaxed);
        let (kind, list) = self.lists(left).find(to).ok()?;
        (follows == next + 1).then(|| (self.kept(left, right, kind), list))
    }

    /// The same for moves that may be new, with the bytes that they take; `None`
    /// where they are not of this kind.
    #[cold]
    pub(super) fn learn(
        &self,
        place: u64,
        next: u32,
        list: Vec<Named>,
    ) -> Option<(Kept, &[Named], usize)> {
        let (left, right) = part(place, self.right);
        if !self.follow(right, next) {
            return None;
        }
        let (kind, list, bytes) = self.lists(left).add(list)?;
        Some((self.kept(left, right, kind), list, bytes))
    }

    /// Has one left half follow a right half; whether no other does.
    fn follow(&self, right: u32, next: u32) -> bool {
        let follows = &self.follows[right as usize];
        match follows.compare_exchange(0, next + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => true,
            Err(other) => other == next + 1,
        }
    }

    #[inline]
    fn kept(&self, left: u32, right: u32, kind: u8) -> Kept {
        let at = right as usize * self.left as usize + left as usize;
        Kept { at, kind }
    }

    /// Keeps the moves of a position.
    #[inline]
    pub(super) fn keep(&self, Kept { at, kind }: Kept) {
        self.kinds[at].store(kind, Ordering::Relaxed);
    }

    /// Where the row of the table begins that has a left half.
    #[inline]
    pub(super) fn row(&self, left: u32) -> u64 {
        u64::from(left) * u64::from(self.right)
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
    use crate::explore::direct::Indexing;
    use crate::explore::fields::{Fields, Span};
    use crate::explore::halves::Counts;
    use crate::explore::pool::Pool;

    fn all(crossing: &Crossing) -> Vec<(u64, Vec<u64>)> {
        let mut all = Vec::new();
        let visited: Result<(), ()> = crossing.visit(|cell, children| {
            all.push((cell, children.to_vec()));
            Ok(())
        });
        visited.unwrap();
        all
    }

    /// Keeps moves to some right halves; tells the bytes they took.
    fn keep(crossing: &Crossing, place: u64, next: u32, rights: &[u32]) -> Option<usize> {
        let named = |&number: &u32| Named::new(u64::from(number) << 30, number);
        let list: Vec<Named> = rights.iter().map(named).collect();
        let to = Rights::of(list.iter().map(|named| named.key()).collect());
        if let Some((kept, found)) = crossing.recall(place, next, &to) {
            assert_eq!(found, list);
            crossing.keep(kept);
            return Some(0);
        }
        let (kept, found, bytes) = crossing.learn(place, next, list.clone())?;
        assert_eq!(found, list);
        crossing.keep(kept);
        Some(bytes)
    }

    /// Halves of one slot, of which five have numbers.
    fn halves() -> Halves {
        let fields = Fields::new(vec![Span { low: 0, high: 9 }; 2]);
        let counts = Counts::of(&fields, &Pool::new(1), &[], 1).unwrap();
        let halves = Halves::new(&fields, counts, None).unwrap().unwrap();
        for n in 0..5 {
            halves.index(&[n, 9 - n], &mut ()).unwrap();
        }
        halves
    }

    #[test]
    fn what_was_kept_comes_back_also_with_more_room() {
        let watch = Watch::new();
        let crossing = Crossing::new(3, 5, &watch).unwrap();
        // After (2, 4) and (0, 4) comes (1, _): the row from 5 on.
        assert!(keep(&crossing, 14, 1, &[0, 4]).unwrap() > 0);
        assert!(keep(&crossing, 4, 1, &[2]).unwrap() > 0);
        // (1, 4) to (0, 3): another row than after (2, 4).
        assert_eq!(keep(&crossing, 9, 0, &[3]), None);
        // (2, 0) has the list of (2, 4), in another row.
        assert_eq!(keep(&crossing, 10, 2, &[0, 4]), Some(0));
        let kept = [(10, vec![10, 14]), (4, vec![7]), (14, vec![5, 9])];
        assert_eq!(all(&crossing), kept);
        let halves = halves();
        assert_eq!(halves.room(), (64, 64));
        let wider = crossing.widened(&halves, &watch).unwrap();
        let kept = [(128, vec![128, 132]), (4, vec![66]), (132, vec![64, 68])];
        assert_eq!(all(&wider), kept);
        // Halves are known by how they are packed now.
        let to = Rights::of([0, 4].map(|n| halves.rights()[n].key()).into());
        assert!(wider.recall(132, 1, &to).is_some());
        drop(wider);
        assert_eq!(watch.memory_taken(), 0);
    }
}
