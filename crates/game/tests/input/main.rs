//! The laws of contest input: what stands in a stream is read as it stands
//! there, in whatever pieces it comes, and every error knows its place.

mod endless;
mod numbers;
mod places;
mod support;
mod waiting;
