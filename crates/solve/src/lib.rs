//! The engines: from the rules of a game to the value of its positions.
//!
//! | engine | for | needs |
//! | --- | --- | --- |
//! | [`heaps`] | sums of impartial parts | `Impartial` |
//! | [`placement`] | "fill some cells" games | `Filling` |
//! | [`acyclic`] | games without cycles | `Indexed` |
//! | [`pairs`] | games of two hands, with cycles | `Paired` |
//! | [`retrograde`] | games with cycles | `Retro` |
//! | [`lanes`] | the same, where positions come in bundles | `Bundled` |
//! | [`explore`] | games without an index | `Game` alone |
//! | [`mod@reference`] | every test | `Game` alone |
//!
//! Every engine takes a [`Watch`](kibitz_game::Watch) and gives up its memory
//! and its time when it says so.

pub mod acyclic;
mod cache;
mod cell;
mod error;
pub mod explore;
mod graph;
pub mod heaps;
pub mod lanes;
pub mod pairs;
pub mod placement;
pub mod reference;
pub mod retrograde;
mod solution;
mod solver;
pub mod sums;
mod table;
mod tabled;
mod tally;
mod verdict;
mod zeroed;

pub use cache::Cache;
pub use error::{Cause, SolveError};
pub use heaps::mex;
pub use kibitz_game::Thousands;
pub use solution::{Groups, Seen, Solution, Visitor};
pub use solver::{Scope, Solver, Wanted, solve};
pub use table::{Level, Table};
pub use tabled::{ByIndex, Numbering, Tabled, Values};
pub use tally::{Tally, Undecided};
pub use verdict::{Outcome, Verdict};
