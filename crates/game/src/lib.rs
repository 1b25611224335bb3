//! What a two-player game is.
//!
//! The heart is one trait, [`Game`]: a position, its moves, and when it is
//! over. All else is optional: a game that knows more about itself says so by
//! a capability ([`Indexed`], [`Retro`], [`Descending`], [`Impartial`],
//! [`Scored`]), and engines that need the capability become
//! available for it at compile time.
//!
//! Whose turn it is belongs to the edge ([`Turn`]), not to the position:
//! games written from the mover's side stay half the size, and extra turns
//! and forced passes need no special case.
//!
//! Whoever looks at many positions asks an [`Expander`], which every game gives.
//!
//! A game that is known by its successor function alone, its positions rows of
//! whole numbers, is [`Slotted`]: what a file of rules compiles to.
//!
//! [`laws`] checks that a game keeps its promises; [`perft`] counts paths.

mod amount;
mod bundled;
pub mod contest;
mod expander;
pub mod laws;
mod listing;
mod map;
mod memory;
mod notation;
mod partizan;
mod perft;
mod plan;
mod rules;
mod slotted;
mod step;
mod threads;
mod value;
mod view;
mod watch;
mod why;

pub use amount::{Bytes, Thousands};
pub use bundled::{Action, Alike, Bundled, Edge, Lanes, Opening, Swaps, exchange};
pub use expander::Expander;
pub use listing::{Info, Kind, Listed, Parameter, Presented, SettingError, Settings};
pub use map::Axes;
pub use memory::{Claim, Shortage};
pub use notation::{Notation, PASS, TextError, parse_count, words};
pub use partizan::{Side, SidedFilling};
pub use perft::perft;
pub use plan::{Engine, Plan};
pub use rules::{
    Descending, Excess, Filling, Game, Group, Grouped, Impartial, Indexed, Paired, Retro, Rivals,
    Scored, StepOf,
};
pub use slotted::{SlotWorker, Slotted, Steps};
pub use step::{ENOUGH, Flow, MORE, Step, Turn, Unstep};
pub use threads::Threads;
pub use value::{Grundy, Plies, Value, Wdl};
pub use view::{Card, Cell, Grid, Hand, Held, Holder, Pile, Stack, Suit, Table, View};
pub use watch::{Progress, Stage, Stop, Watch};
pub use why::{Findings, Reason, counted, listed, nim_sum_table};
