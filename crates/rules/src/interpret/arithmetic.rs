//! Whole numbers of 64 bits with Python's meaning: `//` and `%` round down, and
//! what does not fit is a fault, never another number.

use crate::tree::Binary;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It does not fit into 64 bits.
    Overflow,
    /// The divisor is 0.
    Division,
    /// The shift is negative.
    NegativeShift,
    /// The exponent is negative.
    NegativeExponent,
    /// The third argument of `pow` is 0.
    ZeroModulus,
}

/// `a op b`.
pub(super) fn compute(operator: Binary, a: i64, b: i64) -> Result<i64, Trouble> {
    let fits = |result: Option<i64>| result.ok_or(Trouble::Overflow);
    match operator {
        Binary::Add => fits(a.checked_add(b)),
        Binary::Subtract => fits(a.checked_sub(b)),
        Binary::Multiply => fits(a.checked_mul(b)),
        Binary::FloorDivide => floor_divide(a, b),
        Binary::Modulo => modulo(a, b),
        Binary::Power => power(a, b),
        Binary::ShiftLeft => shift_left(a, b),
        Binary::ShiftRight => shift_right(a, b),
        Binary::And => Ok(a & b),
        Binary::Or => Ok(a | b),
        Binary::Xor => Ok(a ^ b),
    }
}

fn floor_divide(a: i64, b: i64) -> Result<i64, Trouble> {
    if b == 0 {
        return Err(Trouble::Division);
    }
    let toward_zero = a.checked_div(b).ok_or(Trouble::Overflow)?;
    let is_inexact = a.wrapping_rem(b) != 0;
    Ok(toward_zero - i64::from(is_inexact && (a < 0) != (b < 0)))
}

/// The remainder has the sign of the divisor.
fn modulo(a: i64, b: i64) -> Result<i64, Trouble> {
    if b == 0 {
        return Err(Trouble::Division);
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

fn power(a: i64, b: i64) -> Result<i64, Trouble> {
    if b < 0 {
        return Err(Trouble::NegativeExponent);
    }
    match (a, b) {
        (0 | 1, 1..) => Ok(a),
        (-1, _) => Ok(if b % 2 == 0 { 1 } else { -1 }),
        // 2 ** 64 does not fit, nor does anything larger.
        (_, 64..) => Err(Trouble::Overflow),
        _ => a.checked_pow(b as u32).ok_or(Trouble::Overflow),
    }
}

fn shift_left(a: i64, b: i64) -> Result<i64, Trouble> {
    match b {
        ..0 => Err(Trouble::NegativeShift),
        _ if a == 0 => Ok(0),
        0..64 if a << b >> b == a => Ok(a << b),
        _ => Err(Trouble::Overflow),
    }
}

fn shift_right(a: i64, b: i64) -> Result<i64, Trouble> {
    match b {
        ..0 => Err(Trouble::NegativeShift),
        // All that is left is the sign: 0 or -1.
        _ => Ok(a >> b.min(63)),
    }
}

/// `pow(a, b, m)`; the result has the sign of `m`.
pub(super) fn power_modulo(a: i64, b: i64, m: i64) -> Result<i64, Trouble> {
    if m == 0 {
        return Err(Trouble::ZeroModulus);
    }
    if b < 0 {
        return Err(Trouble::NegativeExponent);
    }
    // Below 2 ** 63 in size, products fit into 127 bits.
    let wide = i128::from(m);
    let mut square = i128::from(a).rem_euclid(wide);
    let mut result = 1_i128.rem_euclid(wide);
    let mut bits = b;
    while bits > 0 {
        if bits & 1 == 1 {
            result = (result * square).rem_euclid(wide);
        }
        square = (square * square).rem_euclid(wide);
        bits >>= 1;
    }
    // Where m is negative, results go from m + 1 to 0.
    let signed = if m < 0 && result != 0 {
        result + wide
    } else {
        result
    };
    Ok(signed as i64)
}

/// The greatest common divisor, never negative. Only -2 ** 63 and 0 have one
/// that does not fit.
pub(super) fn gcd(numbers: &[i64]) -> Result<i64, Trouble> {
    let mut divisor = 0;
    for number in numbers {
        let mut rest = number.unsigned_abs();
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
    }
    i64::try_from(divisor).map_err(|_| Trouble::Overflow)
}

/// How many numbers `range(start, stop, step)` has; the step is not 0.
pub(super) fn range_length(start: i64, stop: i64, step: i64) -> u64 {
    let (from, to) = if step > 0 {
        (start, stop)
    } else {
        (stop, start)
    };
    if from >= to {
        return 0;
    }
    (to.abs_diff(from) - 1) / step.unsigned_abs() + 1
}
