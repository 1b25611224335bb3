//! Robustness: every input gives a program or a diagnostic quickly, never a
//! panic. The bytes come from a seeded generator, so that failures are
//! reproducible.

use std::path::Path;
use std::time::{Duration, Instant};

use kibitz_game::Side;
use kibitz_rules::Rules;
use kibitz_rules::check::check;
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;

/// Superlinear work would take minutes; every case here takes well under a
/// second on an idle machine.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Lehmer's random number generator, sufficient to damage files.
struct Lehmer(u64);

impl Lehmer {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Low limits for a call, because infinite loops are frequent here.
const LIMITS: Limits = Limits {
    fuel: 100_000,
    depth: 1_000,
};

/// Parses and checks a file.
fn try_it(text: String) {
    within_timeout(text, |source| {
        if let Err(diagnostic) = check(source.clone(), &[]) {
            let shown = diagnostic.render(&source);
            assert!(!shown.is_empty());
        }
    });
}

/// Parses, checks, runs, compiles, calls and drops a file, on the stack of an
/// ordinary thread.
fn try_all(text: String) {
    within_timeout(text, |source| {
        let rules = match Rules::open(source, &[], LIMITS) {
            Ok(rules) => rules,
            Err(failure) => return assert!(!failure.to_string().is_empty()),
        };
        let Ok(start) = rules.start() else { return };
        let sides = [Some(Side::Left), Some(Side::Right)];
        let sides = if rules.has_sides() {
            &sides[..]
        } else {
            &[None]
        };
        let rows = start.parts().iter().take(20);
        let rows = rows.flat_map(|row| sides.iter().map(move |side| (&**row, *side)));
        if let Err(failure) = rules.compare(rows) {
            assert!(!failure.to_string().contains("disagree"), "{failure}");
        }
    });
}

fn within_timeout(text: String, work: impl FnOnce(Source)) {
    let source = Source::new("hostile.py", text);
    let shown: String = source.text.chars().take(300).collect();
    let length = source.text.len();
    let began = Instant::now();
    work(source);
    let took = began.elapsed();
    assert!(took < TIMEOUT, "{took:?} for {length} bytes: {shown}");
}

/// Randomly damaged files: one in twenty runs all stages.
fn try_some(round: usize, text: String) {
    match round % 20 {
        0 => try_all(text),
        _ => try_it(text),
    }
}

fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn rounds(usual: usize) -> usize {
    kibitz_bruteforce::rounds(usual, 100 * usual)
}

#[test]
fn arbitrary_bytes() {
    let mut random = Lehmer(7);
    for _ in 0..rounds(2_000) {
        let length = random.below(300);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        try_it(String::from_utf8_lossy(&bytes).into_owned());
    }
}

#[test]
fn random_tokens() {
    let words = [
        "def",
        "start",
        "moves",
        "(",
        ")",
        ":",
        "\n",
        "\n    ",
        "\n        ",
        "yield",
        "x",
        "y",
        "=",
        "==",
        "+",
        "-",
        "*",
        "**",
        "//",
        "[",
        "]",
        "0",
        "1",
        "9223372036854775807",
        "for",
        "in",
        "range",
        "if",
        "else",
        "while",
        "return",
        ",",
        "lambda",
        "sorted",
        "key",
        "min",
        "not",
        "and",
        "or",
        "None",
        "True",
        "\"a\"",
        "f\"{x}\"",
        ".append",
        "tuple",
        "list",
        "import math",
        "from kibitz import move",
        "move",
        "again",
        "{",
        "}",
        "is",
        "<",
        ">>",
    ];
    let mut random = Lehmer(11);
    for round in 0..rounds(4_000) {
        let mut text = String::from("def start():\n    yield 1\n\ndef moves(x):\n    ");
        for _ in 0..random.below(40) {
            text.push_str(words[random.below(words.len())]);
            text.push(' ');
        }
        try_some(round, text);
    }
}

#[test]
fn damaged_examples() {
    let examples = examples();
    let mut random = Lehmer(13);
    for round in 0..rounds(4_000) {
        let mut text: Vec<char> = examples[random.below(examples.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            let other = random.below(text.len());
            match random.below(5) {
                0 => drop(text.drain(at..(at + random.below(12)).min(text.len()))),
                1 => text.swap(at, other),
                2 => text.insert(at, text[other]),
                3 => text.insert(at, char::from(32 + random.below(95) as u8)),
                _ => {
                    let piece: Vec<char> = text[at..(at + 30).min(text.len())].to_vec();
                    text.splice(other..other, piece);
                }
            }
        }
        try_some(round, text.into_iter().collect());
    }
}

#[test]
fn lines_of_examples_shuffled() {
    let examples = examples();
    let mut random = Lehmer(17);
    for round in 0..rounds(2_000) {
        let mut lines: Vec<&str> = examples[random.below(examples.len())].lines().collect();
        let other: Vec<&str> = examples[random.below(examples.len())].lines().collect();
        for _ in 0..=random.below(6) {
            let at = random.below(lines.len());
            match random.below(3) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, other[random.below(other.len())]),
                _ => {
                    let to = random.below(lines.len());
                    lines.swap(at, to);
                }
            }
            if lines.is_empty() {
                break;
            }
        }
        try_some(round, lines.join("\n"));
    }
}

