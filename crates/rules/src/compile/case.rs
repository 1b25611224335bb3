//! The values of a case in memory.
//!
//! The parameters that a case of a contest sets, and what the module computes from them, are
//! not constants of the code for cases. They are laid out like tables of the module, and the
//! code reads them through its context, so it is compiled once for all cases.

use std::sync::Arc;

use super::layout::{EMPTY_TEXT, FROZEN, HEADER_WORDS, Layout, NO_ITEMS};
use crate::rules::SettingValue;
use crate::tree::{GlobalId, Program};

/// A global whose value code reads from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseGlobal {
    /// The global.
    pub id: GlobalId,
    /// The length of its list, if all cases have the same.
    pub length: Option<usize>,
}

/// The globals that code reads from a case, in order.
#[derive(Debug, Default)]
pub(super) struct CaseLayout(Vec<Place>);

#[derive(Debug)]
struct Place {
    layout: Layout,
    length: Option<usize>,
}

/// The values of a case, for the code with this layout.
#[derive(Debug)]
pub struct CaseValues {
    layout: Arc<CaseLayout>,
    /// The words of the values in order, then the lists that they refer to by address.
    memory: Box<[i64]>,
}

impl CaseLayout {
    pub(super) fn new(program: &Program, globals: &[CaseGlobal]) -> CaseLayout {
        let places = globals.iter().map(|global| Place {
            layout: Layout::of(&program.globals[global.id.0 as usize].ty),
            length: global.length,
        });
        CaseLayout(places.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first word of each value.
    pub(super) fn offsets(&self) -> impl Iterator<Item = usize> {
        self.0.iter().scan(0, |next, place| {
            let own = *next;
            *next += place.layout.words();
            Some(own)
        })
    }

    /// Lays out the values of a case, in memory of another case if it fits; `None` if one is not
    /// of its type or length.
    pub(super) fn values<'v>(
        self: &Arc<Self>,
        values: impl Iterator<Item = &'v SettingValue> + Clone,
        other: Option<CaseValues>,
    ) -> Option<CaseValues> {
        let places = self.0.iter().zip(values);
        let (mut words, mut lists) = (0, 0);
        for (place, value) in places.clone() {
            words += place.layout.words();
            lists += list_words(&place.layout, value);
        }
        let other = other.filter(|other| other.memory.len() == words + lists);
        let mut image = Image {
            memory: match other {
                Some(mut other) => {
                    other.memory.fill(0);
                    other.memory
                }
                None => vec![0; words + lists].into_boxed_slice(),
            },
            next: words,
        };
        let mut at = 0;
        let mut count = 0;
        for (place, value) in places {
            let is_as_long = match (place.length, value) {
                (None, _) => true,
                (Some(length), SettingValue::List(items) | SettingValue::Tuple(items)) => {
                    items.len() == length
                }
                _ => false,
            };
            if !is_as_long {
                return None;
            }
            image.write(&place.layout, value, at)?;
            at += place.layout.words();
            count += 1;
        }
        (count == self.0.len()).then(|| CaseValues {
            layout: Arc::clone(self),
            memory: image.memory,
        })
    }
}

impl CaseValues {
    /// Whether code with this layout can read them.
    pub(super) fn fit(&self, layout: &Arc<CaseLayout>) -> bool {
        Arc::ptr_eq(&self.layout, layout)
    }

    pub(super) fn memory(&self) -> &[i64] {
        &self.memory
    }
}

/// The number of words of the lists in a value.
fn list_words(layout: &Layout, value: &SettingValue) -> usize {
    match (layout, value) {
        (Layout::Text, SettingValue::Text(text)) if text.chars().nth(1).is_some() => {
            HEADER_WORDS + text.chars().count()
        }
        (Layout::Optional(inner), value) => list_words(inner, value),
        (Layout::Tuple(layouts), SettingValue::Tuple(items)) => {
            let pairs = layouts.iter().zip(items);
            pairs.map(|(layout, item)| list_words(layout, item)).sum()
        }
        (Layout::List(item), SettingValue::List(items) | SettingValue::Tuple(items)) => {
            let own = HEADER_WORDS + items.len() * item.words();
            match item.has_lists() {
                true => own + items.iter().map(|one| list_words(item, one)).sum::<usize>(),
                false => own,
            }
        }
        _ => 0,
    }
}

/// Memory that is being written; it does not move.
struct Image {
    memory: Box<[i64]>,
    /// The first word that no list has.
    next: usize,
}

impl Image {
    fn address(&self, at: usize) -> i64 {
        self.memory[at..].as_ptr() as i64
    }

    /// Writes the words of a value; `None` if it is of another type.
    fn write(&mut self, layout: &Layout, value: &SettingValue, at: usize) -> Option<()> {
        match (layout, value) {
            (Layout::Number, SettingValue::Int(number)) => self.memory[at] = *number,
            (Layout::Number, SettingValue::Bool(is_true)) => self.memory[at] = i64::from(*is_true),
            (Layout::Empty, SettingValue::None) => {}
            (Layout::Text, SettingValue::Text(text)) => self.memory[at] = self.text(text),
            (Layout::Optional(inner), SettingValue::None) => self.clear(inner, at + 1),
            (Layout::Optional(inner), value) => {
                self.memory[at] = 1;
                self.write(inner, value, at + 1)?;
            }
            (Layout::Tuple(layouts), SettingValue::Tuple(items))
                if layouts.len() == items.len() =>
            {
                let mut at = at;
                for (layout, item) in layouts.iter().zip(items) {
                    self.write(layout, item, at)?;
                    at += layout.words();
                }
            }
            (Layout::List(item), SettingValue::List(items) | SettingValue::Tuple(items)) => {
                let words = item.words();
                let (object, data) = self.list(items.len(), words);
                self.memory[at] = object;
                for (place, one) in items.iter().enumerate() {
                    self.write(item, one, data + place * words)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Makes a list; returns its address, and the place of its items.
    fn list(&mut self, length: usize, words: usize) -> (i64, usize) {
        let object = self.next;
        let data = object + HEADER_WORDS;
        self.next = data + length * words;
        self.memory[object] = length as i64;
        self.memory[object + 1] = FROZEN;
        self.memory[object + 2] = self.address(data);
        (self.address(object), data)
    }

    /// The word of a text.
    fn text(&mut self, text: &str) -> i64 {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (None, _) => EMPTY_TEXT,
            (Some(only), None) => u32::from(only).into(),
            _ => {
                let (object, data) = self.list(text.chars().count(), 1);
                for (place, letter) in text.chars().enumerate() {
                    self.memory[data + place] = u32::from(letter).into();
                }
                object
            }
        }
    }

    /// Writes an arbitrary value, the payload of a `None`.
    fn clear(&mut self, layout: &Layout, at: usize) {
        match layout {
            Layout::Number | Layout::Empty => {}
            Layout::Text => self.memory[at] = EMPTY_TEXT,
            Layout::List(_) => self.memory[at] = NO_ITEMS.as_ptr() as i64,
            Layout::Optional(inner) => self.clear(inner, at + 1),
            Layout::Tuple(layouts) => {
                let mut at = at;
                for layout in layouts {
                    self.clear(layout, at);
                    at += layout.words();
                }
            }
        }
    }
}
