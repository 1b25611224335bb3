//! Contest input to cases.

use std::ops::RangeInclusive;

use kibitz_game::Notation;
use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, FastReader, Input, InputError};
use kibitz_rules::SettingValue;
use kibitz_rules::fault::FaultKind;

use super::walk::{self, Allowed, Slot, Supply};
use super::{Case, CaseValue, FileContest};

/// The most rows of an array.
const MAX_ROWS: usize = 10_000_000;
/// The most words listed in a message.
const MAX_LISTED: usize = 8;

impl Contest for &FileContest {
    type Case = Case;
    type Value = CaseValue;

    fn count(&self) -> Count {
        self.format.count
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Case>) -> Consumed {
        let bytes = block.len();
        let mut starts = self.rules.case_starts();
        FastReader::cases(block, max, cases, |reader| {
            let values = walk::case(&self.format, &mut Fast { reader, bytes }).ok()?;
            self.case(&mut starts, values).ok()
        })
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Case, InputError> {
        input.begin_case();
        let values = walk::case(&self.format, &mut Careful { input })?;
        match self.case(&mut self.rules.case_starts(), values.clone()) {
            Ok(case) => Ok(case),
            Err(failure) if failure.kind() == Some(FaultKind::Assertion) => {
                let why = &failure.what().message;
                Err(input
                    .rejected_last(&format!("the end of a case that the rules accept ({why})")))
            }
            // Reported with the case when it is solved.
            Err(_) => Ok(Case {
                values,
                position: None,
            }),
        }
    }

    fn write(&self, number: u64, case: &Case, value: CaseValue, out: &mut Vec<u8>) {
        self.write_answer(number, case, value, out);
    }

    fn query(&self, case: &Case) -> CaseQuery {
        let position = match &case.position {
            Some(position) => self.rules.write(position),
            None => match self.rules_of(&case.values) {
                Ok(own) => own
                    .rules
                    .start()
                    .map_or(String::new(), |p| own.rules.write(&p)),
                Err(_) => String::new(),
            },
        };
        CaseQuery {
            set: self.rules.case_settings(&case.values),
            position,
            mover: None,
        }
    }
}

/// Any layout, with errors.
struct Careful<'i, 'a> {
    input: &'i mut Input<'a>,
}

impl Supply for Careful<'_, '_> {
    type Stop = InputError;

    fn number(
        &mut self,
        slot: &Slot<'_>,
        range: Option<RangeInclusive<i64>>,
    ) -> Result<i64, InputError> {
        self.input.hold::<SettingValue>(1)?;
        let what = || expected_number(slot, range.as_ref());
        let Some(word) = self.input.word()? else {
            return Err(self.input.unexpected(&what()));
        };
        let length = word.len();
        match number(word).filter(|n| fits(*n, slot, range.as_ref())) {
            Some(number) => Ok(number),
            None => Err(self.input.rejected(length, &what())),
        }
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, InputError> {
        self.input.hold::<SettingValue>(1)?;
        let Some(word) = self.input.word()? else {
            return Err(self.input.unexpected(&expected_word(slot, allowed)));
        };
        let length = word.len();
        match text(word).filter(|text| is_allowed(text, slot, allowed)) {
            Some(text) => {
                self.input.hold::<u8>(length)?;
                Ok(text)
            }
            None => {
                let what = expected_word(slot, allowed);
                Err(self.input.rejected(length, &what))
            }
        }
    }

    fn length(&mut self, slot: &Slot<'_>, length: i64) -> Result<usize, InputError> {
        self.input.hold::<SettingValue>(1)?;
        // Rows without items are made without reading anything.
        let is_outer = slot.path.len() + 1 < slot.item.dimensions.len();
        let most = if is_outer { MAX_ROWS } else { usize::MAX };
        let fitting = usize::try_from(length)
            .ok()
            .filter(|length| *length <= most);
        fitting.ok_or_else(|| {
            let name = &slot.item.name;
            self.input.rejected_last(&format!(
                "a number by which `{name}` does not have {length} items"
            ))
        })
    }
}

/// The usual layout; stops at anything else.
struct Fast<'r, 'a> {
    reader: &'r mut FastReader<'a>,
    /// The bytes of the block; each value takes at least one.
    bytes: usize,
}

impl Supply for Fast<'_, '_> {
    type Stop = ();

    fn number(&mut self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> Result<i64, ()> {
        let number = self.reader.number().ok_or(())? as i64;
        fits(number, slot, range.as_ref())
            .then_some(number)
            .ok_or(())
    }

    fn numbers(
        &mut self,
        range: Option<&RangeInclusive<i64>>,
        length: usize,
    ) -> Result<Option<Vec<SettingValue>>, ()> {
        // No more than there can be, whatever the length.
        let mut numbers = Vec::with_capacity(length);
        for _ in 0..length {
            let number = self.reader.number().ok_or(())? as i64;
            if range.is_some_and(|range| !range.contains(&number)) {
                return Err(());
            }
            numbers.push(SettingValue::Int(number));
        }
        Ok(Some(numbers))
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, ()> {
        let text = self.reader.word().and_then(text).ok_or(())?;
        is_allowed(&text, slot, allowed).then_some(text).ok_or(())
    }

    fn length(&mut self, _: &Slot<'_>, length: i64) -> Result<usize, ()> {
        usize::try_from(length)
            .ok()
            .filter(|length| *length <= self.bytes)
            .ok_or(())
    }
}

/// A whole number of 64 bits in plain digits.
fn number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(word).ok().filter(|_| is_plain)?;
    text.parse().ok()
}

fn text(word: &[u8]) -> Option<String> {
    std::str::from_utf8(word).ok().map(str::to_owned)
}

fn fits(number: i64, slot: &Slot<'_>, range: Option<&RangeInclusive<i64>>) -> bool {
    range.is_none_or(|range| range.contains(&number)) && !slot.is_taken(&SettingValue::Int(number))
}

fn is_allowed(word: &str, slot: &Slot<'_>, allowed: &Allowed<'_>) -> bool {
    allowed.has(word) && !slot.is_taken(&SettingValue::Text(word.to_owned()))
}

/// The place as Python writes it.
fn name(slot: &Slot<'_>) -> String {
    let indices: String = slot.path.iter().map(|index| format!("[{index}]")).collect();
    let name = format!("`{}{indices}`", slot.item.name);
    match slot.is_length {
        true => format!("the length of {name}"),
        false => name,
    }
}

fn expected_number(slot: &Slot<'_>, range: Option<&RangeInclusive<i64>>) -> String {
    let range = match range {
        Some(range) => format!(" from {} to {}", range.start(), range.end()),
        None => String::new(),
    };
    format!("{}, a whole number{range}{}", name(slot), distinct(slot))
}

fn expected_word(slot: &Slot<'_>, allowed: &Allowed<'_>) -> String {
    let what = match allowed {
        Allowed::Any => "a word".to_owned(),
        Allowed::OneOf(words) if words.len() > MAX_LISTED => {
            format!(
                "one of {} words ({}, …)",
                words.len(),
                words[..MAX_LISTED].join(", ")
            )
        }
        Allowed::OneOf(words) => format!("one of {}", words.join(", ")),
        Allowed::Letters(letters, lengths) => {
            let letters: String = letters.iter().collect();
            format!(
                "{} to {} of the letters {letters}",
                lengths.start(),
                lengths.end()
            )
        }
    };
    format!("{}, {what}{}", name(slot), distinct(slot))
}

fn distinct(slot: &Slot<'_>) -> &'static str {
    match slot.taken {
        Some(taken) if !taken.is_empty() => ", different from those before",
        _ => "",
    }
}
