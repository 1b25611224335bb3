//! Smaller cases, and all cases of a measure.

use std::ops::{Range, RangeInclusive};

use kibitz_game::contest::{lower, pieces};
use kibitz_game::{BREAK, CONTINUE, Flow};
use kibitz_rules::SettingValue;
use kibitz_rules::contest::{Item, ItemKind, Length, Limit, Values};

use super::walk::{self, Allowed, Slot, Supply};
use super::{Case, FileContest};

/// The most attempts at enumerating the cases of a measure.
const MAX_ATTEMPTS: u64 = 1 << 20;

/// A value of a case, with its place.
struct Recorded {
    place: usize,
    path: Vec<usize>,
    is_length: bool,
    value: RecordedValue,
}

enum RecordedValue {
    /// A number, and the least that it can be.
    Number(i64, i64),
    /// A word, and smaller ones.
    Word(Vec<String>),
}

/// The values of a case that exists.
struct Replay<'a> {
    values: &'a [SettingValue],
    recorded: Vec<Recorded>,
    /// The size of the case.
    measure: u64,
}

/// The value at an index of an array; `None` if it has none.
fn at<'a>(value: &'a SettingValue, path: &[usize]) -> Option<&'a SettingValue> {
    path.iter().try_fold(value, |value, index| match value {
        SettingValue::List(items) | SettingValue::Tuple(items) => items.get(*index),
        _ => None,
    })
}

/// The number at an index, or the length there.
fn number_at(values: &[SettingValue], slot: &Slot<'_>, path: &[usize]) -> Option<i64> {
    match at(&values[slot.place], path)? {
        SettingValue::Int(number) => Some(*number),
        SettingValue::Bool(is_true) => Some(i64::from(*is_true)),
        SettingValue::List(items) | SettingValue::Tuple(items) => Some(items.len() as i64),
        SettingValue::Text(_) | SettingValue::None => None,
    }
}

fn word_at(values: &[SettingValue], slot: &Slot<'_>, path: &[usize]) -> Option<String> {
    match at(&values[slot.place], path)? {
        SettingValue::Text(text) => Some(text.clone()),
        _ => None,
    }
}

impl Replay<'_> {
    fn record(&mut self, slot: &Slot<'_>, cost: u64, value: RecordedValue) {
        let of_array = u64::from(!slot.path.is_empty() && !slot.is_length);
        self.measure = self.measure.saturating_add(cost).saturating_add(of_array);
        self.recorded.push(Recorded {
            place: slot.place,
            path: slot.path.to_vec(),
            is_length: slot.is_length,
            value,
        });
    }
}

impl Supply for Replay<'_> {
    type Stop = ();

    fn number(&mut self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> Result<i64, ()> {
        let number = number_at(self.values, slot, slot.path).ok_or(())?;
        let least = range.map_or(0, |range| *range.start()).min(number);
        let value = RecordedValue::Number(number, least);
        self.record(slot, number.abs_diff(least), value);
        Ok(number)
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, ()> {
        let word = word_at(self.values, slot, slot.path).ok_or(())?;
        let value = RecordedValue::Word(smaller_words(&word, allowed));
        self.record(slot, word_cost(&word, allowed), value);
        Ok(word)
    }

    fn length(&mut self, _: &Slot<'_>, length: i64) -> Result<usize, ()> {
        usize::try_from(length).map_err(drop)
    }
}

/// The size of a word: its place among the words, or its letters and their places.
fn word_cost(word: &str, allowed: &Allowed<'_>) -> u64 {
    let place = |of: Option<usize>| of.unwrap_or(0) as u64;
    match allowed {
        Allowed::OneOf(words) => place(words.iter().position(|own| own == word)),
        Allowed::Letters(letters, _) => {
            let cost = |letter| 1 + place(letters.iter().position(|own| *own == letter));
            word.chars().map(cost).sum()
        }
        Allowed::Any => word.chars().count() as u64,
    }
}

/// Smaller words to try in place of one.
fn smaller_words(word: &str, allowed: &Allowed<'_>) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut words: Vec<String> = match allowed {
        Allowed::OneOf(words) => {
            let place = words.iter().position(|own| own == word).unwrap_or(0);
            lower(place as u64, 0)
                .map(|place| words[place as usize].clone())
                .collect()
        }
        _ => pieces(letters.len())
            .map(|piece| {
                let rest = letters.iter().enumerate();
                rest.filter(|(place, _)| !piece.contains(place))
                    .map(|(_, letter)| letter)
                    .collect()
            })
            .filter(|word: &String| !word.is_empty())
            .collect(),
    };
    if let Allowed::Letters(known, _) = allowed {
        words.extend(
            (0..letters.len())
                .filter(|place| letters[*place] != known[0])
                .map(|place| {
                    let mut changed = letters.clone();
                    changed[place] = known[0];
                    changed.into_iter().collect()
                }),
        );
    }
    words.retain(|word| allowed.has(word));
    words
}

