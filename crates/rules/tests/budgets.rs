//! Cost accounting: compilation has a work budget, and every operation of a
//! call consumes steps, compiled or interpreted.

use std::time::{Duration, Instant};

use kibitz_game::{RunContext, StopReason};
use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::source::Source;
use kibitz_rules::{Failure, Rules};

/// Far more than any case here takes; unaccounted work would take hours.
const TIMEOUT: Duration = Duration::from_secs(60);

fn opened(text: &str, fuel: u64) -> Result<Rules, Failure> {
    let limits = Limits {
        fuel,
        ..Limits::default()
    };
    Rules::open(Source::new("budget.py", text), &[], limits)
}

/// A file whose `moves` runs `lines` on the numbers `x` and `n` before it
/// yields.
fn doing(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "n = 40\n\ndef start():\n    yield 1\n\ndef moves(x):\n{lines}    if x == 1:\n        yield 2\n"
    )
}

/// The moves of the starting position.
fn moves(rules: &Rules) -> Result<Vec<i64>, Failure> {
    let mut out = Vec::new();
    rules.worker().moves(&[1], None, &mut out)?;
    Ok(out)
}

#[test]
fn folded_loops_count_against_the_compile_budget() {
    let clauses = |count: usize| -> String {
        (0..count)
            .map(|i| format!(" for i{i} in range(2)"))
            .collect()
    };
    let nest = |count: usize, inside: &str| -> String {
        let lines = (0..count).map(|i| format!("{}for i{i} in range(2):\n", " ".repeat(i)));
        lines.collect::<String>() + &" ".repeat(count) + inside
    };
    let deep = clauses(40);
    let mut programs = vec![
        format!("y = sum(0{deep})"),
        format!("y = sum(1{deep})"),
        format!("y = sum(i0{deep})"),
        format!("y = any(False{deep})"),
        format!("y = all(True{deep})"),
        format!("y = max(0{deep})"),
        format!("y = [0{deep} if i0 > 1]"),
        format!("y = [i3{deep}]"),
        format!("y = sorted(i3{deep})"),
        format!("y = sum(x{deep} if x > 5)"),
        "y = 0\n".to_owned() + &nest(20, "y = i0"),
        "y = 0\n".to_owned() + &nest(20, "pass"),
        "y = 0\n".to_owned() + &nest(20, "if x == 5: y = i19"),
        // A large body in loops that are small by themselves.
        format!("for i in range(1000):\n    for j in range(1000):\n{}", "        y = i - i\n".repeat(300)),
        "y = 0\nwhile y < 100:\n    y += 1\n    z = 0\n    while z < 100:\n        z += 1\n        w = 0\n        while w < 100:\n            w += 1".to_owned(),
    ];
    // Inlined functions that double at each level.
    let calls: String = (0..22)
        .map(|n| format!("def f{n}(a):\n    return f{m}(a) + f{m}(a)\n\n", m = n + 1))
        .collect();
    let calls = format!("{calls}def f22(a):\n    return 0\n\n");
    programs.push("y = f0(3)".to_owned());
    for (number, program) in programs.iter().enumerate() {
        let began = Instant::now();
        let text = format!("{calls}{}", doing(program));
        let rules = opened(&text, 20_000).unwrap();
        // A loop that was not unrolled may exceed the step limit, but must not fail
        // otherwise.
        match moves(&rules) {
            Ok(rows) => assert_eq!(rows, [2, 0], "program {number}"),
            Err(failure) => assert!(failure.is_limit(), "{failure}"),
        }
        let took = began.elapsed();
        assert!(took < TIMEOUT, "{took:?} for program {number}");
    }
}

#[test]
fn unrolled_loops_compute_the_same() {
    let text = "
def start():
    yield 0

def moves(x):
    if x < 4:
        yield sum(a * b + c + d - e for a in range(2) for b in range(3) for c in range(4)
                  for d in range(5) for e in range(6) for f in range(2) for g in range(2)) % 5
        yield len([a for a in range(3) for b in range(3) for c in range(3) for d in range(3)
                   for e in range(3) for f in range(3) for g in range(3) if a < b < x]) % 7
";
    let rules = opened(text, 1_000_000).unwrap();
    let rows = [[0], [1], [2], [3]];
    rules
        .compare(rows.iter().map(|row| (&row[..], None)))
        .unwrap();
}

/// Operations whose steps are proportional to a list of `n` numbers.
const OPERATIONS: [&str; 22] = [
    "y = -x in xs",
    "y = -x not in xs",
    "y = xs == ys",
    "y = xs < ys",
    "y = xs.count(x)",
    "y = xs.index(n - 1)",
    "y = xs.copy()",
    "y = xs[:]",
    "y = xs[::-1]",
    "y = xs + ys",
    "y = xs * 2",
    "y = sorted(xs)",
    "xs.sort()",
    "xs.reverse()",
    "xs.insert(0, 1)",
    "y = xs.pop(0)\nxs.append(1)",
    "xs.remove(n - 1)\nxs.append(n - 1)",
    "ys += xs\nys = ys[:n]",
    "ys.extend(xs)\nys = ys[:1]",
    "y = (x, 5) in [(v, v) for v in xs]",
    "y = [[0], xs] == [[0], ys]",
    "y = sorted([ys, xs])",
];

