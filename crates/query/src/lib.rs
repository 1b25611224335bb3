//! Queries on solved games: analysis of one position, statistics and search
//! over many, contest judging, rule files and play.
//!
//! ```
//! use kibitz_game::RunContext;
//! use kibitz_query::{Limits, open};
//!
//! let game = open("numbers", [("cards", "2"), ("modulus", "5")]).unwrap();
//! let analysis = game.analyse("11/13", Limits::default(), &RunContext::new()).unwrap();
//! assert_eq!(analysis.game, "numbers");
//! assert_eq!(analysis.plies, analysis.moves[0].plies);
//! ```

mod ask;
mod catalogue;
mod error;
mod files;
mod many;
pub mod play;
mod session;
mod source;
mod tables;

pub use ask::analysis::{
    Analysis, GroupOut, LineOut, MoveOut, OutcomeOut, PliesOut, SideOut, StartOut, Stats,
    UndecidedOut, ValueOut,
};
pub use ask::{MoveError, Playthrough, PlaythroughStep, PositionInfo, Snapshot, StepOut};
pub use catalogue::{find, open, quick_games};
pub use error::{QueryError, did_you_mean};
pub use files::{ClaimReport, Counterexample, Finding, Lint, RuleFileSolver, lint, verify_claim};
pub use kibitz_catalogue::{
    BiasMix, CATALOGUE, CaseSpec, ContestError, Entry, Memory, Minimality, Mismatch, Report,
    RunOutput, SetOut, SetValue, Slowest, Submission, TableCheck, Termination, Usage, Verdict,
    entry,
};
pub use kibitz_solve::{Evaluation, RequestedFields};
pub use kibitz_tablebase::{Table as TableFile, TableError};
pub use many::{
    Axis, AxisOut, BatchReport, Conditions, Finds, Found, FoundOut, LawDocument, LawOf, LawOut,
    LawPicture, LawReport, LawSearch, Map, ParameterTable, PositionTexts, Puzzle, PuzzleKind,
    PuzzleSpec, Quantity, Solution, Table,
};
pub use session::{Limits, Session};
pub use source::{GameSource, RuleFile, is_rule_file};
pub use tables::{DescribedVectors, Description, Level, merge_table, open_table};
