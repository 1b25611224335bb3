//! `limits`: the values that an item can have.

use super::ItemKind;
use super::amount::Amount;
use super::text::{Text, Words};
use crate::source::Diagnostic;

/// The allowed values of an item, or of each item of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The values.
    pub values: Values,
    /// Whether no value occurs twice in an array.
    pub is_distinct: bool,
}

/// Allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whatever fits the parameter.
    Any,
    /// Numbers between these, both included.
    Range(Amount, Amount),
    /// One of these words.
    OneOf(Vec<String>),
    /// Words of these letters, with a length between the two amounts.
    Letters(Vec<char>, Amount, Amount),
}

/// Limits, for messages.
const EXAMPLE: &str = "\"1..100\", \"distinct 1..n\", or for words \"L R\" or \"1..10 of ab\"";

impl Limit {
    /// No limit.
    pub(super) const ANY: Limit = Limit {
        values: Values::Any,
        is_distinct: false,
    };

    /// Reads the limit of an item: `1..n`, `distinct 1..n`, `. *`, `1..10 of ab`.
    pub(super) fn read(
        text: &Text,
        kind: ItemKind,
        item: &dyn Fn(&str) -> Option<usize>,
    ) -> Result<Limit, Diagnostic> {
        let mut words = text.words(EXAMPLE);
        let is_distinct = words.take("distinct");
        let values = match kind {
            ItemKind::Text => of_words(&mut words, item)?,
            ItemKind::Int | ItemKind::Bool => {
                let (least, most) = range(&mut words, item)?;
                if words.peek().is_some() {
                    return Err(words.expected("the end of the range"));
                }
                Values::Range(least, most)
            }
        };
        Ok(Limit {
            values,
            is_distinct,
        })
    }
}

fn range(
    words: &mut Words<'_>,
    item: &dyn Fn(&str) -> Option<usize>,
) -> Result<(Amount, Amount), Diagnostic> {
    let least = Amount::read(words, item)?;
    if !words.take("..") {
        return Err(words.expected("`..` between the least and the largest value"));
    }
    let span = words.peek().map(|word| word.span);
    let most = Amount::read(words, item)?;
    if let (Some(low), Some(high)) = (least.known(), most.known())
        && low > high
    {
        let message = format!("no number is at least {low} and at most {high}");
        return Err(Diagnostic::at(span.unwrap_or(words.text.whole()), message)
            .help("write the least number before `..` and the largest after it"));
    }
    Ok((least, most))
}

/// `6C 7C 8C`, or `1..10 of ab`.
fn of_words(
    words: &mut Words<'_>,
    item: &dyn Fn(&str) -> Option<usize>,
) -> Result<Values, Diagnostic> {
    if words
        .text
        .content
        .split_whitespace()
        .any(|word| word == "of")
    {
        let (least, most) = range(words, item)?;
        if !words.take("of") {
            return Err(words.expected("`of` and the letters"));
        }
        let letters = words.rest().chars().filter(|c| !c.is_whitespace());
        let letters: Vec<char> = letters.collect();
        if letters.is_empty() {
            return Err(words.expected("the letters of the words"));
        }
        return Ok(Values::Letters(letters, least, most));
    }
    let one_of: Vec<String> = words.rest().split_whitespace().map(str::to_owned).collect();
    if one_of.is_empty() {
        return Err(words.expected("the words, or their length and letters, e.g. 1..10 of ab"));
    }
    Ok(Values::OneOf(one_of))
}
