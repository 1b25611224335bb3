//! Solved games that answer questions.
//!
//! ```
//! use kibitz_game::Watch;
//! use kibitz_query::{Limits, open};
//!
//! let game = open("numbers", [("cards", "2"), ("modulus", "5")]).unwrap();
//! let answer = game.ask("11/13", Limits::default(), &Watch::new()).unwrap();
//! assert_eq!(answer.game, "numbers");
//! assert_eq!(answer.plies, answer.moves[0].plies);
//! ```

mod ask;
mod catalogue;
mod choice;
mod contest;
mod erased;
mod error;
mod files;
mod many;
pub mod play;
mod session;

pub use ask::answer::{
    Answer, GroupOut, LineOut, MoveOut, OutcomeOut, PliesOut, SetOut, SetValue, SideOut, StartOut,
    Stats, UndecidedOut, ValueOut,
};
pub use ask::{Demo, DemoStep, MoveError, Scene, Sight, StepOut};
pub use catalogue::{CATALOGUE, Entry, entry, find, open, quick_games};
pub use choice::{Choice, RuleFile, is_rule_file};
pub use contest::{Contestant, End, Flavour, Kind, Order, Report, Run, Smallest, Trouble};
pub use error::{QueryError, did_you_mean};
pub use files::{ClaimReport, Counterexample, Finding, Lint, Ruled, lint, verify_claim};
pub use kibitz_solve::{Verdict, Wanted};
pub use many::{
    Axis, Conditions, Finds, Found, FoundOut, Map, Puzzle, Quantity, Solution, Survey, Table,
    TableQuestion, Texts, Wish,
};
pub use session::{Limits, Session};
