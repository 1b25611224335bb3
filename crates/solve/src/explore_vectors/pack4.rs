//! Packing of vectors into one word each, four slots per SIMD operation.

use super::fields::Fields;

/// Slots per operation.
pub(super) const LANES: usize = 4;

/// The fields of four adjacent slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four {
    /// The first of the slots.
    pub(super) at: usize,
    lows: [i64; LANES],
    masks: [u64; LANES],
    shifts: [u32; LANES],
}

/// Fields of one word, arranged for packing many vectors.
#[derive(Debug)]
pub(super) struct Pack4 {
    fields: Fields,
    fours: Vec<Four>,
}

impl Pack4 {
    /// For fields that fit one word.
    pub(super) fn new(fields: Fields) -> Pack4 {
        assert_eq!(fields.words(), 1, "fields of one word");
        let slots = fields.spans().len();
        // The last four may overlap those before: packing a slot twice is harmless, because fields
        // are combined by OR.
        let starts = (0..slots).step_by(LANES);
        let fours = starts
            .map(|start| start.min(slots.saturating_sub(LANES)))
            .filter(|at| at + LANES <= slots)
            .map(|at| {
                let field = |i: usize| fields.place(at + i);
                Four {
                    at,
                    lows: std::array::from_fn(|i| field(i).0),
                    masks: std::array::from_fn(|i| field(i).1),
                    shifts: std::array::from_fn(|i| field(i).2),
                }
            })
            .collect();
        Pack4 { fields, fours }
    }

    pub(super) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Packs a vector into one word; `None` if a number does not fit.
    #[inline(always)]
    pub(super) fn pack(&self, row: &[i64]) -> Option<u64> {
        if self.fours.is_empty() {
            let (packed, excess) = self.fields.pack_word(row);
            return (excess == 0).then_some(packed);
        }
        let mut excess = [0; LANES];
        let packed = pack(&self.fours, row, &mut excess);
        (any(excess) == 0).then_some(packed)
    }

    /// The slots in groups of four; none if there are fewer than four.
    pub(super) fn fours(&self) -> &[Four] {
        &self.fours
    }
}

/// Packs one vector, and collects the bits that do not fit.
#[inline(always)]
pub(super) fn pack(fours: &[Four], row: &[i64], excess: &mut [u64; LANES]) -> u64 {
    let mut packed = [0; LANES];
    for four in fours {
        let values = &row[four.at..four.at + LANES];
        for i in 0..LANES {
            let digit = values[i].wrapping_sub(four.lows[i]) as u64;
            excess[i] |= digit & !four.masks[i];
            packed[i] |= digit << four.shifts[i];
        }
    }
    any(packed)
}

/// The OR of all lanes.
#[inline(always)]
pub(super) fn any(lanes: [u64; LANES]) -> u64 {
    lanes[0] | lanes[1] | lanes[2] | lanes[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_vectors::fields::Span;

    #[test]
    fn pack4_agrees_with_fields() {
        for slots in 0..14 {
            let spans = (0..slots).map(|i| Span {
                low: -i,
                high: 6 + i / 2,
            });
            let fields = Fields::new(spans.collect());
            let lanes = Pack4::new(fields.clone());
            for seed in 0..200 {
                let row: Vec<i64> = (0..slots)
                    .map(|i| (seed * 7 + i * seed) % 9 - i % 3)
                    .collect();
                let (packed, excess) = fields.pack_word(&row);
                let expected = (excess == 0).then_some(packed);
                assert_eq!(lanes.pack(&row), expected, "{row:?}");
            }
        }
    }
}
