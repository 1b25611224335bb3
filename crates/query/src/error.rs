//! Errors of queries.

use std::io;

use kibitz_catalogue::ContestError;
use kibitz_game::contest::InputError;
use kibitz_game::{SettingError, StopReason, TextError};
use kibitz_rules::Failure;
use kibitz_solve::SolveError;
use kibitz_tablebase::TableError;

/// Errors of queries.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// No game of this name.
    #[error("no game `{name}`")]
    NoSuchGame {
        /// The name as given.
        name: String,
        /// A similar name.
        near: Option<&'static str>,
    },
    /// A rule file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's error.
        error: io::Error,
    },
    /// A rule file is not valid UTF-8.
    #[error("{path} is not valid UTF-8 (line {line})")]
    NotText {
        /// The file.
        path: String,
        /// The line with the first invalid byte.
        line: usize,
    },
    /// A diagnostic or a run-time fault of a rule file.
    #[error(transparent)]
    Rules(Failure),
    /// A parameter is unknown or its value is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The position is invalid.
    #[error("{problem}")]
    Position {
        /// The position as given.
        text: String,
        /// What is wrong with it.
        problem: TextError,
    },
    /// Several processes cannot solve the game together.
    #[error(
        "{0} cannot be solved by several processes: that needs moves that can be taken back \
         (numbers, quixo, teeko, chess endings), or a rule file without \
         sums"
    )]
    NoUnmoves(String),
    /// A move was requested, but the game is over.
    #[error("the game is over: no moves")]
    NoMoves,
    /// An argument of the command line is invalid at a certain place.
    #[error("{problem}")]
    Argument {
        /// The flag.
        flag: String,
        /// The value as given.
        text: String,
        /// What is wrong with it.
        problem: TextError,
    },
    /// A requested quantity is available for no position.
    #[error("none of the requested {game} positions has {}", phrase(what))]
    Unavailable {
        /// The game.
        game: String,
        /// `plies`, `grundy` or `score`.
        what: &'static str,
        /// The reasons, if known.
        notes: Vec<String>,
    },
    /// The game has no table files.
    #[error(
        "{0} has no table files with these parameters: its positions have no numbers; in misère \
         play the Grundy values of components do not determine those of sums; and the scores of \
         rule files are not stored"
    )]
    NoTable(String),
    /// A root was given for a table that has all positions.
    #[error("the table of {game} has all positions, not only those reachable from {root}")]
    WholeTable {
        /// The game.
        game: String,
        /// The position as given.
        root: String,
    },
    /// A table file cannot be read.
    #[error(transparent)]
    Table(TableError),
    /// A table file cannot be written.
    #[error("{0}")]
    TableNotWritten(String),
    /// A table file belongs to something else.
    #[error("{path} is not a table of this game: {what} {found}, expected {expected}")]
    OtherTable {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
        /// What the file has.
        found: String,
        /// What the game has.
        expected: String,
    },
    /// A table file could not be checked.
    #[error("cannot check the table: {0}")]
    NotChecked(String),
    /// A table without a law by its form.
    #[error(transparent)]
    Guess(kibitz_guess::TableError),
    /// A table whose law is sought has cells without a value.
    #[error(
        "{holes} of {cells} cells have no value, the first at {first}; a law needs a value in \
         every cell: choose ranges in which every position is valid, or leave the others out with \
         --skip-holes"
    )]
    Holes {
        /// The number of cells without a value.
        holes: usize,
        /// The number of cells.
        cells: usize,
        /// The first of them, as values of the axes.
        first: String,
    },
    /// There is no puzzle of the requested kind.
    #[error("{game} has no such puzzle: {reason}")]
    NoPuzzle {
        /// The game.
        game: String,
        /// The reason.
        reason: String,
    },
    /// The game has no contest format.
    #[error("{0} has no contest format")]
    NoContest(String),
    /// The game has no map.
    #[error("{0} has no map with these parameters")]
    NoMap(String),
    /// The game has no case generator.
    #[error("{0} has no case generator")]
    NoGenerator(String),
    /// Cases could not be judged, generated or compared.
    #[error(transparent)]
    Contest(ContestError),
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(#[source] io::Error),
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The game could not be solved for another reason.
    #[error(transparent)]
    Solve(SolveError),
}

impl From<Failure> for QueryError {
    /// A stopped run of the rules is not a failure of the rules.
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

impl From<ContestError> for QueryError {
    fn from(error: ContestError) -> QueryError {
        match error {
            ContestError::Output(error) => QueryError::Output(error),
            ContestError::Stop(stop) | ContestError::Input(InputError::Stop(stop)) => {
                QueryError::Stop(stop)
            }
            ContestError::Solve(error) => error.into(),
            other => QueryError::Contest(other),
        }
    }
}

/// A quantity with its article.
fn phrase(what: &str) -> &str {
    match what {
        "grundy" => "a Grundy value",
        "score" => "a score",
        other => other,
    }
}

/// The word of `known` most similar to `word`, if any is similar enough.
///
/// ```
/// assert_eq!(kibitz_query::did_you_mean("marbels", ["marbles", "boxes"]), Some("marbles"));
/// assert_eq!(kibitz_query::did_you_mean("nmi", ["nim", "nine"]), Some("nim"));
/// assert_eq!(kibitz_query::did_you_mean("chess", ["marbles", "boxes"]), None);
/// ```
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let candidates = known
        .into_iter()
        .map(|candidate| (similarity(&word, &candidate.to_lowercase()), candidate));
    let best = candidates.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= MIN_SIMILARITY).then_some(best.1)
}

/// Minimum similarity of a suggestion.
const MIN_SIMILARITY: f64 = 0.8;

/// Similarity of two words, from 0 to 1: Jaro–Winkler, raised to the threshold
/// for words at edit distance 1, because a transposition in a short word scores
/// low in Jaro's measure.
fn similarity(word: &str, candidate: &str) -> f64 {
    const MIN_LEN: usize = 3;
    let score = strsim::jaro_winkler(word, candidate);
    let is_typo = word.chars().count() >= MIN_LEN && strsim::osa_distance(word, candidate) == 1;
    if is_typo {
        score.max(MIN_SIMILARITY)
    } else {
        score
    }
}
