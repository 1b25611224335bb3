//! Error responses as JSON.

use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kibitz_game::contest::{BadInput, InputError};
use kibitz_game::{SettingError, StopReason, TextError};
use kibitz_query::{ContestError, QueryError, did_you_mean};
use kibitz_rules::fault::Limit;
use serde::Serialize;
use utoipa::ToSchema;

/// An error response.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// Boxed to keep `Result`s small.
    pub(crate) body: Box<ErrorOut>,
}

/// The body of every error response.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// The error.
    pub(crate) error: ErrorOut,
}

/// An error.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorOut {
    /// Machine-readable kind of error.
    pub(crate) kind: &'static str,
    /// The message, in one line.
    pub(crate) message: String,
    /// Advice.
    pub(crate) help: Option<String>,
    /// The characters of `text` at fault, as a half-open range.
    pub(crate) at: Option<[usize; 2]>,
    /// The text at fault: the position, the value of a parameter, a line of the
    /// input.
    pub(crate) text: Option<String>,
    /// The line of contest input or of a rule file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// The column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    /// A diagnostic or fault of a rule file as the command line prints it, with
    /// the source line and a caret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rendered: Option<String>,
    /// The answers to the contest cases before the invalid one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answers: Option<String>,
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
    ) -> ApiError {
        ApiError {
            status,
            body: Box::new(ErrorOut {
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

    pub(crate) fn help(mut self, help: impl Into<String>) -> ApiError {
        self.body.help = Some(help.into());
        self
    }

    /// The query string or body is invalid.
    pub(crate) fn query(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "query", message)
    }

    /// Too many concurrent requests.
    pub(crate) fn busy(message: &str) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).help("retry in a moment")
    }

    /// An internal error.
    pub(crate) fn failed(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// Marks a range of bytes of a text.
    fn at(mut self, text: &str, bytes: Range<usize>) -> ApiError {
        let before = |end: usize| text.get(..end).map_or(0, |head| head.chars().count());
        self.body.at = Some([before(bytes.start), before(bytes.end)]);
        self.body.text = Some(text.to_owned());
        self
    }

    fn text(status: StatusCode, kind: &'static str, text: &str, problem: &TextError) -> ApiError {
        let mut error = ApiError::new(status, kind, problem.message.clone());
        error.body.help.clone_from(&problem.help);
        error.at(text, problem.at.clone())
    }

    /// The body of the response.
    pub(crate) fn out(self) -> ErrorResponse {
        ErrorResponse { error: *self.body }
    }
}

impl From<&QueryError> for ApiError {
    fn from(problem: &QueryError) -> ApiError {
        let message = problem.to_string();
        let wrong = |kind| ApiError::new(StatusCode::BAD_REQUEST, kind, message.clone());
        let missing = |kind| ApiError::new(StatusCode::NOT_FOUND, kind, message.clone());
        match problem {
            QueryError::NoSuchGame { near, .. } => {
                let advice = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "/api/v1/games lists the games".to_owned(),
                };
                missing("no_such_game").help(advice)
            }
            QueryError::Unreadable { .. } | QueryError::NotText { .. } => wrong("rules"),
            QueryError::Rules(failure) => rules_error(failure),
            QueryError::Setting(problem) => setting(problem),
            QueryError::Position { text, problem } => {
                ApiError::text(StatusCode::BAD_REQUEST, "position", text, problem)
            }
            QueryError::Argument { text, problem, .. } => {
                ApiError::text(StatusCode::BAD_REQUEST, "query", text, problem)
            }
            QueryError::NoContest(_) => missing("no_contest"),
            QueryError::NoMap(_) => missing("no_map"),
            QueryError::NoTable(_) => missing("no_table"),
            QueryError::NoPuzzle { .. } => missing("no_puzzle"),
            QueryError::Contest(ContestError::Input(InputError::Bad(bad))) => bad_input(bad),
            QueryError::Contest(ContestError::Input(_) | ContestError::NoSuchCase { .. }) => {
                wrong("input")
            }
            QueryError::Stop(stop) => stopped(stop),
            QueryError::NoMoves
            | QueryError::NoGenerator(_)
            | QueryError::Contest(ContestError::Size(_))
            | QueryError::Guess(_)
            | QueryError::Holes { .. }
            | QueryError::WholeTable { .. } => wrong("query"),
            QueryError::Solve(kibitz_solve::SolveError::Missing { .. }) => {
                ApiError::failed(message)
            }
            // The request is valid but too large.
            QueryError::Solve(_) | QueryError::Unavailable { .. } => {
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "failed", message)
            }
            QueryError::Contest(_)
            | QueryError::Output(_)
            | QueryError::Table(_)
            | QueryError::TableNotWritten(_)
            | QueryError::OtherTable { .. }
            | QueryError::NoUnmoves(_)
            | QueryError::NotChecked(_) => ApiError::failed(message),
        }
    }
}

