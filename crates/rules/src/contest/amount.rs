//! Sizes and bounds: sums of products of numbers and of items that precede.

use super::text::{Word, Words, is_name};
use crate::source::Diagnostic;

/// A sum of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount(Vec<Product>);

/// A number times some items, which are counted by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Product {
    factor: i64,
    items: Vec<usize>,
}

impl Amount {
    /// A number.
    #[must_use]
    pub fn number(number: i64) -> Amount {
        Amount(vec![Product {
            factor: number,
            items: Vec::new(),
        }])
    }

    /// The number, if no item decides it.
    #[must_use]
    pub fn known(&self) -> Option<i64> {
        let is_fixed = self.0.iter().all(|product| product.items.is_empty());
        is_fixed.then(|| self.value(&[]))
    }

    /// The value for these values of the items, at the ends of 64 bits if it is beyond.
    #[must_use]
    pub fn value(&self, items: &[i64]) -> i64 {
        self.0.iter().fold(0i64, |sum, product| {
            let values = product.items.iter().map(|item| items[*item]);
            sum.saturating_add(values.fold(product.factor, i64::saturating_mul))
        })
    }

    /// Whether it is exactly this item.
    #[must_use]
    pub fn is_item(&self, item: usize) -> bool {
        matches!(self.0.as_slice(), [one] if one.factor == 1 && one.items == [item])
    }

    /// The items that decide it.
    pub fn items(&self) -> impl Iterator<Item = usize> {
        self.0
            .iter()
            .flat_map(|product| product.items.iter().copied())
    }

    /// Reads an amount; `item` finds the items by name.
    pub(super) fn read(
        words: &mut Words<'_>,
        item: &dyn Fn(&str) -> Option<usize>,
    ) -> Result<Amount, Diagnostic> {
        let mut sum = Vec::new();
        let mut sign = if words.take("-") { -1 } else { 1 };
        loop {
            let mut product = Product {
                factor: sign,
                items: Vec::new(),
            };
            product.multiply(words, item)?;
            while words.take("*") {
                product.multiply(words, item)?;
            }
            sum.push(product);
            sign = match () {
                () if words.take("+") => 1,
                () if words.take("-") => -1,
                () => return Ok(Amount(sum)),
            };
        }
    }
}

impl Product {
    fn multiply(
        &mut self,
        words: &mut Words<'_>,
        item: &dyn Fn(&str) -> Option<usize>,
    ) -> Result<(), Diagnostic> {
        let Some(word) = words.peek() else {
            return Err(words.expected("a number or a name"));
        };
        if is_name(word.text) {
            let found = item(word.text).ok_or_else(|| {
                let message = format!("`{}` is not a number that is read before", word.text);
                Diagnostic::at(word.span, message).help(
                    "sizes and bounds are numbers, or names of numbers to the left in `input`",
                )
            })?;
            self.items.push(found);
            words.next();
            return Ok(());
        }
        let number = number(words)?;
        let product = self.factor.checked_mul(number);
        self.factor = product.ok_or_else(|| too_large(word))?;
        Ok(())
    }
}

/// `100`, `1e9`, `10^9` or `2**31`.
fn number(words: &mut Words<'_>) -> Result<i64, Diagnostic> {
    let Some(word) = words.peek() else {
        return Err(words.expected("a number"));
    };
    let plain = word.text.replace('_', "");
    let parsed = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => power(10, zeros).zip(digits.parse().ok()),
        None => plain.parse().ok().map(|number: i64| (1, number)),
    };
    let Some((factor, base)) = parsed else {
        return Err(match word.text.starts_with(|c: char| c.is_ascii_digit()) {
            true => too_large(word),
            false => words.expected("a number"),
        });
    };
    words.next();
    let powered = match words.take("^") || words.take("**") {
        true => words.next().and_then(|exponent| power(base, exponent.text)),
        false => i64::checked_mul(factor, base),
    };
    powered.ok_or_else(|| too_large(word))
}

fn too_large(word: Word<'_>) -> Diagnostic {
    let message = "this number is beyond 64 bits";
    Diagnostic::at(word.span, message).help("write e.g. 1e9 or 2^31-1")
}

fn power(base: i64, exponent: &str) -> Option<i64> {
    base.checked_pow(exponent.parse().ok()?)
}
