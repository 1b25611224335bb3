//! Sets of positions as bit matrices: a row of bits for each hand.

/// Bits processed together, in registers.
pub(super) type Lane = [u64; WORDS];
/// Words per lane.
pub(super) const WORDS: usize = 8;
/// Bits per lane.
pub(super) const LANE_BITS: usize = WORDS * 64;

/// Lanes of a row for `hands` hands.
pub(super) fn lanes(hands: usize) -> usize {
    hands.div_ceil(LANE_BITS)
}

/// A row of bits for each hand.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// Lanes per row.
    pub(super) lanes: usize,
    pub(super) bits: Vec<Lane>,
    /// Which rows may be non-empty.
    pub(super) live: Vec<bool>,
}

impl Rows {
    /// `rows` empty rows of bits for `hands` hands.
    pub(super) fn new(rows: usize, hands: usize) -> Rows {
        let lanes = lanes(hands);
        Rows {
            lanes,
            bits: vec![[0; WORDS]; rows * lanes],
            live: vec![false; rows],
        }
    }

    /// Bits per row, including those beyond the last hand.
    pub(super) fn width(&self) -> usize {
        self.lanes * LANE_BITS
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[Lane] {
        &self.bits[row * self.lanes..][..self.lanes]
    }

    pub(super) fn insert(&mut self, row: u32, column: u32) {
        let (row, column) = (row as usize, column as usize);
        let lane = &mut self.bits[row * self.lanes + column / LANE_BITS];
        lane[column % LANE_BITS / 64] |= 1 << (column % 64);
        self.live[row] = true;
    }

    pub(super) fn remove(&mut self, row: u32, column: u32) {
        let (row, column) = (row as usize, column as usize);
        let lane = &mut self.bits[row * self.lanes + column / LANE_BITS];
        lane[column % LANE_BITS / 64] &= !(1 << (column % 64));
    }

    #[inline]
    pub(super) fn contains(&self, row: u32, column: u32) -> bool {
        let (row, column) = (row as usize, column as usize);
        let lane = &self.bits[row * self.lanes + column / LANE_BITS];
        lane[column % LANE_BITS / 64] >> (column % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.bits.fill([0; WORDS]);
        self.live.fill(false);
    }

    /// The number of members of all live rows.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        let rows = (0..self.live.len()).filter(|row| self.live[*row]);
        let words = rows.flat_map(|row| self.row(row).as_flattened());
        words.map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Combines every word of a lane with that of another.
#[inline(always)]
pub(super) fn change(lane: &mut Lane, by: &Lane, operation: impl Fn(&mut u64, u64)) {
    for (word, other) in lane.iter_mut().zip(by) {
        operation(word, *other);
    }
}

/// Visits the members of a row.
#[inline]
pub(super) fn for_each_member(row: &[Lane], mut visit: impl FnMut(usize)) {
    for (i, word) in row.as_flattened().iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            visit(i * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
