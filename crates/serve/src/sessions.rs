//! Games that are open.

use std::sync::Arc;
use std::time::Duration;

use kibitz_game::Settings;
use kibitz_query::{Entry, QueryError, Session};
use moka::future::Cache;
use tokio::sync::Mutex;

use crate::refusal::Refusal;

/// Games that are kept open.
const MOST: u64 = 64;
/// A game that nobody asks about is closed after this time.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// A game with its parameters, which need not be open yet.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) entry: &'static Entry,
    pub(crate) set: Vec<(String, String)>,
    /// The name and the value of every parameter.
    key: Arc<str>,
}

impl Chosen {
    pub(crate) fn new(name: &str, set: Vec<(String, String)>) -> Result<Chosen, Refusal> {
        let entry = kibitz_query::find(name)?;
        let settings = Settings::new(entry.info, pairs(&set)).map_err(QueryError::from)?;
        let mut key = entry.info.name.to_owned();
        for (_, value) in settings.iter() {
            key.push('\0');
            key.push_str(value);
        }
        Ok(Chosen {
            entry,
            set,
            key: key.into(),
        })
    }

    /// The game, opened anew.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, QueryError> {
        self.entry.open(pairs(&self.set))
    }
}

/// Parameters as games want them.
pub(crate) fn pairs(set: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> + Clone {
    set.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}

/// An open game.
pub(crate) struct Opened {
    pub(crate) session: Box<dyn Session>,
    /// Held by whoever asks: a game remembers what it has solved for the last
    /// question, so questions come one after another.
    pub(crate) turn: Arc<Mutex<()>>,
}

/// The games that are open, the last ones that were asked about.
pub(crate) struct Sessions(Cache<Arc<str>, Arc<Opened>>);

impl Sessions {
    pub(crate) fn new() -> Sessions {
        Sessions(
            Cache::builder()
                .max_capacity(MOST)
                .time_to_idle(IDLE)
                .build(),
        )
    }

    /// The game, opened unless it is.
    pub(crate) async fn open(&self, chosen: &Chosen) -> Result<Arc<Opened>, Refusal> {
        if let Some(opened) = self.0.get(&*chosen.key).await {
            return Ok(opened);
        }
        let wanted = chosen.clone();
        let open = async move {
            let opened = tokio::task::spawn_blocking(move || wanted.open()).await;
            let session = opened.map_err(|e| Refusal::failed(e.to_string()))??;
            Ok(Arc::new(Opened {
                session,
                turn: Arc::default(),
            }))
        };
        let opened = self.0.try_get_with_by_ref(&chosen.key, open).await;
        opened.map_err(|refusal: Arc<Refusal>| Refusal::clone(&refusal))
    }
}