/// A file that yields an expression.
fn yielding(expression: &str) -> String {
    format!(
        "def f(x):\n    return x\n\ndef start():\n    yield 1\n\ndef moves(x):\n    if x < 2:\n        yield {expression}\n"
    )
}

/// Nested constructs around an `x`: the opening and the closing of each level.
const NESTED: [(&str, &str); 29] = [
    ("(", ")"),
    ("[", "]"),
    ("-", ""),
    ("not ", ""),
    ("~", ""),
    ("x + ", ""),
    ("", " + x"),
    ("", " + 0"),
    ("(x - ", ")"),
    ("x ** ", ""),
    ("x and ", ""),
    ("x < ", ""),
    ("(x < ", ")"),
    ("f(", ")"),
    ("", ".y"),
    ("", "[0]"),
    ("", "()"),
    ("x if x else ", ""),
    ("(", " if x else x)"),
    ("x if ", " else x"),
    ("lambda: ", ""),
    ("{", "}"),
    ("[x for x in ", "]"),
    ("sum([", " for _ in range(2)])"),
    ("len([", "])"),
    ("abs(", ")"),
    ("max(x, ", ")"),
    ("(x, ", ")"),
    ("f\"{", "}\""),
];

#[test]
fn deeply_nested_expressions() {
    // Beyond every limit, and just below the nesting limit.
    for deep in [20_000, 490, 160] {
        for (open, close) in NESTED {
            // Ruff rescans all tokens of an f-string, so its time is quadratic in
            // their nesting.
            let deep = if open.contains('"') {
                deep.min(2_000)
            } else {
                deep
            };
            let expression = format!("{}x{}", open.repeat(deep), close.repeat(deep));
            try_all(yielding(&expression));
            // In a function, as a constant of the module, and as an override.
            try_all(format!("x = 1\nc = {expression}\n{}", yielding("x + 1")));
            let set = [("c".to_owned(), expression)];
            let file = Source::new("set.py", format!("c = ()\n{}", yielding("x + 1")));
            drop(Rules::open(file, &set, LIMITS));
        }
    }
}

#[test]
fn deep_nesting_is_rejected_at_its_place() {
    for (expression, is_fine) in [
        ("~".repeat(480) + "x", true),
        ("~".repeat(520) + "x", false),
        ("x".to_owned() + &" + 1".repeat(480), true),
        ("x".to_owned() + &" + 1".repeat(520), false),
        (format!("{}x{}", "f(".repeat(190), ")".repeat(190)), true),
        (format!("[x {}]", "for _ in [0] ".repeat(520)), false),
    ] {
        let source = Source::new("deep.py", yielding(&expression));
        match check(source.clone(), &[]) {
            Ok(_) => assert!(is_fine, "{expression}"),
            Err(diagnostic) => {
                assert!(!is_fine, "{}", diagnostic.render(&source));
                let shown = diagnostic.render(&source);
                assert!(shown.contains("nested more than 500 levels"), "{shown}");
                assert!(shown.contains("deep.py:9:"), "{shown}");
                assert!(shown.contains("split it into several"), "{shown}");
            }
        }
    }
}

#[test]
fn loop_nesting_limit_is_cpythons() {
    let nest = |loops: usize| {
        let lines = (1..=loops).map(|n| format!("{}for i{n} in range(1):\n", " ".repeat(n)));
        let lines: String = lines.collect();
        format!(
            "def start():\n    yield 1\n\ndef moves(x):\n{lines}{}x = x + i1\n",
            " ".repeat(loops + 1)
        ) + " if x == 2:\n  yield x\n"
    };
    assert!(check(Source::new("loops.py", nest(20)), &[]).is_ok());
    let refused = check(Source::new("loops.py", nest(21)), &[]).unwrap_err();
    assert!(
        refused.message.contains("more than 20 levels"),
        "{}",
        refused.message
    );
    try_all(nest(20));
}

