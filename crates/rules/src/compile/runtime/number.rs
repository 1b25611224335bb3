//! Arithmetic that needs a loop.

use super::Runtime;
use crate::compile::context::{Context, Status};

/// `a ** b`.
pub(in crate::compile) const POWER: Runtime = Runtime(|| power as *const () as usize);
/// `pow(a, b, m)`.
pub(in crate::compile) const POWER_MODULO: Runtime = Runtime(|| power_modulo as *const () as usize);
/// `gcd(a, b)`.
pub(in crate::compile) const GCD: Runtime = Runtime(|| gcd as *const () as usize);
/// `isqrt(a)`.
pub(in crate::compile) const ISQRT: Runtime = Runtime(|| isqrt as *const () as usize);

/// Stores a result, or returns a fault.
unsafe fn leave(context: *mut Context, result: Option<i64>) -> Status {
    match result {
        Some(n) => {
            // SAFETY: generated code passes its own context and waits.
            unsafe { (*context).results[0] = n };
            Status::Done
        }
        None => Status::Fault,
    }
}

unsafe extern "C" fn power(context: *mut Context, a: i64, b: i64) -> Status {
    // SAFETY: see `leave`.
    unsafe { leave(context, power_of(a, b)) }
}

unsafe extern "C" fn power_modulo(context: *mut Context, a: i64, b: i64, m: i64) -> Status {
    // SAFETY: see `leave`.
    unsafe { leave(context, power_modulo_of(a, b, m)) }
}

unsafe extern "C" fn gcd(context: *mut Context, a: i64, b: i64) -> Status {
    // SAFETY: see `leave`.
    unsafe { leave(context, Some(gcd_of(a, b))) }
}

unsafe extern "C" fn isqrt(context: *mut Context, a: i64) -> Status {
    // SAFETY: see `leave`.
    unsafe { leave(context, isqrt_of(a)) }
}

/// `a ** b`; `None` if it overflows or `b` is negative.
pub(in crate::compile) fn power_of(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (_, ..0) => None,
        (0 | 1, _) => Some(if b == 0 { 1 } else { a }),
        (-1, _) => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// `pow(a, b, m)`, with the sign of `m`; `None` if `m` is 0 or `b` negative.
pub(in crate::compile) fn power_modulo_of(a: i64, b: i64, m: i64) -> Option<i64> {
    if m == 0 || b < 0 {
        return None;
    }
    let modulus = i128::from(m).abs();
    let mut base = i128::from(a).rem_euclid(modulus);
    let mut result = 1 % modulus;
    let mut rest = b;
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        rest >>= 1;
    }
    if m < 0 && result != 0 {
        result -= modulus;
    }
    i64::try_from(result).ok()
}

/// The greatest common divisor; `i64::MIN` represents 2⁶³.
pub(in crate::compile) fn gcd_of(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}

/// The root, rounded down; `None` for a negative number.
pub(in crate::compile) fn isqrt_of(a: i64) -> Option<i64> {
    a.checked_isqrt()
}