fn replayed<'a>(contest: &FileContest, case: &'a Case) -> Replay<'a> {
    let mut replay = Replay {
        values: &case.values,
        recorded: Vec::new(),
        measure: 0,
    };
    // A case without values is one that could not be generated.
    if !case.values.is_empty() {
        let _ = walk::case(&contest.format, &mut replay);
    }
    replay
}

/// The size of a case: how far its numbers are above the least, and the items of its arrays.
pub(super) fn measure(contest: &FileContest, case: &Case) -> u64 {
    replayed(contest, case).measure
}

/// A change of a case.
enum Edit<'a> {
    /// Items of all arrays whose length is this item are removed.
    Remove(usize, Range<usize>),
    /// Items of an array after its length are removed.
    RemoveAt(&'a Recorded, Range<usize>),
    Number(&'a Recorded, i64),
    Word(&'a Recorded, &'a str),
}

/// A case with a change; what no longer fits is adapted.
struct Edited<'a> {
    values: &'a [SettingValue],
    edit: Edit<'a>,
}

impl Edited<'_> {
    /// The index in the case before the change.
    fn before(&self, slot: &Slot<'_>) -> Vec<usize> {
        let mut path = slot.path.to_vec();
        let mut skip = |depth: usize, removed: &Range<usize>| {
            if let Some(index) = path.get_mut(depth)
                && *index >= removed.start
            {
                *index += removed.len();
            }
        };
        match &self.edit {
            Edit::Remove(by, removed) => {
                for (depth, dimension) in slot.item.dimensions.iter().enumerate() {
                    if is_by(&dimension.length, *by) {
                        skip(depth, removed);
                    }
                }
            }
            Edit::RemoveAt(length, removed)
                if slot.place == length.place && slot.path.starts_with(&length.path) =>
            {
                skip(length.path.len(), removed);
            }
            _ => {}
        }
        path
    }

    fn is_at(slot: &Slot<'_>, recorded: &Recorded) -> bool {
        slot.place == recorded.place
            && slot.is_length == recorded.is_length
            && slot.path == recorded.path
    }
}

/// Whether a length is exactly one item.
fn is_by(length: &Length, item: usize) -> bool {
    matches!(length, Length::Of(amount) if amount.is_item(item))
}

impl Supply for Edited<'_> {
    type Stop = ();

    fn number(&mut self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> Result<i64, ()> {
        let least = range.as_ref().map_or(0, |range| *range.start());
        let before = number_at(self.values, slot, &self.before(slot)).unwrap_or(least);
        let number = match &self.edit {
            Edit::Number(recorded, number) if Self::is_at(slot, recorded) => *number,
            Edit::Remove(by, removed) if slot.place == *by => before - removed.len() as i64,
            Edit::RemoveAt(length, removed) if Self::is_at(slot, length) => {
                before - removed.len() as i64
            }
            _ => before,
        };
        let number = match range {
            Some(range) if range.is_empty() => return Err(()),
            Some(range) => number.clamp(*range.start(), *range.end()),
            None => number,
        };
        (!slot.is_taken(&SettingValue::Int(number)))
            .then_some(number)
            .ok_or(())
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, ()> {
        let word = match &self.edit {
            Edit::Word(recorded, word) if Self::is_at(slot, recorded) => (*word).to_owned(),
            _ => word_at(self.values, slot, &self.before(slot)).ok_or(())?,
        };
        let fits = allowed.has(&word) && !slot.is_taken(&SettingValue::Text(word.clone()));
        fits.then_some(word).ok_or(())
    }

    fn length(&mut self, _: &Slot<'_>, length: i64) -> Result<usize, ()> {
        usize::try_from(length).map_err(drop)
    }
}

/// Visits smaller variants of a case: with fewer items first, then with smaller numbers.
pub(super) fn smaller(contest: &FileContest, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
    let replay = replayed(contest, case);
    let mut attempt = |edit: Edit<'_>| {
        let mut edited = Edited {
            values: &case.values,
            edit,
        };
        let Ok(values) = walk::case(&contest.format, &mut edited) else {
            return CONTINUE;
        };
        match contest.accepted(values) {
            Some(smaller) if measure(contest, &smaller) < replay.measure => visit(smaller),
            _ => CONTINUE,
        }
    };
    let _: Flow = edits(&contest.format.items, &replay.recorded).try_for_each(&mut attempt);
}

