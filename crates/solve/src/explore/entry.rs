//! What a lookup finds: an id, and what is known of it at a glance.

use kibitz_game::Wdl;

use super::pool::Pool;

/// An id with what is known of its position at a glance, in four bytes; never
/// zero, which stands for an empty place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u32);

const STATUS: u32 = 30;

impl Entry {
    pub(super) fn new(id: u32, glance: Option<Wdl>) -> Entry {
        debug_assert!(id < Pool::MOST);
        let status = match glance {
            None => 0,
            Some(Wdl::Loss) => 1,
            Some(Wdl::Win) => 2,
            Some(Wdl::Draw) => 3,
        };
        Entry(status << STATUS | (id + 1))
    }

    /// What is written in a place; `None` where it is empty.
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
    pub(super) fn glance(self) -> Option<Wdl> {
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
    fn an_entry_tells_what_was_put_in() {
        assert_eq!(Entry::from_bits(0), None);
        for id in [0, 1, 12345, Pool::MOST - 1] {
            for glance in [None, Some(Wdl::Loss), Some(Wdl::Draw), Some(Wdl::Win)] {
                let entry = Entry::new(id, glance);
                assert_eq!((entry.id(), entry.glance()), (id, glance));
                assert_eq!(Entry::from_bits(entry.bits()), Some(entry));
            }
        }
    }
}
