//! What is found out about a function before its code is generated.

pub(super) mod effects;
pub(super) mod live;
