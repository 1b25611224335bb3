//! Mixed-radix numbering of state vectors: one digit per slot.
//!
//! Two slots that are sets of cells, e.g. the players' stones, are often disjoint. Then a cell is
//! empty, the first's or the second's, and both slots together are a number in base three.

use std::ops::Range;

use super::direct_table::Indexing;
use super::fields::Span;

/// Mixed-radix numbering of vectors.
#[derive(Debug)]
pub(super) struct Radix {
    parts: Vec<Part>,
    size: u64,
    ternary: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    One {
        slot: usize,
        low: i64,
        mask: u64,
        weight: u64,
    },
    /// Two disjoint sets.
    Two {
        slots: [usize; 2],
        /// Maximum values of their fields.
        max: [u64; 2],
        weight: u64,
    },
}

/// Cells per lookup in the table of powers of three.
const HALF: u32 = 11;
/// Maximum number of cells of two sets: their number must fit 32 bits.
const MAX_CELLS: u32 = 20;

/// The sum of the powers of three of the bits.
fn base_three(bits: usize) -> u32 {
    (0..HALF)
        .filter(|i| bits >> i & 1 == 1)
        .map(|i| 3u32.pow(i))
        .sum()
}

/// Whether two slots may be sets of the same cells.
pub(super) fn may_be_sets(a: Span, b: Span) -> bool {
    let cells = a.bits().max(b.bits());
    a.low == 0 && b.low == 0 && a.bits().min(b.bits()) >= 2 && cells <= MAX_CELLS
}

impl Radix {
    /// A numbering of the vectors within these spans in which the slots of each pair are disjoint;
    /// `None` if there are more than `max`.
    pub(super) fn new(spans: &[Span], pairs: &[[usize; 2]], max: u64) -> Option<Radix> {
        let mut parts = Vec::new();
        let mut size = 1u64;
        for (slot, span) in spans.iter().enumerate() {
            let weight = size;
            match pairs.iter().find(|pair| pair.contains(&slot)) {
                Some(&slots) if slots[0] == slot => {
                    let bits = span.bits().max(spans[slots[1]].bits());
                    size = size.checked_mul(3u64.checked_pow(bits)?)?;
                    let max = slots.map(|slot| spans[slot].width());
                    parts.push(Part::Two { slots, max, weight });
                }
                Some(_) => {}
                None => {
                    size = size.checked_mul(span.width().checked_add(1)?)?;
                    let (low, mask) = (span.low, span.width());
                    parts.push(Part::One {
                        slot,
                        low,
                        mask,
                        weight,
                    });
                }
            }
        }
        let ternary = if pairs.is_empty() { 0 } else { 1 << HALF };
        (size <= max).then(|| Radix {
            parts,
            size,
            ternary: (0..ternary).map(base_three).collect(),
        })
    }

    #[inline]
    fn in_base_three(&self, set: u64) -> u64 {
        let half = (1 << HALF) - 1;
        let low = self.ternary[(set & half) as usize];
        let high = self.ternary[(set >> HALF & half) as usize];
        u64::from(low) + u64::from(high) * 3u64.pow(HALF)
    }

    #[inline]
    fn number(&self, row: &[i64]) -> Option<u64> {
        let mut number = 0;
        for part in &self.parts {
            match *part {
                Part::One {
                    slot,
                    low,
                    mask,
                    weight,
                } => {
                    let digit = row[slot].wrapping_sub(low) as u64;
                    if digit > mask {
                        return None;
                    }
                    number += digit * weight;
                }
                Part::Two {
                    slots: [first, second],
                    max,
                    weight,
                } => {
                    let (a, b) = (row[first] as u64, row[second] as u64);
                    if a > max[0] || b > max[1] || a & b != 0 {
                        return None;
                    }
                    number += (self.in_base_three(a) + 2 * self.in_base_three(b)) * weight;
                }
            }
        }
        Some(number)
    }
}

impl Indexing for Radix {
    type Memo = ();

    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn index(&self, row: &[i64], (): &mut ()) -> Option<u64> {
        self.number(row)
    }

    fn peek(&self, row: &[i64]) -> Option<u64> {
        self.number(row)
    }

    fn sections(&self) -> u32 {
        u32::try_from(self.size.div_ceil(SECTION)).unwrap_or(0)
    }

    fn section(&self, number: u32, mut visit: impl FnMut(Range<u64>)) {
        let start = u64::from(number) * SECTION;
        visit(start..self.size.min(start + SECTION));
    }
}

/// Numbers per section.
const SECTION: u64 = 1 << 12;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn span(low: i64, high: i64) -> Span {
        Span { low, high }
    }

    #[test]
    fn radix_numbers_are_distinct() {
        let spans = [span(-2, 2), span(0, 15), span(7, 7), span(0, 7)];
        let radix = Radix::new(&spans, &[[1, 3]], 1 << 20).unwrap();
        assert_eq!(radix.size(), 5 * 81);
        let mut seen = HashSet::new();
        for a in -3..=3 {
            for b in -1..=16 {
                for d in -1..=8i64 {
                    let fits = (-2..=2).contains(&a)
                        && (0..16).contains(&b)
                        && (0..8).contains(&d)
                        && b & d == 0;
                    let number = radix.peek(&[a, b, 7, d]);
                    assert_eq!(number.is_some(), fits, "{a} {b} {d}");
                    if let Some(number) = number {
                        assert!(number < radix.size() && seen.insert(number));
                    }
                }
            }
        }
        assert_eq!(radix.peek(&[0, 0, 8, 0]), None);
    }

    #[test]
    fn disjoint_sets_are_numbered_in_base_three() {
        let spans = [span(0, (1 << 20) - 1); 2];
        let radix = Radix::new(&spans, &[[0, 1]], u64::MAX).unwrap();
        assert_eq!(radix.size(), 3u64.pow(20));
        let full = (1 << 20) - 1;
        assert_eq!(radix.peek(&[0, full]), Some(3u64.pow(20) - 1));
        assert_eq!(radix.peek(&[1 << 19, 0]), Some(3u64.pow(19)));
    }

    #[test]
    fn too_many_vectors_are_rejected() {
        assert!(Radix::new(&[span(0, 1023); 2], &[], 1 << 19).is_none());
        assert!(Radix::new(&[span(i64::MIN, i64::MAX)], &[], u64::MAX).is_none());
    }
}
