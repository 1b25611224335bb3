//! Dobutsu shogi: rules, notation, and the bundles of the bit-parallel engine.

mod bundles;
mod rules;
