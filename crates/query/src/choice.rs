//! What GAME names: a game of the catalogue, or a rule file.

use std::path::Path;

use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Failure, Rules};

use crate::{Entry, QueryError, Session, find};

/// A game that can be opened with parameters.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A game of the catalogue.
    Listed(&'static Entry),
    /// A rule file.
    File(RuleFile),
}

/// A rule file that has been read.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// Its name and its text.
    pub source: Source,
    /// What one call of its functions may take.
    pub limits: Limits,
}

/// What can be set, and left open in positions.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    /// Templates of positions.
    pub(crate) fields: Vec<String>,
}

/// Whether somebody means a rule file.
#[must_use]
pub fn is_rule_file(name: &str) -> bool {
    name.ends_with(".py")
}

impl RuleFile {
    /// Reads a rule file.
    ///
    /// # Errors
    /// Where it cannot be read, or is no text.
    pub fn read(path: &str, limits: Limits) -> Result<RuleFile, QueryError> {
        let bytes = std::fs::read(Path::new(path)).map_err(|error| QueryError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..place];
            QueryError::NotText {
                path: path.to_owned(),
                line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            }
        })?;
        Ok(RuleFile {
            source: Source::new(path, text),
            limits,
        })
    }

    /// The file with some parameters set.
    ///
    /// # Errors
    /// Where the file has a mistake, or a parameter does not fit.
    pub fn rules<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Rules, Failure> {
        let set = set.into_iter();
        let set: Vec<(String, String)> = set.map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
        Rules::open(self.source.clone(), &set, self.limits)
    }
}

impl Choice {
    /// The game of this name or alias, or the rule file at this path: a path
    /// is what ends in `.py`.
    ///
    /// # Errors
    /// Where there is no such game, or the file cannot be read.
    pub fn new(name: &str, limits: Limits) -> Result<Choice, QueryError> {
        match is_rule_file(name) {
            true => Ok(Choice::File(RuleFile::read(name, limits)?)),
            false => Ok(Choice::Listed(find(name)?)),
        }
    }

    /// The game with some parameters set.
    ///
    /// # Errors
    /// Where the file has a mistake, a parameter is unknown or its value does
    /// not fit.
    pub fn open<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Session, QueryError> {
        match self {
            Choice::Listed(entry) => entry.open(set),
            Choice::File(file) => Ok(Session::of_rules(file.rules(set)?)),
        }
    }

    /// A parameter that chance would choose, with a value drawn for it, unless
    /// it is set.
    ///
    /// # Errors
    /// Where a parameter is unknown or its value does not fit.
    pub fn drawn<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
        seed: u64,
    ) -> Result<Option<(&'static str, String)>, QueryError> {
        match self {
            Choice::Listed(entry) => entry.drawn(set, seed),
            Choice::File(_) => Ok(None),
        }
    }

    /// What a table can go over.
    pub(crate) fn outline<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Outline, QueryError> {
        let of = |info: &kibitz_game::Info<'_>| Outline {
            name: info.name.to_owned(),
            parameters: info.parameters.iter().map(|p| p.name.to_owned()).collect(),
            fields: info.fields.iter().map(|text| (*text).to_owned()).collect(),
        };
        match self {
            Choice::Listed(entry) => Ok(of(entry.info)),
            Choice::File(_) => Ok(of(&self.open(set)?.info())),
        }
    }
}
