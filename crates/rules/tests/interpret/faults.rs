//! Messages and places of faults.

use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value};
use kibitz_rules::source::Source;

use crate::interpret::support::{NAME, call, machine, program, showing};

/// A body of `show(n)`, called with 7; the text under the carets; the message.
struct Case {
    body: &'static str,
    kind: FaultKind,
    at: &'static str,
    message: &'static str,
    help: &'static str,
}

const BITS: &str = "ints range from -2**63 to 2**63 - 1: keep them smaller, or use a modulus";

fn table() -> Vec<Case> {
    let case = |body, kind, at, message, help| Case {
        body,
        kind,
        at,
        message,
        help,
    };
    vec![
        case(
            "h = [0] * 5\nh[n + 3] += 1",
            FaultKind::Index,
            "h[n + 3]",
            "index 10 is out of range for `h`, which has 5 items",
            "to wrap around, write h[(n + 3) % 5]",
        ),
        case(
            "h = [0] * 5\nh[1 - n] = 1",
            FaultKind::Index,
            "h[1 - n]",
            "index -6 is out of range for `h`, which has 5 items",
            "to wrap around, write h[(1 - n) % 5]",
        ),
        case(
            "h = [0] * 5\nreturn str(h[n])",
            FaultKind::Index,
            "h[n]",
            "index 7 is out of range for `h`, which has 5 items",
            "indices start at 0: the last item has index 4",
        ),
        case(
            "h = [0]\nreturn str(h[-n])",
            FaultKind::Index,
            "h[-n]",
            "index -7 is out of range for `h`, which has 1 item",
            "negative indices count from the end: -1 is the first item",
        ),
        case(
            "h = [n][1:]\nreturn str(h[0])",
            FaultKind::Index,
            "h[0]",
            "index 0 is out of range for `h`, which has no items",
            "check first that it is not empty: if h: …",
        ),
        case(
            "h = [n]\nh.pop()\nh.pop()",
            FaultKind::Index,
            "h.pop()",
            "`pop` from `h`, which is empty",
            "check first that it is not empty",
        ),
        case(
            "h = [n]\nh.pop(n)",
            FaultKind::Index,
            "h.pop(n)",
            "`pop` of index 7 from `h`, which has 1 item",
            "indices start at 0: the last item has index 0",
        ),
        case(
            "return str(n * 2 ** 62)",
            FaultKind::Overflow,
            "n * 2 ** 62",
            "7 * 4611686018427387904 does not fit into 64 bits",
            BITS,
        ),
        case(
            "n <<= 62",
            FaultKind::Overflow,
            "n <<= 62",
            "7 << 62 does not fit into 64 bits",
            BITS,
        ),
        case(
            "return str((-n) ** 99)",
            FaultKind::Overflow,
            "(-n) ** 99",
            "(-7) ** 99 does not fit into 64 bits",
            BITS,
        ),
        case(
            "return str(1 +\n    abs(-9223372036854775808 + n - 7)\n    - 2)",
            FaultKind::Overflow,
            "abs(-9223372036854775808 + n - 7)",
            "abs(-9223372036854775808) does not fit into 64 bits",
            BITS,
        ),
        case(
            "return str(sorted([n, -9223372036854775808], key=abs))",
            FaultKind::Overflow,
            "abs",
            "abs(-9223372036854775808) does not fit into 64 bits",
            BITS,
        ),
        case(
            "return str(10 % (n - 7))",
            FaultKind::Division,
            "10 % (n - 7)",
            "division by zero: 10 % 0",
            "check first that the divisor is not 0",
        ),
        case(
            "return str(1 << 3 - n)",
            FaultKind::Value,
            "1 << 3 - n",
            "negative shift count: 1 << -4",
            "for a negative n, write `x >> -n` instead of `x << n`",
        ),
        case(
            "return str(2 ** (n - 8))",
            FaultKind::Value,
            "2 ** (n - 8)",
            "negative exponent: 2 ** -1",
            "the result would be a fraction, and only ints are supported",
        ),
        case(
            "h = [1, 2]\nreturn str(h.index(n))",
            FaultKind::Value,
            "h.index(n)",
            "7 is not in `h`",
            "check first: if 7 in h: …",
        ),
        case(
            "return str(min(x for x in range(0, n, 8) if x > 0))",
            FaultKind::Value,
            "min(x for x in range(0, n, 8) if x > 0)",
            "`min` of an empty sequence",
            "give a default: min(…, default=0)",
        ),
        case(
            "a, b = [n] * 3",
            FaultKind::Shape,
            "a, b",
            "cannot unpack 3 items into 2 names",
            "use as many names on the left as there are items on the right",
        ),
        case(
            "for i in range(7, n):\n    pass\nreturn str(i)",
            FaultKind::Unbound,
            "i",
            "the name `i` has no value here: the loop on line 10 never ran",
            "assign a default to `i` before that",
        ),
        case(
            "if n < 0:\n    c = 1\nreturn str(c)",
            FaultKind::Unbound,
            "c",
            "the name `c` has no value here: line 11, which assigns it, was not executed",
            "assign a default to `c` before that",
        ),
        case(
            "for k in range(2):\n    if k == 1:\n        return str(c)\n    if n < 0:\n        c = k",
            FaultKind::Unbound,
            "c",
            "the name `c` has no value here: it is first assigned on line 14",
            "assign a default to `c` before that",
        ),
        case(
            "assert n < 5, f\"{n} is too many\"",
            FaultKind::Assertion,
            "n < 5",
            "assertion failed: 7 is too many",
            "either the asserted condition or the rules are wrong",
        ),
        case(
            "assert n < 5",
            FaultKind::Assertion,
            "n < 5",
            "assertion failed: n < 5",
            "either the asserted condition or the rules are wrong",
        ),
        case(
            "c = None if n > 5 else n\nreturn str(c + 1)",
            FaultKind::NoneValue,
            "c",
            "`c` is None here, expected a number",
            "check first: if c is not None: …",
        ),
        case(
            "TABLE[0].append(n)",
            FaultKind::Frozen,
            "TABLE[0].append(n)",
            "`TABLE[0].append(n)` modifies a list of the module",
            "rules must not keep state between calls: modify a copy, list.copy()",
        ),
        case(
            "c = TABLE\nc[0] = [1]",
            FaultKind::Frozen,
            "c[0]",
            "`c[0]` modifies a list of the module",
            "rules must not keep state between calls: modify a copy, list.copy()",
        ),
        case(
            "while True:\n    for k in range(3):\n        n += k",
            FaultKind::Fuel,
            "while True:",
            "more than 10,000,000 steps in one call: the loop on line 10 is in iteration \
             2,500,000",
            "check that it terminates; if it is only slow, allow more",
        ),
        case(
            "return str(len([0] * 10 ** (n + 1)))",
            FaultKind::Fuel,
            "[0] * 10 ** (n + 1)",
            "this takes 100,000,000 steps, one per item; the limit per call is 10,000,000",
            "check that it terminates; if it is only slow, allow more",
        ),
        case(
            "return show(n + 1)",
            FaultKind::Depth,
            "show(n + 1)",
            "`show` exceeds the call depth of 1,000",
            "check that every recursion terminates; if it is only deep, allow more",
        ),
    ]
}

