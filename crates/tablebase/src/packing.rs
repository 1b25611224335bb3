//! State vectors as rows: each slot in as few bits as its numbers need.

use serde::{Deserialize, Serialize};

/// The numbers of a slot of a state vector: from `low` on, as many as `bits` bits distinguish. In
/// the header a list of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(i64, u32)", into = "(i64, u32)")]
pub struct Slot {
    /// The least number.
    pub low: i64,
    /// The number of bits, at most 64.
    pub bits: u32,
}

impl From<(i64, u32)> for Slot {
    fn from((low, bits): (i64, u32)) -> Slot {
        Slot { low, bits }
    }
}

impl From<Slot> for (i64, u32) {
    fn from(slot: Slot) -> (i64, u32) {
        (slot.low, slot.bits)
    }
}

impl Slot {
    /// The slot for the numbers from `low` to `high`.
    #[must_use]
    pub fn new(low: i64, high: i64) -> Slot {
        let bits = u64::BITS - (high.wrapping_sub(low) as u64).leading_zeros();
        Slot { low, bits }
    }

    /// The largest difference from `low`.
    fn max(self) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.bits).unwrap_or(0)
    }
}

/// A packing that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("slots of {bits} bits, expected at most 64 bits per slot and {max} in total")]
pub struct PackingError {
    bits: u64,
    max: u64,
}

/// How state vectors are packed into rows. The first slot has the most significant bits of a
/// big-endian number, so rows are ordered like vectors.
///
/// ```
/// use kibitz_tablebase::{Packing, Slot};
///
/// let packing = Packing::new(vec![Slot::new(0, 5), Slot::new(-1, 1)]).unwrap();
/// let mut row = Vec::new();
/// assert!(packing.pack(&[5, -1], &mut row));
/// assert_eq!(row, [0b0001_0100]);
/// let mut vector = [0; 2];
/// packing.unpack(&row, &mut vector);
/// assert_eq!(vector, [5, -1]);
/// assert!(!packing.pack(&[9, 0], &mut row));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Slot>", into = "Vec<Slot>")]
pub struct Packing {
    slots: Vec<Slot>,
    row_len: usize,
}

impl Packing {
    /// The maximum number of bits of a row.
    const MAX_BITS: u64 = 1 << 20;

    /// The packing of these slots.
    ///
    /// # Errors
    /// Returns an error if a slot has more than 64 bits, or all have more than a block may have.
    pub fn new(slots: Vec<Slot>) -> Result<Packing, PackingError> {
        let bits: u64 = slots.iter().map(|slot| u64::from(slot.bits)).sum();
        if bits > Packing::MAX_BITS || slots.iter().any(|slot| slot.bits > u64::BITS) {
            return Err(PackingError {
                bits,
                max: Packing::MAX_BITS,
            });
        }
        Ok(Packing {
            slots,
            row_len: (bits.div_ceil(8) as usize).max(1),
        })
    }

    /// The slots in their order.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The length of a row in bytes, at least 1.
    #[must_use]
    pub fn row_len(&self) -> usize {
        self.row_len
    }

    /// Replaces `row` by the row of a vector; false if the vector has none, i.e. another length or
    /// a number that does not fit.
    pub fn pack(&self, vector: &[i64], row: &mut Vec<u8>) -> bool {
        row.clear();
        row.resize(self.row_len, 0);
        if vector.len() != self.slots.len() {
            return false;
        }
        let mut end = 8 * self.row_len;
        for (slot, number) in self.slots.iter().zip(vector).rev() {
            let digit = number.wrapping_sub(slot.low) as u64;
            if *number < slot.low || digit > slot.max() {
                return false;
            }
            // At most nine bytes.
            let (mut rest, mut bits) = (digit, slot.bits as usize);
            while bits > 0 {
                let (byte, shift) = ((end - 1) / 8, (8 - end % 8) % 8);
                let part = bits.min(8 - shift);
                row[byte] |= ((rest & ((1 << part) - 1)) as u8) << shift;
                rest >>= part;
                (end, bits) = (end - part, bits - part);
            }
        }
        true
    }

