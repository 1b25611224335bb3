//! Games that are open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::Settings;
use kibitz_query::{Choice, QueryError, Session};
use moka::future::Cache;

use crate::refusal::Refusal;
use crate::rule_files::is_rule_name;

/// Games that are kept open.
const MOST: u64 = 64;
/// How many others a rule file counts for: what its own tables take is in no
/// budget.
const RULES: u32 = 8;
/// A game that nobody asks about is closed after this time.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// A game with its parameters, which need not be open yet.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) choice: Choice,
    /// What it is called here.
    pub(crate) name: Arc<str>,
    pub(crate) set: Vec<(String, String)>,
    /// The name and the value of every parameter; of a rule file, of those that
    /// are set.
    key: Arc<str>,
}

impl Chosen {
    pub(crate) fn new(
        choice: Choice,
        name: &str,
        set: Vec<(String, String)>,
    ) -> Result<Chosen, Refusal> {
        let (name, values): (&str, Vec<String>) = match &choice {
            Choice::Listed(entry) => {
                let settings = Settings::new(entry.info, pairs(&set)).map_err(QueryError::from)?;
                let values = settings.iter().map(|(_, value)| value.to_owned());
                (entry.info.name, values.collect())
            }
            // Quoted: nobody has checked them yet.
            Choice::File(_) => (name, set.iter().map(|pair| format!("{pair:?}")).collect()),
        };
        let mut key = name.to_owned();
        for value in values {
            key.push('\0');
            key.push_str(&value);
        }
        Ok(Chosen {
            name: name.into(),
            choice,
            set,
            key: key.into(),
        })
    }

    /// The game, opened anew.
    pub(crate) fn open(&self) -> Result<Session, QueryError> {
        self.choice.open(pairs(&self.set))
    }
}

/// Parameters as games want them.
pub(crate) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> + Clone {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

/// A place for a game, which is opened when it is first needed. The lock is held
/// while it is opened, not while it is asked: questions to one game run side by
/// side, and share what they solve.
pub(crate) struct Place {
    chosen: Chosen,
    game: Mutex<Option<Arc<Session>>>,
}

impl Place {
    fn game(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game. Not for threads that must not wait.
    pub(crate) fn open(&self) -> Result<Arc<Session>, QueryError> {
        let mut place = self.game();
        if let Some(game) = &*place {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(self.chosen.open()?);
        Ok(Arc::clone(place.insert(game)))
    }

    /// Closes the game if no question to it is running.
    fn close_if_idle(&self) {
        if let Ok(mut place) = self.game.try_lock()
            && place
                .as_ref()
                .is_some_and(|game| Arc::strong_count(game) == 1)
        {
            *place = None;
        }
    }
}

/// The games that are open, the last ones that were asked about.
pub(crate) struct Sessions(Cache<Arc<str>, Arc<Place>>);

impl Sessions {
    pub(crate) fn new() -> Sessions {
        let weigh = |key: &Arc<str>, _: &Arc<Place>| if is_rule_name(key) { RULES } else { 1 };
        let places = Cache::builder().max_capacity(MOST).weigher(weigh);
        Sessions(places.time_to_idle(IDLE).build())
    }

    /// The place of a game.
    pub(crate) async fn place(&self, chosen: &Chosen) -> Arc<Place> {
        let place = async {
            Arc::new(Place {
                chosen: chosen.clone(),
                game: Mutex::new(None),
            })
        };
        self.0.get_with(Arc::clone(&chosen.key), place).await
    }

    /// Closes the games that nobody is asking: their memory is needed.
    pub(crate) fn close_idle(&self) {
        for (_, place) in &self.0 {
            place.close_if_idle();
        }
    }
}
