//! Traits that describe a two-player game.
//!
//! The central trait is [`Game`]: a position, its moves, and when it is over. Everything else is
//! optional: a game implements a capability ([`Indexed`], [`Retro`], [`TopologicalIndex`],
//! [`Impartial`], [`Scored`]), and the engines that require it become available at compile time.
//!
//! Who moves next belongs to the edge ([`Turn`]), not to the position: games described from the
//! mover's side have half as many positions, and extra turns and forced passes need no special
//! case.
//!
//! Code that visits many positions uses an [`Expander`], which every game provides.
//!
//! [`StateVectorGame`] is a game given by its successor function alone, on fixed-length vectors of
//! integers: what a rule file compiles to.
//!
//! [`laws`] checks the trait laws; [`perft`] counts paths.

mod amount;
mod bit_parallel;
pub mod contest;
mod context;
mod expander;
pub mod laws;
mod listing;
mod map;
mod memory;
mod notation;
mod number_list;
mod numbering;
mod partizan;
mod perft;
mod places;
mod plan;
mod rules;
mod scratch;
mod state_vector;
mod step;
mod threads;
mod value;
mod view;
mod why;

pub use amount::{Bytes, Thousands};
pub use bit_parallel::{
    BitParallelGame, BundleEdge, InitialLanes, LaneMask, LaneMove, LaneSwaps, LaneSymmetry,
    swap_lane_bits,
};
pub use context::{Progress, RunContext, Stage, StopReason};
pub use expander::Expander;
pub use listing::{CatalogueGame, Info, Kind, Parameter, Presentable, SettingError, Settings};
pub use map::Axes;
pub use memory::{Reservation, Shortage};
pub use notation::{Notation, PASS, TextError, parse_count, words};
pub use number_list::NumberList;
pub use numbering::{ByHands, ByIndex, ByLanes, Numbering};
pub use partizan::{PartizanPlacementGame, Side};
pub use perft::perft;
pub use places::{MoveKind, Places};
pub use plan::{Engine, Plan, Rough};
pub use rules::{
    EitherStarts, Excess, Game, HandPairGame, Impartial, Indexed, MoveClass, MoveClasses,
    PlacementGame, Retro, Scored, StepOf, TopologicalIndex,
};
pub use scratch::Scratch;
pub use state_vector::{StateVectorGame, SuccessorBuffer, SuccessorGenerator};
pub use step::{BREAK, CONTINUE, Flow, Step, Turn, Unmove};
pub use threads::Threads;
pub use value::{Grundy, Plies, Value, Wdl};
pub use view::{Card, CardTable, Cell, Grid, Hand, Held, Holder, Pile, Stack, Suit, View};
pub use why::{Findings, Reason, counted, listed, nim_sum_table};
