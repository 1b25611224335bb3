//! What faults say, and where.

use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value};
use kibitz_rules::source::Source;

use crate::support::{NAME, call, machine, program, showing};

/// A body of `show(n)`, called with 7; what the carets are under; what is said.
struct Said {
    body: &'static str,
    kind: FaultKind,
    at: &'static str,
    message: &'static str,
    help: &'static str,
}

const BITS: &str = "numbers go from -2**63 to 2**63 - 1: keep them smaller, or use a modulus";

fn table() -> Vec<Said> {
    let said = |body, kind, at, message, help| Said {
        body,
        kind,
        at,
        message,
        help,
    };
    vec![
        said(
            "h = [0] * 5\nh[n + 3] += 1",
            FaultKind::Index,
            "h[n + 3]",
            "index 10 is out of range for `h`, which has 5 items",
            "sums wrap around here? write h[(n + 3) % 5]",
        ),
        said(
            "h = [0] * 5\nh[1 - n] = 1",
            FaultKind::Index,
            "h[1 - n]",
            "index -6 is out of range for `h`, which has 5 items",
            "differences wrap around here? write h[(1 - n) % 5]",
        ),
        said(
            "h = [0] * 5\nreturn str(h[n])",
            FaultKind::Index,
            "h[n]",
            "index 7 is out of range for `h`, which has 5 items",
            "indices begin at 0: the last item has the index 4",
        ),
        said(
            "h = [0]\nreturn str(h[-n])",
            FaultKind::Index,
            "h[-n]",
            "index -7 is out of range for `h`, which has 1 item",
            "negative indices count from the end, and end at -1, the first item",
        ),
        said(
            "h = [n][1:]\nreturn str(h[0])",
            FaultKind::Index,
            "h[0]",
            "index 0 is out of range for `h`, which has no items",
            "test first that there is an item: if h: …",
        ),
        said(
            "h = [n]\nh.pop()\nh.pop()",
            FaultKind::Index,
            "h.pop()",
            "`pop` from `h`, which is empty",
            "test first that there is an item",
        ),
        said(
            "h = [n]\nh.pop(n)",
            FaultKind::Index,
            "h.pop(n)",
            "`pop` of index 7 from `h`, which has 1 item",
            "indices begin at 0: the last item has the index 0",
        ),
        said(
            "return str(n * 2 ** 62)",
            FaultKind::Overflow,
            "n * 2 ** 62",
            "7 * 4611686018427387904 does not fit into 64 bits",
            BITS,
        ),
        said(
            "n <<= 62",
            FaultKind::Overflow,
            "n <<= 62",
            "7 << 62 does not fit into 64 bits",
            BITS,
        ),
        said(
            "return str((-n) ** 99)",
            FaultKind::Overflow,
            "(-n) ** 99",
            "(-7) ** 99 does not fit into 64 bits",
            BITS,
        ),
        said(
            "return str(1 +\n    abs(-9223372036854775808 + n - 7)\n    - 2)",
            FaultKind::Overflow,
            "abs(-9223372036854775808 + n - 7)",
            "abs(-9223372036854775808) does not fit into 64 bits",
            BITS,
        ),
        said(
            "return str(sorted([n, -9223372036854775808], key=abs))",
            FaultKind::Overflow,
            "abs",
            "abs(-9223372036854775808) does not fit into 64 bits",
            BITS,
        ),
        said(
            "return str(10 % (n - 7))",
            FaultKind::Division,
            "10 % (n - 7)",
            "division by zero: 10 % 0",
            "test first that the divisor is not 0",
        ),
        said(
            "return str(1 << 3 - n)",
            FaultKind::Value,
            "1 << 3 - n",
            "a shift by a negative number: 1 << -4",
            "shift the other way: `x >> n` is `x << -n` where n is negative",
        ),
        said(
            "return str(2 ** (n - 8))",
            FaultKind::Value,
            "2 ** (n - 8)",
            "a negative exponent: 2 ** -1",
            "that would be a fraction, and there are only whole numbers here",
        ),
        said(
            "h = [1, 2]\nreturn str(h.index(n))",
            FaultKind::Value,
            "h.index(n)",
            "7 is not in `h`",
            "test first: if 7 in h: …",
        ),
        said(
            "return str(min(x for x in range(0, n, 8) if x > 0))",
            FaultKind::Value,
            "min(x for x in range(0, n, 8) if x > 0)",
            "the least of nothing: `min` got no items",
            "say what it is then: min(…, default=0)",
        ),
        said(
            "a, b = [n] * 3",
            FaultKind::Shape,
            "a, b",
            "3 items for 2 names",
            "there must be as many names on the left as items on the right",
        ),
        said(
            "for i in range(7, n):\n    pass\nreturn str(i)",
            FaultKind::Unbound,
            "i",
            "the name `i` has no value here: the loop on line 10 never ran",
            "give `i` a value before that, one for the case that nothing sets it",
        ),
        said(
            "if n < 0:\n    c = 1\nreturn str(c)",
            FaultKind::Unbound,
            "c",
            "the name `c` has no value here: line 11, which sets it, was not reached",
            "give `c` a value before that, one for the case that nothing sets it",
        ),
        said(
            "for k in range(2):\n    if k == 1:\n        return str(c)\n    if n < 0:\n        c = k",
            FaultKind::Unbound,
            "c",
            "the name `c` has no value here: it is set only on line 14",
            "give `c` a value before that, one for the case that nothing sets it",
        ),
        said(
            "assert n < 5, f\"{n} is too many\"",
            FaultKind::Assertion,
            "n < 5",
            "assertion failed: 7 is too many",
            "this `assert` says what is always true here: the rules or it are wrong",
        ),
        said(
            "assert n < 5",
            FaultKind::Assertion,
            "n < 5",
            "assertion failed: n < 5",
            "this `assert` says what is always true here: the rules or it are wrong",
        ),
        said(
            "c = None if n > 5 else n\nreturn str(c + 1)",
            FaultKind::NoneValue,
            "c",
            "`c` is None here, and a number is needed",
            "test first: if c is not None: …",
        ),
        said(
            "TABLE[0].append(n)",
            FaultKind::Frozen,
            "TABLE[0].append(n)",
            "`TABLE[0].append(n)` changes a list that belongs to the whole file",
            "rules must not remember anything between calls: change a copy, list.copy()",
        ),
        said(
            "c = TABLE\nc[0] = [1]",
            FaultKind::Frozen,
            "c[0]",
            "`c[0]` changes a list that belongs to the whole file",
            "rules must not remember anything between calls: change a copy, list.copy()",
        ),
        said(
            "while True:\n    for k in range(3):\n        n += k",
            FaultKind::Fuel,
            "while True:",
            "more than 10,000,000 steps in one call: the loop on line 10 is in its round 2,500,000 \
             and goes on",
            "does it come to an end? if it only takes long, allow more",
        ),
        said(
            "return str(len([0] * 10 ** (n + 1)))",
            FaultKind::Fuel,
            "[0] * 10 ** (n + 1)",
            "this takes 100,000,000 steps, one for each item, and one call may take 10,000,000",
            "does it come to an end? if it only takes long, allow more",
        ),
        said(
            "return show(n + 1)",
            FaultKind::Depth,
            "show(n + 1)",
            "`show` is called more than 1,000 calls deep",
            "does every recursion come to an end? if it only goes deep, allow more",
        ),
    ]
}

