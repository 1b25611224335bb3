//! Families of laws of several variables, one module each.

mod cases;
mod curve;
mod of_feature;
mod residues;
mod separable;
mod threshold;
mod xor;

use crate::expr::Expr;
use crate::features::{Feature, features};
use crate::sample::Sample;

/// A law that agrees with most cells of a sample, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) family: &'static str,
    pub(crate) expr: Expr,
}

/// A sample with its features.
pub(crate) struct Search<'a> {
    sample: &'a Sample,
    features: Vec<Feature>,
}

/// The candidates of families that use one feature, or sums of them.
pub(crate) fn candidates(sample: &Sample) -> Vec<Candidate> {
    let search = Search {
        sample,
        features: features(sample),
    };
    let mut found = Vec::new();
    of_feature::fit(&search, &mut found);
    separable::fit(&search, &mut found);
    xor::fit(&search, &mut found);
    residues::fit(&search, &mut found);
    found
}

/// The candidates of families that combine two of the simplest features.
pub(crate) fn candidates_of_pairs(sample: &Sample, simplest: usize) -> Vec<Candidate> {
    let mut features = features(sample);
    features.truncate(simplest);
    let search = Search { sample, features };
    let mut found = Vec::new();
    curve::fit(&search, &mut found);
    threshold::fit(&search, &mut found);
    found
}

pub(crate) use cases::candidates as candidates_by_cases;
