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
use kibitz_solve::Solver;
use kibitz_solve::acyclic::{GrundySweep, Sweep, Walk};
use kibitz_solve::heaps::Sums;
use kibitz_solve::lanes::Bundles;
use kibitz_solve::pairs::TwoHands;
use kibitz_solve::placement::{Fill, FillSides};
use kibitz_solve::retrograde::Retrograde;

use crate::contest::generated::Generated;
use crate::contest::judge::{Arbiter, Judged};
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
    open: fn(Settings) -> Result<Session, QueryError>,
    drawn: Draw,
}

/// How chance chooses a parameter.
type Draw = fn(
    &Settings,
    &mut dyn FnMut(u64) -> u64,
) -> Result<Option<(&'static str, String)>, SettingError>;

/// Every built-in game with the solver that answers for it.
pub static CATALOGUE: &[Entry] = &[
    contest::<Numbers, TwoHands>(),
    contest::<Boxes, Sums<Boxes>>(),
    contest::<Marbles, Fill>(),
    contest::<Nine, Walk>(),
    contest::<Piles, Sums<Piles>>(),
    contest::<Nim, Sums<Nim>>(),
    contest::<Euclid, Sums<Euclid>>(),
    contest::<Calendar, GrundySweep>(),
    contest::<Ed, Sums<Ed>>(),
    entry::<TicTacToe, Sweep>(),
    entry::<Subtraction, Sums<Subtraction>>(),
    entry::<Octal, Sums<Octal>>(),
    entry::<Cram, Fill>(),
    entry::<Domineering, FillSides>(),
    entry::<Ending<Kqk>, Retrograde>(),
    entry::<Ending<Krk>, Retrograde>(),
    entry::<Ending<Kbk>, Retrograde>(),
    entry::<Ending<Kbnk>, Retrograde>().with_quick(None),
    entry::<Ending<Kqkr>, Retrograde>().with_quick(None),
    entry::<Ending<Krkn>, Retrograde>().with_quick(None),
    entry::<Quixo, Retrograde>(),
    entry::<Teeko, Retrograde>().with_quick(None),
    entry::<Dobutsu, Bundles>().with_quick(Some(&[("animals", "C")])),
];

/// A game with the solver that answers for it. Any [`Listed`] game can be an
/// entry, also one that no catalogue knows.
#[must_use]
pub const fn entry<G, S>() -> Entry
where
    G: Listed + 'static,
    S: Solver<G> + Default + 'static,
{
    Entry {
        info: G::INFO,
        sizes: None,
        quick: Some(&[]),
        open: |settings| Session::new::<G>(&settings, S::default()),
        drawn: G::drawn,
    }
}

/// A game that has a contest, too, with a generator of cases.
const fn contest<G, S>() -> Entry
where
    G: Listed + Arbiter + 'static,
    for<'a> G::Format<'a>: Sampled,
    S: Solver<G> + Default + 'static,
{
    Entry {
        sizes: Some(<G::Format<'static> as Sampled>::SIZES),
        open: |settings| {
            let judged: fn(&G) -> Option<&dyn Judged> = |game| Some(game);
            let generated: fn(&G) -> Option<&dyn Generated> = |game| Some(game);
            Session::contest(&settings, S::default(), judged, generated)
        },
        ..entry::<G, S>()
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
    ) -> Result<Session, QueryError> {
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
pub fn quick_games() -> impl Iterator<Item = (&'static Entry, Session)> {
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
) -> Result<Session, QueryError> {
    find(name)?.open(set)
}