#[test]
fn faults_say_where_what_and_what_to_do() {
    for said in table() {
        let body = said.body.replace('\n', "\n    ");
        let ends = body
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("    return"));
        let end = if ends || !said.body.contains('\n') && said.body.starts_with("return") {
            ""
        } else {
            "\n    return \"\""
        };
        let source = format!("def show(n):\n    {body}{end}\n\n\nTABLE = [[1], [2]]\n");
        let source = showing(&source);
        let machine = machine(&source, Limits::default());
        let fault = call(&machine, "show", vec![Value::Int(7)]).expect_err(said.body);
        let source = Source::new(NAME, source);
        let at = source.slice(fault.mistake.span.expect("a place"));
        let found = (
            fault.kind,
            at.lines().next().unwrap_or_default(),
            fault.mistake.message.as_str(),
            fault.mistake.help.as_deref(),
        );
        assert_eq!(found, (said.kind, said.at, said.message, Some(said.help)));
    }
}

#[test]
fn a_divisor_that_does_not_fit_is_told_at_its_call() {
    let source = showing(
        "from math import gcd\n\n\ndef show(n):\n    return str(max(\n        3,\n        \
         gcd(7 - n, -9223372036854775808)))\n",
    );
    let machine = machine(&source, Limits::default());
    let fault = call(&machine, "show", vec![Value::Int(7)]).unwrap_err();
    let message = "gcd(0, -9223372036854775808) does not fit into 64 bits";
    assert_eq!(fault.mistake.message, message);
    let at = Source::new(NAME, source)
        .slice(fault.mistake.span.expect("a place"))
        .to_owned();
    assert_eq!(at, "gcd(7 - n, -9223372036854775808)");
}

#[test]
fn faults_of_the_module_are_told() {
    for (line, kind) in [
        ("x = 1 // len([])", FaultKind::Division),
        ("x = [1][len([1])]", FaultKind::Index),
        ("for i in range(0):\n    x = 1\ny = x", FaultKind::Unbound),
        ("y = early()\nx = 1", FaultKind::Unbound),
    ] {
        let source = showing(&format!("def early():\n    return x\n\n\n{line}\n"));
        let fault = Machine::new(program(&source), Limits::default()).expect_err(line);
        assert_eq!(fault.kind, kind, "{line}");
    }
}

#[test]
fn lists_of_the_module_change_only_while_it_runs() {
    let source = showing(
        "
SEEN = []


def note(n):
    SEEN.append(n)
    return len(SEEN)


FIRST = note(5)
SECOND = note(6)
SEEN[0] = 1


def show(n):
    return str(SEEN) if n == 0 else str(note(n))
",
    );
    let machine = machine(&source, Limits::default());
    let shown = call(&machine, "show", vec![Value::Int(0)]).unwrap();
    assert_eq!(shown, Value::text("[1, 6]"));
    let fault = call(&machine, "show", vec![Value::Int(1)]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Frozen);
}
