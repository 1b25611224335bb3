//! Games with heaps, coins on strips, and pieces on boards.

use super::{Case, Rules, Show};

fn same(place: &[i64]) -> Option<Vec<i64>> {
    Some(place.to_vec())
}

/// Each heap replaced by what it can become.
fn by_heap(heaps: &[i64], options: impl Fn(usize, i64) -> Vec<i64>) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for (i, heap) in heaps.iter().enumerate() {
        for smaller in options(i, *heap) {
            let mut after = heaps.to_vec();
            after[i] = smaller;
            all.push(after);
        }
    }
    all
}

fn nim(heaps: &[i64]) -> Vec<Vec<i64>> {
    by_heap(heaps, |_, heap| (0..heap).collect())
}

/// Cards move to the next box; from the first one they leave.
fn staircase(boxes: &[i64]) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for i in 0..boxes.len() {
        for count in 1..=boxes[i] {
            let mut after = boxes.to_vec();
            after[i] -= count;
            if i > 0 {
                after[i - 1] += count;
            }
            all.push(after);
        }
    }
    all
}

fn wythoff(p: &[i64]) -> Vec<Vec<i64>> {
    let both = (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, p[1] - k]);
    nim(p).into_iter().chain(both).collect()
}

/// Subtract a multiple of the smaller from the larger, which stays positive.
fn euclid(p: &[i64]) -> Vec<Vec<i64>> {
    let (a, b) = (p[0].max(p[1]), p[0].min(p[1]));
    (1..a)
        .take_while(|k| a - k * b > 0)
        .map(|k| vec![a - k * b, b])
        .collect()
}

