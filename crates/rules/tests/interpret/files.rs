//! Files whose meaning depends on the order in which the module runs: defaults,
//! definitions, imports.

use serde_json::json;

use crate::interpret::cpython::{Case, assert_none, compare};
use crate::interpret::support::showing;

/// A file with the given functions, whose `show(n)` is called with several
/// numbers.
fn case(functions: &str) -> Case {
    let calls = [-1, 0, 1, 2, 7].map(|n| ("show".to_owned(), vec![json!(n)]));
    Case {
        name: functions.to_owned(),
        source: showing(functions),
        calls: calls.to_vec(),
    }
}

/// Files on which CPython and the interpreter agree, including faults of the
/// module.
const FILES: &[&str] = &[
    // A default is evaluated once, at the `def`.
    "n = 5\ndef f(a, b=n):\n    return a + b\nn = 9\ndef show(k):\n    return str((f(k), f(k, 1), f(b=k, a=2), n))\n",
    "n = 5\ndef f(a, b=n * 2, c=n > 3, *, d=[n, n + 1]):\n    return a + b + c + d[a % 2]\nn = 100\ndef show(k):\n    return str((f(k), f(k, d=[7, 8])))\n",
    "def g(x):\n    return x * 3\ndef f(a, b=g(4)):\n    return a - b\ndef show(k):\n    return str(f(k))\n",
    "def f(x, seen=[]):\n    return len(seen) + x\ndef show(k):\n    return str((f(k), f(k, [1, 2])))\n",
    // While the module runs, a default that is a list keeps its changes.
    "def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\nfirst = f(3)\nsecond = f(4)\nother = f(5, [0])\ndef show(k):\n    return str((first, second, other))\n",
    "xs = [1]\ndef f(ys=xs):\n    return sum(ys)\nbefore = f()\nxs.append(5)\nafter = f()\nxs = [100]\ndef show(k):\n    return str((before, after, f(), f(xs)))\n",
    "def f(a, b=None):\n    return a if b is None else -a\ndef show(k):\n    return str((f(k), f(k, 3)))\n",
    "def f(a, b=\"x\", c=(1, 2)):\n    return b * a + str(c)\ndef show(k):\n    return f(k) + f(k, c=(3, 4))\n",
    "m = 2\ndef f(m=m):\n    return m\nm = 3\ndef show(k):\n    return str((f(), f(k), m))\n",
    "def f(a, b=1 // 0):\n    return a\ndef show(k):\n    return str(k)\n",
    "def f(a, b=f(2)):\n    return a\ndef show(k):\n    return str(f(k))\n",
    "def f(a, b=later):\n    return a + b\nlater = 3\ndef show(k):\n    return str(f(k))\n",
    "def f(a, /, b, *, c=3):\n    return a * 100 + b * 10 + c\ndef show(k):\n    return str((f(k, 1), f(k, b=2), f(k, 3, c=4)))\n",
    // A function is bound only after its `def`.
    "n = f(3)\ndef f(a):\n    return a + 1\ndef show(k):\n    return str(k + n)\n",
    "def g(a):\n    return f(a)\nn = g(3)\ndef f(a):\n    return a + 1\ndef show(k):\n    return str(k + n)\n",
    "def g(a):\n    return f(a)\ndef f(a):\n    return a + 1\nn = g(3)\ndef show(k):\n    return str(k + n)\n",
    "def g(a):\n    return f(a) if a > 5 else a\nn = g(3)\ndef f(a):\n    return a + 1\nm = g(7)\ndef show(k):\n    return str(k + n + m)\n",
    "xs = []\nfor i in range(3):\n    if i == 2:\n        xs.append(f(i))\n    else:\n        xs.append(i)\ndef f(a):\n    return a + 1\ndef show(k):\n    return str(xs)\n",
    "n = f(1 // 0)\ndef f(a):\n    return a + 1\ndef show(k):\n    return str(k + n)\n",
    "def f(a, b=7):\n    return a + b\nn = sum([f(i) for i in range(3)])\ndef show(k):\n    return str(k + n)\n",
    "n = max([1, 5, 3], key=f)\ndef f(a):\n    return -a\ndef show(k):\n    return str(k + n)\n",
    // The main guard, and what only looks like it.
    "if __name__ == \"__main__\":\n    n = 1 // 0\nn = 4\ndef show(k):\n    return str(k + n)\n",
    // Overflow is a fault at the line of the call.
    "from math import gcd\ndef show(k):\n    return str(max(\n        3,\n        gcd(\n            7 - k, -9223372036854775808)))\n",
    "def show(k):\n    return str(\n        1\n        + abs(-9223372036854775808 + k)\n        - 2)\n",
    // Annotations that CPython evaluates, and those of locals, which it does not.
    "most: int = 5\nwords: list[str] = [\"a\"]\nrow: tuple[int, ...] = (1, 2)\nnone: int | None = 3\ndef f(a: int, b: \"anything\" = 2, *, c: None | bool = True) -> (int, int):\n    d: nonsense = a\n    return d + b, most + c\ndef show(k: int) -> str:\n    return str(f(k)) + words[0] + str((row, none))\n",
    // Conversions before a format.
    "def show(k):\n    return f\"{k > 0!s:>6}|{k > 0:>6}|{k!s:<4}|{k:<4}|{k!s:0>4}|{k:04}\"\n",
    "def show(k):\n    return f\"{(k, 1)!s:>9}|{[k]!s:^9}|{None!s:6}|\"\n",
    "def show(k):\n    return f\"{65 + k:6c}|{66:<6c}|{67:^6c}|{68:>6c}|{69:=6c}|{70:06c}|{71:*=6c}|{72:*>06c}|\"\n",
];

#[test]
fn files_agree_with_cpython() {
    let cases: Vec<Case> = FILES.iter().map(|text| case(text)).collect();
    assert_none(&compare(&cases));
}

/// A default that is a list must not keep state between calls from outside:
/// modifying it is a fault.
#[test]
fn modified_default_is_a_fault() {
    let text = "def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\ndef show(n):\n    return str(f(n))\n";
    let machine =
        crate::interpret::support::machine(&showing(text), kibitz_rules::fault::Limits::default());
    let arguments = vec![kibitz_rules::interpret::Value::Int(1)];
    let fault = crate::interpret::support::call(&machine, "show", arguments).unwrap_err();
    assert_eq!(fault.kind, kibitz_rules::fault::FaultKind::Frozen);
}
