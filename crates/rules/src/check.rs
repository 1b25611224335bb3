//! Type checker: from a rule file to a typed tree.
//!
//! Rule files carry no annotations. Types are inferred by monotone fixed-point
//! iteration: they propagate from literals and from `start()` through
//! assignments, calls and results, and the whole program is checked again until
//! no type changes. A function is checked once per tuple of argument types that
//! it is called with (monomorphisation); each such pair is an *instance*.

mod annotation;
mod argument;
mod builtin;
mod call;
mod canonical_text;
mod characters;
mod definite_assignment;
mod deque;
mod desugar;
mod dict;
mod entry_points;
mod expression;
mod file;
mod function;
mod gather;
mod instance;
mod iteration;
mod known;
mod literal;
mod meaning;
mod method;

mod names;
mod nesting;
mod operator;
mod options;
mod order;
mod parse;
mod program;
mod record;
mod set;
mod statement;
mod subscript;
mod syntax;
mod target;
mod text;
mod type_vars;
mod unsupported;
mod unused;
mod vocabulary;
mod yields;

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::contest;
use crate::source::{Diagnostic, Source};
use crate::stack;
use crate::tree::Program;

use instance::Checker;

pub(crate) use literal::string_literal;
pub(crate) use parse::span_of;
pub use unused::unused;
pub use vocabulary::vocabulary;

/// Checks a rule file. `set` overrides parameters: pairs of a name and a Python
/// literal.
///
/// # Errors
/// Returns the first diagnostic.
///
/// ```
/// use kibitz_rules::{check::check, source::Source};
///
/// let text = "
/// n = 21
///
/// def start():
///     yield n
///
/// def moves(left):
///     for k in range(1, 4):
///         if k <= left:
///             yield left - k
/// ";
/// let program = check(Source::new("matches.py", text), &[]).unwrap();
/// assert_eq!(program.fields[0].0, "left");
///
/// let text = text.replace("left - k", "lft - k");
/// let diagnostic = check(Source::new("matches.py", text), &[]).unwrap_err();
/// assert_eq!(diagnostic.message, "no name `lft`");
/// ```
pub fn check(source: Source, set: &[(String, String)]) -> Result<Program, Diagnostic> {
    let checked = stack::deep(|| {
        let parsed = parse::parse(&source)?;
        let module = parsed.syntax();
        let desugared = desugar::desugar(&module.body)?;
        let file = file::File::new(&desugared)?;
        let mut program = Checker::new(&source, file, set)?.program()?;
        syntax::check(&source, module)?;
        program.contest = contest::read(&module.body, &program, &source)?.map(Arc::new);
        let text = canonical_text::canonical_text(&source, &parsed)?;
        program.meaning = xxh3_128(text.as_bytes());
        Ok(program)
    });
    let mut program = checked
        .unwrap_or_else(|| Err(Diagnostic::of_file("not enough memory to check the file")))?;
    program.source = source;
    Ok(program)
}
