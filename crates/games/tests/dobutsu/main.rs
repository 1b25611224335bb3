//! Dobutsu shogi: rules, notation, the bundles that the lanes engine
//! sees, and the ranks that the general engine sees.

mod bundles;
mod ranks;
mod rules;
