//! Bit-packing of state vectors: each slot in as few bits as it needs.
//!
//! The needs of a slot are found during enumeration. If a number does not fit its field, the field
//! is widened by at least one bit, so the number of repackings per slot is small however far it
//! grows.

/// The integers from `low` to `high`, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Span {
    pub(super) fn of(value: i64) -> Span {
        Span {
            low: value,
            high: value,
        }
    }

    /// The smallest span that contains both.
    pub(super) fn with(self, other: Span) -> Span {
        Span {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    pub(super) fn covers(self, other: Span) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// `high` minus `low`.
    pub(super) fn width(self) -> u64 {
        self.high.wrapping_sub(self.low) as u64
    }

    /// The number of bits that its integers need.
    pub(super) fn bits(self) -> u32 {
        u64::BITS - self.width().leading_zeros()
    }

    /// Whether its number of bits is enough for these integers and no others.
    pub(super) fn is_filled(self) -> bool {
        self.width() == mask(self.bits())
    }

    /// The largest span of the same number of bits, extended upwards from `low`.
    fn filled_up(self) -> Span {
        let max = mask(self.bits());
        let room = self.low.abs_diff(i64::MAX);
        Span {
            low: self.low,
            high: self.low.wrapping_add(max.min(room) as i64),
        }
    }

    /// The same downwards from `high`.
    fn filled_down(self) -> Span {
        let max = mask(self.bits());
        let room = self.high.abs_diff(i64::MIN);
        Span {
            low: self.high.wrapping_sub(max.min(room) as i64),
            high: self.high,
        }
    }

    /// A span of one bit more, upwards.
    fn doubled(self) -> Span {
        let high = self.high.checked_add(1).unwrap_or(self.high);
        self.with(Span::of(high)).filled_up()
    }

    /// A span for a field that held this one and must also hold `more`, with reserve in the
    /// direction of growth.
    fn widened(self, more: Span) -> Span {
        if self.covers(more) {
            self
        } else if more.low >= self.low {
            self.with(more).filled_up()
        } else {
            self.with(more).filled_down()
        }
    }
}

/// The `bits` lowest bits set.
fn mask(bits: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
}

/// The field of a slot.
#[derive(Clone, Copy, Debug)]
struct Field {
    low: i64,
    mask: u64,
    shift: u32,
    word: u32,
}

/// The fields of all slots, the first slot in the most significant bits: packed states are ordered
/// lexicographically by their vectors.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    spans: Vec<Span>,
    fields: Vec<Field>,
    words: usize,
    /// Bits of the last word after the last field.
    unused: u32,
}

impl Fields {
    /// Fields that hold these spans.
    pub(super) fn new(spans: Vec<Span>) -> Fields {
        let mut fields = Vec::with_capacity(spans.len());
        let (mut word, mut free) = (0, u64::BITS);
        for span in &spans {
            let bits = span.bits();
            if bits > free {
                (word, free) = (word + 1, u64::BITS);
            }
            free -= bits;
            fields.push(Field {
                low: span.low,
                mask: mask(bits),
                // A field of no bits may lie beyond the last bit.
                shift: free.min(u64::BITS - 1),
                word,
            });
        }
        Fields {
            spans,
            fields,
            words: word as usize + 1,
            unused: free,
        }
    }

    /// The number of low bits of the last word that no field uses.
    pub(super) fn unused(&self) -> u32 {
        self.unused
    }

    /// The spans of the fields.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Whether the numbers of a vector are in the spans.
    pub(super) fn cover(&self, row: &[i64]) -> bool {
        let mut both = self.spans.iter().zip(row);
        both.all(|(span, value)| span.covers(Span::of(*value)))
    }

    /// The number of words of a packed state, at least one.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Fields that hold all that these do, and also `spans`.
    ///
    /// Slots of the same width often are of the same kind, e.g. counts of cards: if one outgrows
    /// its field, the others are widened with it, unless states would take more words.
    pub(super) fn widened(&self, spans: &[Span]) -> Fields {
        let both = self.spans.iter().zip(spans);
        let needed = Fields::new(both.map(|(old, more)| old.widened(*more)).collect());
        let outgrown = |bits: u32| {
            let mut fields = self.spans.iter().zip(&needed.spans);
            bits > 0 && fields.any(|(old, new)| old.bits() == bits && new.bits() > bits)
        };
        let alike = needed.spans.iter().zip(&self.spans).map(|(new, old)| {
            let is_same_width = new == old && outgrown(old.bits());
            if is_same_width { old.doubled() } else { *new }
        });
        let alike = Fields::new(alike.collect());
        if alike.words == needed.words {
            alike
        } else {
            needed
        }
    }

    /// Packs a vector into `key`; false if a number does not fit.
    #[inline]
    pub(super) fn pack(&self, row: &[i64], key: &mut [u64]) -> bool {
        if let [only] = key {
            let (packed, excess) = self.pack_word(row);
            *only = packed;
            return excess == 0;
        }
        key.fill(0);
        let mut excess = 0;
        for (value, field) in row.iter().zip(&self.fields) {
            let digit = value.wrapping_sub(field.low) as u64;
            excess |= digit & !field.mask;
            key[field.word as usize] |= digit << field.shift;
        }
        excess == 0
    }

