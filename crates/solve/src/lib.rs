//! The engines: from the rules of a game to the values of its positions.
//!
//! | engine | for | needs |
//! | --- | --- | --- |
//! | [`grundy`] | sums of impartial components | `Impartial`, or a function that visits options |
//! | [`placement`] | placement games | `PlacementGame` |
//! | [`acyclic`] | games without cycles | `Indexed` |
//! | [`hand_pairs`] | games on pairs of hands, with cycles | `HandPairGame` |
//! | [`retrograde`] | games with cycles | `Retro` |
//! | [`bitparallel`] | the same, with a bit-parallel encoding | `BitParallelGame` |
//! | [`explore`] | games without an index | `Game` alone |
//! | [`explore_vectors`] | games on state vectors | `StateVectorGame` |
//! | [`mod@reference`] | tests | `Game` alone |
//!
//! Every engine takes a [`RunContext`](kibitz_game::RunContext) and respects its memory budget,
//! time limit and cancellation.

pub mod acyclic;
pub mod bitparallel;
mod cache;
mod component_rows;
mod entry;
mod error;
mod evaluation;
pub mod explore;
pub mod explore_vectors;
mod graph;
pub mod grundy;
pub mod hand_pairs;
mod ids;
mod meter;
mod mex;
pub mod placement;
pub mod reference;
pub mod retrograde;
pub mod scores;
mod solution;
mod solver;
mod table;
mod table_file;
mod tabled;
mod value_counts;
pub(crate) mod work;
mod zeroed;

pub use cache::Cache;
pub use component_rows::{ComponentRows, packing};
pub use error::{Cause, SolveError};
pub use evaluation::{Evaluation, Outcome};
pub use kibitz_game::Thousands;
pub use solution::{Groups, Solution, TableRows, Visited, Visitor};
pub use solver::{RequestedFields, RuleText, Scope, Solver, solve};
pub use table::{DistanceCount, ValueTable};
pub use table_file::{NotWritten, TableSolver, write_listed, write_numbered};
pub use tabled::{Tabled, Values};
pub use value_counts::{Undecided, ValueCounts};
pub use work::{DiskError, remove_working_files};
