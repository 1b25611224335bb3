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

mod answer;
mod catalogue;
mod choice;
mod claims;
mod conditions;
mod erased;
mod error;
mod generated;
mod judge;
mod lint;
pub mod play;
mod ruled;
mod sampler;
mod session;
mod table;
mod template;
mod verify;

pub use answer::{
    Answer, GroupOut, LineOut, MoveOut, OutcomeOut, PliesOut, SetOut, SetValue, SideOut, StartOut,
    Stats, UndecidedOut, ValueOut,
};
pub use catalogue::{CATALOGUE, Entry, entry, find, open, quick_games};
pub use choice::{Choice, RuleFile, is_rule_file};
pub use claims::{ClaimReport, Counterexample, verify_claim};
pub use conditions::{Conditions, Quantity};
pub use error::{QueryError, did_you_mean};
pub use kibitz_solve::{Verdict, Wanted};
pub use lint::{Finding, Lint, lint};
pub use ruled::Ruled;
pub use sampler::Flavour;
pub use session::{
    Demo, DemoStep, Finds, Found, FoundOut, Limits, Map, MoveError, Puzzle, Scene, Session, Sight,
    Solution, StepOut, Survey, Texts, Wish,
};
pub use table::{Axis, Table, TableQuestion};
pub use verify::{Contestant, End, Kind, Order, Report, Run, Smallest, Trouble};
