//! 64-bit integers with Python semantics: `//` and `%` round down, and overflow
//! is a fault, never wraparound.

use crate::tree::Binary;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArithmeticError {
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
pub(crate) fn compute(operator: Binary, a: i64, b: i64) -> Result<i64, ArithmeticError> {
    let fits = |result: Option<i64>| result.ok_or(ArithmeticError::Overflow);
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

fn floor_divide(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    if b == 0 {
        return Err(ArithmeticError::Division);
    }
    let toward_zero = a.checked_div(b).ok_or(ArithmeticError::Overflow)?;
    let is_inexact = a.wrapping_rem(b) != 0;
    Ok(toward_zero - i64::from(is_inexact && (a < 0) != (b < 0)))
}

/// The remainder has the sign of the divisor.
fn modulo(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    if b == 0 {
        return Err(ArithmeticError::Division);
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

fn power(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    if b < 0 {
        return Err(ArithmeticError::NegativeExponent);
    }
    match (a, b) {
        (0 | 1, 1..) => Ok(a),
        (-1, _) => Ok(if b % 2 == 0 { 1 } else { -1 }),
        // |a| is at least 2, and 2 ** 64 already overflows.
        (_, 64..) => Err(ArithmeticError::Overflow),
        _ => a.checked_pow(b as u32).ok_or(ArithmeticError::Overflow),
    }
}

fn shift_left(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    match b {
        ..0 => Err(ArithmeticError::NegativeShift),
        _ if a == 0 => Ok(0),
        0..64 if a << b >> b == a => Ok(a << b),
        _ => Err(ArithmeticError::Overflow),
    }
}

fn shift_right(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    match b {
        ..0 => Err(ArithmeticError::NegativeShift),
        // Only the sign is left: 0 or -1.
        _ => Ok(a >> b.min(63)),
    }
}

/// `pow(a, b, m)`; the result has the sign of `m`.
pub(super) fn power_modulo(a: i64, b: i64, m: i64) -> Result<i64, ArithmeticError> {
    if m == 0 {
        return Err(ArithmeticError::ZeroModulus);
    }
    if b < 0 {
        return Err(ArithmeticError::NegativeExponent);
    }
    // Factors are below 2 ** 63 in magnitude, so products fit i128.
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
    // If m is negative, results are in m + 1..=0.
    let signed = if m < 0 && result != 0 {
        result + wide
    } else {
        result
    };
    Ok(signed as i64)
}

/// The greatest common divisor, never negative. It overflows only for -2 ** 63
/// and 0.
pub(super) fn gcd(numbers: &[i64]) -> Result<i64, ArithmeticError> {
    let mut divisor = 0;
    for number in numbers {
        let mut rest = number.unsigned_abs();
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
    }
    i64::try_from(divisor).map_err(|_| ArithmeticError::Overflow)
}

/// The length of `range(start, stop, step)`; the step is not 0.
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
