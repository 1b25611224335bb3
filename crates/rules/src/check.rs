//! From a rule file to the checked tree: names, types and shapes.
//!
//! Nothing is annotated in a rule file. Types flow from the literals and from
//! `start()` through assignments, calls and results; the whole program is
//! looked at again and again until nothing new is learnt. A function is looked
//! at once for every list of argument types that it is called with: each is an
//! instance.

mod annotation;
mod bound;
mod builtin;
mod call;
mod characters;
mod expression;
mod file;
mod function;
mod gather;
mod instance;
mod iteration;
mod kinds;
mod known;
mod literal;
mod method;
mod names;
mod nesting;
mod operator;
mod options;
mod parse;
mod program;
mod roles;
mod statement;
mod syntax;
mod target;
mod text;
mod unsupported;
mod unused;
mod yields;

use crate::source::{Mistake, Source};
use crate::stack;
use crate::tree::Program;

use instance::Checker;

pub use unused::unused;

/// Checks a rule file. `set` replaces the values of parameters by Python
/// literals: pairs of a name and a text.
///
/// # Errors
/// The first mistake that is found.
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
/// let mistake = check(Source::new("matches.py", text.replace("left - k", "lft - k")), &[]);
/// assert_eq!(mistake.unwrap_err().message, "no name `lft`");
/// ```
pub fn check(source: Source, set: &[(String, String)]) -> Result<Program, Mistake> {
    let checked = stack::deep(|| {
        let module = parse::parse(&source)?;
        let file = file::File::new(&module.body)?;
        let program = Checker::new(&source, file, set)?.program()?;
        syntax::check(&source, &module)?;
        Ok(program)
    });
    let mut program = checked.unwrap_or_else(|| {
        Err(Mistake::of_file(
            "there is not enough memory to read the file",
        ))
    })?;
    program.source = source;
    Ok(program)
}