#[test]
fn list_operations_take_steps_per_item() {
    const ROUNDS: u64 = 100;
    for operation in OPERATIONS {
        let indented = operation.replace('\n', "\n    ");
        let text = doing(&format!(
            "xs = list(range(n + x - 1))\nys = list(range(n + x - 1))\nfor i in range(100):\n    {indented}"
        ));
        // Both back ends agree if there is enough fuel.
        let rules = opened(&text, 10_000_000).unwrap();
        rules.compare([(&[1][..], None)]).unwrap();
        assert_eq!(moves(&rules).unwrap(), [2, 0], "{operation}");
        // With a longer list the same iterations exceed the limit.
        let long = text.replace("n = 40\n", "n = 2000\n");
        let rules = opened(&long, ROUNDS * 2_000 / 2).unwrap();
        match moves(&rules) {
            Ok(_) => panic!("{operation}: not counted"),
            Err(failure) => assert_eq!(failure.kind(), Some(FaultKind::Fuel), "{failure}"),
        }
        let rules = opened(&long, 10_000_000).unwrap();
        assert_eq!(moves(&rules).unwrap(), [2, 0], "{operation}");
    }
}

const ENDLESS: &str = "while True:\n    x += 1\n    x -= 1";

#[test]
fn long_call_stops_with_its_run_context() {
    let began = Instant::now();
    let rules = opened(&doing(ENDLESS), u64::MAX).unwrap();
    let context = RunContext::new().time(Duration::from_millis(200));
    let here = context.here();
    let failure = moves(&rules).unwrap_err();
    assert_eq!(failure.kind(), Some(FaultKind::Stopped), "{failure}");
    assert!(
        matches!(failure.stop(), Some(StopReason::OutOfTime(_))),
        "{failure}"
    );
    drop(here);
    // Cancelled beforehand: called by compiled code and by the interpreter.
    let context = RunContext::new();
    context.cancel();
    let _here = context.here();
    let lines = "for i in range(3000000):\n    x += i % 3 - i % 3";
    let rules = opened(&doing("x += 0"), 10_000_000);
    assert_eq!(rules.unwrap_err().stop(), Some(&StopReason::Cancelled));
    drop(_here);
    let rules = opened(&doing(lines), 10_000_000).unwrap();
    let _here = context.here();
    assert_eq!(
        moves(&rules).unwrap_err().stop(),
        Some(&StopReason::Cancelled)
    );
    let compared = rules.compare([(&[1][..], None)]);
    assert_eq!(compared.unwrap_err().stop(), Some(&StopReason::Cancelled));
    assert!(began.elapsed() < TIMEOUT);
}

#[test]
fn values_of_a_call_count_against_the_memory_budget() {
    let start = "def start():\n    yield 1\n\n";
    for lines in [
        "while True:\n        yield x",
        "for i in range(9000000):\n        yield i",
        "xs = [0] * 9000000\n    yield xs[x]",
        "xs = [i for i in range(4000000 + x)]\n    yield xs[x]",
        "xs = [(i, i, i) for i in range(1000000 + x)]\n    yield xs[x][0]",
        "xs = [x]\n    while x:\n        xs.append(x)\n    yield xs[0]",
        "xs = [x]\n    while len(xs) < 9000000:\n        xs += xs\n    yield xs[1]",
        "xs = [[x]]\n    while x:\n        xs.append([x])\n    yield xs[0][0]",
        "t = (x,)\n    for i in range(22):\n        t = t + t\n    yield t[x]",
    ] {
        let text = format!("{start}def moves(x):\n    {lines}\n");
        let rules = opened(&text, 10_000_000).unwrap();
        let context = RunContext::new().memory(16 << 20);
        let here = context.here();
        let failure = moves(&rules).unwrap_err();
        let is_refused = matches!(failure.stop(), Some(StopReason::OutOfMemory { .. }));
        assert!(is_refused, "{lines}: {failure}");
        // Also if only interpreted.
        let failure = rules.compare([(&[1][..], None)]).unwrap_err();
        let is_refused = matches!(failure.stop(), Some(StopReason::OutOfMemory { .. }));
        assert!(is_refused, "{lines}: {failure}");
        drop(here);
        assert_eq!(context.memory_taken(), 0, "{lines}");
    }
    // While the file is opened, and without a step limit.
    let context = RunContext::new().memory(16 << 20);
    let here = context.here();
    let text = doing("x += 0");
    for line in [
        "big = [0] * 9000000",
        "big = [(i, i) for i in range(900000)]",
    ] {
        let failure = opened(&format!("{line}\n{text}"), 10_000_000).unwrap_err();
        let is_refused = matches!(failure.stop(), Some(StopReason::OutOfMemory { .. }));
        assert!(is_refused, "{failure}");
    }
    drop(here);
    assert!(opened(&format!("big = [0] * 900000\n{text}"), 10_000_000).is_ok());
}

#[test]
fn sums_with_too_many_components_are_rejected() {
    let moves = "def moves(x):\n    if x > 1:\n        yield x - 1\n";
    let starts = "def start():\n    for i in range(150000):\n        yield i\n\n";
    let failure = opened(&format!("{starts}{moves}"), 10_000_000).unwrap_err();
    assert_eq!(failure.kind(), Some(FaultKind::Parts), "{failure}");
    assert!(failure.is_limit());
    let split = "def split(x):\n    if x > 2:\n        for i in range(150000):\n            yield 1\n    else:\n        yield x\n";
    let start = "def start():\n    yield 5\n\n";
    let failure = opened(&format!("{start}{moves}\n{split}"), 10_000_000).unwrap_err();
    assert_eq!(failure.kind(), Some(FaultKind::Parts), "{failure}");
}
