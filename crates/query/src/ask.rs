//! Questions about one position.

pub(crate) mod answer;
mod best;
mod demo;
mod line;
mod look;
mod position;
mod probe;
mod why;

pub use demo::{Demo, DemoStep, Scene};
pub use look::{MoveError, Sight, StepOut};

pub(crate) use line::LONGEST_LINE;
pub(crate) use look::{look, step};
pub(crate) use probe::{Probe, refuse_many};