#[test]
fn faults_have_place_message_and_help() {
    for case in table() {
        let body = case.body.replace('\n', "\n    ");
        let ends = body
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("    return"));
        let end = if ends || !case.body.contains('\n') && case.body.starts_with("return") {
            ""
        } else {
            "\n    return \"\""
        };
        let source = format!("def show(n):\n    {body}{end}\n\n\nTABLE = [[1], [2]]\n");
        let source = showing(&source);
        let machine = machine(&source, Limits::default());
        let fault = call(&machine, "show", vec![Value::Int(7)]).expect_err(case.body);
        let source = Source::new(NAME, source);
        let at = source.slice(fault.diagnostic.span.expect("a place"));
        let found = (
            fault.kind,
            at.lines().next().unwrap_or_default(),
            fault.diagnostic.message.as_str(),
            fault.diagnostic.help.as_deref(),
        );
        assert_eq!(found, (case.kind, case.at, case.message, Some(case.help)));
    }
}

#[test]
fn gcd_overflow_is_reported_at_its_call() {
    let source = showing(
        "from math import gcd\n\n\ndef show(n):\n    return str(max(\n        3,\n        \
         gcd(7 - n, -9223372036854775808)))\n",
    );
    let machine = machine(&source, Limits::default());
    let fault = call(&machine, "show", vec![Value::Int(7)]).unwrap_err();
    let message = "gcd(0, -9223372036854775808) does not fit into 64 bits";
    assert_eq!(fault.diagnostic.message, message);
    let at = Source::new(NAME, source)
        .slice(fault.diagnostic.span.expect("a place"))
        .to_owned();
    assert_eq!(at, "gcd(7 - n, -9223372036854775808)");
}

#[test]
fn faults_of_the_module_are_reported() {
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
fn module_lists_are_frozen_after_the_module_ran() {
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
