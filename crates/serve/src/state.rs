//! What all requests share, and how a game is asked.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use kibitz_game::{Bytes, Stop, Watch};
use kibitz_query::{QueryError, Session};

use crate::answers::Answers;
use crate::host::Hosts;
use crate::jobs::Jobs;
use crate::options::Options;
use crate::refusal::Refusal;
use crate::rule_files::RuleFiles;
use crate::sessions::{Chosen, Sessions};
use crate::streams::Streams;
use crate::work::{self, Lane, Work};

/// Contest inputs that are judged at a time: a judge mostly waits for input.
const JUDGES: usize = 8;
/// Questions beside those that have all other threads, if they are short.
const SHORT_QUESTIONS: usize = 2;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) hosts: Hosts,
    pub(crate) answers: Answers,
    pub(crate) sessions: Sessions,
    pub(crate) rules: RuleFiles,
    pub(crate) jobs: Jobs,
    pub(crate) judges: Work,
    questions: Work,
    /// The memory of everything.
    watch: Watch,
    question_time: Duration,
    pub(crate) judge_time: Duration,
    pub(crate) input_time: Duration,
    pub(crate) patience: Duration,
    pub(crate) streams: Arc<Streams>,
}

impl Shared {
    pub(crate) fn new(options: &Options) -> Shared {
        Shared {
            hosts: Hosts::new(options.address, &options.hosts),
            answers: Answers::new(),
            sessions: Sessions::new(),
            rules: RuleFiles::new(options),
            jobs: Jobs::new(options.job_time),
            judges: Work::new(JUDGES, 0),
            questions: Work::new(options.watch.thread_count().max(2), SHORT_QUESTIONS),
            watch: options.watch.clone(),
            question_time: options.question_time,
            judge_time: options.judge_time,
            input_time: options.input_time,
            patience: options.patience,
            streams: Arc::new(Streams::new(options.event_streams)),
        }
    }

    /// A watch over work that may take so long.
    pub(crate) fn watch(&self, time: Duration) -> Watch {
        self.watch.beside().time(time)
    }

    /// The game that a request names, with the parameters that it sets.
    pub(crate) async fn choose(
        &self,
        name: &str,
        set: Vec<(String, String)>,
    ) -> Result<Chosen, Refusal> {
        Chosen::new(self.rules.find(name).await?, name, set)
    }

    /// Asks a game something.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        chosen: &Chosen,
        question: impl Fn(&Session, &Watch) -> Result<T, QueryError> + Send + Sync + 'static,
    ) -> Result<T, Refusal> {
        let question = Arc::new(question);
        for lane in Lane::IN_TURN {
            let watch = self.watch(self.question_time);
            let ask_once = || async {
                let permit = self.questions.permit(self.question_time, lane).await?;
                let place = self.sessions.place(chosen).await;
                let question = Arc::clone(&question);
                let ask = move |watch: &Watch| question(&*place.open()?, watch);
                let mut running = permit.start(watch.afresh(), ask);
                let done = running.done_on_its_lane().await?;
                Ok(done.unwrap_or(Err(QueryError::Stop(Stop::Cancelled))))
            };
            match self.in_room(&watch, ask_once).await? {
                // It was too long for this lane.
                Err(QueryError::Stop(Stop::Cancelled)) => {}
                done => return Ok(done?),
            }
        }
        Err(work::busy())
    }

    /// Opens a game, and closes it again when it has been looked at.
    pub(crate) async fn glance<T: Send + 'static>(
        &self,
        chosen: &Chosen,
        look: impl Fn(&Session) -> T + Copy + Send + 'static,
    ) -> Result<T, Refusal> {
        for lane in Lane::IN_TURN {
            let permit = self.questions.permit(self.question_time, lane).await?;
            let watch = self.watch(self.question_time);
            let chosen = chosen.clone();
            let open = move |_: &Watch| chosen.open().map(|game| look(&game));
            let mut running = permit.start(watch, open);
            if let Some(seen) = running.done_on_its_lane().await? {
                return Ok(seen?);
            }
        }
        Err(work::busy())
    }

    /// Does some work; where it lacked memory, closes the games that nobody
    /// asks and does it again. Work may succeed without the memory it wanted,
    /// and tell less: what it tells then must not depend on what others ask.
    /// `watch` is the one that the work claims its memory from.
    pub(crate) async fn in_room<T, W>(
        &self,
        watch: &Watch,
        work: impl Fn() -> W,
    ) -> Result<Result<T, QueryError>, Refusal>
    where
        W: Future<Output = Result<Result<T, QueryError>, Refusal>>,
    {
        let done = work().await?;
        let was_refused = watch.refusals() > 0;
        let is_worth_it = match &done {
            // With or without others, this work takes more than there is.
            Err(QueryError::Stop(Stop::OutOfMemory { short, .. })) if was_refused => {
                short.others > 0
            }
            // Refused to what a game claimed for an earlier question.
            Err(QueryError::Stop(Stop::OutOfMemory { short, .. })) => short.asked <= short.budget,
            Err(QueryError::Stop(Stop::Refused { .. })) => true,
            Err(QueryError::Stop(Stop::Cancelled)) => false,
            _ => was_refused,
        };
        if !is_worth_it {
            return Ok(done);
        }
        drop(done);
        self.sessions.close_idle();
        let others = self.watch.memory_taken();
        let before = watch.refusals();
        let done = work().await?;
        match done {
            Ok(_) if watch.refusals() != before && others > 0 => Err(self.crowded(others)),
            done => Ok(done),
        }
    }

    /// A question was answered, but less well than without the others.
    fn crowded(&self, others: u64) -> Refusal {
        let message = format!(
            "this question needs more memory: other questions have {} of {}, the memory budget",
            Bytes(others),
            Bytes(self.watch.memory_budget())
        );
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "memory", message)
            .help("ask again in a moment; `kibitz serve --memory` allows more")
    }
}
