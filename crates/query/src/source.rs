//! The GAME argument: a built-in game or a rule file.

use std::path::Path;

use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Failure, Rules};

use crate::{Entry, QueryError, Session, find};

/// A game that can be opened with parameters.
#[derive(Clone, Debug)]
pub enum GameSource {
    /// A game of the catalogue.
    BuiltIn(&'static Entry),
    /// A rule file.
    File(RuleFile),
}

/// A rule file that has been read.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// Its path and text.
    pub source: Source,
    /// The limits of one call of its functions.
    pub limits: Limits,
}

/// The parameters and position templates of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameSchema {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    /// Those that only choose the starting position.
    pub(crate) of_start: Vec<String>,
    /// Templates of positions.
    pub(crate) fields: Vec<String>,
}

/// Whether a GAME argument names a rule file.
#[must_use]
pub fn is_rule_file(name: &str) -> bool {
    name.ends_with(".py")
}

impl RuleFile {
    /// Reads a rule file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or is not valid UTF-8.
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
    /// Returns an error if the file has errors or a parameter is invalid.
    pub fn rules<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Rules, Failure> {
        let set = set.into_iter();
        let set: Vec<(String, String)> = set.map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
        Rules::open(self.source.clone(), &set, self.limits)
    }
}

impl GameSource {
    /// The game of this name or alias, or the rule file at this path, if it
    /// ends in `.py`.
    ///
    /// # Errors
    /// Returns an error if there is no such game or the file cannot be read.
    pub fn new(name: &str, limits: Limits) -> Result<GameSource, QueryError> {
        match is_rule_file(name) {
            true => Ok(GameSource::File(RuleFile::read(name, limits)?)),
            false => Ok(GameSource::BuiltIn(find(name)?)),
        }
    }

    /// The game with some parameters set.
    ///
    /// # Errors
    /// Returns an error if the file has errors, or a parameter is unknown or
    /// its value invalid.
    pub fn open<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Session, QueryError> {
        match self {
            GameSource::BuiltIn(entry) => Session::open(entry, set),
            GameSource::File(file) => Ok(Session::of_rules(file.rules(set)?)),
        }
    }

    /// The game's random parameter, e.g. a deal, with a random value, unless it
    /// is set.
    ///
    /// # Errors
    /// Returns an error if a parameter is unknown or its value is invalid.
    pub fn random_parameter<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
        seed: u64,
    ) -> Result<Option<(&'static str, String)>, QueryError> {
        match self {
            GameSource::BuiltIn(entry) => Ok(entry.random_parameter(set, seed)?),
            GameSource::File(_) => Ok(None),
        }
    }

    /// The possible axes of tables.
    pub(crate) fn schema<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<GameSchema, QueryError> {
        let of = |info: &kibitz_game::Info<'_>| GameSchema {
            name: info.name.to_owned(),
            parameters: info.parameters.iter().map(|p| p.name.to_owned()).collect(),
            of_start: Vec::new(),
            fields: info.fields.iter().map(|text| (*text).to_owned()).collect(),
        };
        match self {
            GameSource::BuiltIn(entry) => Ok(of(entry.info)),
            GameSource::File(file) => {
                let rules = file.rules(set)?;
                let of_start = rules.program().start_parameters();
                let of_start = of_start.into_iter().map(str::to_owned).collect();
                Ok(GameSchema {
                    of_start,
                    ..of(&Session::of_rules(rules).info())
                })
            }
        }
    }
}
