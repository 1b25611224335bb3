//! Memory: millions of list items, characters, positions, moves, components and
//! starts.

use super::case::{Case, Expected};

const STEPS: Expected = Expected::Limited(" steps");
const MEMORY: Expected = Expected::Limited("memory budget");

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = lists();
    cases.extend(positions());
    cases
}

fn lists() -> Vec<Case> {
    let in_moves = [
        ("long_list", "y = [x] * 10 ** 9"),
        ("longest_list", "y = [x] * (2 ** 62)"),
        ("long_tuple", "y = (x, 1) * 10 ** 9"),
        ("doubling_list", "y = [x]\nwhile True:\n    y = y + y"),
        (
            "doubling_by_extend",
            "y = [x]\nwhile True:\n    y.extend(y)",
        ),
        ("doubling_in_place", "y = [x]\nwhile True:\n    y += y"),
        ("appending", "y = [x]\nwhile True:\n    y.append(x)"),
        ("inserting", "y = [x]\nwhile True:\n    y.insert(0, x)"),
        ("list_of_a_range", "y = list(range(x + 10 ** 9))"),
        ("tuple_of_a_range", "y = tuple(range(x + 10 ** 9))"),
        ("sorted_range", "y = sorted(range(x + 10 ** 9))"),
        ("list_of_lists", "y = [[x] * 10000 for i in range(10 ** 9)]"),
        ("repeated_lists", "y = [[x] * 1000] * 10 ** 9"),
    ];
    let mut cases: Vec<Case> = in_moves
        .into_iter()
        .map(|(name, lines)| Case::body(name, lines, STEPS))
        .collect();
    let tuples = "y = [(x, i, i) for i in range(10 ** 9)]";
    cases.push(Case::body("list_of_tuples", tuples, MEMORY));
    for (name, lines) in [
        ("module_list", "m = [0] * 10 ** 9"),
        ("module_text", "m = 'ab' * 10 ** 9"),
        (
            "module_doubling",
            "m = [0]\nfor i in range(40):\n    m = m + m",
        ),
        (
            "module_nested",
            "m = [[0] * 10 ** 5 for i in range(10 ** 5)]",
        ),
    ] {
        cases.push(Case::module(name, lines, STEPS));
    }
    for (name, lines) in [
        ("shown_text", "def show(x):\n    return 'ab' * 10 ** 12"),
        ("shown_width", "def show(x):\n    return f'{x:900000000}'"),
        (
            "shown_join",
            "def show(x):\n    return '-'.join('x' for i in range(10 ** 9))",
        ),
    ] {
        cases.push(Case::module(name, lines, Expected::Solved));
    }
    cases
}

fn positions() -> Vec<Case> {
    let start = |n: &str| format!("def start():\n    yield {n}\n\n\n");
    let down = "def moves(x):\n    if x > 0:\n        yield x - 1\n\n\n";
    vec![
        Case::file(
            "growing",
            format!(
                "{}def moves(x):\n    yield x + 1\n    yield x + 2\n",
                start("0")
            ),
            MEMORY,
        ),
        Case::file(
            "growing_quickly",
            format!(
                "{}def moves(x):\n    yield 2 * x\n    yield 2 * x + 1\n",
                start("1")
            ),
            MEMORY,
        ),
        Case::file(
            "growing_wide",
            format!(
                "{}def moves(a, b, c):\n    yield b, c, a + 1\n    yield c + 1, a, b + 1\n    yield a + 1, b, c\n",
                start("0, 0, 0")
            ),
            MEMORY,
        ),
        Case::file(
            "a_million_starts",
            format!("def start():\n    for i in range(1000000):\n        yield i % 7\n\n\n{down}"),
            MEMORY,
        ),
        Case::file(
            "a_hundred_thousand_starts",
            format!("def start():\n    for i in range(100000):\n        yield i % 7\n\n\n{down}"),
            Expected::Solved,
        ),
        Case::file(
            "many_parts",
            format!(
                "{}{down}def split(x):\n    for i in range(100000):\n        yield x // 2\n",
                start("5")
            ),
            Expected::Limited("components"),
        ),
        Case::file(
            "a_million_parts",
            format!(
                "{}{down}def split(x):\n    for i in range(1000000):\n        yield x // 2\n",
                start("5")
            ),
            Expected::Limited("components"),
        ),
        Case::file(
            "a_million_moves",
            format!(
                "{}def moves(x):\n    for i in range(x):\n        yield i\n",
                start("2000000")
            ),
            MEMORY,
        ),
        Case::file(
            "many_moves",
            format!(
                "{}def moves(x):\n    for i in range(x):\n        yield i\n",
                start("3000")
            ),
            Expected::Solved,
        ),
        Case::file(
            "list_of_361",
            format!(
                "cells = [0] * 361\n\n\n{}def moves(row):\n    for i in range(2):\n        if row[i] == 0:\n            after = row.copy()\n            after[i] = 1\n            yield after\n",
                start("cells")
            ),
            Expected::Solved,
        ),
        Case::file(
            "list_of_800",
            format!(
                "cells = [0] * 800\n\n\n{}def moves(row):\n    for i in range(2):\n        if row[i] == 0:\n            after = row.copy()\n            after[i] = 1\n            yield after\n",
                start("cells")
            ),
            Expected::Solved,
        ),
        Case::file(
            "list_of_50000",
            format!(
                "cells = [0] * 50000\n\n\n{}def moves(row):\n    if row[0] == 0:\n        row[0] = 1\n        yield row\n",
                start("cells")
            ),
            Expected::Solved,
        ),
        Case::file(
            "chain",
            format!("{}{down}", start("50000")),
            Expected::Solved,
        ),
    ]
}
