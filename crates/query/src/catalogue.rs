//! The catalogue of built-in games.

use std::sync::Arc;

use kibitz_game::contest::{CaseGenerator, Size};
use kibitz_game::{CatalogueGame, Info, SettingError, Settings};
use kibitz_games::boxes::Boxes;
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::Ending;
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
use kibitz_solve::acyclic::{DfsSolver, GrundySweepSolver, SweepSolver};
use kibitz_solve::bitparallel::BitParallelSolver;
use kibitz_solve::grundy::SumSolver;
use kibitz_solve::hand_pairs::HandPairSolver;
use kibitz_solve::placement::{PartizanPlacementSolver, PlacementSolver};
use kibitz_solve::retrograde::RetrogradeSolver;

use crate::contest::generated::Generated;
use crate::contest::judge::{ContestSolver, ErasedContest};
use crate::{QueryError, Session, did_you_mean};

/// A built-in game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its description.
    pub info: &'static Info<'static>,
    /// The sizes of generated contest cases; `None` without a generator.
    pub sizes: Option<&'static [Size]>,
    /// Parameters of an instance that is solved in well under a second: empty
    /// if the default is, `None` if no such instance is known.
    pub quick: Option<&'static [(&'static str, &'static str)]>,
    open: fn(Settings) -> Result<Session, QueryError>,
    random_parameter: RandomParameter,
}

/// Chooses a value of the random parameter.
type RandomParameter = fn(
    &Settings,
    &mut dyn FnMut(u64) -> u64,
) -> Result<Option<(&'static str, String)>, SettingError>;

/// A chess ending. All endings are one type, so `open`, which captures nothing,
/// needs a function for each of them.
macro_rules! ending {
    ($ending:expr) => {
        Entry {
            info: $ending.info,
            sizes: None,
            quick: Some(&[]),
            open: |_| {
                let game = Arc::new($ending);
                Ok(Session::without_contest(game, Vec::new(), RetrogradeSolver))
            },
            random_parameter: |_, _| Ok(None),
        }
    };
}

/// Every built-in game with its solver.
pub static CATALOGUE: &[Entry] = &[
    contest::<Numbers, HandPairSolver>(),
    contest::<Boxes, SumSolver<Boxes>>(),
    contest::<Marbles, PlacementSolver>(),
    contest::<Nine, DfsSolver>(),
    contest::<Piles, SumSolver<Piles>>(),
    contest::<Nim, SumSolver<Nim>>(),
    contest::<Euclid, SumSolver<Euclid>>(),
    contest::<Calendar, GrundySweepSolver>(),
    contest::<Ed, SumSolver<Ed>>(),
    entry::<TicTacToe, SweepSolver>(),
    entry::<Subtraction, SumSolver<Subtraction>>(),
    entry::<Octal, SumSolver<Octal>>(),
    entry::<Cram, PlacementSolver>(),
    entry::<Domineering, PartizanPlacementSolver>(),
    ending!(Ending::KQK),
    ending!(Ending::KRK),
    ending!(Ending::KBK),
    ending!(Ending::KBNK).with_quick(None),
    ending!(Ending::KQKR).with_quick(None),
    ending!(Ending::KRKN).with_quick(None),
    entry::<Quixo, RetrogradeSolver>(),
    entry::<Teeko, RetrogradeSolver>().with_quick(None),
    entry::<Dobutsu, BitParallelSolver>().with_quick(Some(&[("animals", "C")])),
];

/// A game with its solver. Any [`CatalogueGame`] can be an entry, including one
/// outside the catalogue.
#[must_use]
pub const fn entry<G, S>() -> Entry
where
    G: CatalogueGame + 'static,
    S: Solver<G> + Default + 'static,
{
    Entry {
        info: G::INFO,
        sizes: None,
        quick: Some(&[]),
        open: |settings| Session::new::<G>(&settings, S::default()),
        random_parameter: G::random_parameter,
    }
}

/// A game that also has a contest and a case generator.
const fn contest<G, S>() -> Entry
where
    G: CatalogueGame + ContestSolver + 'static,
    for<'a> G::Format<'a>: CaseGenerator,
    S: Solver<G> + Default + 'static,
{
    Entry {
        sizes: Some(<G::Format<'static> as CaseGenerator>::SIZES),
        open: |settings| {
            let judged: fn(&G) -> Option<&dyn ErasedContest> = |game| Some(game);
            let generated: fn(&G) -> Option<&dyn Generated> = |game| Some(game);
            Session::contest(&settings, S::default(), judged, generated)
        },
        ..entry::<G, S>()
    }
}

impl Entry {
    /// The same entry with these quick parameters.
    const fn with_quick(self, quick: Option<&'static [(&'static str, &'static str)]>) -> Entry {
        Entry { quick, ..self }
    }

    /// Whether this is the game's name or an alias, ignoring case.
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
    /// Returns an error if a parameter is unknown or its value is invalid.
    pub fn open<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Session, QueryError> {
        (self.open)(Settings::new(self.info, set)?)
    }

    /// The random parameter, e.g. a deal, with a value determined by the seed,
    /// unless it is set.
    ///
    /// # Errors
    /// Returns an error if a parameter is unknown or its value is invalid.
    pub fn random_parameter<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
        seed: u64,
    ) -> Result<Option<(&'static str, String)>, QueryError> {
        let mut random = fastrand::Rng::with_seed(seed);
        let settings = Settings::new(self.info, set.clone())?;
        let chosen = (self.random_parameter)(&settings, &mut |n| random.u64(..n.max(1)))?;
        Ok(chosen.filter(|(name, _)| !set.into_iter().any(|(given, _)| given == *name)))
    }
}

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
        let game = entry.open(entry.quick?.iter().copied());
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
    find(name)?.open(set)
}
