//! Games whose position is one number.

use super::{Case, Rules, Show};

fn one(place: &[i64]) -> Option<Vec<i64>> {
    Some(place.to_vec())
}

fn subtract(p: &[i64], amounts: impl IntoIterator<Item = i64>) -> Vec<Vec<i64>> {
    let possible = amounts.into_iter().filter(|k| *k <= p[0]);
    possible.map(|k| vec![p[0] - k]).collect()
}

/// Take some of a heap, at most one part of it, and leave one or two heaps: `digits`
/// of an octal game.
fn octal(heap: i64, digits: &[i64]) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    for (taken, digit) in (1..).zip(digits) {
        let left = heap - taken;
        match left {
            0 if digit & 1 != 0 => all.push((0, 0)),
            1.. if digit & 2 != 0 => all.push((left, 0)),
            _ => {}
        }
        if digit & 4 != 0 {
            all.extend((1..left).map(|a| (a, left - a)));
        }
    }
    all
}

fn divisors(n: i64) -> impl Iterator<Item = i64> {
    (1..n).filter(move |d| n % d == 0)
}

fn is_prime(n: i64) -> bool {
    n > 1 && (2..n).all(|d| n % d != 0)
}

fn is_prime_power(n: i64) -> bool {
    let mut primes = (2..=n).filter(|p| n % p == 0 && is_prime(*p));
    n == 1 || primes.next().is_some() && primes.next().is_none()
}

/// At most twice as many as the opponent, not all at first: (heap, limit).
fn doubling(p: &[i64]) -> Vec<Vec<i64>> {
    (1..=p[1].min(p[0]))
        .map(|k| vec![p[0] - k, 2 * k])
        .collect()
}

/// At most as many as the opponent: (heap, limit).
fn no_more(p: &[i64]) -> Vec<Vec<i64>> {
    (1..=p[1].min(p[0])).map(|k| vec![p[0] - k, k]).collect()
}

/// At most three times as many as the opponent, not all at first: (heap, limit).
fn thrice(p: &[i64]) -> Vec<Vec<i64>> {
    (1..=p[1].min(p[0]))
        .map(|k| vec![p[0] - k, 3 * k])
        .collect()
}

/// At least p[1] and at most p[2].
fn between(p: &[i64]) -> Vec<Vec<i64>> {
    (p[1]..=p[2].min(p[0]))
        .map(|k| vec![p[0] - k, p[1], p[2]])
        .collect()
}

/// Multiply by 2 or 3 until the goal is reached: (number, goal).
fn multiply(p: &[i64]) -> Vec<Vec<i64>> {
    let factors = (2..=3).filter(|_| p[0] < p[1]);
    factors.map(|factor| vec![p[0] * factor, p[1]]).collect()
}

