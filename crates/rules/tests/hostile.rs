//! Whatever a file holds, there is an answer soon: a program or a mistake,
//! never a panic. The bytes are drawn from a seed, so that a failure comes
//! again.

use std::path::Path;
use std::time::{Duration, Instant};

use kibitz_rules::check::check;
use kibitz_rules::source::Source;

/// Where work grows faster than the file, it takes minutes; everything here
/// takes well under a second on a machine with nothing else to do.
const PATIENCE: Duration = Duration::from_secs(40);

/// Lehmer's generator: enough to damage files.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn try_it(text: String) {
    let source = Source::new("hostile.py", text);
    let began = Instant::now();
    if let Err(mistake) = check(source.clone(), &[]) {
        let shown = mistake.render(&source);
        assert!(!shown.is_empty());
    }
    let took = began.elapsed();
    let text: String = source.text.chars().take(300).collect();
    assert!(
        took < PATIENCE,
        "{took:?} for {} bytes: {text}",
        source.text.len()
    );
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
    kibitz_twins::rounds(usual, 50 * usual)
}

#[test]
fn arbitrary_bytes() {
    let mut chance = Chance(7);
    for _ in 0..rounds(2_000) {
        let length = chance.below(300);
        let bytes: Vec<u8> = (0..length).map(|_| chance.below(256) as u8).collect();
        try_it(String::from_utf8_lossy(&bytes).into_owned());
    }
}

#[test]
fn words_of_the_language_in_any_order() {
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
    let mut chance = Chance(11);
    for _ in 0..rounds(4_000) {
        let mut text = String::from("def start():\n    yield 1\n\ndef moves(x):\n    ");
        for _ in 0..chance.below(40) {
            text.push_str(words[chance.below(words.len())]);
            text.push(' ');
        }
        try_it(text);
    }
}

#[test]
fn damaged_examples() {
    let examples = examples();
    let mut chance = Chance(13);
    for _ in 0..rounds(4_000) {
        let mut text: Vec<char> = examples[chance.below(examples.len())].chars().collect();
        for _ in 0..=chance.below(4) {
            let at = chance.below(text.len());
            let other = chance.below(text.len());
            match chance.below(5) {
                0 => drop(text.drain(at..(at + chance.below(12)).min(text.len()))),
                1 => text.swap(at, other),
                2 => text.insert(at, text[other]),
                3 => text.insert(at, char::from(32 + chance.below(95) as u8)),
                _ => {
                    let piece: Vec<char> = text[at..(at + 30).min(text.len())].to_vec();
                    text.splice(other..other, piece);
                }
            }
        }
        try_it(text.into_iter().collect());
    }
}

#[test]
fn lines_of_examples_shuffled() {
    let examples = examples();
    let mut chance = Chance(17);
    for _ in 0..rounds(2_000) {
        let mut lines: Vec<&str> = examples[chance.below(examples.len())].lines().collect();
        let other: Vec<&str> = examples[chance.below(examples.len())].lines().collect();
        for _ in 0..=chance.below(6) {
            let at = chance.below(lines.len());
            match chance.below(3) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, other[chance.below(other.len())]),
                _ => {
                    let to = chance.below(lines.len());
                    lines.swap(at, to);
                }
            }
            if lines.is_empty() {
                break;
            }
        }
        try_it(lines.join("\n"));
    }
}

#[test]
fn towers() {
    let head = "def start():\n    yield 1\n\ndef moves(x):\n";
    let deep = 20_000;
    let around = |open: &str, close: &str| {
        let expression = format!("{}x{}", open.repeat(deep), close.repeat(deep));
        format!("{head}    yield {expression}\n")
    };
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("-", ""),
        ("not ", ""),
        ("~", ""),
        ("x + ", ""),
        ("", " + x"),
        ("x ** ", ""),
        ("x and ", ""),
        ("x < ", ""),
        ("f(", ")"),
        ("", ".y"),
        ("", "[0]"),
        ("", "()"),
        ("x if x else ", ""),
        ("lambda: ", ""),
        ("{", "}"),
        ("[x for x in ", "]"),
        ("abs(", ")"),
        ("(x, ", ")"),
    ] {
        try_it(around(open, close));
    }
    let ifs: String = (1..300)
        .map(|depth| format!("{}if x:\n", "    ".repeat(depth)))
        .collect();
    try_it(format!("{head}{ifs}{}yield x\n", "    ".repeat(300)));
    let elifs = "    elif x:\n        yield x\n".repeat(2_000);
    try_it(format!("{head}    if x:\n        yield x\n{elifs}"));
    let calls: String = (0..1_500)
        .map(|n| format!("def f{n}(a):\n    return f{}(a)\n", n + 1))
        .collect();
    try_it(format!(
        "{head}    yield f0(x)\n{calls}def f1500(a):\n    return a\n"
    ));
    try_it(format!("{head}    yield f\"{}\"\n", "{x}".repeat(deep)));
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let source = Source::new("long.py", "# a comment\n".repeat(20_000));
    let mistake = check(source, &[]).unwrap_err();
    assert!(
        mistake.message.contains("240000 bytes"),
        "{}",
        mistake.message
    );
}
