//! Dense ids of positions or components, in the order of discovery: an interner.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Memory of an item in the hash table: its id and a control byte, at a load of at least 7/16.
pub(crate) const LOOKUP: u64 = 12;

/// Items by id, and a hash table that finds their ids.
#[derive(Debug)]
pub(crate) struct Ids<P> {
    items: Vec<P>,
    lookup: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<P: Eq + Hash> Ids<P> {
    pub(crate) fn new() -> Ids<P> {
        Ids {
            items: Vec::new(),
            lookup: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// All items, in order of their ids.
    pub(crate) fn items(&self) -> &[P] {
        &self.items
    }

    pub(crate) fn find<Q: Eq + Hash + ?Sized>(&self, item: &Q) -> Option<u32>
    where
        P: Borrow<Q>,
    {
        let hash = self.hasher.hash_one(item);
        let same = |id: &u32| self.items[*id as usize].borrow() == item;
        self.lookup.find(hash, same).copied()
    }

    /// The id of an item, a new one if it is unknown.
    pub(crate) fn number(&mut self, item: P) -> u32 {
        let hash = self.hasher.hash_one(&item);
        let (items, hasher) = (&mut self.items, &self.hasher);
        let entry = self.lookup.entry(
            hash,
            |id| items[*id as usize] == item,
            |id| hasher.hash_one(&items[*id as usize]),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let id = items.len() as u32;
                free.insert(id);
                items.push(item);
                id
            }
        }
    }

    /// Removes all but the first `count` items, and frees their memory.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.lookup.retain(|id| (*id as usize) < count);
        self.items.truncate(count);
        self.items.shrink_to_fit();
        let (items, hasher) = (&self.items, &self.hasher);
        let rehash = |id: &u32| hasher.hash_one(&items[*id as usize]);
        self.lookup.shrink_to_fit(rehash);
    }
}
