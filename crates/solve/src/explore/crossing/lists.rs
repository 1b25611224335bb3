//! The different lists of one left half.

/// Whether two lists are the same. They are short: a call would take longer.
#[inline]
fn is_same(a: &[u32], b: &[u32]) -> bool {
    let differ = a.iter().zip(b).fold(0, |bits, (a, b)| bits | (a ^ b));
    a.len() == b.len() && differ == 0
}

/// Lists of right halves, each with a number from 1 on.
#[derive(Debug)]
pub(super) struct Lists {
    /// The numbers of the lists by hash; 0 where there is none.
    places: [u8; Lists::PLACES],
    lists: Vec<Box<[u32]>>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists {
            places: [0; Lists::PLACES],
            lists: Vec::new(),
        }
    }
}

impl Lists {
    /// More are refused: their numbers are bits of a word, from the second on.
    pub(super) const MOST: usize = 63;
    /// Twice as many, so that a free place is never far.
    const PLACES: usize = 128;

    /// The number of a list, and the bytes it takes if it is new; `None` where
    /// there are too many.
    #[inline]
    pub(super) fn find(&mut self, list: &[u32]) -> Option<(u8, usize)> {
        let mut at = Lists::place(list);
        loop {
            match self.places[at] {
                0 => return self.add(list, at),
                number if is_same(self.of(number), list) => return Some((number, 0)),
                _ => at = (at + 1) % Lists::PLACES,
            }
        }
    }

    #[inline]
    fn place(list: &[u32]) -> usize {
        let mixed = list.iter().fold(list.len() as u64, |sum, item| {
            sum.rotate_left(7).wrapping_add(u64::from(*item))
        });
        let hash = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (u64::BITS - Lists::PLACES.ilog2())) as usize
    }

    #[cold]
    fn add(&mut self, list: &[u32], at: usize) -> Option<(u8, usize)> {
        if self.lists.len() == Lists::MOST {
            return None;
        }
        self.lists.push(list.into());
        self.places[at] = self.lists.len() as u8;
        let bytes = size_of_val(list) + size_of::<Box<[u32]>>();
        Some((self.places[at], bytes))
    }

    /// The list of a number.
    #[inline]
    pub(super) fn of(&self, number: u8) -> &[u32] {
        &self.lists[usize::from(number) - 1]
    }

    /// How many moves there are in all lists.
    pub(super) fn moves(&self) -> u64 {
        self.lists.iter().map(|list| list.len() as u64).sum()
    }

    /// The right halves of each list, each only once, in the order of the
    /// lists' numbers.
    pub(super) fn sets(&self) -> impl Iterator<Item = Vec<u32>> {
        self.lists.iter().map(|list| {
            let mut set = list.to_vec();
            set.sort_unstable();
            set.dedup();
            set
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_number_and_there_are_not_too_many() {
        let mut lists = Lists::default();
        for round in 0..2 {
            for n in 1..=Lists::MOST as u32 {
                let list = [n, 7, n / 2, 7];
                let (number, bytes) = lists.find(&list).unwrap();
                assert_eq!(u32::from(number), n);
                assert_eq!(bytes > 0, round == 0);
                assert_eq!(lists.of(number), list);
            }
        }
        assert_eq!(lists.find(&[1, 2]), None);
        let sets: Vec<_> = lists.sets().collect();
        assert_eq!(sets[1..3], [vec![1, 2, 7], vec![1, 3, 7]]);
    }
}
