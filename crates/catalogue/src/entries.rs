//! The catalogue of built-in games.

use std::sync::Arc;

use kibitz_game::contest::{CaseGenerator, Size};
use kibitz_game::{CatalogueGame, Info, SettingError, Settings};
use kibitz_games::boxes::{self, Boxes};
use kibitz_games::calendar::{self, Calendar};
use kibitz_games::chess::Ending;
use kibitz_games::dobutsu::Dobutsu;
use kibitz_games::dominoes::{Cram, Domineering};
use kibitz_games::ed::{self, Ed};
use kibitz_games::euclid::{self, Euclid};
use kibitz_games::marbles::{self, Marbles};
use kibitz_games::nim::{self, Nim};
use kibitz_games::nine::Nine;
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::{self, Piles};
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

use crate::SetOut;
use crate::contest::judge::ContestSolver;
use crate::erased::{AnyGame, Opened};

/// A built-in game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its description.
    pub info: &'static Info<'static>,
    /// The sizes of generated contest cases; `None` without a generator.
    pub sizes: Option<&'static [Size<'static>]>,
    /// Parameters of an instance that is solved in well under a second: empty
    /// if the default is, `None` if no such instance is known.
    pub quick: Option<&'static [(&'static str, &'static str)]>,
    open: fn(&Settings) -> Result<Arc<dyn AnyGame>, SettingError>,
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
                let solver = Arc::new(RetrogradeSolver);
                Ok(Arc::new(Opened::new(game, SetOut::default(), solver)))
            },
            random_parameter: |_, _| Ok(None),
        }
    };
}

/// Every built-in game with its solver.
pub static CATALOGUE: &[Entry] = &[
    contest::<Numbers, HandPairSolver>(&[]),
    contest::<Boxes, SumSolver<Boxes>>(boxes::SIZES),
    contest::<Marbles, PlacementSolver>(marbles::SIZES),
    contest::<Nine, DfsSolver>(&[]),
    contest::<Piles, SumSolver<Piles>>(piles::SIZES),
    contest::<Nim, SumSolver<Nim>>(nim::SIZES),
    contest::<Euclid, SumSolver<Euclid>>(euclid::SIZES),
    contest::<Calendar, GrundySweepSolver>(calendar::SIZES),
    contest::<Ed, SumSolver<Ed>>(ed::SIZES),
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
        open: |settings| {
            Ok(Arc::new(Opened::<G>::with(
                settings,
                Arc::new(S::default()),
            )?))
        },
        random_parameter: G::random_parameter,
    }
}

/// A game that also has a contest and a case generator, with the sizes of its cases.
const fn contest<G, S>(sizes: &'static [Size<'static>]) -> Entry
where
    G: CatalogueGame + ContestSolver + 'static,
    for<'a> G::Format<'a>: CaseGenerator,
    S: Solver<G> + Default + 'static,
{
    Entry {
        sizes: Some(sizes),
        open: |settings| {
            let opened = Opened::<G>::with(settings, Arc::new(S::default()))?;
            Ok(Arc::new(opened.with_own_contest()))
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

    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let aliases = self.info.aliases.iter().copied();
        std::iter::once(self.info.name).chain(aliases)
    }

    /// The game with some parameters set.
    ///
    /// # Errors
    /// Returns an error if a parameter is unknown or its value is invalid.
    pub fn game<'a>(
        &self,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Arc<dyn AnyGame>, SettingError> {
        (self.open)(&Settings::new(self.info, set)?)
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
    ) -> Result<Option<(&'static str, String)>, SettingError> {
        let mut random = fastrand::Rng::with_seed(seed);
        let settings = Settings::new(self.info, set.clone())?;
        let chosen = (self.random_parameter)(&settings, &mut |n| random.u64(..n.max(1)))?;
        Ok(chosen.filter(|(name, _)| !set.into_iter().any(|(given, _)| given == *name)))
    }
}
