//! Queries about many positions.

mod batch;
mod conditions;
mod find;
mod guess;
mod map;
mod puzzle;
mod stats;
mod table;
mod template;

pub use batch::{BatchReport, PositionTexts};
pub use conditions::{Conditions, Quantity};
pub use find::{Finds, Found, FoundOut};
pub use guess::{AxisOut, LawDocument, LawOf, LawOut, LawPicture, LawReport, LawSearch};
pub use map::Map;
pub(crate) use map::distances as map_distances;
pub use puzzle::{Puzzle, PuzzleKind, PuzzleSpec, Solution};
pub use table::{Axis, ParameterTable, Table};

pub(crate) use batch::evaluate_batch;
