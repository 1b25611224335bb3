//! Smaller cases.

use std::ops::{Range, RangeInclusive};

use kibitz_game::contest::{ListShape, lower, pieces, simple_lists};
use kibitz_game::{CONTINUE, Flow};
use kibitz_rules::SettingValue;
use kibitz_rules::contest::{Item, ItemKind, Length};

use super::walk::{self, Allowed, Slot, Supply};
use super::{Case, FileContest};

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
    /// A list has these numbers.
    List(&'a List<'a>, &'a [u64]),
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
            Edit::List(list, numbers) => match slot.path {
                [index] if slot.place == list.place => {
                    numbers.get(*index).map_or(least, |number| *number as i64)
                }
                _ if list.length.is_at(slot) => numbers.len() as i64,
                _ => before,
            },
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

/// The smaller case that a change makes, if it fits.
fn changed(contest: &FileContest, case: &Case, below: u64, edit: Edit<'_>) -> Option<(u64, Case)> {
    let mut edited = Edited {
        values: &case.values,
        edit,
    };
    let values = walk::case(&contest.format, &mut edited).ok()?;
    let smaller = contest.accepted(values)?;
    let size = measure(contest, &smaller);
    (size < below).then_some((size, smaller))
}

/// Visits smaller variants of a case: with fewer items first, then with smaller lists, then with
/// smaller numbers.
pub(super) fn smaller(contest: &FileContest, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
    let replay = replayed(contest, case);
    let mut attempt = |edit: Edit<'_>| match changed(contest, case, replay.measure, edit) {
        Some((_, smaller)) => visit(smaller),
        None => CONTINUE,
    };
    let mut flow = removals(&contest.format.items, &replay.recorded).try_for_each(&mut attempt);
    for list in lists(contest, &replay.recorded) {
        if flow.is_continue() {
            flow = list.smaller(&mut attempt);
        }
    }
    if flow.is_continue() {
        let _: Flow = reductions(&replay.recorded).try_for_each(attempt);
    }
}

/// Visits cases in which a list has one or two typical numbers, the smallest first.
pub(super) fn simple(contest: &FileContest, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
    let replay = replayed(contest, case);
    let mut found = Vec::new();
    for list in &lists(contest, &replay.recorded) {
        found.extend(list.simple().iter().filter_map(|numbers| {
            let edit = Edit::List(list, numbers);
            changed(contest, case, replay.measure, edit)
        }));
    }
    found.sort_by_key(|(size, _)| *size);
    let mut cases = found.into_iter().map(|(_, case)| case);
    let _ = cases.try_for_each(visit);
}

/// A list of numbers of any length in a case.
struct List<'a> {
    place: usize,
    length: ListLength<'a>,
    numbers: Vec<u64>,
    /// The least number that it may have.
    least: u64,
}

/// The length of a list.
#[derive(Clone, Copy)]
enum ListLength<'a> {
    /// This item.
    Item(usize),
    /// The number in front of it.
    Preceding(&'a Recorded),
}

impl ListLength<'_> {
    fn is_at(self, slot: &Slot<'_>) -> bool {
        match self {
            ListLength::Item(item) => slot.place == item,
            ListLength::Preceding(length) => Edited::is_at(slot, length),
        }
    }
}

impl List<'_> {
    /// A list, unless numbers may be negative.
    fn of<'a>(place: usize, item: &Item, recorded: &'a [Recorded]) -> Option<List<'a>> {
        let ([dimension], ItemKind::Int) = (item.dimensions.as_slice(), item.kind) else {
            return None;
        };
        let own = || recorded.iter().filter(move |one| one.place == place);
        let length = match &dimension.length {
            Length::Preceded(_) => ListLength::Preceding(own().find(|one| one.is_length)?),
            length => ListLength::Item((0..place).find(|by| is_by(length, *by))?),
        };
        let mut list = List {
            place,
            length,
            numbers: Vec::new(),
            least: u64::MAX,
        };
        for one in own().filter(|one| !one.is_length) {
            let RecordedValue::Number(number, least) = one.value else {
                return None;
            };
            list.numbers.push(u64::try_from(number).ok()?);
            list.least = list.least.min(u64::try_from(least).ok()?);
        }
        (!list.numbers.is_empty()).then_some(list)
    }

    /// Visits smaller lists, among them those in which numbers of a sum are changed together.
    fn smaller(&self, visit: &mut dyn FnMut(Edit<'_>) -> Flow) -> Flow {
        let shape = ListShape {
            group_len: 1,
            fewest: 0,
            least: self.least,
        };
        let counted: Vec<usize> = (0..self.numbers.len()).collect();
        let mut flow = CONTINUE;
        shape.smaller(&self.numbers, &counted, |numbers| {
            flow = visit(Edit::List(self, &numbers));
            flow
        });
        flow
    }

    /// Lists of one or two typical numbers.
    fn simple(&self) -> Vec<Vec<u64>> {
        let largest = self.numbers.iter().max().copied().unwrap_or(self.least);
        simple_lists(self.least..=largest)
    }
}

/// The lists of a case.
fn lists<'a>(contest: &FileContest, recorded: &'a [Recorded]) -> Vec<List<'a>> {
    let items = contest.format.items.iter().enumerate();
    items
        .filter_map(|(place, item)| List::of(place, item, recorded))
        .collect()
}

/// Items to remove.
fn removals<'a>(items: &'a [Item], recorded: &'a [Recorded]) -> impl Iterator<Item = Edit<'a>> {
    recorded.iter().flat_map(move |one| {
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
    })
}

/// Smaller numbers and words.
fn reductions(recorded: &[Recorded]) -> impl Iterator<Item = Edit<'_>> {
    recorded.iter().flat_map(|one| match &one.value {
        RecordedValue::Number(number, least) => {
            let above = lower(number.abs_diff(*least), 0);
            let numbers = above.map(|above| least.wrapping_add(above as i64));
            let edits = numbers.map(|number| Edit::Number(one, number));
            edits.collect::<Vec<_>>()
        }
        RecordedValue::Word(words) => words.iter().map(|word| Edit::Word(one, word)).collect(),
    })
}
