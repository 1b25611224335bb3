//! All built-in games.

use kibitz_game::contest::{Sampled, Size};
use kibitz_game::{Info, Listed, SettingError, Settings};
use kibitz_games::boxes::Boxes;
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};
use kibitz_games::dobutsu::Dobutsu;
use kibitz_games::dominoes::{Cram, Domineering};
use kibitz_games::ed::Ed;
use kibitz_games::euclid::Euclid;
use kibitz_games::marbles::Marbles;
use kibitz_games::nim::Nim;
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::Piles;
use kibitz_games::quixo::Quixo;
use kibitz_games::subtraction::Subtraction;
use kibitz_games::teeko::Teeko;
use kibitz_games::tictactoe::TicTacToe;

use crate::generated::Generated;
use crate::judge::{Arbiter, Judged};
use crate::oracle::{
    Bundles, Dense, Fill, FillSides, Oracle, Reached, Sums, Swept, SweptGrundy, TwoHands,
};
use crate::session::Open;
use crate::{QueryError, Session, did_you_mean};

/// A built-in game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What the catalogue says about it.
    pub info: &'static Info<'static>,
    /// What can be small or large about a contest case that is made up;
    /// `None` where none can be.
    pub sizes: Option<&'static [Size]>,
    /// Parameters that make a game of this kind that is solved at once: none of
    /// them where the usual one is, `None` where no such game is known.
    pub quick: Option<&'static [(&'static str, &'static str)]>,
    open: fn(Settings) -> Result<Box<dyn Session>, QueryError>,
    drawn: Draw,
}

/// How chance chooses a parameter.
type Draw = fn(
    &Settings,
    &mut dyn FnMut(u64) -> u64,
) -> Result<Option<(&'static str, String)>, SettingError>;

/// Every built-in game with the oracle that answers for it.
pub static CATALOGUE: &[Entry] = &[
    generated::<Numbers, TwoHands>(),
    generated::<Boxes, Sums<Boxes>>(),
    generated::<Marbles, Fill>(),
    generated::<Nine, Reached>(),
    generated::<Piles, Sums<Piles>>(),
    generated::<Nim, Sums<Nim>>(),
    generated::<Euclid, Sums<Euclid>>(),
    generated::<Calendar, SweptGrundy>(),
    generated::<Ed, Sums<Ed>>(),
    entry::<TicTacToe, Swept>(),
    entry::<Subtraction, Sums<Subtraction>>(),
    entry::<Octal, Sums<Octal>>(),
    entry::<Cram, Fill>(),
    entry::<Domineering, FillSides>(),
    entry::<Ending<Kqk>, Dense>(),
    entry::<Ending<Krk>, Dense>(),
    entry::<Ending<Kbk>, Dense>(),
    entry::<Ending<Kbnk>, Dense>().with_quick(None),
    entry::<Ending<Kqkr>, Dense>().with_quick(None),
    entry::<Ending<Krkn>, Dense>().with_quick(None),
    entry::<Quixo, Dense>(),
    entry::<Teeko, Dense>().with_quick(None),
    entry::<Dobutsu, Bundles>().with_quick(Some(&[("animals", "C")])),
];

/// A game with the oracle that answers for it. Any [`Listed`] game can be an
/// entry, also one that no catalogue knows.
#[must_use]
pub const fn entry<G, O>() -> Entry
where
    G: Listed + 'static,
    O: Oracle<G> + 'static,
{
    Entry {
        info: G::INFO,
        sizes: None,
        quick: Some(&[]),
        open: |settings| Ok(Box::new(Open::<G, O>::new(&settings, |_| None, |_| None)?)),
        drawn: G::drawn,
    }
}

/// A game that has a contest, too.
const fn contested<G, O>() -> Entry
where
    G: Listed + Arbiter + 'static,
    O: Oracle<G> + 'static,
{
    Entry {
        info: G::INFO,
        sizes: None,
        quick: Some(&[]),
        open: |settings| {
            let judged: fn(&G) -> Option<&dyn Judged> = |game| Some(game);
            Ok(Box::new(Open::<G, O>::new(&settings, judged, |_| None)?))
        },
        drawn: G::drawn,
    }
}

/// A game whose contest cases can be made up, too.
const fn generated<G, O>() -> Entry
where
    G: Listed + Arbiter + 'static,
    for<'a> G::Format<'a>: Sampled,
    O: Oracle<G> + 'static,
{
    Entry {
        sizes: Some(<G::Format<'static> as Sampled>::SIZES),
        open: |settings| {
            let judged: fn(&G) -> Option<&dyn Judged> = |game| Some(game);
            let generated: fn(&G) -> Option<&dyn Generated> = |game| Some(game);
            Ok(Box::new(Open::<G, O>::new(&settings, judged, generated)?))
        },
        ..contested::<G, O>()
    }
}

impl Entry {
    /// The same entry, which is quick with these parameters or never.
    const fn with_quick(self, quick: Option<&'static [(&'static str, &'static str)]>) -> Entry {
        Entry { quick, ..self }
    }

    /// Whether this is the game's name or one of its aliases, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.names().any(|own| own.to_lowercase() == name)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let aliases = self.info.aliases.iter().copied();
        std::iter::once(self.info.name).chain(aliases)
    }

    /// The game with some parameters set.
    ///
    /// # Errors
    /// Where a parameter is unknown or its value does not fit.
    pub fn open<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Box<dyn Session>, QueryError> {
        (self.open)(Settings::new(self.info, set)?)
    }

    /// A parameter that chance would choose, with a value drawn for it, unless
    /// it is set; the same seed draws the same value.
    ///
    /// # Errors
    /// Where a parameter is unknown or its value does not fit.
    pub fn drawn<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
        seed: u64,
    ) -> Result<Option<(&'static str, String)>, QueryError> {
        let mut random = fastrand::Rng::with_seed(seed);
        let settings = Settings::new(self.info, set.clone())?;
        let drawn = (self.drawn)(&settings, &mut |n| random.u64(..n.max(1)))?;
        Ok(drawn.filter(|(name, _)| !set.into_iter().any(|(given, _)| given == *name)))
    }
}

/// The games of the catalogue that are solved at once, with the parameters that
/// make them so: to try something on every kind of game.
///
/// ```
/// for (entry, game) in kibitz_query::quick_games() {
///     assert!(!game.shown().is_empty(), "{}", entry.info.name);
/// }
/// ```
pub fn quick_games() -> impl Iterator<Item = (&'static Entry, Box<dyn Session>)> {
    CATALOGUE.iter().filter_map(|entry| {
        let game = entry.open(entry.quick?.iter().copied());
        Some((entry, game.expect("an entry's own parameters fit")))
    })
}

/// The game of this name or alias.
///
/// # Errors
/// Where there is none; the error names one that looks like it.
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
/// Where there is no such game or parameter, or a value does not fit.
pub fn open<'a>(
    name: &str,
    set: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Box<dyn Session>, QueryError> {
    find(name)?.open(set)
}
