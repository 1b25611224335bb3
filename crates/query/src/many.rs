//! Questions about many positions.

mod conditions;
mod find;
mod map;
mod puzzle;
mod stats;
mod survey;
mod table;
mod template;

pub use conditions::{Conditions, Quantity};
pub use find::{Finds, Found, FoundOut};
pub use map::Map;
pub use puzzle::{Puzzle, Solution, Wish};
pub use survey::{Survey, Texts};
pub use table::{Axis, Table, TableQuestion};

pub(crate) use survey::survey;
