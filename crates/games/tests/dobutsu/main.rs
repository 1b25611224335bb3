//! Dobutsu shogi: rules, notation, and the bundles that the lanes engine sees.

mod bundles;
mod rules;
