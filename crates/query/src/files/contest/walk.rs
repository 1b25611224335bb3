//! The single values of a case, in the order of the format.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use kibitz_rules::SettingValue;
use kibitz_rules::contest::{
    Amount, ContestFormat, Dimension, Item, ItemKind, Length, Limit, Values,
};

/// The most items of an array for which memory is reserved before they are supplied.
const MAX_RESERVED: usize = 64;

/// Supplies the values of a case one by one.
pub(super) trait Supply {
    /// Why there is no such value.
    type Stop;

    /// A number within a range, if there is one.
    fn number(
        &mut self,
        slot: &Slot<'_>,
        range: Option<RangeInclusive<i64>>,
    ) -> Result<i64, Self::Stop>;

    /// The next items of an array of numbers that may be equal; `None` if they are supplied one
    /// by one.
    fn numbers(
        &mut self,
        range: Option<&RangeInclusive<i64>>,
        length: usize,
    ) -> Result<Option<Vec<SettingValue>>, Self::Stop> {
        let _ = (range, length);
        Ok(None)
    }

    /// A word.
    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, Self::Stop>;

    /// Accepts the length of an array.
    fn length(&mut self, slot: &Slot<'_>, length: i64) -> Result<usize, Self::Stop>;
}

/// The place of a value in a case.
pub(super) struct Slot<'a> {
    pub(super) item: &'a Item,
    /// The item's number.
    pub(super) place: usize,
    /// The index in an array, one number for each dimension.
    pub(super) path: &'a [usize],
    /// Whether the value is the length of the array at this index.
    pub(super) is_length: bool,
    /// The values that it must differ from, if values are distinct.
    pub(super) taken: Option<&'a HashSet<SettingValue>>,
}

/// The words that a value can be.
pub(super) enum Allowed<'a> {
    Any,
    OneOf(&'a [String]),
    Letters(&'a [char], RangeInclusive<i64>),
}

impl Slot<'_> {
    pub(super) fn is_taken(&self, value: &SettingValue) -> bool {
        self.taken.is_some_and(|taken| taken.contains(value))
    }
}

impl Allowed<'_> {
    pub(super) fn has(&self, word: &str) -> bool {
        match self {
            Allowed::Any => true,
            Allowed::OneOf(words) => words.iter().any(|own| own == word),
            Allowed::Letters(letters, lengths) => {
                lengths.contains(&(word.chars().count() as i64))
                    && word.chars().all(|letter| letters.contains(&letter))
            }
        }
    }
}

/// Makes a case of single values.
pub(super) fn case<S: Supply>(
    format: &ContestFormat,
    supply: &mut S,
) -> Result<Vec<SettingValue>, S::Stop> {
    let mut walk = Walk {
        supply,
        scalars: vec![0; format.items.len()],
        taken: HashSet::new(),
        path: Vec::new(),
    };
    let mut values = Vec::with_capacity(format.items.len());
    for (place, item) in format.items.iter().enumerate() {
        walk.taken.clear();
        let value = walk.array(item, place, &item.dimensions)?;
        if let SettingValue::Int(number) = value {
            walk.scalars[place] = number;
        }
        values.push(value);
    }
    Ok(values)
}

struct Walk<'s, S> {
    supply: &'s mut S,
    /// The values of items that are single numbers.
    scalars: Vec<i64>,
    /// The values of a distinct array so far.
    taken: HashSet<SettingValue>,
    path: Vec<usize>,
}

impl<S: Supply> Walk<'_, S> {
    fn array(
        &mut self,
        item: &Item,
        place: usize,
        dimensions: &[Dimension],
    ) -> Result<SettingValue, S::Stop> {
        let Some((first, inner)) = dimensions.split_first() else {
            return self.value(item, place);
        };
        let mut slot = Slot {
            item,
            place,
            path: &self.path,
            is_length: true,
            taken: None,
        };
        let length = match &first.length {
            Length::Of(amount) => {
                slot.is_length = false;
                amount.value(&self.scalars)
            }
            Length::Preceded(limit) => self.supply.number(&slot, range(limit, &self.scalars))?,
        };
        let length = self.supply.length(&slot, length)?;
        let is_plain = inner.is_empty() && item.kind == ItemKind::Int && !item.limit.is_distinct;
        let numbers = match is_plain {
            true => {
                let range = range(&item.limit, &self.scalars);
                self.supply.numbers(range.as_ref(), length)?
            }
            false => None,
        };
        let items = match numbers {
            Some(numbers) => numbers,
            None => self.items(item, place, inner, length)?,
        };
        Ok(match first.is_tuple {
            true => SettingValue::Tuple(items),
            false => SettingValue::List(items),
        })
    }

    fn items(
        &mut self,
        item: &Item,
        place: usize,
        inner: &[Dimension],
        length: usize,
    ) -> Result<Vec<SettingValue>, S::Stop> {
        let mut items = Vec::with_capacity(length.min(MAX_RESERVED));
        for index in 0..length {
            self.path.push(index);
            let one = self.array(item, place, inner);
            self.path.pop();
            items.push(one?);
        }
        Ok(items)
    }

    fn value(&mut self, item: &Item, place: usize) -> Result<SettingValue, S::Stop> {
        let slot = Slot {
            item,
            place,
            path: &self.path,
            is_length: false,
            taken: item.limit.is_distinct.then_some(&self.taken),
        };
        let value = match item.kind {
            ItemKind::Int => {
                let range = range(&item.limit, &self.scalars);
                SettingValue::Int(self.supply.number(&slot, range)?)
            }
            ItemKind::Bool => SettingValue::Bool(self.supply.number(&slot, Some(0..=1))? != 0),
            ItemKind::Text => {
                let allowed = allowed(&item.limit.values, &self.scalars);
                SettingValue::Text(self.supply.word(&slot, &allowed)?)
            }
        };
        if item.limit.is_distinct {
            self.taken.insert(value.clone());
        }
        Ok(value)
    }
}

fn range(limit: &Limit, scalars: &[i64]) -> Option<RangeInclusive<i64>> {
    match &limit.values {
        Values::Range(least, most) => Some(between(least, most, scalars)),
        _ => None,
    }
}

fn between(least: &Amount, most: &Amount, scalars: &[i64]) -> RangeInclusive<i64> {
    least.value(scalars)..=most.value(scalars)
}

fn allowed<'a>(values: &'a Values, scalars: &[i64]) -> Allowed<'a> {
    match values {
        Values::OneOf(words) => Allowed::OneOf(words),
        Values::Letters(letters, least, most) => {
            Allowed::Letters(letters, between(least, most, scalars))
        }
        Values::Any | Values::Range(..) => Allowed::Any,
    }
}
