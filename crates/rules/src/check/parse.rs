//! Text to syntax tree, by Ruff's parser.

use ruff_python_ast::{Expr, Mod, ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseError, ParseOptions};
use ruff_text_size::{Ranged, TextRange};

use super::nesting;
use crate::source::{Mistake, Source, Span};

/// The longest file that is read: a hundred times what a game needs. With it
/// the depth of the syntax tree is bounded, and so is the stack that is needed
/// until `nesting` has looked at it.
pub(super) const MOST_BYTES: usize = 1 << 17;

/// The Python that rule files are written in.
pub(super) const PYTHON: PythonVersion = PythonVersion::PY311;

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
    match parsed.into_syntax() {
        Mod::Module(module) => Ok(module),
        Mod::Expression(_) => unreachable!("a module was asked for"),
    }
}

/// Where a character is that CPython does not read and Ruff does: NUL anywhere,
/// a second byte order mark.
fn unreadable(text: &str) -> Option<usize> {
    match text.starts_with('\u{feff}') {
        true => Some(0),
        false => text.find('\0'),
    }
}

/// The encoding that a comment in the first two lines names, by which CPython
/// reads the file, where that could be another text.
fn other_encoding(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let comments = text.lines().take(2);
    let mut comments = comments.take_while(|line| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with('#')
    });
    let rest = comments.find_map(|line| {
        let mut words = line.match_indices("coding");
        words.find_map(|(at, word)| line[at + word.len()..].strip_prefix([':', '=']))
    })?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let rest = rest.trim_start_matches([' ', '\t']);
    let encoding = &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())];
    let plain = encoding.to_lowercase().replace('_', "-");
    let is_utf8 = plain == "utf8" || plain == "utf-8" || plain.starts_with("utf-8-");
    (!encoding.is_empty() && !is_utf8).then_some(encoding)
}

/// The syntax tree of one expression.
pub(super) fn parse_expression(text: &str) -> Result<Expr, String> {
    if text.len() > MOST_BYTES {
        return Err("it is too long".to_owned());
    }
    match ruff_python_parser::parse_expression(text) {
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
