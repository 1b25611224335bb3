//! Queries about one position.

pub(crate) mod analysis;
mod best;
mod inspect;
mod line;
mod playthrough;
mod position;
mod probe;
mod why;

pub use inspect::{MoveError, PositionInfo, StepOut};
pub use playthrough::{Playthrough, PlaythroughStep, Snapshot};

pub(crate) use inspect::{inspect, step};
pub(crate) use line::MAX_LINE_LEN;
pub(crate) use probe::{Probe, check_move_count};
