//! All cases of a measure, and all cases if there are few.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use kibitz_game::{BREAK, CONTINUE, Flow};
use kibitz_rules::SettingValue;
use kibitz_rules::contest::{Item, ItemKind, Length, Limit, Values};

use super::walk::{self, Allowed, Slot, Supply};
use super::{Case, FileContest};

/// The most attempts at enumerating the cases of a measure.
const MAX_ATTEMPTS: u64 = 1 << 20;
/// All cases are listed if they are at most this many, or this many with rules of their own each,
/// and listing them takes at most this many choices.
const MAX_LISTED: usize = 100_000;
const MAX_OPENED: usize = 2_000;
const MAX_CHOICES: usize = 1 << 22;

/// Cases by measure.
pub(super) type CasesByMeasure = BTreeMap<u64, Vec<Case>>;

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
    fn new() -> Odometer {
        Odometer {
            choices: Vec::new(),
            used: 0,
            left: 0,
            is_beyond: false,
        }
    }

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
    if let Some(all) = contest.all() {
        let mut cases = all.get(&measure).into_iter().flatten().cloned();
        return Some(cases.try_for_each(visit));
    }
    let mut odometer = Odometer::new();
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

/// All cases by measure; `None` if there are too many or they have no bound.
pub(super) fn all(contest: &FileContest) -> Option<CasesByMeasure> {
    if !contest.format.items.iter().all(is_limited) {
        return None;
    }
    let most = match contest.of_rules.is_empty() {
        true => MAX_LISTED,
        false => MAX_OPENED,
    };
    let mut odometer = Odometer::new();
    let mut listed = Vec::new();
    let mut choices = 0;
    while listed.len() <= most && choices <= MAX_CHOICES {
        odometer.left = u64::MAX;
        if let Ok(case) = walk::case(&contest.format, &mut odometer) {
            listed.push((u64::MAX - odometer.left, case));
        }
        choices += odometer.used;
        if !odometer.advance() {
            return Some(accepted(contest, listed));
        }
    }
    None
}

/// The cases that the rules accept, by measure.
fn accepted(contest: &FileContest, listed: Vec<(u64, Vec<SettingValue>)>) -> CasesByMeasure {
    let mut cases = CasesByMeasure::new();
    for (measure, values) in listed {
        if let Some(case) = contest.accepted(values) {
            cases.entry(measure).or_default().push(case);
        }
    }
    cases
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
