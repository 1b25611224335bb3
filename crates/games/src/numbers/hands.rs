//! Hands of cards and their dense ranking.

/// The number of multisets of `cards` cards with `modulus` values.
pub(super) fn count(cards: u32, modulus: u32) -> u128 {
    // C(cards + modulus - 1, modulus - 1), computed exactly.
    let n = u128::from(cards) + u128::from(modulus) - 1;
    let k = u128::from(cards.min(modulus - 1));
    (1..=k)
        .try_fold(1u128, |c, i| Some(c.checked_mul(n - k + i)? / i))
        .unwrap_or(u128::MAX)
}

/// All hands of a number of cards below a modulus, with the effect of changing
/// one card.
///
/// Number 0 is the hand of zeros; the others are ordered by the counts of ones,
/// twos, threes, …, the largest value first.
#[derive(Clone, Debug)]
pub struct Hands {
    cards: u32,
    modulus: u32,
    /// The count of each value in each hand: `modulus` numbers per hand.
    counts: Vec<u16>,
    /// The set of values of each hand.
    held: Vec<u64>,
    /// `ways[c][v]`: the number of multisets of `c` cards with values below `v`.
    ways: Vec<Vec<u32>>,
    /// The start of each hand's rows in `raised`.
    rows: Vec<u32>,
    /// A row for each value of a hand, in increasing order; entry `d` is the
    /// hand after a card of that value is raised by `d`.
    raised: Vec<u16>,
}

impl Hands {
    /// The hand of zeros.
    pub const ZEROS: u16 = 0;

    pub(super) fn new(cards: u32, modulus: u32) -> Hands {
        let mut hands = Hands {
            cards,
            modulus,
            counts: Vec::new(),
            held: Vec::new(),
            ways: ways(cards, modulus),
            rows: Vec::new(),
            raised: Vec::new(),
        };
        let mut counts = vec![0u16; modulus as usize];
        counts[0] = cards as u16;
        loop {
            hands.held.push(set_of(&counts));
            hands.counts.extend_from_slice(&counts);
            if !next(&mut counts) {
                break;
            }
        }
        hands.fill_raised();
        hands
    }

    fn fill_raised(&mut self) {
        let m = self.modulus as usize;
        let mut counts = vec![0u16; m];
        for hand in 0..self.held.len() {
            self.rows.push(self.raised.len() as u32);
            counts.copy_from_slice(&self.counts[hand * m..(hand + 1) * m]);
            for value in 0..m {
                if counts[value] == 0 {
                    continue;
                }
                counts[value] -= 1;
                for by in 0..m {
                    let to = (value + by) % m;
                    counts[to] += 1;
                    self.raised.push(self.number(&counts));
                    counts[to] -= 1;
                }
                counts[value] += 1;
            }
        }
    }

    /// The number of a hand given by its counts: the number of hands before it
    /// in the order of `next`.
    fn number(&self, counts: &[u16]) -> u16 {
        let mut left = self.cards as usize;
        let mut before = 0;
        for value in (1..counts.len()).rev() {
            // Hands with fewer cards of this value and equal counts of all
            // larger values: the sum of `ways[left - fewer][value]`, which
            // telescopes.
            let n = usize::from(counts[value]);
            before += self.ways[left][value + 1] - self.ways[left - n][value + 1];
            left -= n;
        }
        before as u16
    }

    /// The number of hands.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.held.len() as u32
    }

    /// The number of cards in a hand.
    #[must_use]
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// The exclusive upper bound of card values.
    #[must_use]
    pub fn modulus(&self) -> u32 {
        self.modulus
    }

    /// The count of each value in a hand.
    #[must_use]
    pub fn counts(&self, hand: u16) -> &[u16] {
        let m = self.modulus as usize;
        &self.counts[usize::from(hand) * m..][..m]
    }

    /// The set of values that occur in a hand.
    #[must_use]
    #[inline]
    pub fn held(&self, hand: u16) -> u64 {
        self.held[usize::from(hand)]
    }

    /// The set of non-zero values in a hand.
    #[must_use]
    #[inline]
    pub fn non_zero(&self, hand: u16) -> u64 {
        self.held(hand) & !1
    }

    /// The hand after one card of `value`, which it must have, is raised by
    /// `by`, below the modulus.
    #[must_use]
    #[inline]
    pub fn raised(&self, hand: u16, value: u8, by: u8) -> u16 {
        let smaller = self.held(hand) & ((1 << value) - 1);
        let row = self.rows[usize::from(hand)] + smaller.count_ones() * self.modulus;
        self.raised[row as usize + usize::from(by)]
    }

    /// For each value of a hand, in increasing order, the hands after one card
    /// of that value is raised by 0, 1, 2, ….
    #[inline]
    pub fn raises(&self, hand: u16) -> impl Iterator<Item = (u8, &[u16])> {
        let held = self.held(hand);
        let rows = &self.raised[self.rows[usize::from(hand)] as usize..];
        super::values(held).zip(rows.chunks_exact(self.modulus as usize))
    }

    /// The hand with these cards: as many as a hand has, each below the
    /// modulus, in any order.
    #[must_use]
    pub fn find(&self, cards: impl IntoIterator<Item = u8>) -> u16 {
        let mut counts = vec![0u16; self.modulus as usize];
        for card in cards {
            counts[usize::from(card)] += 1;
        }
        self.number(&counts)
    }

    /// The hand with every card multiplied by `factor`.
    pub(super) fn times(&self, hand: u16, factor: u32) -> u16 {
        let mut product = vec![0u16; self.modulus as usize];
        for (value, n) in self.counts(hand).iter().enumerate() {
            product[value * factor as usize % self.modulus as usize] += n;
        }
        self.number(&product)
    }
}

fn set_of(counts: &[u16]) -> u64 {
    let held = counts.iter().enumerate().filter(|(_, n)| **n > 0);
    held.fold(0, |set, (value, _)| set | 1 << value)
}

/// The next hand in the order of `counts[m-1], …, counts[1]`, read as digits;
/// `counts[0]` is the remainder. False after the last one.
fn next(counts: &mut [u16]) -> bool {
    for value in 1..counts.len() {
        if counts[0] > 0 {
            counts[value] += 1;
            counts[0] -= 1;
            return true;
        }
        counts[0] = counts[value];
        counts[value] = 0;
    }
    false
}

fn ways(cards: u32, modulus: u32) -> Vec<Vec<u32>> {
    let (cards, modulus) = (cards as usize, modulus as usize);
    let mut ways = vec![vec![0; modulus + 1]; cards + 1];
    for v in 1..=modulus {
        ways[0][v] = 1;
        for c in 1..=cards {
            ways[c][v] = ways[c][v - 1] + ways[c - 1][v];
        }
    }
    ways
}
