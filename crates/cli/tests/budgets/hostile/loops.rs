//! Loops and recursions that are endless or far too long.

use super::case::{Case, Expected};

const STEPS: Expected = Expected::Limited(" steps");
const MEMORY: Expected = Expected::Limited("memory budget");
const CALLS: Expected = Expected::Limited("call depth");

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = in_moves();
    cases.extend(in_other_functions());
    cases
}

fn in_moves() -> Vec<Case> {
    let large = |work: &str| {
        format!(
            "xs = [x] * 100000\nys = xs.copy()\nn = 0\nfor i in range(100000):\n    n += {work}"
        )
    };
    let mut cases: Vec<Case> = [
        ("while_true", "while True:\n    pass"),
        ("while_unchanged", "while x < 9:\n    x += 0"),
        ("huge_range", "for i in range(10 ** 18):\n    pass"),
        ("huge_range_down", "for i in range(10 ** 18, 0, -1):\n    x += 0"),
        ("huge_comprehension", "y = sum(i & 1 for i in range(10 ** 12))"),
        ("huge_any", "y = any(i < 0 for i in range(10 ** 15))"),
        ("nested_ranges", "for i in range(10 ** 5):\n    for j in range(10 ** 5):\n        x += 0"),
        ("list_that_grows", "xs = [0]\nfor a in xs:\n    xs.append(a)"),
        ("known_nest", "y = [a + b + c + d + e + f for a in range(20) for b in range(20) for c in range(20) for d in range(20) for e in range(20) for f in range(20)]"),
    ]
    .into_iter()
    .map(|(name, lines)| Case::body(name, lines, STEPS))
    .collect();
    for (name, work) in [
        ("repeated_in", "x + 7 in xs"),
        ("repeated_equality", "xs == ys"),
        ("repeated_order", "xs < ys"),
        ("repeated_count", "xs.count(1)"),
        ("repeated_slice", "len(xs[1:])"),
        ("repeated_sum", "sum(xs)"),
        ("repeated_concatenation", "len(xs + ys)"),
        ("repeated_copy", "len(xs.copy())"),
        (
            "repeated_insert",
            "len(xs) if xs.insert(0, i) is None else 0",
        ),
        ("repeated_sort", "sorted(xs)[0]"),
        ("repeated_reversal", "xs[::-1][0]"),
        ("repeated_maximum", "max(xs)"),
        ("repeated_tuple", "len(tuple(xs))"),
    ] {
        cases.push(Case::body(name, &large(work), STEPS));
    }
    cases
}

fn in_other_functions() -> Vec<Case> {
    let twice = "def twice(n):\n    return 1 if n == 0 else twice(n - 1) + twice(n - 1)\n\n\n";
    let down = "def down(n):\n    return down(n + 1)\n\n\n";
    let two = "def even(n):\n    return odd(n + 1)\n\n\ndef odd(n):\n    return even(n + 1)\n\n\n";
    let forever = "    while True:\n        pass\n";
    vec![
        Case::module(
            "claim_without_end",
            &format!("def claim(x):\n{forever}    return True"),
            Expected::Solved,
        ),
        Case::module(
            "over_without_end",
            &format!("def over(x):\n{forever}    return None"),
            STEPS,
        ),
        Case::module(
            "canon_without_end",
            &format!("def canon(x):\n{forever}    return x"),
            STEPS,
        ),
        Case::module(
            "split_without_end",
            &format!("def split(x):\n{forever}    yield x"),
            STEPS,
        ),
        Case::module(
            "symmetry_without_end",
            &format!("def symmetry(i):\n{forever}    yield i"),
            STEPS,
        ),
        Case::module(
            "show_without_end",
            &format!("def show(x):\n{forever}    return ''"),
            Expected::Solved,
        ),
        Case::module(
            "module_without_end",
            "n = 0\nwhile n < 10:\n    n += 0",
            STEPS,
        ),
        Case::module(
            "module_long_loop",
            "n = sum(1 for i in range(10 ** 9))",
            STEPS,
        ),
        Case::module(
            "doubling_recursion",
            &format!("{twice}def over(x):\n    return None if twice(60) else 0"),
            STEPS,
        ),
        Case::module(
            "recursion_without_end",
            &format!("{down}def over(x):\n    return None if down(x) else 0"),
            CALLS,
        ),
        Case::module(
            "mutual_recursion",
            &format!("{two}def over(x):\n    return None if even(x) else 0"),
            CALLS,
        ),
        Case::module(
            "recursion_in_the_module",
            &format!("{down}m = down(0)"),
            CALLS,
        ),
        Case::file(
            "moves_without_end",
            "def start():\n    yield 5\n\n\ndef moves(x):\n    while True:\n        yield x - 1\n",
            MEMORY,
        ),
        Case::file(
            "starts_without_end",
            "def start():\n    while True:\n        yield 5\n\n\ndef moves(x):\n    if x > 0:\n        yield x - 1\n",
            MEMORY,
        ),
        Case::module(
            "parts_without_end",
            "def split(x):\n    while True:\n        yield x",
            MEMORY,
        ),
        Case::module(
            "images_without_end",
            "def symmetry(i):\n    while True:\n        yield i",
            MEMORY,
        ),
    ]
}
