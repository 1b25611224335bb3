//! State table entries: an id and its static result.

use kibitz_game::Wdl;

use super::state_store::StateStore;

/// An id and the static result of its position in four bytes; never zero, which marks an empty
/// place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u32);

const STATUS: u32 = 30;

impl Entry {
    pub(super) fn new(id: u32, static_result: Option<Wdl>) -> Entry {
        debug_assert!(id < StateStore::MAX);
        let status = match static_result {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Win) => 2,
            Some(Wdl::Draw) => 3,
        };
        Entry(status << STATUS | (id + 1))
    }

    /// The entry in a place; `None` if it is empty.
    #[inline]
    pub(super) fn from_bits(bits: u32) -> Option<Entry> {
        (bits != 0).then_some(Entry(bits))
    }

    #[inline]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn id(self) -> u32 {
        (self.0 & ((1 << STATUS) - 1)) - 1
    }

    #[inline]
    pub(super) fn static_result(self) -> Option<Wdl> {
        match self.0 >> STATUS {
            0 => None,
            1 => Some(Wdl::Loss),
            2 => Some(Wdl::Win),
            _ => Some(Wdl::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_round_trip() {
        assert_eq!(Entry::from_bits(0), None);
        for id in [0, 1, 12345, StateStore::MAX - 1] {
            for static_result in [None, Some(Wdl::Loss), Some(Wdl::Draw), Some(Wdl::Win)] {
                let entry = Entry::new(id, static_result);
                assert_eq!((entry.id(), entry.static_result()), (id, static_result));
                assert_eq!(Entry::from_bits(entry.bits()), Some(entry));
            }
        }
    }
}
