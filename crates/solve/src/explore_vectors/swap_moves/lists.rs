//! The distinct lists of one left half.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::explore_vectors::half_index::{Named, Rights};

/// Lists of right halves, numbered from 1. Reads are lock-free: lists are never changed, and are
/// complete before their number is published.
#[derive(Debug)]
pub(super) struct Lists {
    /// Hash table of the list numbers; 0 if empty.
    places: [AtomicU8; Lists::PLACES],
    lists: OnceLock<Box<Slots>>,
    /// The number of lists; locked for insertion.
    count: Mutex<u8>,
}

type Slots = [OnceLock<Box<[Named]>>; Lists::MAX];

impl Default for Lists {
    fn default() -> Lists {
        Lists {
            places: [const { AtomicU8::new(0) }; Lists::PLACES],
            lists: OnceLock::new(),
            count: Mutex::new(0),
        }
    }
}

/// Whether a list consists of these halves. Inlined, because lists are short.
#[inline]
fn is_of(list: &[Named], keys: &[u64]) -> bool {
    let both = list.iter().zip(keys);
    let differ = both.fold(0, |bits, (named, key)| bits | named.differ(*key));
    list.len() == keys.len() && differ == 0
}

impl Lists {
    /// Maximum number of lists: their numbers are bits 1 to 63 of a word.
    pub(super) const MAX: usize = 63;
    /// Twice as many, for short probe sequences.
    const PLACES: usize = 128;

    /// The list of these halves with its number, or the free place for it.
    #[inline]
    pub(super) fn find(&self, rights: &Rights) -> Result<(u8, &[Named]), usize> {
        let mut at = (rights.hash() >> (u64::BITS - Lists::PLACES.ilog2())) as usize;
        loop {
            match self.places[at].load(Ordering::Acquire) {
                0 => return Err(at),
                number => {
                    let list = self.of(number);
                    if is_of(list, rights.keys()) {
                        return Ok((number, list));
                    }
                }
            }
            at = (at + 1) % Lists::PLACES;
        }
    }

    /// Adds a list unless it exists; returns its number and the bytes that it took. `None` if there
    /// are too many.
    pub(super) fn add(&self, list: Vec<Named>) -> Option<(u8, &[Named], usize)> {
        let mut count = self.count.lock().expect("no thread panics here");
        let rights = Rights::of(list.iter().map(|named| named.key()).collect());
        // Another thread may have added it in the meantime.
        let place = match self.find(&rights) {
            Ok((number, list)) => return Some((number, list, 0)),
            Err(place) => place,
        };
        if usize::from(*count) == Lists::MAX {
            return None;
        }
        let bytes = size_of_val(&list[..]);
        let slots = match self.lists.get() {
            Some(_) => 0,
            None => size_of::<Slots>(),
        };
        let list = self.slots()[usize::from(*count)].get_or_init(|| list.into());
        *count += 1;
        self.places[place].store(*count, Ordering::Release);
        Some((*count, list, bytes + slots))
    }

    fn slots(&self) -> &Slots {
        let empty = || Box::new([const { OnceLock::new() }; Lists::MAX]);
        self.lists.get_or_init(empty)
    }

    /// The list of a number.
    #[inline]
    pub(super) fn of(&self, number: u8) -> &[Named] {
        let lists = self.lists.get().expect("a list that was added");
        let list = &lists[usize::from(number) - 1];
        list.get().expect("a list that was added")
    }

    /// The lists by number.
    fn all(&self) -> impl Iterator<Item = &[Named]> {
        let count = *self.count.lock().expect("no thread panics here");
        (1..=count).map(|number| self.of(number))
    }

    /// The same lists for halves that are packed in another way.
    pub(super) fn renamed(&self, named: &[Named]) -> Lists {
        let renamed = Lists::default();
        for list in self.all() {
            let list = list.iter().map(|one| named[one.number() as usize]);
            let added = renamed.add(list.collect());
            debug_assert!(added.is_some_and(|(_, _, bytes)| bytes > 0));
        }
        renamed
    }

    /// The total number of moves of all lists.
    pub(super) fn moves(&self) -> u64 {
        self.all().map(|list| list.len() as u64).sum()
    }

    /// The distinct right halves of each list, in the order of the lists' numbers.
    pub(super) fn sets(&self) -> impl Iterator<Item = Vec<u32>> {
        self.all().map(|list| {
            let mut set: Vec<u32> = list.iter().map(|named| named.number()).collect();
            set.sort_unstable();
            set.dedup();
            set
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[u32]) -> Vec<Named> {
        let named = numbers.iter().map(|&n| Named::new(u64::from(n) << 30, n));
        named.collect()
    }

    #[test]
    fn lists_keep_their_numbers_up_to_the_maximum() {
        let lists = Lists::default();
        for round in 0..2 {
            for n in 1..=Lists::MAX as u32 {
                let list = list(&[n, 7, n / 2, 7]);
                let rights = Rights::of(list.iter().map(|named| named.key()).collect());
                assert_eq!(lists.find(&rights).is_ok(), round == 1);
                let (number, _, bytes) = lists.add(list.clone()).unwrap();
                assert_eq!(u32::from(number), n);
                assert_eq!(bytes > 0, round == 0);
                assert_eq!(lists.of(number), list);
                assert_eq!(lists.find(&rights), Ok((number, &list[..])));
            }
        }
        assert_eq!(lists.add(list(&[1, 2])), None);
        let sets: Vec<_> = lists.sets().collect();
        assert_eq!(sets[1..3], [vec![1, 2, 7], vec![1, 3, 7]]);
    }

    #[test]
    fn lists_keep_their_numbers_after_repacking() {
        let lists = Lists::default();
        for n in 0..40 {
            lists.add(list(&[n, 3, n + 1])).unwrap();
        }
        let named: Vec<Named> = (0..41)
            .map(|n| Named::new(u64::from(n + 9) << 40, n))
            .collect();
        let renamed = lists.renamed(&named);
        for n in 0..40_u64 {
            let keys = [n, 3, n + 1].map(|number| (number + 9) << 40);
            let (number, list) = renamed.find(&Rights::of(keys.into())).unwrap();
            assert_eq!(u64::from(number), n + 1);
            assert!(list.iter().map(|named| named.key()).eq(keys));
        }
        let before = [0, 3 << 30, 1 << 30];
        assert!(renamed.find(&Rights::of(before.into())).is_err());
    }
}
