//! Why a question has no answer.

use std::io;

use kibitz_game::contest::{InputError, SizeError};
use kibitz_game::{SettingError, Stop, TextError};
use kibitz_rules::Failure;
use kibitz_solve::SolveError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// No game of this name.
    #[error("no game `{name}`")]
    NoSuchGame {
        /// The name as it was given.
        name: String,
        /// A name that looks like it.
        near: Option<&'static str>,
    },
    /// A rule file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A rule file is no text.
    #[error("{path} is no text in UTF-8: see line {line}")]
    NotText {
        /// The file.
        path: String,
        /// The line with the first byte that is none.
        line: usize,
    },
    /// A rule file has a mistake, or failed while it ran.
    #[error(transparent)]
    Rules(Failure),
    /// A parameter is unknown or its value does not fit.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The position is none.
    #[error("{problem}")]
    Position {
        /// The position as it was given.
        text: String,
        /// What is wrong with it.
        problem: TextError,
    },
    /// A move was asked for, and the game is over.
    #[error("the game is over: there are no moves")]
    NoMoves,
    /// Something on the command line is wrong at a certain place.
    #[error("{problem}")]
    Argument {
        /// What it is the value of.
        flag: String,
        /// The value as it was given.
        text: String,
        /// What is wrong with it.
        problem: TextError,
    },
    /// Something was asked for that is told of no position.
    #[error("no position of {game} that was asked about has {}", phrase(what))]
    NotTold {
        /// The game.
        game: String,
        /// `plies`, `grundy` or `score`.
        what: &'static str,
        /// Why, where that is known.
        notes: Vec<String>,
    },
    /// There is no puzzle as it was wished for.
    #[error("{game} has no such puzzle: {reason}")]
    NoPuzzle {
        /// The game.
        game: String,
        /// Why not.
        reason: String,
    },
    /// The game has no contest format.
    #[error("{0} has no contest format")]
    NoContest(String),
    /// The game has no map.
    #[error("{0} has no map with these parameters")]
    NoMap(String),
    /// Nobody has said how to make up cases of the game.
    #[error("cases of {0} cannot be made up")]
    NoGenerator(String),
    /// Cases cannot have this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A contestant's program cannot be run.
    #[error("{what}: {error}")]
    Program {
        /// What was tried.
        what: String,
        /// What the system says.
        error: io::Error,
    },
    /// Contest input is wrong or cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// There are fewer cases than asked for.
    #[error("case {wanted} was asked for, and the input has {there}")]
    NoSuchCase {
        /// The case that was asked for.
        wanted: u64,
        /// How many there are.
        there: u64,
    },
    /// Answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(#[source] io::Error),
    /// A budget is used up, or somebody stopped the work.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The game could not be solved for another reason.
    #[error(transparent)]
    Solve(SolveError),
}

impl From<Failure> for QueryError {
    /// Where the rules were stopped, nothing is wrong with them.
    fn from(failure: Failure) -> QueryError {
        match failure.stop() {
            Some(stop) => QueryError::Stop(stop.clone()),
            None => QueryError::Rules(failure),
        }
    }
}

impl From<SolveError> for QueryError {
    fn from(error: SolveError) -> QueryError {
        match error {
            SolveError::Stop(stop) => QueryError::Stop(stop),
            SolveError::Fault { position, fault } => match fault.get::<Failure>() {
                Some(failure) => failure.clone().into(),
                None => QueryError::Solve(SolveError::Fault { position, fault }),
            },
            other => QueryError::Solve(other),
        }
    }
}

/// A quantity as a sentence names it.
fn phrase(what: &str) -> &str {
    match what {
        "grundy" => "a Grundy value",
        "score" => "a score",
        other => other,
    }
}

/// The word among `known` that looks most like `word`, if any does.
///
/// ```
/// assert_eq!(kibitz_query::did_you_mean("marbels", ["marbles", "boxes"]), Some("marbles"));
/// assert_eq!(kibitz_query::did_you_mean("nmi", ["nim", "nine"]), Some("nim"));
/// assert_eq!(kibitz_query::did_you_mean("chess", ["marbles", "boxes"]), None);
/// ```
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let alike = known
        .into_iter()
        .map(|candidate| (likeness(&word, &candidate.to_lowercase()), candidate));
    let best = alike.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}

/// Words that are at least so much alike may be meant for each other.
const ALIKE: f64 = 0.8;

/// How much two words are alike, from 0 to 1. In short words two letters that
/// changed places count for much in Jaro's measure, so one slip of a finger is
/// enough whatever it says.
fn likeness(word: &str, candidate: &str) -> f64 {
    const SHORTEST: usize = 3;
    let alike = strsim::jaro_winkler(word, candidate);
    let is_slip = word.chars().count() >= SHORTEST && strsim::osa_distance(word, candidate) == 1;
    if is_slip { alike.max(ALIKE) } else { alike }
}
