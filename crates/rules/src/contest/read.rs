//! Finds the constants of a contest in a file, and compares them with its parameters.

use ruff_python_ast::{Expr, Stmt};

use super::items::{self, number_item};
use super::limits::Limit;
use super::text::Text;
use super::{Answers, ContestFormat, Item, ItemKind, Length, answers};
use crate::check::span_of;
use crate::source::{Diagnostic, Source};
use crate::tree::Program;

/// The names of the constants. A file with the first of them has a contest.
pub(crate) const NAMES: [&str; 3] = ["input", "answer", "limits"];

/// The contest of a checked file, if it has one.
pub(crate) fn read(
    body: &[Stmt],
    program: &Program,
    source: &Source,
) -> Result<Option<ContestFormat>, Diagnostic> {
    let [input, answer, limits] = NAMES.map(|name| constant(body, name));
    let Some(input) = input else {
        return Ok(None);
    };
    let text = Text::of(input, source).ok_or_else(|| {
        let message = "`input` is the format of a case, a string";
        Diagnostic::at(span_of(input), message).help("write e.g. input = \"T cases / n k / a[n]\"")
    })?;
    let (count, mut items) = items::read(&text, &program.parameters)?;
    if let Some(limits) = limits {
        read_limits(limits, &mut items, source)?;
    }
    let answers = match (answer, program.roles.answer) {
        (Some(answer), _) => answers::lines(answer, source)?,
        (None, Some(function)) => Answers::Function(function),
        (None, None) => {
            let message = "`input` says how a case is read, but there is no `answer`";
            return Err(Diagnostic::at(text.whole(), message)
                .help("write answer = {\"win\": \"Alice\", \"loss\": \"Bob\"}"));
        }
    };
    Ok(Some(ContestFormat {
        count,
        items,
        answers,
        span: text.whole(),
    }))
}

/// The value of a constant of the module.
fn constant<'a>(body: &'a [Stmt], name: &str) -> Option<&'a Expr> {
    body.iter().find_map(|stmt| {
        let (target, value) = match stmt {
            Stmt::Assign(node) => (node.targets.first()?, &*node.value),
            Stmt::AnnAssign(node) => (&*node.target, node.value.as_deref()?),
            _ => return None,
        };
        matches!(target, Expr::Name(own) if own.id == name).then_some(value)
    })
}

/// Reads `limits = {"n": "1..100", "a": "1..1e9", "b[*]": "1..n"}`.
fn read_limits(value: &Expr, items: &mut [Item], source: &Source) -> Result<(), Diagnostic> {
    const EXAMPLE: &str = "write limits = {\"n\": \"1..100\", \"a\": \"1..1e9\"}";
    let Expr::Dict(dict) = value else {
        let message = "`limits` must be a dict from names to ranges";
        return Err(Diagnostic::at(span_of(value), message).help(EXAMPLE));
    };
    for entry in dict {
        let key = entry.key.as_ref().and_then(|key| Text::of(key, source));
        let key = key.ok_or_else(|| {
            let at = entry.key.as_ref().map_or(span_of(value), span_of);
            Diagnostic::at(at, "expected a name of `input` in quotes").help(EXAMPLE)
        })?;
        let text = Text::of(&entry.value, source).ok_or_else(|| {
            Diagnostic::at(span_of(&entry.value), "a limit is a string").help(EXAMPLE)
        })?;
        limit(&key, &text, items)?;
    }
    Ok(())
}

/// Sets the limit of one item, or of the length in front of it.
fn limit(key: &Text, text: &Text, items: &mut [Item]) -> Result<(), Diagnostic> {
    let (name, is_length) = match key.content.strip_suffix("[*]") {
        Some(name) => (name, true),
        None => (key.content.as_str(), false),
    };
    let Some(place) = items.iter().position(|item| item.name == name) else {
        let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
        let message = format!("`input` has no `{name}`");
        return Err(
            Diagnostic::at(key.whole(), message).help(format!("its names: {}", names.join(", ")))
        );
    };
    let (before, rest) = items.split_at_mut(place);
    let find = |name: &str| number_item(before, name);
    let item = &mut rest[0];
    if !is_length {
        item.limit = Limit::read(text, item.kind, &find)?;
        return Ok(());
    }
    let length = Limit::read(text, ItemKind::Int, &find)?;
    let mut preceded = item
        .dimensions
        .iter_mut()
        .filter_map(|one| match &mut one.length {
            Length::Preceded(limit) => Some(limit),
            Length::Of(_) => None,
        });
    let Some(place) = preceded.next() else {
        let message = format!("`{name}` has no length in front of it");
        return Err(Diagnostic::at(key.whole(), message)
            .help(format!("`{name}[*]` in `input` is a list after its length")));
    };
    *place = length;
    Ok(())
}