#[test]
fn long_chains_of_statements_and_calls() {
    let head = "def start():\n    yield 1\n\ndef moves(x):\n";
    let ifs: String = (1..300)
        .map(|depth| format!("{}if x:\n", " ".repeat(depth)))
        .collect();
    try_all(format!("{head}{ifs}{}yield x\n", " ".repeat(300)));
    for count in [450, 2_000] {
        let elifs = "    elif x > 2:\n        yield x\n".repeat(count);
        try_all(format!("{head}    if x > 2:\n        yield x\n{elifs}"));
    }
    let calls: String = (0..1_500)
        .map(|n| format!("def f{n}(a):\n    return f{}(a)\n", n + 1))
        .collect();
    let last = "def f1500(a):\n    return a\n";
    try_all(format!("{head}    yield f0(x)\n{calls}{last}"));
    // Long expressions in a chain of calls, and in one function with ever
    // larger tuples: together they are deeper than each alone.
    let deep = "-".repeat(450);
    let calls: String = (0..200)
        .map(|n| format!("def f{n}(a):\n    return {deep}f{}(a)\n", n + 1))
        .collect();
    let last = "def f200(a):\n    return a\n";
    try_all(format!("{head}    yield f0(x)\n{calls}{last}"));
    let grows = format!("def g(t):\n    return {deep}g((1,) + t)\n");
    try_all(format!("{grows}{head}    yield g((x,))\n"));
    let recursive = format!("def g(n):\n    return n if n > 5000 else {deep}g(n + 1)\n");
    try_all(format!("{recursive}{head}    yield g(x)\n"));
    let around = |open: &str, close: &str| format!("{}1{}", open.repeat(40), close.repeat(40));
    let nested = around("{x:", "}");
    for text in ["{x}".repeat(20_000), "{x!r:>{x}}".repeat(5_000), nested] {
        try_all(format!(
            "from kibitz import move\n{head}    yield move(f\"{text}\", 0)\n"
        ));
    }
    // Values that grow while the module's body runs.
    for wrapped in ["(a,)", "[a]", "[[a], [a]]", "(a, a)"] {
        try_all(format!(
            "a = ()\nfor _ in range(50000):\n    a = {wrapped}\n{head}    yield x\n"
        ));
    }
}

/// A type can double in size with each line.
#[test]
fn doubling_tuple_types_are_rejected() {
    let doubled = |first: &str, next: &str| {
        let lines: String = (0..40)
            .map(|n| format!("    t{} = {}\n", n + 1, next.replace('t', &format!("t{n}"))))
            .collect();
        format!(
            "def start():\n    yield 5\ndef moves(x):\n    t0 = {first}\n{lines}    yield len(t40)\n"
        )
    };
    let wide = format!("({})", "t, ".repeat(60));
    for (first, next) in [
        ("(x, x)", "t + t"),
        ("(x, x)", &wide),
        ("[(x, x)]", &format!("[{wide}]")),
    ] {
        let diagnostic = check(Source::new("doubled.py", doubled(first, next)), &[]).unwrap_err();
        let message = &diagnostic.message;
        assert!(
            message.contains("parts of their types") || message.contains("nested"),
            "{message}"
        );
    }
}

#[test]
fn files_that_expand_are_rejected_quickly() {
    let head = "def start():\n    yield 1\n\ndef moves(x):\n";
    // A long tuple whose every mention has a long type.
    let long = format!("t = ({})\n", "1, ".repeat(20_000));
    let mentions = "    u = t\n".repeat(6_000);
    try_all(format!("{long}{head}{mentions}    yield x\n"));
    // A long function, called with many different types.
    let body = "    x = 1 + 2\n".repeat(5_000);
    let calls = (1..40).map(|n| format!("    f(({}))\n", "x, ".repeat(n)));
    let calls: String = calls.collect();
    try_all(format!(
        "def f(t):\n{body}    return 1\n\n{head}{calls}    yield x\n"
    ));
    // Functions that call each other with two types each, at every level.
    let levels: String = (0..30)
        .map(|n| {
            let m = n + 1;
            format!("def f{n}(t):\n    return f{m}((t, 1)) + f{m}((1, t))\n")
        })
        .collect();
    try_all(format!(
        "{levels}def f30(t):\n    return 1\n{head}    yield f0(x)\n"
    ));
    // Many conditions, comparisons and names.
    let names: String = (0..3_000)
        .map(|n| format!("    n{n} = x + {n}\n"))
        .collect();
    let tests: String = (0..3_000)
        .map(|n| format!("    if n{n}: x = n{n}\n"))
        .collect();
    try_all(format!("{head}{names}{tests}    yield x\n"));
}

#[test]
fn too_long_file_is_rejected() {
    let source = Source::new("long.py", "# a comment\n".repeat(20_000));
    let diagnostic = check(source, &[]).unwrap_err();
    assert!(
        diagnostic.message.contains("240000 bytes"),
        "{}",
        diagnostic.message
    );
}
