//! Cache of open games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::Settings;
use kibitz_query::{GameSource, QueryError, Session, TableFile};

use crate::api_error::ApiError;
use crate::recent::Recent;
use crate::rule_files::is_rule_name;

/// Capacity of the cache, in weight units.
const MAX: u64 = 64;
/// Weight of a rule file: the memory of its own tables is not accounted for in
/// the budget.
const RULE_FILE_WEIGHT: u64 = 8;
/// An unused game is closed after this time.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// A game and its parameters, not necessarily open.
#[derive(Clone, Debug)]
pub(crate) struct SelectedGame {
    pub(crate) source: GameSource,
    /// Its name in the API.
    pub(crate) name: Arc<str>,
    pub(crate) set: Vec<(String, String)>,
    /// Cache key: the name and the value of every parameter; for a rule file,
    /// of those that are set.
    key: Arc<str>,
}

impl SelectedGame {
    pub(crate) fn new(
        source: GameSource,
        name: &str,
        set: Vec<(String, String)>,
    ) -> Result<SelectedGame, ApiError> {
        let (name, values): (&str, Vec<String>) = match &source {
            GameSource::BuiltIn(entry) => {
                let settings = Settings::new(entry.info, pairs(&set)).map_err(QueryError::from)?;
                let values = settings.iter().map(|(_, value)| value.to_owned());
                (entry.info.name, values.collect())
            }
            // Quoted, because they have not been validated yet.
            GameSource::File(_) => (name, set.iter().map(|pair| format!("{pair:?}")).collect()),
        };
        let mut key = name.to_owned();
        for value in values {
            key.push('\0');
            key.push_str(&value);
        }
        Ok(SelectedGame {
            name: name.into(),
            source,
            set,
            key: key.into(),
        })
    }

    /// Opens the game.
    pub(crate) fn open(&self) -> Result<Session, QueryError> {
        self.source.open(pairs(&self.set))
    }
}

/// Parameters as string slices.
pub(crate) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> + Clone {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

/// A slot for a game, opened on first use. The lock is held while it is opened,
/// not while it is queried: requests to one game run concurrently and share
/// what they solve.
pub(crate) struct SessionSlot {
    selected: SelectedGame,
    tables: Arc<[Arc<TableFile>]>,
    game: Mutex<Option<Arc<Session>>>,
}

impl SessionSlot {
    fn game(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, opened if necessary. Blocks.
    pub(crate) fn open(&self) -> Result<Arc<Session>, QueryError> {
        let mut slot = self.game();
        if let Some(game) = &*slot {
            return Ok(Arc::clone(game));
        }
        let game = self.selected.open()?;
        let game = Arc::new(game.with_fitting_table(&self.tables));
        Ok(Arc::clone(slot.insert(game)))
    }

    /// Closes the game if no request is using it.
    fn close_if_idle(&self) {
        if let Ok(mut slot) = self.game.try_lock()
            && slot
                .as_ref()
                .is_some_and(|game| Arc::strong_count(game) == 1)
        {
            *slot = None;
        }
    }
}

/// The open games, most recently used.
pub(crate) struct Sessions {
    recent: Recent<Arc<SessionSlot>>,
    tables: Arc<[Arc<TableFile>]>,
}

impl Sessions {
    /// No open games. Those that have a table take their values from it.
    pub(crate) fn new(tables: &[Arc<TableFile>]) -> Sessions {
        Sessions {
            recent: Recent::new(MAX, IDLE),
            tables: tables.into(),
        }
    }

    /// The slot of a game.
    pub(crate) fn slot(&self, selected: &SelectedGame) -> Arc<SessionSlot> {
        let weight = if is_rule_name(&selected.key) {
            RULE_FILE_WEIGHT
        } else {
            1
        };
        self.recent.get_or_insert(&selected.key, weight, || {
            Arc::new(SessionSlot {
                selected: selected.clone(),
                tables: Arc::clone(&self.tables),
                game: Mutex::new(None),
            })
        })
    }

    /// Closes the games that no request is using, to free their memory.
    pub(crate) fn close_idle(&self) {
        for slot in self.recent.values() {
            slot.close_if_idle();
        }
    }
}
