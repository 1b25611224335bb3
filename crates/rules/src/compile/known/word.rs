//! What is known of a number while code is generated.

use cranelift_codegen::ir;

/// A number of 64 bits: known already, or computed when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) enum Word {
    /// Known while code is generated.
    Known(i64),
    /// Computed by the generated code.
    Computed(ir::Value),
}

/// A truth: known already, or computed as a condition of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) enum Bit {
    /// Known while code is generated.
    Known(bool),
    /// Computed by the generated code, as a value of 8 bits.
    Computed(ir::Value),
}

/// The numbers from `lo` to `hi`, both included; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::compile) struct Range {
    /// The least.
    pub(in crate::compile) lo: i64,
    /// The largest.
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
    /// A truth.
    pub(in crate::compile) const BIT: Range = Range::new(0, 1);
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

    /// Both.
    pub(in crate::compile) fn hull(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    /// What is in both; `self` where nothing is, which is code never reached.
    pub(in crate::compile) fn meet(self, other: Range) -> Range {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo <= hi { Range::new(lo, hi) } else { self }
    }

    /// The range of an exact result, where all of it has 64 bits.
    fn exact(corners: &[i128]) -> Option<Range> {
        let lo = i64::try_from(*corners.iter().min()?).ok()?;
        let hi = i64::try_from(*corners.iter().max()?).ok()?;
        Some(Range::new(lo, hi))
    }

    /// The range of the sum; nothing where it can overflow.
    pub(in crate::compile) fn add(self, other: Range) -> Option<Range> {
        let sum = |a, b| i128::from(a) + i128::from(b);
        Range::exact(&[sum(self.lo, other.lo), sum(self.hi, other.hi)])
    }

    /// The range of the difference; nothing where it can overflow.
    pub(in crate::compile) fn subtract(self, other: Range) -> Option<Range> {
        let difference = |a, b| i128::from(a) - i128::from(b);
        Range::exact(&[difference(self.lo, other.hi), difference(self.hi, other.lo)])
    }

    /// The range of the product; nothing where it can overflow.
    pub(in crate::compile) fn multiply(self, other: Range) -> Option<Range> {
        let product = |a, b| i128::from(a) * i128::from(b);
        Range::exact(&[
            product(self.lo, other.lo),
            product(self.lo, other.hi),
            product(self.hi, other.lo),
            product(self.hi, other.hi),
        ])
    }

    /// The range of `self << by`, for `by` in 0..=63; nothing where it can
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
