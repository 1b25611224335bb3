//! Fuel and depth: every call terminates within its time, memory and stack.

use kibitz_rules::fault::{Fault, FaultKind, Limits};
use kibitz_rules::interpret::Value;

use crate::interpret::support::{call, machine, showing};

fn limited(source: &str, limits: Limits, n: i64) -> Result<Value, Fault> {
    let machine = machine(&showing(source), limits);
    call(&machine, "show", vec![Value::Int(n)])
}

fn fault(source: &str, n: i64) -> Fault {
    limited(source, Limits::default(), n).expect_err("a limit is reached")
}

/// Expressions that create large values from small programs.
const LARGE: [&str; 22] = [
    "str(len([0] * n))",
    "str(len(n * [0, 1]))",
    "str(len((0,) * n))",
    "str(len('ab' * n))",
    "str(len([x for x in range(n)]))",
    "str(len(list(range(n))))",
    "str(len(tuple(range(n))))",
    "str(len(sorted(range(n))))",
    "str(sum(range(n)))",
    "str(max(range(n)))",
    "str(any(x < 0 for x in range(n)))",
    "str(all(range(1, n)))",
    "'-'.join('x' for i in range(n))",
    "str(len([[0] * 5000 for i in range(n)]))",
    "str([[0] * 9000] * 9000)",
    "str([[0] * 9000] * 9000 == [[0] * 9000] * 9000)",
    "grid(n, n, 0, '.#')",
    "grid(n, 0, 0, '.#')",
    "f\"{'x' * n}\"",
    "f'{n:900000000}'",
    "str(len([0] * (n % 1000000) + [0] * (n // 2)))",
    "str(sum(1 for x in range(n) for y in range(n)))",
];

#[test]
fn large_values_exceed_the_fuel() {
    let limits = Limits {
        fuel: 1_000_000,
        ..Limits::default()
    };
    for expression in LARGE {
        for n in [1 << 40, i64::MAX - 1] {
            let source =
                format!("from kibitz import grid\n\ndef show(n):\n    return {expression}\n");
            let machine = machine(&format!("{source}\n{}", showing("")), limits);
            let fault = call(&machine, "show", vec![Value::Int(n)]).expect_err(expression);
            assert_eq!(fault.kind, FaultKind::Fuel, "{expression}: {fault:?}");
        }
    }
}

#[test]
fn repeated_searches_take_fuel() {
    let body = "
def show(n):
    xs = [0] * 1000000
    ys = xs.copy()
    hits = 0
    for i in range(1000000):
        hits += BODY
    return str(hits)
";
    for work in [
        "1 in xs",
        "xs == ys",
        "xs < ys",
        "xs.count(1)",
        "len(xs[1:])",
        "len(xs + ys)",
        "xs.pop(0)",
        "len(xs.copy())",
    ] {
        let fault = fault(&body.replace("BODY", work), 0);
        assert_eq!(fault.kind, FaultKind::Fuel, "{work}");
    }
}

#[test]
fn repeating_an_empty_sequence_takes_no_fuel() {
    let source = "def show(n):\n    return str([] * n) + str(() * n) + '' * n + str([0] * -n)\n";
    let value = limited(source, Limits::default(), i64::MAX).unwrap();
    assert_eq!(value, Value::text("[]()[]"));
}

#[test]
fn fuel_is_per_call() {
    let source = "def show(n):\n    for i in range(n):\n        pass\n    return 'done'\n";
    let limits = Limits {
        fuel: 101,
        depth: 10,
    };
    let machine = machine(&showing(source), limits);
    for _ in 0..5 {
        assert!(call(&machine, "show", vec![Value::Int(100)]).is_ok());
    }
    let fault = call(&machine, "show", vec![Value::Int(101)]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Fuel);
}

#[test]
fn recursion_is_limited_by_depth() {
    let source = "
def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def show(n):
    return str(down(n))
";
    // `show` and `down(n)` to `down(0)`: n + 2 nested calls.
    for depth in [10, 1_000, 100_000] {
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let n = i64::from(depth);
        assert_eq!(
            limited(source, limits, n - 2).unwrap(),
            Value::text((n - 2).to_string())
        );
        let fault = limited(source, limits, n - 1).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Depth);
    }
}

#[test]
fn recursion_in_every_construct_fits_the_stack() {
    let source = "
def down(n):
    for i in range(1):
        if n > 0:
            while True:
                xs = [max([(lambda_free(n)) for k in range(1)], key=lambda x: x + 0) for j in [0]]
                return xs[0]
    return 0


def lambda_free(n):
    return 1 + (0 + (0 + (0 + (0 + sum([down(n - 1)])))))


def show(n):
    return str(down(n))
";
    let limits = Limits {
        depth: 100_000,
        ..Limits::default()
    };
    let handle = std::thread::Builder::new().stack_size(256 * 1024);
    let result = handle.spawn(move || {
        let result = limited(source, limits, 40_000);
        result.map(|value| value == Value::text("40000"))
    });
    assert_eq!(result.unwrap().join().unwrap(), Ok(true));
}

#[test]
fn deep_expressions_fit_the_stack() {
    // The maximum nesting of a file, with `return` and `str` around it.
    let sum = vec!["n"; 497].join(" + ");
    let source = format!("def show(n):\n    return str({sum})\n");
    assert_eq!(
        limited(&source, Limits::default(), 1).unwrap(),
        Value::text("497")
    );
}
