//! `input`: what a case consists of.
//!
//! ```text
//! T cases / n k / a[n]        T is the number of cases, a case has two lines
//! cases until EOF / a[*]      a list after its length
//! grid[n][m]                  n lines with m numbers each, one case
//! ```

use kibitz_game::contest::Count;

use super::amount::Amount;
use super::limits::Limit;
use super::text::{Text, Word, Words, is_name};
use super::{Dimension, Item, ItemKind, Length};
use crate::source::Diagnostic;
use crate::tree::{Parameter, Type};

/// The most items of a case, and the most dimensions of an array.
const MAX_ITEMS: usize = 1_000;
const MAX_DIMENSIONS: usize = 4;

/// How the number of cases is given.
pub(super) struct Cases {
    pub(super) count: Count,
    /// The name of the number, `cases` if the input does not begin with it; `None` if the input
    /// is one case.
    pub(super) name: Option<String>,
}

/// Reads the format of a case; limits are read later.
pub(super) fn read(
    text: &Text,
    parameters: &[Parameter],
) -> Result<(Cases, Vec<Item>), Diagnostic> {
    let mut words = text.words("input = \"T cases / n k / a[n]\"");
    let cases = cases(&mut words)?;
    let mut items: Vec<Item> = Vec::new();
    let mut starts_line = true;
    while let Some(word) = words.next() {
        if word.text == "/" || word.text == "\n" {
            starts_line = true;
            continue;
        }
        let mut item = item(word, &mut words, &items, parameters)?;
        item.starts_line = std::mem::take(&mut starts_line);
        items.push(item);
        if items.len() > MAX_ITEMS {
            let message = format!("a case has more than {MAX_ITEMS} items");
            return Err(Diagnostic::at(word.span, message).help("use arrays: a[n]"));
        }
    }
    if items.is_empty() {
        return Err(words.expected("the items of a case, e.g. \"n k / a[n]\""));
    }
    no_unused(&items)?;
    Ok((cases, items))
}

/// `T cases /`, `cases until EOF /`, or nothing for a single case.
fn cases(words: &mut Words<'_>) -> Result<Cases, Diagnostic> {
    while words.take("\n") {}
    let content = &words.text.content;
    let line = content[content.len() - content.trim_start().len()..]
        .split(['/', '\n'])
        .next()
        .unwrap_or_default();
    let said: Vec<&str> = line.split_whitespace().collect();
    let (count, name) = match said.as_slice() {
        [name, "cases"] if is_name(name) => (Count::Given, name),
        [name @ "cases", "until", "EOF"] => (Count::UntilEnd, name),
        said if said.contains(&"cases") => {
            return Err(words
                .expected("the number of cases")
                .help("write `T cases / …`, `cases until EOF / …`, or nothing for a single case"));
        }
        _ => {
            return Ok(Cases {
                count: Count::One,
                name: None,
            });
        }
    };
    let name = Some((*name).to_owned());
    for _ in &said {
        words.next();
    }
    if !(words.take("/") || words.take("\n")) {
        return Err(words.expected("`/` and the items of a case"));
    }
    Ok(Cases { count, name })
}

fn item(
    word: Word<'_>,
    words: &mut Words<'_>,
    before: &[Item],
    parameters: &[Parameter],
) -> Result<Item, Diagnostic> {
    if !is_name(word.text) {
        return Err(
            Diagnostic::at(word.span, format!("expected a name, found `{}`", word.text)).help(
                "write the names of what is read, `/` between lines, and `a[n]` for n numbers",
            ),
        );
    }
    if before.iter().any(|item| item.name == word.text) {
        let message = format!("`{}` is read twice", word.text);
        return Err(Diagnostic::at(word.span, message).help("give each item a name of its own"));
    }
    let mut dimensions = Vec::new();
    while words.is_adjacent("[") {
        words.next();
        dimensions.push(dimension(words, before)?);
    }
    let parameter = parameters.iter().position(|one| one.name == word.text);
    let kind = match parameter {
        Some(place) => kind_of(&parameters[place], &mut dimensions, word)?,
        None => ItemKind::Int,
    };
    if dimensions.len() > MAX_DIMENSIONS {
        let message = format!("more than {MAX_DIMENSIONS} dimensions");
        return Err(Diagnostic::at(word.span, message).help("read it as several arrays"));
    }
    Ok(Item {
        name: word.text.to_owned(),
        parameter,
        dimensions,
        kind,
        starts_line: false,
        limit: Limit::ANY,
        span: word.span,
    })
}

