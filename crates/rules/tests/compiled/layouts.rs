//! Values of one type with different memory layouts. Regression tests: each
//! program once read out of bounds, or could have.

use super::back_ends::BackEnds;

/// Compares what `moves(0, x)` yields besides 1 in both back ends; the expected
/// numbers are CPython's.
fn compare(name: &str, head: &str, moves: &str, expected: i64) {
    let body: String = moves
        .lines()
        .map(|line| format!("        {line}\n"))
        .collect();
    let text =
        format!("{head}\ndef start():\n    yield 0, 5\n\ndef moves(k, x):\n    if k == 0:\n{body}");
    let mut back_ends = BackEnds::new(name, &text, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(back_ends.compiled.left_out(), &[], "{name}");
    let moves = back_ends.program.roles.moves.expect("a game has moves");
    assert_eq!(
        back_ends.run(moves, &[0, 5]),
        Some(vec![1, expected, 0]),
        "{name}"
    );
    for x in -1..140 {
        back_ends.compare(&[0, x]);
    }
}

macro_rules! layouts {
    ($($name:ident: $head:expr, $moves:expr, $expected:expr;)*) => {
        $(#[test]
        fn $name() {
            compare(stringify!($name), $head, $moves, $expected);
        })*
    };
}

layouts! {
    sum: "", "m = [(i,) for i in range(x)] + [(1, 2)]\nyield 1, sum(v[0] for v in m)", 11;
    sum_from_the_left: "", "m = [(1, 2)] + [(i,) for i in range(x)]\nyield 1, sum(v[0] for v in m)", 11;
    augmented: "", "m = [(1, 2)]\nm += [(i,) for i in range(x)]\nyield 1, sum(v[0] for v in m)", 11;
    augmented_by_itself: "", "m = [(i, 3) for i in range(x)]\nm += m\nm.append(())\nyield 1, sum(len(v) for v in m)", 20;
    extended: "", "m = [(1, 2)]\nm.extend([(i,) for i in range(x)])\nyield 1, sum(v[0] for v in m)", 11;
    extended_by_a_row: "", "m = [(1, 2)]\nm.extend(tuple((i,) for i in range(x)))\nyield 1, sum(v[0] for v in m)", 11;
    repeated: "", "m = [(1, 2)] * x\nm.append((5,))\nyield 1, sum(v[-1] for v in m)", 15;
    repeated_tuple: "", "m = [((1, 2) * x)[:2], (4,)]\nm += [(3, i) for i in range(x)]\nyield 1, sum(v[-1] for v in m)", 16;
    sorted_sum: "", "a = [(i,) for i in range(x)]\nb = [(1, 2)]\nyield 1, sum(v[0] for v in sorted(a + b))", 11;
    loop_over_a_sum: "", "a = [(i,) for i in range(x)]\nb = [(1, 2)]\ns = 0\nfor p in a + b:\n    s += p[0]\nyield 1, s", 11;
    tuple_from_a_slice: "", "m = [(i, i+1) for i in range(x)] + [(1, 2)]\nm.append((x, 0)[::-1])\nyield 1, m[0][0]", 0;
    tuple_from_a_list: "", "m = [(i, i+1) for i in range(x)] + [(1, 2)]\nm.append(tuple([x, 3]))\nyield 1, m[0][0] + m[-1][1] + sum(p[1] for p in m)", 23;
    slice_of_a_list: "", "a = [(i, i) for i in range(x)]\nb = a[1:]\nb.append((1,))\nyield 1, sum(p[0] for p in b)", 11;
    copy: "", "a = [(i, i) for i in range(x)]\nb = a.copy()\nb.append((1,))\nyield 1, sum(p[0] for p in b)", 11;
    copy_by_list: "", "a = [(i, i) for i in range(x)]\nb = list(a)\nb.append((1,))\nyield 1, sum(p[0] for p in b)", 11;
    sorted_by_key: "", "a = [(i, i) for i in range(x)]\nb = sorted(a, key=lambda p: -p[0])\nb.append((1,))\nyield 1, b[0][0] * 10 + len(b)", 46;
    row_of_tuples: "", "t = tuple((i, i) for i in range(x))\nt = t + ((1,),)\nyield 1, sum(p[0] for p in t)", 11;
    row_in_a_name: "", "t = tuple((i, i) for i in range(x))\nif x > 3:\n    t = ((7,), (8, 9))\nyield 1, sum(p[0] for p in t)", 15;
    row_as_an_argument: "def total(t):\n    return sum(p[0] for p in t)\n\ndef last(ts):\n    return total(ts[-1])\n", "t = tuple((i, i) for i in range(x))\nyield 1, last([((1,),), t])", 10;
    row_as_a_result: "def rows(x):\n    if x > 100:\n        return ((1,), (2, 3))\n    return tuple((i, i) for i in range(x))\n", "yield 1, sum(p[0] for p in rows(x))", 10;
    row_through_recursion: "def deep(m, n):\n    if n <= 0:\n        return m\n    return deep(m + [(n,) * (n % 3)], n - 1)\n", "m = deep([(i, i) for i in range(x)], 4)\nyield 1, sum(len(p) for p in m) * 10 + len(m)", 149;
    equal_lists: "", "a = [(i, i) for i in range(x)]\nb = [tuple([i, i]) for i in range(x)]\nyield 1, (a == b) + 2 * (b == a) + 4 * (a <= b) + 8 * (a != b)", 7;
    equal_lists_of_lists: "", "a = [[(i, i)] for i in range(x)]\nb = [[tuple([i, i])] for i in range(x)]\nyield 1, (a == b) + 2 * (b < a) + 4 * (a >= b)", 5;
    row_in_a_list: "", "a = [(i, (i,)) for i in range(x)]\nb = a + [(9, (1, 2))]\nyield 1, (a[x - 1] in b) + 2 * b.index((4, (4,))) + 20 * b.count((0, (0,)))", 29;
    wider_than_the_items: "", "a = [(i, i) for i in range(x)]\nt = tuple([3, 3])\ns = (t in a) + 2 * a.index(t) + 20 * a.count(t) + 40 * ((1,) in a)\na.remove(t)\nyield 1, s + 100 * len(a)", 427;
    wider_than_the_items_inside: "", "a = [[(i, i)] for i in range(x)]\nw = [tuple([3, 3])]\nyield 1, (w in a) + 2 * a.index(w) + 20 * a.count(w)", 27;
    equal_with_none: "", "a = [None if i % 2 else (i,) for i in range(x)]\nb = [None if i % 2 else tuple([i]) for i in range(x)]\nyield 1, (a == b) + 2 * (a != b[1:]) + 4 * (b == a[:])", 7;
    lists_of_lists: "", "m = [[(i,)] for i in range(x)] + [[(1, 2), (3,)]]\nm[0].append((4, 5, 6))\nyield 1, sum(len(t) for v in m for t in v)", 11;
    lists_in_tuples: "", "m = [(i, [(i, i)]) for i in range(x)]\nn = m + [(7, [(1,)])]\nm[1][1].append((9,))\nyield 1, sum(len(v) for _, v in n) * 100 + sum(len(t) for _, v in n for t in v)", 712;
    lists_shared_by_both: "", "inner = [(1, 1)]\nm = [inner for _ in range(x)]\nn = m * 2 + [[(2,)]]\ninner.append(())\nyield 1, sum(len(v) for v in n)", 21;
    optional_items: "", "m = [(i, i) for i in range(x)] + [None]\nn = [None] * x + m[:2]\nyield 1, sum(1 if v is None else v[0] for v in m + n)", 17;
    tuples_of_optional_items: "", "m = [(i, i) for i in range(x)]\nn = m + [(1, None)]\nyield 1, sum(2 if q is None else p + q for p, q in n)", 22;
    optional_rows: "", "m = [None if i % 2 else (i, i) for i in range(x)]\nn = m + [(1,)]\nyield 1, sum(0 if v is None else len(v) for v in n) * 10 + len([v for v in n if v is None])", 72;
    bools_and_ints: "", "m = [(i > 2,) for i in range(x)] + [(7, 8)]\nt = tuple(i > 2 for i in range(x))\nt = t + (5,)\nyield 1, sum(v[0] for v in m) * 10 + sum(t)", 97;
    least_of_a_sum: "", "a = [(i, 0) for i in range(x)]\nb = [(0,)]\nyield 1, len(min(a + b)) * 10 + len(max(a, key=lambda p: p[0], default=()))", 12;
    tables: "T = [(1, 2), (3, 4)]\nR = [(5,), (6, 7)]\n", "m = T + R\nm.append((x,))\nn = T * x\nn.append(())\nyield 1, m[x % 5][0] + sum(p[0] for p in m) + len(n) + ((1, 2) in m)", 33;
    changed_by_the_other_operand: "def added(m):\n    m.append((9, 9))\n    return [(1,)]\n", "m = [(i, i) for i in range(x)]\nn = m + added(m)\nyield 1, sum(p[0] for p in n)", 20;
    made_in_a_loop: "", "m = []\nfor i in range(x):\n    m = m + [(i, i)]\n    if i == 3:\n        m += [(1,)]\nyield 1, sum(p[0] for p in m)", 11;
    nothing_learnt: "def none():\n    return tuple([])\n", "t = none()\nif x > 100:\n    t = ((1, 2), (3,))\nu = [p for p in t] + [(4, 4)]\nyield 1, sum(p[0] for p in u) + (u == [])", 4;
}
