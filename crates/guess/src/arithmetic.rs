//! Functions of integers: the values of [`Expr`](crate::Expr) nodes.

use crate::expr::{Binary, Unary};

/// Trial division of larger numbers takes too long.
const MAX_FACTORED: i64 = 1 << 40;

pub(crate) fn unary(op: Unary, a: i64) -> Option<i64> {
    if op == Unary::Abs {
        return a.checked_abs();
    }
    if a < 0 {
        return None;
    }
    Some(match op {
        Unary::Abs => a,
        Unary::LowBit => a & -a,
        Unary::TrailingZeros if a == 0 => 0,
        Unary::TrailingZeros => i64::from(a.trailing_zeros()),
        Unary::Popcount => i64::from(a.count_ones()),
        Unary::BitLength => i64::from(64 - a.leading_zeros()),
        Unary::Root => a.isqrt(),
        Unary::PrimeFactors | Unary::LeastPrime if a > MAX_FACTORED => return None,
        Unary::PrimeFactors => prime_factors(a),
        Unary::LeastPrime => least_prime(a),
    })
}

pub(crate) fn binary(op: Binary, a: i64, b: i64) -> Option<i64> {
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        // For a positive divisor Euclidean division rounds down.
        Binary::Div => (b > 0).then(|| a.div_euclid(b)),
        Binary::Mod => (b > 0).then(|| a.rem_euclid(b)),
        Binary::Xor => Some(a ^ b),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Gcd => gcd(a.checked_abs()?, b.checked_abs()?),
        Binary::Eq => Some((a == b).into()),
        Binary::Lt => Some((a < b).into()),
    }
}

fn gcd(mut a: i64, mut b: i64) -> Option<i64> {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a)
}

fn least_prime(n: i64) -> i64 {
    let divisors = (2..).take_while(|d| d * d <= n);
    divisors.into_iter().find(|d| n % d == 0).unwrap_or(n)
}

fn prime_factors(mut n: i64) -> i64 {
    let mut count = 0;
    while n > 1 {
        n /= least_prime(n);
        count += 1;
    }
    count
}

/// The digits of a number, the least significant one first; none of 0.
pub(crate) fn digits(mut n: i64, base: i64) -> Option<Vec<i64>> {
    if n < 0 {
        return None;
    }
    let mut digits = Vec::new();
    while n > 0 {
        digits.push(n % base);
        n /= base;
    }
    Some(digits)
}

/// The binary digits added modulo `modulus` without carry, read in that base.
pub(crate) fn add_without_carry(items: &[i64], modulus: i64) -> Option<i64> {
    let max = *items.iter().max()?;
    if items.iter().any(|item| *item < 0) {
        return None;
    }
    let mut total = 0i64;
    for bit in (0..64 - max.leading_zeros()).rev() {
        let ones: i64 = items.iter().map(|item| item >> bit & 1).sum();
        total = total.checked_mul(modulus)?.checked_add(ones % modulus)?;
    }
    Some(total)
}
