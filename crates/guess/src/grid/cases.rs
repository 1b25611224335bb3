//! Two laws, one for each case of a condition.

use super::{Candidate, candidates as of_features, candidates_of_pairs};
use crate::expr::{Binary, Expr};
use crate::information::adaptive;
use crate::sample::Sample;

/// Candidates of the form: one law if a condition holds, else another.
pub(crate) fn candidates(sample: &Sample) -> Vec<Candidate> {
    let mut found = Vec::new();
    for condition in conditions(sample) {
        let Some([yes, no]) = sample.divided(&condition) else {
            continue;
        };
        if yes.len() < 4 || no.len() < 4 {
            continue;
        }
        // The other case usually has more cells, so that it fails sooner.
        let no = best(&no);
        if let Some((no, yes)) = no.and_then(|no| Some((no, best(&yes)?))) {
            let expr = Expr::choose(condition, yes.expr, no.expr);
            found.push(Candidate {
                family: "cases",
                expr,
            });
        }
    }
    found
}

/// The number of bits by which the law of a case must be shorter than its cells.
const MIN_GAIN: f64 = 6.0;

/// The number of features that are combined in pairs in a case.
const MAX_PAIRED: usize = 16;

fn conditions(sample: &Sample) -> Vec<Expr> {
    let axes = sample.axes();
    let mut all = Vec::new();
    for i in 0..axes {
        for j in i + 1..axes {
            all.push(Expr::binary(Binary::Eq, Expr::Var(i), Expr::Var(j)));
            all.push(Expr::binary(Binary::Lt, Expr::Var(i), Expr::Var(j)));
        }
        let first = Expr::Const(sample.ranges[i].0);
        if axes > 1 {
            all.push(Expr::binary(Binary::Eq, Expr::Var(i), first));
        }
        all.push(Expr::binary(Binary::Mod, Expr::Var(i), Expr::Const(2)));
    }
    all
}

/// The simplest law without exceptions, if it is a constant or shorter than its cells: what
/// one case says must not pay for the other one.
fn best(sample: &Sample) -> Option<Candidate> {
    let law = first_exact(of_features(sample), sample)
        .or_else(|| first_exact(candidates_of_pairs(sample, MAX_PAIRED), sample))?;
    let gain = adaptive(&sample.values, sample.len()).total() - law.expr.bits();
    (matches!(law.expr, Expr::Const(_)) || gain >= MIN_GAIN).then_some(law)
}

fn first_exact(mut all: Vec<Candidate>, sample: &Sample) -> Option<Candidate> {
    all.sort_by(|a, b| a.expr.bits().total_cmp(&b.expr.bits()));
    all.into_iter().find(|candidate| {
        let mut cells = sample.places.iter().zip(&sample.values);
        cells.all(|(place, value)| candidate.expr.eval(place) == Some(*value))
    })
}
