//! Why there is no answer, as JSON.

use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kibitz_game::contest::{BadInput, InputError};
use kibitz_game::{SettingError, Stop, TextError};
use kibitz_query::{QueryError, did_you_mean};
use kibitz_rules::fault::Limit;
use serde::Serialize;
use utoipa::ToSchema;

/// A request that is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    /// In a box, for results are passed around more often than refusals.
    pub(crate) error: Box<ErrorOut>,
}

/// The body of every answer that is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RefusalOut {
    /// What is wrong.
    pub(crate) error: ErrorOut,
}

/// What is wrong with a request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorOut {
    /// What sort of mistake it is.
    pub(crate) kind: &'static str,
    /// What is wrong, in one line.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
    /// The characters of `text` at fault: the first, and the first after them.
    pub(crate) at: Option<[usize; 2]>,
    /// What was wrong: the position, the value of a parameter, a line of the
    /// input.
    pub(crate) text: Option<String>,
    /// The line of contest input or of a rule file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// The column there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    /// A mistake in a rule file as the command line shows it, with the source
    /// line and a caret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rendered: Option<String>,
    /// The answers before the bad case of contest input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answers: Option<String>,
}

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
    ) -> Refusal {
        Refusal {
            status,
            error: Box::new(ErrorOut {
                kind,
                message: message.into(),
                help: None,
                at: None,
                text: None,
                line: None,
                column: None,
                rendered: None,
                answers: None,
            }),
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Refusal {
        self.error.help = Some(help.into());
        self
    }

    /// The query string makes no sense.
    pub(crate) fn query(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, "query", message)
    }

    /// Too much is asked at the same time.
    pub(crate) fn busy(message: &str) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).help("ask again in a moment")
    }

    /// A mistake in the server itself.
    pub(crate) fn failed(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// Points at some bytes of a text.
    fn at(mut self, text: &str, bytes: Range<usize>) -> Refusal {
        let before = |end: usize| text.get(..end).map_or(0, |head| head.chars().count());
        self.error.at = Some([before(bytes.start), before(bytes.end)]);
        self.error.text = Some(text.to_owned());
        self
    }

    fn text(status: StatusCode, kind: &'static str, text: &str, problem: &TextError) -> Refusal {
        let mut refusal = Refusal::new(status, kind, problem.message.clone());
        refusal.error.help.clone_from(&problem.help);
        refusal.at(text, problem.at.clone())
    }

    /// The answer as it is sent.
    pub(crate) fn out(self) -> RefusalOut {
        RefusalOut { error: *self.error }
    }
}

impl From<&QueryError> for Refusal {
    fn from(problem: &QueryError) -> Refusal {
        let message = problem.to_string();
        let wrong = |kind| Refusal::new(StatusCode::BAD_REQUEST, kind, message.clone());
        let missing = |kind| Refusal::new(StatusCode::NOT_FOUND, kind, message.clone());
        match problem {
            QueryError::NoSuchGame { near, .. } => {
                let advice = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "/api/v1/games lists the games".to_owned(),
                };
                missing("no_such_game").help(advice)
            }
            QueryError::Unreadable { .. } | QueryError::NotText { .. } => wrong("rules"),
            QueryError::Rules(failure) => wrong_rules(failure),
            QueryError::Setting(problem) => setting(problem),
            QueryError::Position { text, problem } => {
                Refusal::text(StatusCode::BAD_REQUEST, "position", text, problem)
            }
            QueryError::Argument { text, problem, .. } => {
                Refusal::text(StatusCode::BAD_REQUEST, "query", text, problem)
            }
            QueryError::NoContest(_) => missing("no_contest"),
            QueryError::NoMap(_) => missing("no_map"),
            QueryError::NoPuzzle { .. } => missing("no_puzzle"),
            QueryError::Input(InputError::Bad(bad)) => bad_input(bad),
            QueryError::Input(InputError::Stop(stop)) | QueryError::Stop(stop) => stopped(stop),
            QueryError::Input(InputError::Io { .. }) | QueryError::NoSuchCase { .. } => {
                wrong("input")
            }
            QueryError::NoMoves | QueryError::NoGenerator(_) | QueryError::Size(_) => {
                wrong("query")
            }
            QueryError::Solve(kibitz_solve::SolveError::Missing { .. }) => Refusal::failed(message),
            // Nothing is wrong with the question but its size.
            QueryError::Solve(_) | QueryError::NotTold { .. } => {
                Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "failed", message)
            }
            QueryError::Program { .. } | QueryError::Output(_) => Refusal::failed(message),
        }
    }
}

impl From<QueryError> for Refusal {
    fn from(problem: QueryError) -> Refusal {
        Refusal::from(&problem)
    }
}

/// A mistake in a rule file, or one that it made while it ran.
fn wrong_rules(failure: &kibitz_rules::Failure) -> Refusal {
    let mut mistake = failure.what().clone();
    if let (Some(help), Some(limit)) = (&mut mistake.help, failure.limit()) {
        *help += match limit {
            Limit::Fuel(_) => ": `kibitz serve --fuel`",
            Limit::Depth(_) => " on the command line: --depth",
        };
    }
    let mut refusal = Refusal::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "rules",
        mistake.message.clone(),
    );
    let rendered = mistake.render(failure.source());
    refusal.error.rendered = Some(format!("error: {rendered}"));
    refusal.error.help = mistake.help;
    if let Some(span) = mistake.span {
        let place = failure.source().place(span.start);
        refusal.error.line = Some(place.line as u64);
        refusal.error.column = Some(place.column as u64);
    }
    refusal
}

/// Work that ended before it was done.
pub(crate) fn stopped(stop: &Stop) -> Refusal {
    let refuse = |kind, message: &str| {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, kind, message.to_owned())
    };
    match stop {
        Stop::Cancelled => refuse("time", "stopped on request"),
        Stop::OutOfTime(limit) => {
            let message = format!("not answered within {limit:?}, the time limit");
            refuse("time", &message).help("a job may take longer; so may `kibitz serve --time`")
        }
        Stop::OutOfMemory { .. } => refuse("memory", &stop.to_string())
            .help("`kibitz serve --memory` allows more, where the machine has it"),
        Stop::Refused { .. } => refuse("memory", &stop.to_string())
            .help("the machine of the server has less memory than `--memory` allows"),
    }
}

fn setting(problem: &SettingError) -> Refusal {
    let refusal = Refusal::new(StatusCode::BAD_REQUEST, "setting", problem.to_string());
    match problem {
        SettingError::Unknown { name, known } => {
            let advice = match did_you_mean(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "the game has no parameters".to_owned(),
                None => format!("the parameters are {}", known.join(", ")),
            };
            refusal.help(advice)
        }
        SettingError::Twice(_) => refusal,
        SettingError::Value { value, problem, .. } => {
            let mut refusal = refusal.at(value, problem.at.clone());
            refusal.error.help.clone_from(&problem.help);
            refusal
        }
    }
}

fn bad_input(bad: &BadInput) -> Refusal {
    let message = format!("expected {}, found {}", bad.expected, bad.found);
    let mut refusal = Refusal::new(StatusCode::BAD_REQUEST, "input", message);
    refusal.error.help = bad.case.map(|case| format!("in case {case}"));
    refusal.error.at = Some([bad.caret, bad.caret + bad.width]);
    refusal.error.text = Some(bad.excerpt.clone());
    refusal.error.line = Some(bad.line);
    refusal.error.column = Some(bad.column);
    refusal
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        let body = serde_json::to_vec(&self.out()).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