/// The changes to try.
fn edits<'a>(items: &'a [Item], recorded: &'a [Recorded]) -> impl Iterator<Item = Edit<'a>> {
    let removals = recorded.iter().flat_map(move |one| {
        let RecordedValue::Number(length, _) = one.value else {
            return Vec::new();
        };
        let by = one.place;
        let is_length = items
            .iter()
            .flat_map(|item| &item.dimensions)
            .any(|d| is_by(&d.length, by));
        let ranges = pieces(usize::try_from(length).unwrap_or(0));
        match (one.is_length, is_length && one.path.is_empty()) {
            (true, _) => ranges.map(|removed| Edit::RemoveAt(one, removed)).collect(),
            (false, true) => ranges.map(|removed| Edit::Remove(by, removed)).collect(),
            (false, false) => Vec::new(),
        }
    });
    let reductions = recorded.iter().flat_map(|one| match &one.value {
        RecordedValue::Number(number, least) => {
            let above = lower(number.abs_diff(*least), 0);
            let numbers = above.map(|above| Edit::Number(one, least.wrapping_add(above as i64)));
            numbers.collect::<Vec<_>>()
        }
        RecordedValue::Word(words) => words.iter().map(|word| Edit::Word(one, word)).collect(),
    });
    removals.chain(reductions)
}

/// Cases in the order of choices, like an odometer.
struct Odometer {
    /// How far each value is above the least.
    choices: Vec<u64>,
    used: usize,
    /// What is left of the measure.
    left: u64,
    /// Whether the last choice used is too large.
    is_beyond: bool,
}

impl Odometer {
    /// The next choice, from 0 to `most`.
    fn choose(&mut self, most: u64) -> Result<u64, ()> {
        if self.used == self.choices.len() {
            self.choices.push(0);
        }
        let choice = self.choices[self.used];
        self.used += 1;
        self.is_beyond = choice > most || choice > self.left;
        if self.is_beyond {
            return Err(());
        }
        self.left -= choice;
        Ok(choice)
    }

    fn pay(&mut self, cost: u64) -> Result<(), ()> {
        self.left = self.left.checked_sub(cost).ok_or(())?;
        Ok(())
    }

    /// The next choices; false after the last.
    fn advance(&mut self) -> bool {
        self.choices.truncate(self.used);
        if self.is_beyond {
            self.choices.pop();
        }
        match self.choices.last_mut() {
            Some(last) => *last += 1,
            None => return false,
        }
        (self.used, self.is_beyond) = (0, false);
        true
    }
}

impl Supply for Odometer {
    type Stop = ();

    fn number(&mut self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> Result<i64, ()> {
        let range = range.filter(|range| !range.is_empty()).ok_or(())?;
        self.pay(u64::from(!slot.path.is_empty() && !slot.is_length))?;
        let above = self.choose(range.end().abs_diff(*range.start()))?;
        let number = range.start().wrapping_add(above as i64);
        (!slot.is_taken(&SettingValue::Int(number)))
            .then_some(number)
            .ok_or(())
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, ()> {
        self.pay(u64::from(!slot.path.is_empty()))?;
        let word = match allowed {
            Allowed::Any => return Err(()),
            Allowed::OneOf(words) => words[self.choose(words.len() as u64 - 1)? as usize].clone(),
            Allowed::Letters(letters, lengths) => {
                let least = u64::try_from(*lengths.start()).map_err(drop)?;
                self.pay(least)?;
                let more = self.choose(lengths.end().abs_diff(*lengths.start()))?;
                let mut word = String::new();
                for _ in 0..least + more {
                    word.push(letters[self.choose(letters.len() as u64 - 1)? as usize]);
                }
                word
            }
        };
        (!slot.is_taken(&SettingValue::Text(word.clone())))
            .then_some(word)
            .ok_or(())
    }

    fn length(&mut self, _: &Slot<'_>, length: i64) -> Result<usize, ()> {
        usize::try_from(length).map_err(drop)
    }
}

/// Visits every case of a measure; `None` if values without limits have no order, or if there
/// are too many attempts.
pub(super) fn every(
    contest: &FileContest,
    measure: u64,
    visit: &mut dyn FnMut(Case) -> Flow,
) -> Option<Flow> {
    if !contest.format.items.iter().all(is_limited) {
        return None;
    }
    let mut odometer = Odometer {
        choices: Vec::new(),
        used: 0,
        left: measure,
        is_beyond: false,
    };
    for _ in 0..MAX_ATTEMPTS {
        odometer.left = measure;
        let values = walk::case(&contest.format, &mut odometer);
        if let Ok(values) = values
            && odometer.left == 0
            && let Some(case) = contest.accepted(values)
            && visit(case).is_break()
        {
            return Some(BREAK);
        }
        if !odometer.advance() {
            return Some(CONTINUE);
        }
    }
    None
}

/// Whether all values of an item have limits.
fn is_limited(item: &Item) -> bool {
    let has_limit = |limit: &Limit| limit.values != Values::Any;
    let lengths = item
        .dimensions
        .iter()
        .all(|dimension| match &dimension.length {
            Length::Preceded(limit) => has_limit(limit),
            Length::Of(_) => true,
        });
    lengths && (has_limit(&item.limit) || item.kind == ItemKind::Bool)
}
