//! How a catalogue lists a game, and how its parameters are set.

use std::borrow::Cow;
use std::fmt;

use crate::{Axes, Notation, TextError};

/// What there is to say about a game: a constant of a built-in one, made from
/// its file for one that somebody brings.
#[derive(Clone, Debug)]
pub struct Info<'a> {
    /// The name that people type.
    pub name: &'a str,
    /// Other names: problem numbers, translations.
    pub aliases: &'a [&'a str],
    /// The game in one line.
    pub summary: &'a str,
    /// What can be set.
    pub parameters: Cow<'a, [Parameter<'a>]>,
    /// How a position is written, with an example.
    pub syntax: &'a str,
    /// Positions with numbers left open, for tables over many of them, as
    /// `{a} {b}`; none where positions are no rows of numbers.
    pub fields: Cow<'a, [&'a str]>,
    /// What the contest's input looks like; `None` for a game without one.
    pub contest: Option<&'a str>,
}

impl Info<'_> {
    /// The same, all of it borrowed from here.
    #[must_use]
    pub fn lent(&self) -> Info<'_> {
        Info {
            parameters: Cow::Borrowed(&self.parameters),
            fields: Cow::Borrowed(&self.fields),
            ..*self
        }
    }
}

/// Something that `--set NAME=VALUE` sets.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Its name.
    pub name: &'a str,
    /// What its values are.
    pub kind: Kind,
    /// The value it has when nobody sets it, as text.
    pub default: &'a str,
    /// What it means, in one line.
    pub meaning: &'a str,
}

/// What the values of a parameter are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Number,
    /// Text, even where it looks like a number.
    Text,
}

/// A game that can be shown to people: all that a session needs to know of it.
/// Every [`Listed`] game is one.
pub trait Presented: Notation {
    /// What there is to say about it.
    fn info(&self) -> Info<'_>;

    /// The position to show when nobody names one.
    fn shown(&self) -> Self::Pos;

    /// The sides of a map of many positions, where there is one.
    fn axes(&self) -> Option<Axes> {
        None
    }

    /// Whether positions made up after the templates are as good as any other;
    /// otherwise only those that can be reached are.
    fn makes_up(&self) -> bool;
}

impl<G: Listed> Presented for G {
    fn info(&self) -> Info<'_> {
        G::INFO.lent()
    }

    fn shown(&self) -> G::Pos {
        Listed::shown(self)
    }

    fn axes(&self) -> Option<Axes> {
        Listed::axes(self)
    }

    fn makes_up(&self) -> bool {
        !G::INFO.fields.is_empty()
    }
}

/// A game that can be made from its parameters.
pub trait Listed: Notation + Sized {
    /// Its entry in the catalogue.
    const INFO: &'static Info<'static>;

    /// The game with these parameters.
    ///
    /// # Errors
    /// Where a value does not make sense, or makes a game too large.
    fn with(set: &Settings) -> Result<Self, SettingError>;

    /// The parameters as they came to be, where the game fills some in itself.
    fn settings(&self, set: &Settings) -> Vec<(&'static str, String)> {
        set.iter()
            .map(|(name, value)| (name, value.to_owned()))
            .collect()
    }

    /// A parameter that chance would choose, such as a deal of cards, with a
    /// value drawn for it: `below(n)` is a random number below `n`. `None` in
    /// a game without one.
    ///
    /// # Errors
    /// Where another parameter does not make sense.
    fn drawn(
        set: &Settings,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<(&'static str, String)>, SettingError> {
        let _ = (set, below);
        Ok(None)
    }

    /// The position to show when nobody names one: the start, or the first
    /// sample of the game's document.
    fn shown(&self) -> Self::Pos;

    /// The sides of a map of many positions, where two lists of labels name
    /// them: a few hundred each, so that a page can show them all.
    fn axes(&self) -> Option<Axes> {
        None
    }
}

/// The values of a game's parameters: those that were set, and the defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    values: Vec<(&'static Parameter<'static>, String)>,
}

/// A parameter that is unknown, or a value that does not fit it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No parameter of this name.
    #[error("no parameter `{name}`")]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The same parameter twice.
    #[error("parameter `{0}` is set twice")]
    Twice(String),
    /// A value that is not for this parameter.
    #[error("{name}={value}: {}", problem.message)]
    Value {
        /// The parameter.
        name: String,
        /// The value as it was given.
        value: String,
        /// What is wrong with it, and where inside the value.
        problem: TextError,
    },
}

impl Settings {
    /// The defaults of `info`, changed by pairs of a name and a value.
    ///
    /// # Errors
    /// Where a name is unknown or comes twice.
    pub fn new<'a>(
        info: &'static Info<'static>,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Settings, SettingError> {
        let mut given: Vec<Option<String>> = vec![None; info.parameters.len()];
        for (name, value) in pairs {
            let slot = info.parameters.iter().position(|p| p.name == name);
            let slot = slot.ok_or_else(|| SettingError::Unknown {
                name: name.to_owned(),
                known: info.parameters.iter().map(|p| p.name.to_owned()).collect(),
            })?;
            if given[slot].replace(value.to_owned()).is_some() {
                return Err(SettingError::Twice(name.to_owned()));
            }
        }
        let values = info.parameters.iter().zip(given);
        Ok(Settings {
            values: values
                .map(|(p, v)| (p, v.unwrap_or_else(|| p.default.to_owned())))
                .collect(),
        })
    }

    /// Every parameter with its value as text, in the catalogue's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(p, v)| (p.name, v.as_str()))
    }

    /// The value of a parameter that the game's [`Info`] names.
    ///
    /// # Panics
    /// Where the game asks for a parameter that it did not list: a mistake in
    /// the game, found by its first test.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        let found = self.values.iter().find(|(p, _)| p.name == name);
        &found
            .unwrap_or_else(|| panic!("parameter `{name}` is not listed"))
            .1
    }

    /// The value as a whole number within `range`.
    ///
    /// # Errors
    /// Where it is no number, or out of range.
    pub fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, SettingError> {
        let text = self.text(name);
        let what = || Expected(&range);
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<u64>() {
            Ok(n) if is_plain && range.contains(&n) => Ok(n),
            _ => Err(self.refuse(name, 0..text.len(), format!("expected {}", what()))),
        }
    }

    /// Says that a value does not fit, and where inside it.
    pub fn refuse(
        &self,
        name: &str,
        at: std::ops::Range<usize>,
        message: impl Into<String>,
    ) -> SettingError {
        self.wrong(name, TextError::new(at, message))
    }

    /// Says that a value does not fit.
    #[must_use]
    pub fn wrong(&self, name: &str, problem: TextError) -> SettingError {
        SettingError::Value {
            name: name.to_owned(),
            value: self.text(name).to_owned(),
            problem,
        }
    }
}

/// A range, as an error names it.
struct Expected<'a>(&'a std::ops::RangeInclusive<u64>);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self.0.start(), *self.0.end()) {
            (low, u64::MAX) => write!(f, "a whole number from {low}"),
            (low, high) => write!(f, "a whole number from {low} to {high}"),
        }
    }
}
