//! What all requests share.

use std::sync::Arc;
use std::time::Duration;

use kibitz_game::Watch;
use kibitz_query::{QueryError, Session};

use crate::answers::Answers;
use crate::host::Hosts;
use crate::options::Options;
use crate::refusal::Refusal;
use crate::sessions::{Chosen, Sessions};
use crate::work::Work;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) hosts: Hosts,
    pub(crate) answers: Answers,
    pub(crate) sessions: Sessions,
    pub(crate) work: Work,
    pub(crate) judges: Work,
    pub(crate) question_time: Duration,
    pub(crate) judge_time: Duration,
    pub(crate) patience: Duration,
}

/// Contest inputs that are judged at a time: a judge mostly waits for input.
const JUDGES: usize = 8;
/// How long a judge may take, the client's sending included.
const JUDGE_TIME: Duration = Duration::from_secs(120);

impl Shared {
    pub(crate) fn new(options: &Options) -> Shared {
        Shared {
            hosts: Hosts::new(options.address, &options.hosts),
            answers: Answers::new(),
            sessions: Sessions::new(),
            work: Work::new(options.watch.clone(), options.watch.thread_count().max(2)),
            judges: Work::new(options.watch.clone(), JUDGES),
            question_time: options.question_time,
            judge_time: JUDGE_TIME.max(options.question_time),
            patience: options.patience,
        }
    }

    /// Asks a game something, when its turn has come.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        chosen: &Chosen,
        question: impl FnOnce(&dyn Session, &Watch) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let opened = self.sessions.open(chosen).await?;
        let turn = Arc::clone(&opened.turn).lock_owned();
        let turn = tokio::time::timeout(self.question_time, turn).await;
        let turn = turn.map_err(|_| Refusal::busy())?;
        let answer = self.work.run(self.question_time, move |watch| {
            let _turn = turn;
            question(&*opened.session, watch)
        });
        Ok(answer.await??)
    }
}
