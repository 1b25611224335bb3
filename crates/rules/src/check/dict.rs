//! Dicts. A dict is represented by a pair of lists: its keys in the order of insertion, and
//! their values. What it does is written in Python, in `dicts.py`; those functions are
//! checked, interpreted and compiled like functions of the file.

mod bound;
mod call;
mod changes;
mod dict_type;
mod display;
mod item;
mod key;
mod loops;
mod method;
mod operator;
mod representation;
mod view;

pub(super) use changes::Changes;
pub(super) use dict_type::{DictType, Missing};
pub(super) use loops::LiveDict;
pub(super) use method::{OF_COUNTERS, OF_DICTS};

/// Tags of the cells and locals that an expression with a dict needs.
const KEYS: u32 = 30;
const VALUES: u32 = 31;
const PAIRS: u32 = 32;
const SIZE: u32 = 33;
