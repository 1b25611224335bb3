//! Lists and their representation.

pub(super) mod convert;
pub(super) mod deepcopy;
pub(super) mod guard;
pub(super) mod list;
pub(super) mod memory;
pub(super) mod method;
pub(super) mod search;
pub(super) mod slice;
pub(super) mod sort;