impl From<QueryError> for ApiError {
    fn from(problem: QueryError) -> ApiError {
        ApiError::from(&problem)
    }
}

/// A diagnostic of a rule file, or a fault while it ran.
fn rules_error(failure: &kibitz_rules::Failure) -> ApiError {
    let mut diagnostic = failure.what().clone();
    if let (Some(help), Some(limit)) = (&mut diagnostic.help, failure.limit()) {
        *help += match limit {
            Limit::Fuel(_) => ": `kibitz serve --fuel`",
            Limit::Depth(_) => ": `--recursion-limit` on the command line",
        };
    }
    let mut error = ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "rules",
        diagnostic.message.clone(),
    );
    let rendered = diagnostic.render(failure.source());
    error.body.rendered = Some(format!("error: {rendered}"));
    error.body.help = diagnostic.help;
    if let Some(span) = diagnostic.span {
        let place = failure.source().place(span.start);
        error.body.line = Some(place.line as u64);
        error.body.column = Some(place.column as u64);
    }
    error
}

/// Work that ended early.
pub(crate) fn stopped(stop: &StopReason) -> ApiError {
    let unavailable = |kind, message: &str| {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, kind, message.to_owned())
    };
    match stop {
        StopReason::Cancelled => unavailable("time", "cancelled"),
        StopReason::OutOfTime(limit) => {
            let message = format!("time limit of {limit:?} reached");
            unavailable("time", &message).help("start a job, or raise `kibitz serve --time`")
        }
        StopReason::OutOfMemory { .. } => {
            unavailable("memory", &stop.to_string()).help("raise `kibitz serve --memory`")
        }
        StopReason::Refused { .. } => unavailable("memory", &stop.to_string())
            .help("the server's machine has less free memory than `--memory` allows"),
    }
}

fn setting(problem: &SettingError) -> ApiError {
    let error = ApiError::new(StatusCode::BAD_REQUEST, "setting", problem.to_string());
    match problem {
        SettingError::Unknown { name, known } => {
            let advice = match did_you_mean(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "the game has no parameters".to_owned(),
                None => format!("the parameters are {}", known.join(", ")),
            };
            error.help(advice)
        }
        SettingError::Twice(_) => error,
        SettingError::Value { value, problem, .. } => {
            let mut error = error.at(value, problem.at.clone());
            error.body.help.clone_from(&problem.help);
            error
        }
    }
}

fn bad_input(bad: &BadInput) -> ApiError {
    let message = format!("expected {}, found {}", bad.expected, bad.found);
    let mut error = ApiError::new(StatusCode::BAD_REQUEST, "input", message);
    error.body.help = bad.case.map(|case| format!("in case {case}"));
    error.body.at = Some([bad.caret, bad.caret + bad.width]);
    error.body.text = Some(bad.excerpt.clone());
    error.body.line = Some(bad.line);
    error.body.column = Some(bad.column);
    error
}

impl IntoResponse for ApiError {
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
