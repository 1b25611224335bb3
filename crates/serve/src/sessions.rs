//! Games that are open.

use std::sync::Arc;
use std::time::Duration;

use kibitz_game::Settings;
use kibitz_query::{Choice, QueryError, Session};
use moka::future::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

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
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, QueryError> {
        self.choice.open(pairs(&self.set))
    }
}

/// Parameters as games want them.
pub(crate) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> + Clone {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

/// A place for a game. Whoever asks it something holds the lock: a game
/// remembers what it has solved for the last question, so questions come one
/// after another.
type Place = Arc<Mutex<Option<Box<dyn Session>>>>;

/// Somebody's turn to ask a game, which is opened when it is first needed.
pub(crate) struct Turn {
    chosen: Chosen,
    place: OwnedMutexGuard<Option<Box<dyn Session>>>,
}

impl Turn {
    pub(crate) fn game(&mut self) -> Result<&dyn Session, QueryError> {
        let game = match self.place.take() {
            Some(game) => game,
            None => self.chosen.open()?,
        };
        Ok(&**self.place.insert(game))
    }
}

/// The games that are open, the last ones that were asked about.
pub(crate) struct Sessions(Cache<Arc<str>, Place>);

impl Sessions {
    pub(crate) fn new() -> Sessions {
        let weigh = |key: &Arc<str>, _: &Place| if is_rule_name(key) { RULES } else { 1 };
        let places = Cache::builder().max_capacity(MOST).weigher(weigh);
        Sessions(places.time_to_idle(IDLE).build())
    }

    /// Waits for one's turn to ask a game.
    pub(crate) async fn turn(&self, chosen: &Chosen) -> Turn {
        let key = Arc::clone(&chosen.key);
        let place = self.0.get_with(key, async { Place::default() }).await;
        Turn {
            chosen: chosen.clone(),
            place: place.lock_owned().await,
        }
    }

    /// Closes the games that nobody is asking: their memory is needed.
    pub(crate) fn close_idle(&self) {
        for (_, place) in &self.0 {
            if let Ok(mut game) = place.try_lock() {
                *game = None;
            }
        }
    }

    /// Keeps a game that has been solved elsewhere, if nobody is asking it.
    pub(crate) async fn keep(&self, chosen: &Chosen, game: Box<dyn Session>) {
        let key = Arc::clone(&chosen.key);
        let place = self.0.get_with(key, async { Place::default() }).await;
        if let Ok(mut place) = place.try_lock() {
            *place = Some(game);
        }
    }
}
