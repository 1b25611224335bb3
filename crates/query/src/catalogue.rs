//! Games of the catalogue as sessions.

use kibitz_catalogue::{CATALOGUE, Entry};

use crate::{QueryError, Session, did_you_mean};

/// The games of the catalogue with parameters for which they are solved
/// quickly, for tests over all kinds of games.
///
/// ```
/// for (entry, game) in kibitz_query::quick_games() {
///     assert!(!game.default_position().is_empty(), "{}", entry.info.name);
/// }
/// ```
pub fn quick_games() -> impl Iterator<Item = (&'static Entry, Session)> {
    CATALOGUE.iter().filter_map(|entry| {
        let game = Session::open(entry, entry.quick?.iter().copied());
        Some((entry, game.expect("an entry's own parameters are valid")))
    })
}

/// The game of this name or alias.
///
/// # Errors
/// Returns an error with a similar name if there is none.
pub fn find(name: &str) -> Result<&'static Entry, QueryError> {
    let found = CATALOGUE.iter().find(|entry| entry.is_called(name));
    found.ok_or_else(|| QueryError::NoSuchGame {
        name: name.to_owned(),
        near: did_you_mean(name, CATALOGUE.iter().flat_map(Entry::names)),
    })
}

/// The game of this name or alias, with some parameters set.
///
/// # Errors
/// Returns an error if there is no such game or parameter, or a value is
/// invalid.
pub fn open<'a>(
    name: &str,
    set: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Session, QueryError> {
    Session::open(find(name)?, set)
}
