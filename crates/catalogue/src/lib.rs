//! The built-in games with their solvers and contests, behind type-erased
//! interfaces.
//!
//! Engines are compiled for each game here, and nothing above this crate is
//! generic over games: queries work on [`AnyGame`] and [`AnySolution`]. Any
//! other game, a rule file for instance, is made one by [`Opened`].
//!
//! ```
//! use kibitz_catalogue::CATALOGUE;
//! use kibitz_game::RunContext;
//! use kibitz_solve::{RequestedFields, Scope};
//!
//! let nim = CATALOGUE.iter().find(|entry| entry.info.name == "nim").unwrap();
//! let game = nim.game([]).unwrap();
//! let context = RunContext::new();
//! let p = game.parse("3 5 6").unwrap();
//! let solution = game.solution(&Scope::Around(p.clone()), RequestedFields::ALL, &context).unwrap();
//! let evaluation = solution.probe(&p, &context).unwrap().unwrap();
//! assert_eq!(evaluation.wdl.name(), "loss");
//! ```

mod contest;
mod entries;
mod erased;
mod settings;

pub use contest::{
    BatchSolver, BiasMix, CaseSpec, ContestError, ContestSolver, ErasedContest, Generated, Memory,
    Minimality, Mismatch, Report, RunOutput, Slowest, Submission, Termination, Usage, Verdict,
};
pub use entries::{CATALOGUE, Entry, entry};
pub use erased::{
    AnyGame, AnyPosition, AnySolution, By, Counter, GroupAt, Known, NamedLine, NamedStep,
    NumberingInfo, Opened, Pos, Rated, SAMPLE, StepTo, TableCheck, Visited, best_first, typed,
};
pub use settings::{SetOut, SetValue};
