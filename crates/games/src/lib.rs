//! The built-in games of kibitz: one file or folder each, with its rules,
//! index, notation and contest format.

pub mod boxes;
mod lists;
pub mod marbles;
pub mod nine;
pub mod numbers;
pub mod piles;