    /// The vector of a row.
    ///
    /// # Panics
    /// Panics if the row or the vector has another length.
    pub fn unpack(&self, row: &[u8], vector: &mut [i64]) {
        assert_eq!(row.len(), self.row_len, "a row of another length");
        assert_eq!(vector.len(), self.slots.len(), "a vector of another length");
        let mut end = 8 * self.row_len;
        for (slot, number) in self.slots.iter().zip(vector).rev() {
            let (mut digit, mut done) = (0, 0);
            while done < slot.bits as usize {
                let (byte, shift) = ((end - 1) / 8, (8 - end % 8) % 8);
                let part = (slot.bits as usize - done).min(8 - shift);
                let bits = u64::from(row[byte] >> shift) & ((1 << part) - 1);
                digit |= bits << done;
                (end, done) = (end - part, done + part);
            }
            *number = slot.low.wrapping_add(digit as i64);
        }
    }
}

impl TryFrom<Vec<Slot>> for Packing {
    type Error = PackingError;

    fn try_from(slots: Vec<Slot>) -> Result<Packing, PackingError> {
        Packing::new(slots)
    }
}

impl From<Packing> for Vec<Slot> {
    fn from(packing: Packing) -> Vec<Slot> {
        packing.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row of a vector by arithmetic on text.
    fn binary(slots: &[Slot], vector: &[i64]) -> String {
        let digits = slots.iter().zip(vector).map(|(slot, number)| {
            let digit = (i128::from(*number) - i128::from(slot.low)) as u128;
            match slot.bits as usize {
                0 => String::new(),
                bits => format!("{digit:0bits$b}"),
            }
        });
        digits.collect()
    }

    #[test]
    fn rows_are_vectors_in_binary() {
        let spans = [
            (0, 0),
            (-3, 4),
            (i64::MIN, i64::MAX),
            (7, 8),
            (0, 1 << 40),
            (-1, -1),
            (i64::MAX - 2, i64::MAX),
        ];
        let slots: Vec<Slot> = spans.map(|(low, high)| Slot::new(low, high)).to_vec();
        let packing = Packing::new(slots.clone()).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        let mut rows = Vec::new();
        for _ in 0..1000 {
            let number = |(low, high)| match random.u8(0..4) {
                0 => low,
                1 => high,
                _ => random.i64(low..=high),
            };
            let vector: Vec<i64> = spans.map(number).to_vec();
            let mut row = Vec::new();
            assert!(packing.pack(&vector, &mut row));
            let bits: String = row.iter().map(|byte| format!("{byte:08b}")).collect();
            let digits = binary(&slots, &vector);
            assert_eq!(bits, format!("{digits:0>width$}", width = 8 * row.len()));
            let mut back = vec![0; spans.len()];
            packing.unpack(&row, &mut back);
            assert_eq!(back, vector);
            rows.push((row, vector));
        }
        rows.sort();
        assert!(rows.is_sorted_by_key(|(_, vector)| vector.clone()));
    }

    #[test]
    fn vectors_that_do_not_fit_have_no_row() {
        let packing = Packing::new(vec![Slot::new(2, 5), Slot::new(0, 0)]).unwrap();
        let mut row = Vec::new();
        for vector in [
            [1, 0],
            [6, 0],
            [2, 1],
            [2, -1],
            [i64::MIN, 0],
            [i64::MAX, 0],
        ] {
            assert!(!packing.pack(&vector, &mut row), "{vector:?}");
        }
        assert!(!packing.pack(&[2], &mut row));
        assert!(packing.pack(&[5, 0], &mut row));
        assert_eq!(row, [3]);
    }

    #[test]
    fn a_packing_without_slots_has_rows_of_one_byte() {
        let packing = Packing::new(Vec::new()).unwrap();
        let mut row = Vec::new();
        assert!(packing.pack(&[], &mut row));
        assert_eq!(row, [0]);
    }

    #[test]
    fn too_many_bits_are_refused() {
        let slot = |bits| Slot { low: 0, bits };
        assert!(Packing::new(vec![slot(65)]).is_err());
        assert!(Packing::new(vec![slot(64); 1 << 14]).is_ok());
        assert!(Packing::new(vec![slot(64); (1 << 14) + 1]).is_err());
    }
}
