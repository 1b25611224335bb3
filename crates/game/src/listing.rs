//! Catalogue entries of games and their parameters.

use std::borrow::Cow;
use std::fmt;

use crate::{Axes, Notation, TextError};

/// The description of a game: a constant for a built-in one, read from the file for a rule file.
#[derive(Clone, Debug)]
pub struct Info<'a> {
    /// The name used on the command line.
    pub name: &'a str,
    /// Other names: problem numbers, translations.
    pub aliases: &'a [&'a str],
    /// The game in one line.
    pub summary: &'a str,
    /// Its parameters.
    pub parameters: Cow<'a, [Parameter<'a>]>,
    /// The notation of positions, with an example.
    pub syntax: &'a str,
    /// Position templates with numbers left open, for tables over many positions, e.g. `{a} {b}`;
    /// empty if positions are not lists of numbers.
    pub fields: Cow<'a, [&'a str]>,
    /// The contest's input format; `None` for a game without one.
    pub contest: Option<&'a str>,
}

impl Info<'_> {
    /// The same, with everything borrowed from `self`.
    #[must_use]
    pub fn lent(&self) -> Info<'_> {
        Info {
            parameters: Cow::Borrowed(&self.parameters),
            fields: Cow::Borrowed(&self.fields),
            ..*self
        }
    }
}

/// A parameter set by `--set NAME=VALUE`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Its name.
    pub name: &'a str,
    /// The type of its values.
    pub kind: Kind,
    /// Its default value, as text.
    pub default: &'a str,
    /// What it means, in one line.
    pub meaning: &'a str,
}

/// The type of a parameter's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Number,
    /// Text, even if it looks like a number.
    Text,
}

/// A displayable game: all that a session needs to know about it. Every [`CatalogueGame`] is one.
pub trait Presentable: Notation {
    /// Its description.
    fn info(&self) -> Info<'_>;

    /// The position shown if none is given.
    fn default_position(&self) -> Self::Pos;

    /// The axes of a map of many positions, if there is one.
    fn axes(&self) -> Option<Axes> {
        None
    }

    /// Whether positions sampled from the templates are valid puzzles; otherwise only reachable
    /// positions are.
    fn has_templates(&self) -> bool;
}

impl<G: CatalogueGame> Presentable for G {
    fn info(&self) -> Info<'_> {
        G::INFO.lent()
    }

    fn default_position(&self) -> G::Pos {
        CatalogueGame::default_position(self)
    }

    fn axes(&self) -> Option<Axes> {
        CatalogueGame::axes(self)
    }

    fn has_templates(&self) -> bool {
        !G::INFO.fields.is_empty()
    }
}

/// A game that is constructed from parameters.
pub trait CatalogueGame: Notation + Sized {
    /// Its entry in the catalogue.
    const INFO: &'static Info<'static>;

    /// The game with these parameters.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or makes the game too large.
    fn with(set: &Settings) -> Result<Self, SettingError>;

    /// The effective parameters, if the game fills some in itself.
    fn settings(&self, set: &Settings) -> Vec<(&'static str, String)> {
        set.iter()
            .map(|(name, value)| (name, value.to_owned()))
            .collect()
    }

    /// A parameter that is chosen at random, e.g. a deal of cards, with a random value for it:
    /// `below(n)` is a random number below `n`. `None` for a game without one.
    ///
    /// # Errors
    /// Returns an error if another parameter is invalid.
    fn random_parameter(
        set: &Settings,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<(&'static str, String)>, SettingError> {
        let _ = (set, below);
        Ok(None)
    }

    /// The position shown if none is given: the start, or the first sample of the game's document.
    fn default_position(&self) -> Self::Pos;

    /// The axes of a map of many positions, if two lists of labels describe them: a few hundred
    /// each, so that a page can show them all.
    fn axes(&self) -> Option<Axes> {
        None
    }
}

/// The values of a game's parameters: those given, and the defaults.
#[derive(Clone, Debug)]
pub struct Settings {
    values: Vec<(&'static Parameter<'static>, String)>,
}

/// An unknown parameter, or an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no parameter of this name.
    #[error("no parameter `{name}`")]
    Unknown {
        /// The name as given.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// The same parameter set twice.
    #[error("parameter `{0}` is set twice")]
    Twice(String),
    /// A value that is invalid for this parameter.
    #[error("{name}={value}: {}", problem.message)]
    Value {
        /// The parameter.
        name: String,
        /// The value as given.
        value: String,
        /// What is wrong with it, and where inside the value.
        problem: TextError,
    },
}

impl Settings {
    /// The defaults of `info`, overridden by pairs of a name and a value.
    ///
    /// # Errors
    /// Returns an error if a name is unknown or given twice.
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

    /// Every parameter and its value as text, in the catalogue's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(p, v)| (p.name, v.as_str()))
    }

    /// The value of a parameter listed in the game's [`Info`].
    ///
    /// # Panics
    /// Panics if the parameter is not listed, which is a bug of the game.
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
    /// Returns an error if it is not a number or out of range.
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

    /// The error that a value is invalid at some place inside it.
    pub fn refuse(
        &self,
        name: &str,
        at: std::ops::Range<usize>,
        message: impl Into<String>,
    ) -> SettingError {
        self.wrong(name, TextError::new(at, message))
    }

    /// The error that a value is invalid.
    #[must_use]
    pub fn wrong(&self, name: &str, problem: TextError) -> SettingError {
        SettingError::Value {
            name: name.to_owned(),
            value: self.text(name).to_owned(),
            problem,
        }
    }
}

/// A range, formatted for an error.
struct Expected<'a>(&'a std::ops::RangeInclusive<u64>);

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self.0.start(), *self.0.end()) {
            (low, u64::MAX) => write!(f, "a whole number from {low}"),
            (low, high) => write!(f, "a whole number from {low} to {high}"),
        }
    }
}
