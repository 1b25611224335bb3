//! Python features that rule files do not support, and inconsistent rules; and some that were
//! refused once.

use super::case::{Case, Expected};

const REFUSED: Expected = Expected::Refused("");

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = [
        ("import_os", "import os"),
        ("import_a_submodule", "import os.path"),
        ("import_from_os", "from os import system"),
        ("import_everything", "from kibitz import *"),
        ("open_a_file", "f = open('/etc/passwd')"),
        ("evaluate", "n = eval('1')"),
        ("execute", "exec('n = 1')"),
        ("dunder_import", "m = __import__('os')"),
        ("debug_assigned", "__debug__ = 3"),
        ("class", "class A:\n    pass"),
        ("decorator", "@staticmethod\ndef f(x):\n    return x"),
        ("same_argument_twice", "def f(a, a):\n    return a"),
        (
            "function_before_its_def",
            "n = f(1)\n\n\ndef f(a):\n    return a",
        ),
        ("with_block", "with 1:\n    pass"),
        (
            "try_block",
            "try:\n    n = 1\nexcept ValueError:\n    n = 2",
        ),
        ("float", "n = 1.5"),
        ("complex", "n = 1j"),
        ("bytes", "n = b'a'"),
        ("printing", "print(1)"),
        ("input", "n = input()"),
        ("assert_false", "assert False, 'no'"),
        ("attribute", "n = (1).real"),
        ("delete", "n = 1\ndel n"),
        ("keyword_arguments", "def f(**k):\n    return 1"),
        ("async_function", "async def f():\n    return 1"),
        ("module_of_zero", "n = 1 % 0"),
        ("over_gives_a_bool", "def over(x):\n    return x == 0"),
        ("over_gives_seven", "def over(x):\n    return 7"),
        ("canon_changes_the_shape", "def canon(x):\n    return x, x"),
        (
            "symmetry_of_no_permutation",
            "def symmetry(i):\n    yield 0",
        ),
        (
            "split_grows",
            "def split(x):\n    yield x + 1\n    yield x + 2",
        ),
        ("unknown_play", "play = 'sideways'"),
        ("moves_again", "def moves(x, y):\n    yield x, y"),
    ]
    .into_iter()
    .map(|(name, lines)| Case::module(name, lines, REFUSED))
    .collect();
    for (name, lines) in [
        ("global_statement", "global n\nn = 1"),
        (
            "yield_in_a_comprehension",
            "y = [(yield x) for i in range(2)]",
        ),
        ("division", "y = x / 2"),
        ("division_by_zero", "y = x // (x - x)"),
        ("index_out_of_range", "y = [1, 2][x]"),
        (
            "index_far_out_of_range",
            "y = [1, 2]\nfor i in range(3):\n    x += y[2 ** 62]",
        ),
        ("negative_shift", "y = x << -x"),
        ("overflow", "y = 2 ** 62 * x"),
        ("unbound", "if x > 9:\n    y = 1\nx += y"),
        ("pop_of_nothing", "y = []\ny.append(x)\ny.pop()\ny.pop()"),
        ("wrong_width", "yield x, x"),
        ("text_as_position", "yield 'a'"),
        ("none_as_position", "yield None"),
        ("nested_position", "yield ((x, x),)"),
    ] {
        cases.push(Case::body(name, lines, REFUSED));
    }
    for (name, text) in [
        (
            "start_yields_nothing",
            "def start():\n    return\n    yield 1\n\n\ndef moves(x):\n    yield x\n",
        ),
        (
            "start_may_return_nothing",
            "def start():\n    if 1 < 2:\n        return 5\n\n\ndef moves(x):\n    yield x\n",
        ),
        ("no_moves", "def start():\n    yield 5\n"),
        ("no_start", "def moves(x):\n    yield x\n"),
        (
            "moves_is_a_number",
            "moves = 3\n\n\ndef start():\n    yield 5\n",
        ),
    ] {
        cases.push(Case::file(name, text, REFUSED));
    }
    for (name, text) in [
        (
            "forbidden_cycle",
            "cycles = 'error'\n\n\ndef start():\n    yield 5\n\n\ndef moves(x):\n    yield x\n",
        ),
        (
            "sum_with_a_cycle",
            "def start():\n    yield 5\n    yield 5\n\n\ndef moves(x):\n    yield x\n",
        ),
    ] {
        cases.push(Case::file(name, text, Expected::Unsolvable("cycle")));
    }
    let text = "def start():\n    return 5\n\n\ndef moves(x):\n    yield x\n";
    cases.push(Case::file("start_returns", text, Expected::Solved));
    for (name, lines) in [
        ("walrus", "if (y := x) > 3:\n    pass"),
        ("match", "match x:\n    case 1:\n        pass"),
        ("lambda", "f = lambda a: a"),
        ("yield_from", "yield from [x]"),
        ("nested_function", "def f(a):\n    return a\ny = f(x)"),
    ] {
        cases.push(Case::body(name, lines, Expected::Solved));
    }
    let lines = "def f(*k):\n    return 1";
    cases.push(Case::module("star_arguments", lines, Expected::Solved));
    let text = "def start():\n    yield 'a'\n\n\ndef moves(x):\n    yield x\n";
    cases.push(Case::file("text_in_circles", text, Expected::Solved));
    cases
}