    /// Packs a vector into one word; the second result is 0 iff all numbers fit.
    #[inline]
    pub(super) fn pack_word(&self, row: &[i64]) -> (u64, u64) {
        let (mut packed, mut excess) = (0, 0);
        for (value, field) in row.iter().zip(&self.fields) {
            let digit = value.wrapping_sub(field.low) as u64;
            excess |= digit & !field.mask;
            packed |= digit << field.shift;
        }
        (packed, excess)
    }

    /// The field of a slot in a single word: the offset to subtract, the mask, and the shift.
    pub(super) fn place(&self, slot: usize) -> (i64, u64, u32) {
        let field = &self.fields[slot];
        (field.low, field.mask, field.shift)
    }

    /// The total number of bits.
    pub(super) fn bits(&self) -> u32 {
        self.spans.iter().map(|span| span.bits()).sum()
    }

    /// The vector that was packed into `key`.
    #[inline]
    pub(super) fn unpack(&self, key: &[u64], row: &mut [i64]) {
        for (value, field) in row.iter_mut().zip(&self.fields) {
            let digit = key[field.word as usize] >> field.shift & field.mask;
            *value = field.low.wrapping_add(digit as i64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(pairs: &[(i64, i64)]) -> Vec<Span> {
        let spans = pairs.iter().map(|&(low, high)| Span { low, high });
        spans.collect()
    }

    fn round_trips(fields: &Fields, row: &[i64]) {
        let mut key = vec![0; fields.words()];
        assert!(fields.pack(row, &mut key), "{row:?} in {fields:?}");
        let mut back = vec![0; row.len()];
        fields.unpack(&key, &mut back);
        assert_eq!(back, row);
    }

    #[test]
    fn packed_vectors_round_trip() {
        let fields = Fields::new(spans(&[
            (0, 1),
            (-5, 5),
            (7, 7),
            (i64::MIN, i64::MAX),
            (0, 0),
            (i64::MAX - 3, i64::MAX),
        ]));
        assert_eq!(fields.words(), 3);
        for a in [0, 1] {
            for b in -5..=5 {
                for c in [i64::MIN, -1, 0, i64::MAX] {
                    round_trips(&fields, &[a, b, 7, c, 0, i64::MAX - 2]);
                }
            }
        }
        let mut key = [0; 3];
        assert!(!fields.pack(&[2, 0, 7, 0, 0, i64::MAX], &mut key));
        assert!(!fields.pack(&[0, 0, 8, 0, 0, i64::MAX], &mut key));
        assert!(!fields.pack(&[0, 0, 7, 0, 0, i64::MIN], &mut key));
    }

    #[test]
    fn fields_of_64_bits_fit_one_word() {
        let fields = Fields::new(spans(&[(0, 255); 8]));
        assert_eq!(fields.words(), 1);
        round_trips(&fields, &[255, 0, 1, 2, 3, 4, 5, 255]);
        let fields = Fields::new(spans(&[(i64::MIN, i64::MAX), (3, 3)]));
        assert_eq!(fields.words(), 1);
        round_trips(&fields, &[-1, 3]);
    }

    #[test]
    fn vectors_without_slots_take_one_word() {
        round_trips(&Fields::new(Vec::new()), &[]);
    }

    #[test]
    fn packed_vectors_preserve_order() {
        let fields = Fields::new(spans(&[(-2, 2), (0, 100), (-1, 1)]));
        let mut rows = Vec::new();
        for a in -2..=2 {
            for b in [0, 3, 100] {
                for c in -1..=1 {
                    rows.push([a, b, c]);
                }
            }
        }
        let packed: Vec<u64> = rows.iter().map(|row| fields.pack_word(row).0).collect();
        assert!(packed.is_sorted());
    }

    #[test]
    fn equal_fields_are_widened_together_within_one_word() {
        let old = Fields::new(spans(&[(0, 3), (5, 8), (0, 0), (0, 15), (0, 1 << 60)]));
        assert_eq!(old.words(), 2);
        let new = old.widened(&spans(&[(4, 4), (5, 5), (0, 0), (0, 0), (0, 0)]));
        assert_eq!(new.spans()[..4], spans(&[(0, 7), (5, 12), (0, 0), (0, 15)]));
        let old = Fields::new(spans(&[(0, 3), (0, 3), (0, (1 << 59) - 1)]));
        let new = old.widened(&spans(&[(4, 4), (0, 0), (0, 0)]));
        assert_eq!(new.words(), 1);
        assert_eq!(new.spans()[..2], spans(&[(0, 7), (0, 3)]));
    }

    #[test]
    fn widened_field_has_reserve_in_the_direction_of_growth() {
        let old = Fields::new(spans(&[(0, 3), (0, 3), (0, 3), (0, 3)]));
        let new = old.widened(&spans(&[(4, 4), (-1, -1), (-9, 9), (1, 2)]));
        assert_eq!(new.spans(), spans(&[(0, 7), (-4, 3), (-22, 9), (0, 7)]));
        let all = new.widened(&spans(&[
            (i64::MAX, i64::MAX),
            (i64::MIN, 0),
            (0, 0),
            (0, 0),
        ]));
        assert_eq!(
            all.spans()[0],
            Span {
                low: 0,
                high: i64::MAX
            }
        );
        assert_eq!(
            all.spans()[1],
            Span {
                low: i64::MIN,
                high: 3
            }
        );
        round_trips(&all, &[i64::MAX, i64::MIN, -22, 0]);
    }
}