pub(super) fn cases() -> Vec<Case> {
    use Show::{Grundy, Outcome, Plies};
    let plain = |name, axes, show, position, moves: fn(&[i64]) -> Vec<Vec<i64>>, formula| Case {
        name,
        axes,
        show,
        position,
        moves: Rules::Plain(moves),
        formula,
    };
    let split = |name, axes, show, moves: fn(i64) -> Vec<(i64, i64)>, formula| Case {
        name,
        axes,
        show,
        position: one,
        moves: Rules::Split(moves),
        formula,
    };
    type Axes = &'static [(&'static str, i64, usize)];
    const N: Axes = &[("n", 0, 100)];
    const NATURAL: Axes = &[("n", 1, 120)];
    let one = one as fn(&[i64]) -> Option<Vec<i64>>;
    let none = &[] as &'static [&'static str];
    vec![
        plain(
            "take 1, 2 or 3",
            N,
            Grundy,
            one,
            |p| subtract(p, 1..=3),
            &["n mod 4"] as &[&str],
        ),
        plain(
            "take 1, 2 or 3, outcome",
            N,
            Outcome,
            one,
            |p| subtract(p, 1..=3),
            &["period 4"],
        ),
        plain(
            "take 1, 2 or 3, plies",
            N,
            Plies,
            one,
            |p| subtract(p, 1..=3),
            none,
        ),
        plain(
            "take 1, 3 or 4",
            N,
            Outcome,
            one,
            |p| subtract(p, [1, 3, 4]),
            &["period 7"],
        ),
        plain(
            "take 2, 5 or 7",
            &[("n", 0, 200)],
            Grundy,
            one,
            |p| subtract(p, [2, 5, 7]),
            none,
        ),
        plain(
            "take a power of two",
            N,
            Outcome,
            one,
            |p| subtract(p, (0..9).map(|k| 1 << k)),
            &["period 3"],
        ),
        plain(
            "take a prime power",
            N,
            Outcome,
            one,
            |p| subtract(p, (1..=p[0]).filter(|n| is_prime_power(*n))),
            &["period 6"],
        ),
        plain(
            "take a proper divisor",
            NATURAL,
            Grundy,
            one,
            |p| subtract(p, divisors(p[0])),
            &["exponent_of_2(n)"],
        ),
        plain(
            "take a proper divisor, outcome",
            NATURAL,
            Outcome,
            one,
            |p| subtract(p, divisors(p[0])),
            none,
        ),
        plain(
            "take at most half",
            &[("n", 1, 270)],
            Outcome,
            one,
            |p| subtract(p, 1..=p[0] / 2),
            none,
        ),
        plain(
            "divide by a divisor",
            NATURAL,
            Grundy,
            one,
            |p| divisors(p[0]).map(|d| vec![d]).collect(),
            &["prime_factors(n)"],
        ),
        plain(
            "divide by a prime",
            NATURAL,
            Outcome,
            one,
            |p| {
                divisors(p[0])
                    .filter(|d| is_prime(p[0] / d))
                    .map(|d| vec![d])
                    .collect()
            },
            none,
        ),
        plain(
            "delete a binary one",
            N,
            Outcome,
            one,
            |p| {
                (0..20)
                    .filter(|i| p[0] >> i & 1 == 1)
                    .map(|i| vec![p[0] ^ 1 << i])
                    .collect()
            },
            none,
        ),
        plain(
            "fibonacci nim",
            &[("n", 2, 240)],
            Outcome,
            |p| Some(vec![p[0], p[0] - 1]),
            doubling,
            &["t(k-1) + t(k-2)"],
        ),
        plain(
            "at most thrice what the opponent took",
            &[("n", 2, 300)],
            Outcome,
            |p| Some(vec![p[0], p[0] - 1]),
            thrice,
            &["t(k-1) + t(k-4)"],
        ),
        plain(
            "take at least p and at most q",
            &[("n", 0, 45), ("p", 1, 5), ("q", 10, 5)],
            Outcome,
            one,
            between,
            &["n mod (p + q)"],
        ),
        plain(
            "take a divisor other than 1",
            &[("n", 1, 1200)],
            Outcome,
            one,
            |p| subtract(p, divisors(p[0]).filter(|d| *d > 1)),
            &["t(k) = 4·t(k-1)"],
        ),
        plain(
            "no more than the opponent, from the start",
            &[("n", 2, 420)],
            Outcome,
            |p| Some(vec![p[0], p[0] - 1]),
            no_more,
            none,
        ),
        plain(
            "multiplication game",
            &[("n", 2, 6000)],
            Outcome,
            |p| Some(vec![1, p[0]]),
            multiply,
            none,
        ),
        Case {
            name: "ruler",
            axes: &[("n", 1, 60)],
            show: Grundy,
            position: one,
            // A run of coins is turned that ends at n.
            moves: Rules::Sum(|n| (1..=n).map(|from| (from..n).collect()).collect()),
            formula: &["lowest_bit(n)"],
        },
        split(
            "nim, one heap",
            N,
            Grundy,
            |n| (0..n).map(|k| (k, 0)).collect(),
            none,
        ),
        split(
            "lasker",
            N,
            Grundy,
            |n| {
                let splits = (1..n).map(|a| (a, n - a));
                (0..n).map(|k| (k, 0)).chain(splits).collect()
            },
            &["period 4"],
        ),
        split(
            "kayles",
            &[("n", 0, 200)],
            Grundy,
            |n| octal(n, &[7, 7]),
            &["period 12 from 71 on"],
        ),
        split(
            "kayles, outcome",
            &[("n", 0, 260)],
            Outcome,
            |n| octal(n, &[7, 7]),
            none,
        ),
        split(
            "dawson's kayles",
            &[("n", 0, 240)],
            Grundy,
            |n| octal(n, &[0, 7]),
            &["period 34 from 53 on"],
        ),
        split(
            "dawson's chess",
            &[("n", 0, 240)],
            Grundy,
            |n| octal(n, &[1, 3, 7]),
            &["period 34"],
        ),
        split(
            "0.44",
            &[("n", 0, 400)],
            Grundy,
            |n| octal(n, &[4, 4]),
            &["period 24 from 143 on"],
        ),
        split("mock turtles", NATURAL, Grundy, mock_turtles, none),
        split(
            "turning turtles",
            N,
            Grundy,
            |n| (0..n).map(|a| (a, 0)).collect(),
            &["n"],
        ),
    ]
}

/// A coin at place n, counted from 1, is turned with at most two coins to its left;
/// the value of a set of coins is the nim-sum of theirs.
fn mock_turtles(n: i64) -> Vec<(i64, i64)> {
    // 0 is no coin.
    (0..n)
        .flat_map(|a| (0..a.max(1)).map(move |b| (a, b)))
        .collect()
}
