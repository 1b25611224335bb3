//! Caches that keep the values used last.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

/// Values by name, up to a total weight and for a limited time without use.
/// Those used least recently make room for new ones.
#[derive(Debug)]
pub(crate) struct Recent<V> {
    max_weight: u64,
    max_idle: Duration,
    entries: Mutex<Entries<V>>,
}

#[derive(Debug)]
struct Entries<V> {
    by_name: LruCache<Arc<str>, Entry<V>>,
    weight: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    weight: u64,
    last_use: Instant,
}

impl<V: Clone> Recent<V> {
    pub(crate) fn new(max_weight: u64, max_idle: Duration) -> Recent<V> {
        Recent {
            max_weight,
            max_idle,
            entries: Mutex::new(Entries {
                by_name: LruCache::unbounded(),
                weight: 0,
            }),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<V> {
        self.entries().get(name)
    }

    /// Stores a value. It stays at least until the next one is stored, even if it
    /// is too heavy.
    pub(crate) fn insert(&self, name: Arc<str>, value: V, weight: u64) {
        self.entries().insert(name, value, weight, self.max_weight);
    }

    /// The value of this name; made and stored if there is none.
    pub(crate) fn get_or_insert(
        &self,
        name: &Arc<str>,
        weight: u64,
        make: impl FnOnce() -> V,
    ) -> V {
        let mut entries = self.entries();
        entries.get(name).unwrap_or_else(|| {
            let value = make();
            entries.insert(Arc::clone(name), value.clone(), weight, self.max_weight);
            value
        })
    }

    /// All values, the latest used first.
    pub(crate) fn values(&self) -> Vec<V> {
        let entries = self.entries();
        let values = entries.by_name.iter().map(|(_, entry)| entry.value.clone());
        values.collect()
    }

    /// The entries that have not been idle for too long.
    fn entries(&self) -> MutexGuard<'_, Entries<V>> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((_, oldest)) = entries.by_name.peek_lru()
            && oldest.last_use.elapsed() > self.max_idle
        {
            entries.pop();
        }
        entries
    }
}

impl<V: Clone> Entries<V> {
    fn get(&mut self, name: &str) -> Option<V> {
        let entry = self.by_name.get_mut(name)?;
        entry.last_use = Instant::now();
        Some(entry.value.clone())
    }

    fn insert(&mut self, name: Arc<str>, value: V, weight: u64, max_weight: u64) {
        let entry = Entry {
            value,
            weight,
            last_use: Instant::now(),
        };
        self.weight += weight;
        if let Some(former) = self.by_name.put(name, entry) {
            self.weight -= former.weight;
        }
        while self.weight > max_weight && self.by_name.len() > 1 {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some((_, oldest)) = self.by_name.pop_lru() {
            self.weight -= oldest.weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(1_000);

    #[test]
    fn the_least_recently_used_values_are_dropped_first() {
        let cache = Recent::new(4, LONG);
        for (name, value) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
            assert_eq!(cache.get_or_insert(&name.into(), 1, || value), value);
        }
        assert_eq!(cache.get("a"), Some(1));
        cache.get_or_insert(&"e".into(), 2, || 5);
        assert_eq!([cache.get("b"), cache.get("c")], [None, None]);
        assert_eq!(cache.values(), [5, 1, 4]);
    }

    #[test]
    fn a_stored_value_is_not_made_again() {
        let cache = Recent::new(1, LONG);
        cache.get_or_insert(&"a".into(), 1, || 1);
        assert_eq!(cache.get_or_insert(&"a".into(), 1, || 2), 1);
    }

    #[test]
    fn a_value_heavier_than_the_cache_is_stored_alone() {
        let cache = Recent::new(2, LONG);
        cache.get_or_insert(&"a".into(), 1, || 1);
        cache.get_or_insert(&"b".into(), 8, || 2);
        assert_eq!(cache.values(), [2]);
    }

    #[test]
    fn a_replaced_value_frees_its_weight() {
        let cache = Recent::new(3, LONG);
        cache.insert("a".into(), 1, 2);
        cache.insert("b".into(), 2, 1);
        cache.insert("a".into(), 3, 2);
        assert_eq!(cache.values(), [3, 2]);
    }

    #[test]
    fn idle_values_are_dropped() {
        let cache = Recent::new(4, Duration::ZERO);
        cache.get_or_insert(&"a".into(), 1, || 1);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(cache.get("a"), None);
    }
}