/// The rest of `[n]` or `[*]`.
fn dimension(words: &mut Words<'_>, before: &[Item]) -> Result<Dimension, Diagnostic> {
    let length = match words.take("*") {
        true => Length::Preceded(Limit::ANY),
        false => Length::Of(Amount::read(words, &|name| number_item(before, name))?),
    };
    if !words.take("]") {
        return Err(words.expected("`]`"));
    }
    Ok(Dimension {
        length,
        is_tuple: false,
    })
}

/// The place of a single number.
pub(super) fn number_item(items: &[Item], name: &str) -> Option<usize> {
    items.iter().position(|item| {
        item.name == name && item.dimensions.is_empty() && item.kind != ItemKind::Text
    })
}

/// What the values of a parameter are, if it has these dimensions.
fn kind_of(
    parameter: &Parameter,
    dimensions: &mut [Dimension],
    word: Word<'_>,
) -> Result<ItemKind, Diagnostic> {
    let mut inner = &parameter.ty;
    let mut fits = true;
    for dimension in dimensions.iter_mut() {
        dimension.is_tuple = matches!(inner, Type::Tuple(_));
        inner = match (inner, &dimension.length) {
            (Type::List(item), _) => item,
            (Type::Tuple(items), Length::Of(length))
                if length.known() == Some(items.len() as i64)
                    && items.iter().all(|item| *item == items[0]) =>
            {
                &items[0]
            }
            _ => {
                fits = false;
                break;
            }
        };
    }
    match inner {
        Type::Int if fits => Ok(ItemKind::Int),
        Type::Bool if fits => Ok(ItemKind::Bool),
        Type::Str if fits => Ok(ItemKind::Text),
        _ => Err(misfit(parameter, dimensions, word)),
    }
}

fn misfit(parameter: &Parameter, dimensions: &[Dimension], word: Word<'_>) -> Diagnostic {
    let name = word.text;
    let found = match dimensions.len() {
        0 => "a single value".to_owned(),
        1 => "an array".to_owned(),
        n => format!("an array of {n} dimensions"),
    };
    let mut depth = 0;
    let mut inner = &parameter.ty;
    while let Type::List(item) = inner {
        depth += 1;
        inner = item;
    }
    let help = match inner {
        Type::Int | Type::Bool | Type::Str => {
            format!("write `{name}{}`", "[n]".repeat(depth))
        }
        _ => format!("make `{name}` a number, a string, or a list of these"),
    };
    let message = format!(
        "`{name}` is read as {found}, but is {} in the file",
        parameter.ty
    );
    Diagnostic::at(word.span, message).help(help)
}

/// Refuses items that nothing needs: usually a misspelt parameter.
fn no_unused(items: &[Item]) -> Result<(), Diagnostic> {
    for (place, item) in items.iter().enumerate() {
        let is_size = |other: &Item| {
            let mut sizes = other.dimensions.iter();
            sizes.any(|dimension| match &dimension.length {
                Length::Of(amount) => amount.items().any(|one| one == place),
                Length::Preceded(_) => false,
            })
        };
        if item.parameter.is_some() || item.name.starts_with('_') || items.iter().any(is_size) {
            continue;
        }
        let name = &item.name;
        let message = format!("`{name}` is read, but the file has no constant `{name}`");
        return Err(Diagnostic::at(item.span, message).help(format!(
            "write a line such as `{name} = 3` that `start` or `moves` reads, or `_{name}` to skip it"
        )));
    }
    Ok(())
}
