//! Static information about a number: constants and intervals.

use cranelift_codegen::ir;

use crate::compile::layout::{CODE_POINTS, EMPTY_TEXT};

/// A 64-bit number: a constant, or computed at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) enum Word {
    /// A constant.
    Known(i64),
    /// Computed by the generated code.
    Computed(ir::Value),
}

/// A truth value: a constant, or computed as a machine condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) enum Bit {
    /// A constant.
    Known(bool),
    /// Computed by the generated code, as an 8-bit value.
    Computed(ir::Value),
}

/// The interval from `lo` to `hi` inclusive; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) struct Range {
    /// The minimum.
    pub(in crate::compile) lo: i64,
    /// The maximum.
    pub(in crate::compile) hi: i64,
}

impl Default for Range {
    fn default() -> Range {
        Range::ALL
    }
}

impl Range {
    /// Every number.
    pub(in crate::compile) const ALL: Range = Range::new(i64::MIN, i64::MAX);
    /// A truth value.
    pub(in crate::compile) const BIT: Range = Range::new(0, 1);
    /// A code point.
    pub(in crate::compile) const CODE_POINT: Range = Range::new(0, CODE_POINTS - 1);
    /// The word of a text.
    pub(in crate::compile) const TEXT: Range = Range::new(EMPTY_TEXT, i64::MAX);
    /// A length: memory is smaller than this.
    pub(in crate::compile) const LENGTH: Range = Range::new(0, 1 << 48);

    pub(in crate::compile) const fn new(lo: i64, hi: i64) -> Range {
        Range { lo, hi }
    }

    pub(in crate::compile) const fn of(n: i64) -> Range {
        Range::new(n, n)
    }

    pub(in crate::compile) fn contains(self, n: i64) -> bool {
        self.lo <= n && n <= self.hi
    }

    /// The convex hull of both.
    pub(in crate::compile) fn hull(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    /// The intersection; `self` if it is empty, which happens only in
    /// unreachable code.
    pub(in crate::compile) fn meet(self, other: Range) -> Range {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo <= hi { Range::new(lo, hi) } else { self }
    }

    /// The range of an exact result, if all of it fits 64 bits.
    fn exact(corners: &[i128]) -> Option<Range> {
        let lo = i64::try_from(*corners.iter().min()?).ok()?;
        let hi = i64::try_from(*corners.iter().max()?).ok()?;
        Some(Range::new(lo, hi))
    }

    /// The range of the sum; `None` if it can overflow.
    pub(in crate::compile) fn add(self, other: Range) -> Option<Range> {
        let sum = |a, b| i128::from(a) + i128::from(b);
        Range::exact(&[sum(self.lo, other.lo), sum(self.hi, other.hi)])
    }

    /// The range of the difference; `None` if it can overflow.
    pub(in crate::compile) fn subtract(self, other: Range) -> Option<Range> {
        let difference = |a, b| i128::from(a) - i128::from(b);
        Range::exact(&[difference(self.lo, other.hi), difference(self.hi, other.lo)])
    }

    /// The range of the product; `None` if it can overflow.
    pub(in crate::compile) fn multiply(self, other: Range) -> Option<Range> {
        let product = |a, b| i128::from(a) * i128::from(b);
        Range::exact(&[
            product(self.lo, other.lo),
            product(self.lo, other.hi),
            product(self.hi, other.lo),
            product(self.hi, other.hi),
        ])
    }

    /// The range of `self << by`, for `by` in 0..=63; `None` if it can
    /// overflow.
    pub(in crate::compile) fn shift_left(self, by: Range) -> Option<Range> {
        let shift = |a: i64, b: i64| i128::from(a) << b;
        Range::exact(&[
            shift(self.lo, by.lo),
            shift(self.lo, by.hi),
            shift(self.hi, by.lo),
            shift(self.hi, by.hi),
        ])
    }

    /// The range of `self >> by`, for `by` in 0..=63.
    pub(in crate::compile) fn shift_right(self, by: Range) -> Range {
        let corners = [
            self.lo >> by.lo,
            self.lo >> by.hi,
            self.hi >> by.lo,
            self.hi >> by.hi,
        ];
        let lo = corners.into_iter().fold(i64::MAX, i64::min);
        Range::new(lo, corners.into_iter().fold(i64::MIN, i64::max))
    }

    /// The range of `self & other`.
    pub(in crate::compile) fn and(self, other: Range) -> Range {
        match (self.lo >= 0, other.lo >= 0) {
            (true, true) => Range::new(0, self.hi.min(other.hi)),
            (true, false) => Range::new(0, self.hi),
            (false, true) => Range::new(0, other.hi),
            (false, false) => Range::new(self.ones(other).lo, self.hi.max(other.hi)),
        }
    }

    /// The range of `self | other`.
    pub(in crate::compile) fn or(self, other: Range) -> Range {
        if self.lo >= 0 && other.lo >= 0 {
            return Range::new(self.lo.max(other.lo), self.ones(other).hi);
        }
        self.ones(other)
    }

    /// The range of `self ^ other`.
    pub(in crate::compile) fn xor(self, other: Range) -> Range {
        if self.lo >= 0 && other.lo >= 0 {
            return Range::new(0, self.ones(other).hi);
        }
        self.ones(other)
    }

    /// The numbers with no more bits than the largest of either side.
    fn ones(self, other: Range) -> Range {
        let magnitude = |n: i64| if n < 0 { !n } else { n };
        let largest = [self.lo, self.hi, other.lo, other.hi].map(magnitude);
        let all = largest.into_iter().fold(0, |all, n| all | n) as u64;
        let hi = (u64::MAX.checked_shr(all.leading_zeros()).unwrap_or(0)) as i64;
        Range::new(!hi, hi)
    }
}
