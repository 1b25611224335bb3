//! Text to syntax tree, with Ruff's parser.

use ruff_python_ast::{Expr, ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseError, ParseOptions, Parsed};
use ruff_text_size::{Ranged, TextRange};

use super::characters::{other_encoding, surrogate, unreadable};
use super::nesting;
use crate::source::{Diagnostic, Source, Span};

/// Maximum file size, a hundred times what a game needs. It bounds the depth of
/// the syntax tree and so the stack needed until `nesting` has checked that
/// depth.
pub(super) const MAX_BYTES: usize = 1 << 17;

/// The Python version of rule files.
pub(super) const PYTHON: PythonVersion = PythonVersion::PY311;

/// The message for a surrogate escape.
const SURROGATE_ESCAPE: &str = "a surrogate escape is not supported in a rule file";

/// Maximum number of f-strings: the parser's time is quadratic in their
/// nesting.
const MAX_F_STRINGS: usize = 2_000;

/// A span from the parser's range.
pub(super) fn span(range: TextRange) -> Span {
    Span {
        start: range.start().to_u32(),
        end: range.end().to_u32(),
    }
}

/// The span of an expression or statement.
pub(crate) fn span_of(node: &impl Ranged) -> Span {
    span(node.range())
}

/// Parses a file.
pub(super) fn parse(source: &Source) -> Result<Parsed<ModModule>, Diagnostic> {
    if source.text.len() > MAX_BYTES {
        let message = format!(
            "the file has {} bytes; the limit is {MAX_BYTES}",
            source.text.len()
        );
        return Err(
            Diagnostic::of_file(message).help("compute large tables instead of writing them out")
        );
    }
    if let Some(at) = unreadable(&source.text) {
        let start = at as u32;
        let end = start + 1;
        let message = "CPython does not accept this character";
        return Err(Diagnostic::at(Span { start, end }, message)
            .help("remove it; in a string write `\\0` or `\\ufeff`"));
    }
    if let Some(encoding) = other_encoding(&source.text) {
        let message =
            format!("the file declares the encoding `{encoding}`, but rule files are UTF-8");
        return Err(
            Diagnostic::of_file(message).help("save it as UTF-8 and remove the `coding` line")
        );
    }
    if f_strings(&source.text) > MAX_F_STRINGS {
        let message = format!("the file has more than {MAX_F_STRINGS} f-strings");
        return Err(Diagnostic::of_file(message).help("build long strings in loops"));
    }
    let wrong = |error: ParseError| {
        let message = error.error.to_string();
        broken(source, span(error.location), &message)
    };
    // The check for syntax of later Python versions is repeated at every level
    // of nesting, so the depth is checked first.
    let latest = ruff_python_parser::parse_module(&source.text).map_err(wrong)?;
    nesting::check(&latest.into_syntax().body)?;
    let options = ParseOptions::from(Mode::Module).with_target_version(PYTHON);
    let parsed = ruff_python_parser::parse(&source.text, options).map_err(wrong)?;
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let help = format!("rule files are written in Python {PYTHON}: use its syntax");
        return Err(syntax_error(span_of(error), &error.to_string(), &help));
    }
    if let Some(at) = surrogate(&source.text, parsed.tokens()) {
        return Err(Diagnostic::at(at, SURROGATE_ESCAPE)
            .help("write the whole character, e.g. `\\U0001f3b2`"));
    }
    match parsed.try_into_module() {
        Some(module) => Ok(module),
        None => unreachable!("the parser was asked for a module"),
    }
}

/// Upper bound of the number of f-strings: quotes after one of the prefix
/// letters.
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

/// Parses one expression.
pub(super) fn parse_expression(text: &str) -> Result<Expr, String> {
    if text.len() > MAX_BYTES || f_strings(text) > MAX_F_STRINGS {
        return Err("it is too long".to_owned());
    }
    match ruff_python_parser::parse_expression(text) {
        Ok(parsed) if surrogate(text, parsed.tokens()).is_some() => {
            Err(SURROGATE_ESCAPE.to_owned())
        }
        Ok(parsed) => {
            let expr = *parsed.into_syntax().body;
            match nesting::of_expression(&expr) {
                Ok(()) => Ok(expr),
                Err(diagnostic) => Err(diagnostic.message),
            }
        }
        Err(error) => Err(error.error.to_string()),
    }
}

fn broken(source: &Source, at: Span, message: &str) -> Diagnostic {
    let text = source.slice(at);
    let lower = message.to_lowercase();
    let help = match () {
        () if lower.contains("indent") => {
            "indent all lines of a block by the same amount, further than the line with the colon"
        }
        () if lower.contains("expected `:`") => {
            "end `def`, `if`, `for`, `while` and `else` lines with a colon"
        }
        () if text == "=" => "a comparison is written `==`",
        () if lower.contains("unterminated") || lower.contains("closing quote") => {
            "close the string with the quote that opened it"
        }
        () if lower.contains("eof")
            || lower.contains("expected `)`")
            || lower.contains("expected `]`") =>
        {
            "close every opening bracket"
        }
        () => "this is not valid Python; for CPython's own message run python3 -m py_compile FILE",
    };
    syntax_error(at, message, help)
}

/// A syntax error in the parser's words.
pub(super) fn syntax_error(at: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::at(at, format!("syntax error: {}", decapitalised(message))).help(help)
}

fn decapitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
