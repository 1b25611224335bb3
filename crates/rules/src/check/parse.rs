//! Text to syntax tree, by Ruff's parser.

use ruff_python_ast::{Expr, Mod, ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseError, ParseOptions};
use ruff_text_size::{Ranged, TextRange};

use super::characters::{other_encoding, surrogate, unreadable};
use super::nesting;
use crate::source::{Mistake, Source, Span};

/// The longest file that is read: a hundred times what a game needs. With it
/// the depth of the syntax tree is bounded, and so is the stack that is needed
/// until `nesting` has looked at it.
pub(super) const MOST_BYTES: usize = 1 << 17;

/// The Python that rule files are written in.
pub(super) const PYTHON: PythonVersion = PythonVersion::PY311;

/// What is wrong with the escape of a surrogate.
const HALF: &str = "half of a surrogate pair, which no text of a rule file can hold";

/// The f-strings of a file at most: the parser's time grows with the square of
/// how many stand inside each other.
const MOST_F_STRINGS: usize = 2_000;

/// A piece of the source, from the parser's own.
pub(super) fn span(range: TextRange) -> Span {
    Span {
        start: range.start().to_u32(),
        end: range.end().to_u32(),
    }
}

/// Where an expression or statement stands.
pub(super) fn span_of(node: &impl Ranged) -> Span {
    span(node.range())
}

/// The syntax tree of a whole file.
pub(super) fn parse(source: &Source) -> Result<ModModule, Mistake> {
    if source.text.len() > MOST_BYTES {
        let message = format!(
            "the file has {} bytes, and a rule file has at most {MOST_BYTES}",
            source.text.len()
        );
        return Err(Mistake::of_file(message).help("compute large tables instead of writing them"));
    }
    if let Some(at) = unreadable(&source.text) {
        let start = at as u32;
        let end = start + 1;
        let message = "a character that CPython reads nowhere or not here";
        return Err(Mistake::at(Span { start, end }, message)
            .help("leave it out; in a string write `\\0` or `\\ufeff`"));
    }
    if let Some(encoding) = other_encoding(&source.text) {
        let message = format!("the file is said to be in `{encoding}`, and is read as UTF-8");
        return Err(Mistake::of_file(message)
            .help("save it as UTF-8, and leave the line with `coding` out"));
    }
    if f_strings(&source.text) > MOST_F_STRINGS {
        let message = format!("the file has more than {MOST_F_STRINGS} f-strings");
        return Err(Mistake::of_file(message).help("make long texts in loops"));
    }
    let wrong = |error: ParseError| {
        let message = error.error.to_string();
        broken(source, span(error.location), &message)
    };
    // What later versions of Python allow is looked for at every level anew, so
    // the depth is looked at first.
    let latest = ruff_python_parser::parse_module(&source.text).map_err(wrong)?;
    nesting::check(&latest.into_syntax().body)?;
    let options = ParseOptions::from(Mode::Module).with_target_version(PYTHON);
    let parsed = ruff_python_parser::parse(&source.text, options).map_err(wrong)?;
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let help = format!("rule files are written in Python {PYTHON}: write it in the older way");
        return Err(syntax_error(span_of(error), &error.to_string(), &help));
    }
    if let Some(at) = surrogate(&source.text, parsed.tokens()) {
        return Err(Mistake::at(at, HALF).help("write the whole character, as `\\U0001f3b2`"));
    }
    match parsed.into_syntax() {
        Mod::Module(module) => Ok(module),
        Mod::Expression(_) => unreachable!("a module was asked for"),
    }
}

/// How many f-strings, and strings with other prefixes that can be one, there are
/// at most: quotes behind one of their letters.
fn f_strings(text: &str) -> usize {
    let pairs = text.as_bytes().windows(2);
    let begins = |pair: &&[u8]| {
        matches!(
            pair,
            [b'f' | b'F' | b'r' | b'R' | b't' | b'T', b'"' | b'\'']
        )
    };
    pairs.filter(begins).count()
}

/// The syntax tree of one expression.
pub(super) fn parse_expression(text: &str) -> Result<Expr, String> {
    if text.len() > MOST_BYTES || f_strings(text) > MOST_F_STRINGS {
        return Err("it is too long".to_owned());
    }
    match ruff_python_parser::parse_expression(text) {
        Ok(parsed) if surrogate(text, parsed.tokens()).is_some() => Err(HALF.to_owned()),
        Ok(parsed) => {
            let expr = *parsed.into_syntax().body;
            match nesting::of_expression(&expr) {
                Ok(()) => Ok(expr),
                Err(mistake) => Err(mistake.message),
            }
        }
        Err(error) => Err(error.error.to_string()),
    }
}

fn broken(source: &Source, at: Span, message: &str) -> Mistake {
    let text = source.slice(at);
    let lower = message.to_lowercase();
    let help = match () {
        () if lower.contains("indent") => {
            "the lines of a block begin at the same column, further right than the line with the colon"
        }
        () if lower.contains("expected `:`") => {
            "`def`, `if`, `for`, `while` and `else` lines end with a colon"
        }
        () if text == "=" => "a comparison is written `==`",
        () if lower.contains("unterminated") || lower.contains("closing quote") => {
            "close the string with the quote that it began with"
        }
        () if lower.contains("eof")
            || lower.contains("expected `)`")
            || lower.contains("expected `]`") =>
        {
            "every opening bracket needs its closing one"
        }
        () => "this is no Python; CPython says what it expects, too: python3 -m py_compile FILE",
    };
    syntax_error(at, message, help)
}

/// What is no Python, in the parser's words.
pub(super) fn syntax_error(at: Span, message: &str, help: &str) -> Mistake {
    Mistake::at(at, format!("syntax error: {}", decapitalised(message))).help(help)
}

fn decapitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