/// From up to two heaps.
fn moore(heaps: &[i64]) -> Vec<Vec<i64>> {
    let one = nim(heaps);
    let mut all = one.clone();
    for (i, _) in heaps.iter().enumerate() {
        for after in &one {
            if after[i] == heaps[i] {
                for left in 0..heaps[i] {
                    let mut both = after.clone();
                    both[i] = left;
                    all.push(both);
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Coins on a strip slide to the left, not past another.
fn silver(coins: &[i64]) -> Vec<Vec<i64>> {
    by_heap(coins, |i, coin| {
        let least = if i == 0 { 0 } else { coins[i - 1] + 1 };
        (least..coin).collect()
    })
}

fn increasing(place: &[i64]) -> Option<Vec<i64>> {
    place.is_sorted_by(|a, b| a < b).then(|| place.to_vec())
}

/// Coins move to any free smaller number.
fn welter(coins: &[i64]) -> Vec<Vec<i64>> {
    by_heap(coins, |_, coin| {
        (0..coin).filter(|to| !coins.contains(to)).collect()
    })
}

fn distinct(place: &[i64]) -> Option<Vec<i64>> {
    (place[0] != place[1]).then(|| place.to_vec())
}

/// Two rows of a bar of chocolate; a bite takes all to the right and below.
fn chomp(rows: &[i64]) -> Vec<Vec<i64>> {
    let (long, short) = (rows[0], rows[1]);
    let lower = (0..short).map(|x| vec![long, x]);
    // The last square of the upper row is poisoned.
    let upper = (1..long).map(|x| vec![x, short.min(x)]);
    lower.chain(upper).collect()
}

fn steps(p: &[i64], steps: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let after = steps.iter().map(|(x, y)| vec![p[0] - x, p[1] - y]);
    after.filter(|p| p.iter().all(|x| *x >= 0)).collect()
}

fn king(p: &[i64]) -> Vec<Vec<i64>> {
    steps(p, &[(1, 0), (0, 1), (1, 1)])
}

fn knight(p: &[i64]) -> Vec<Vec<i64>> {
    steps(p, &[(2, 1), (2, -1), (1, 2), (-1, 2)])
}

fn pawn(p: &[i64]) -> Vec<Vec<i64>> {
    steps(p, &[(1, 0), (0, 1)])
}

/// Break a bar along a line and eat one part.
fn eat(p: &[i64]) -> Vec<Vec<i64>> {
    by_heap(p, |_, n| (1..n).collect())
}

/// At most `p[1]` are taken; the position is (heap, limit).
fn limited(p: &[i64]) -> Vec<Vec<i64>> {
    (1..=p[1].min(p[0])).map(|k| vec![p[0] - k, p[1]]).collect()
}

/// At most as many as the opponent has taken.
fn no_more(p: &[i64]) -> Vec<Vec<i64>> {
    (1..=p[1].min(p[0])).map(|k| vec![p[0] - k, k]).collect()
}

fn sum_of_two(p: &[i64]) -> Vec<Vec<i64>> {
    by_heap(p, |i, n| {
        (1..=3 - i as i64)
            .filter(|k| *k <= n)
            .map(|k| n - k)
            .collect()
    })
}

/// A heap of Nim, and one of which at most three are taken.
fn mixed(p: &[i64]) -> Vec<Vec<i64>> {
    let least = |i: usize, n: i64| if i == 0 { 0 } else { (n - 3).max(0) };
    by_heap(p, |i, n| (least(i, n)..n).collect())
}

pub(super) fn cases() -> Vec<Case> {
    use Show::{Grundy, Misere, Outcome};
    let case = |name, axes, show, position, moves: fn(&[i64]) -> Vec<Vec<i64>>, formula| Case {
        name,
        axes,
        show,
        position,
        moves: Rules::Plain(moves),
        formula,
    };
    type Axes = &'static [(&'static str, i64, usize)];
    const SQUARE: Axes = &[("a", 0, 24), ("b", 0, 24)];
    const LARGE: Axes = &[("a", 0, 40), ("b", 0, 40)];
    const HEAPS: Axes = &[("a", 0, 17), ("b", 0, 17), ("c", 0, 6)];
    const CUBE: Axes = &[("a", 0, 9), ("b", 0, 9), ("c", 0, 9)];
    const STAIRS: Axes = &[("a", 0, 5), ("b", 0, 5), ("c", 0, 5), ("d", 0, 5)];
    let same = same as fn(&[i64]) -> Option<Vec<i64>>;
    let all: Vec<Case> = vec![
        case(
            "nim, two heaps",
            SQUARE,
            Grundy,
            same,
            nim,
            &["a ⊕ b"] as &[&str],
        ),
        case("nim, two heaps, outcome", SQUARE, Outcome, same, nim, &[]),
        case("nim, three heaps", CUBE, Grundy, same, nim, &["a ⊕ b ⊕ c"]),
        case(
            "nim, three heaps, outcome",
            HEAPS,
            Outcome,
            same,
            nim,
            &["loss if a ⊕ b ⊕ c = 0, else win"],
        ),
        case(
            "misère nim, two heaps",
            SQUARE,
            Misere,
            same,
            nim,
            &["except at (0, 0): win"],
        ),
        case(
            "misère nim, three heaps",
            &[("a", 0, 14), ("b", 0, 14), ("c", 0, 14)],
            Misere,
            same,
            nim,
            &["except at"],
        ),
        case("staircase nim", STAIRS, Grundy, same, staircase, &["a ⊕ c"]),
        case(
            "staircase nim, outcome",
            &[("a", 0, 20), ("b", 0, 2), ("c", 0, 20), ("d", 0, 2)],
            Outcome,
            same,
            staircase,
            &["loss if a = c, else win"],
        ),
        case(
            "wythoff",
            &[("a", 0, 50), ("b", 0, 50)],
            Outcome,
            same,
            wythoff,
            &["√"],
        ),
        case(
            "euclid",
            &[("a", 1, 40), ("b", 1, 40)],
            Outcome,
            same,
            euclid,
            &[],
        ),
        case(
            "euclid, grundy",
            &[("a", 1, 40), ("b", 1, 40)],
            Grundy,
            same,
            euclid,
            &[],
        ),
        case(
            "moore, three heaps",
            &[("a", 0, 12), ("b", 0, 12), ("c", 0, 12)],
            Outcome,
            same,
            moore,
            &["sum_without_carry_mod_3"],
        ),
        case(
            "silver dollar, two coins",
            &[("a", 0, 24), ("b", 0, 24)],
            Grundy,
            increasing,
            silver,
            &[],
        ),
        case(
            "silver dollar, three coins",
            &[("a", 0, 14), ("b", 0, 14), ("c", 0, 14)],
            Grundy,
            increasing,
            silver,
            &["⊕"],
        ),
        case(
            "silver dollar, three coins, outcome",
            &[("a", 0, 14), ("b", 0, 14), ("c", 0, 14)],
            Outcome,
            increasing,
            silver,
            &[],
        ),
        case(
            "welter, two coins",
            SQUARE,
            Grundy,
            distinct,
            welter,
            &["(a ⊕ b) - 1"],
        ),
        case(
            "chomp, two rows",
            &[("short", 1, 4), ("more", 0, 520)],
            Outcome,
            |p| Some(vec![p[0] + p[1], p[0]]),
            chomp,
            &[],
        ),
        case(
            "rook",
            &[("x", 0, 24), ("y", 0, 24)],
            Outcome,
            same,
            nim,
            &[],
        ),
        case("king", SQUARE, Outcome, same, king, &[]),
        case("knight", SQUARE, Outcome, same, knight, &[]),
        case("pawn", LARGE, Outcome, same, pawn, &[]),
        case(
            "chocolate",
            &[("a", 1, 20), ("b", 1, 20)],
            Grundy,
            same,
            eat,
            &[],
        ),
        case(
            "take at most k",
            &[("n", 0, 60), ("k", 1, 10)],
            Grundy,
            same,
            limited,
            &["n mod (k + 1)"],
        ),
        case(
            "take at most k, outcome",
            &[("n", 0, 60), ("k", 1, 10)],
            Outcome,
            same,
            limited,
            &["n mod (k + 1)"],
        ),
        case(
            "no more than the opponent",
            &[("n", 1, 60), ("k", 1, 40)],
            Outcome,
            same,
            no_more,
            &["lowest_bit(n)"],
        ),
        case(
            "two subtraction games",
            SQUARE,
            Grundy,
            same,
            sum_of_two,
            &["(a mod 4) ⊕ (b mod 3)"],
        ),
        case(
            "nim and take at most three",
            SQUARE,
            Grundy,
            same,
            mixed,
            &["a ⊕ (b mod 4)"],
        ),
    ];
    all
}
