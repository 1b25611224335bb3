//! Contest input: words, numbers and error places do not depend on how the stream is split into
//! reads.

mod endless;
mod numbers;
mod places;
mod support;
mod waiting;
