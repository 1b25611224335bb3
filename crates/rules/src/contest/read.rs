//! Finds the constants of a contest in a file, and compares them with its parameters.

use ruff_python_ast::{Expr, Stmt};

use super::items::{self, Cases, number_item};
use super::limits::{Limit, Values};
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
    let (cases, mut items) = items::read(&text, &program.parameters)?;
    let max_cases = match limits {
        Some(limits) => read_limits(limits, &cases, &mut items, source)?,
        None => None,
    };
    let answers = match (answer, program.roles.answer) {
        (Some(answer), _) => answers::lines(answer, source, program.play)?,
        (None, Some(function)) => Answers::Function(function),
        (None, None) => {
            let message = "`input` says how a case is read, but there is no `answer`";
            return Err(Diagnostic::at(text.whole(), message)
                .help("write answer = {\"win\": \"Alice\", \"loss\": \"Bob\"}"));
        }
    };
    Ok(Some(ContestFormat {
        count: cases.count,
        max_cases,
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

/// Reads `limits = {"n": "1..100", "a": "1..1e9", "b[*]": "1..n"}`; returns the most cases.
fn read_limits(
    value: &Expr,
    cases: &Cases,
    items: &mut [Item],
    source: &Source,
) -> Result<Option<u64>, Diagnostic> {
    const EXAMPLE: &str = "write limits = {\"n\": \"1..100\", \"a\": \"1..1e9\"}";
    let Expr::Dict(dict) = value else {
        let message = "`limits` must be a dict from names to ranges";
        return Err(Diagnostic::at(span_of(value), message).help(EXAMPLE));
    };
    let mut max_cases = None;
    for entry in dict {
        let key = entry.key.as_ref().and_then(|key| Text::of(key, source));
        let key = key.ok_or_else(|| {
            let at = entry.key.as_ref().map_or(span_of(value), span_of);
            Diagnostic::at(at, "expected a name of `input` in quotes").help(EXAMPLE)
        })?;
        let text = Text::of(&entry.value, source).ok_or_else(|| {
            Diagnostic::at(span_of(&entry.value), "a limit is a string").help(EXAMPLE)
        })?;
        let is_item = items.iter().any(|item| item.name == key.content);
        if !is_item && cases.name.as_ref() == Some(&key.content) {
            max_cases = Some(limit_of_cases(&text)?);
        } else {
            limit(&key, &text, cases, items)?;
        }
    }
    Ok(max_cases)
}

/// The most cases that an input may have.
fn limit_of_cases(text: &Text) -> Result<u64, Diagnostic> {
    let limit = Limit::read(text, ItemKind::Int, &|_| None)?;
    let most = match &limit.values {
        Values::Range(least, most) if least.known() == Some(1) => most.known(),
        _ => None,
    };
    let most = most.and_then(|most| u64::try_from(most).ok());
    most.ok_or_else(|| {
        let message = "an input has at least one case";
        Diagnostic::at(text.whole(), message).help("write a range such as \"1..100\"")
    })
}

/// Sets the limit of one item, or of the length in front of it.
fn limit(key: &Text, text: &Text, cases: &Cases, items: &mut [Item]) -> Result<(), Diagnostic> {
    let (name, is_length) = match key.content.strip_suffix("[*]") {
        Some(name) => (name, true),
        None => (key.content.as_str(), false),
    };
    let Some(place) = items.iter().position(|item| item.name == name) else {
        let names = items.iter().map(|item| item.name.as_str());
        let names: Vec<&str> = cases.name.as_deref().into_iter().chain(names).collect();
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
