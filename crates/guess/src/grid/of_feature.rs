//! Laws of one function of the axes: of their sum, nim-sum, difference, minimum,
//! remainder, … In a table with one axis, of the axis itself.

use super::{Candidate, Search};
use crate::expr::{Binary, Expr};
use crate::sequence::{self, Depth};

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    for feature in &search.features {
        let Some(points) = search.sample.by(feature) else {
            continue;
        };
        // A feature of several axes that is special at one value, e.g. a nim-sum at 0.
        if let (false, Some(law)) = (matches!(feature.expr, Expr::Var(_)), points.special()) {
            let expr = law.of(&feature.expr);
            let family = feature_family(&feature.expr);
            found.push(Candidate { family, expr });
        }
        for law in sequence::fit(&points, Depth::Full) {
            let family = match &feature.expr {
                Expr::Var(_) => sequence_family(&law),
                of => feature_family(of),
            };
            let expr = as_number(law.of(&feature.expr));
            found.push(Candidate { family, expr });
        }
    }
}

/// A comparison as a choice between 1 and 0: in Python it is not a number.
fn as_number(law: Expr) -> Expr {
    match law {
        Expr::Binary(Binary::Eq | Binary::Lt, ..) => {
            Expr::choose(law, Expr::Const(1), Expr::Const(0))
        }
        _ => law,
    }
}

/// The name of the family of a law of one variable.
pub(super) fn sequence_family(law: &Expr) -> &'static str {
    match law {
        Expr::Const(_) => "constant",
        Expr::Automaton(..) => "digits",
        Expr::Digits(..) => "digits",
        Expr::Pick(_, index) => match &**index {
            index if is_remainder(index) => "periodic",
            index => sequence_family(index),
        },
        law if is_remainder(law) => "periodic",
        Expr::Binary(Binary::Add, a, b) if is_trend(a) && is_remainder(b) => "arithmetic-periodic",
        Expr::If(condition, yes, no) => match (&**condition, &**yes, &**no) {
            (Expr::IsTerm(..), ..) => "recurrence",
            (Expr::Binary(Binary::Lt | Binary::Eq, ..), _, Expr::Const(_)) => "threshold",
            (.., no) => sequence_family(no),
        },
        law if any(law, &|e| matches!(e, Expr::Terms(..) | Expr::IsTerm(..))) => "recurrence",
        law if any(law, &|e| {
            matches!(e, Expr::Automaton(..) | Expr::Digits(..))
        }) =>
        {
            "digits"
        }
        law if any(law, &is_root_of_a_square) => "beatty",
        law if any(law, &|e| matches!(e, Expr::Unary(..))) => "arithmetic function",
        _ => "linear",
    }
}

fn any(law: &Expr, test: &impl Fn(&Expr) -> bool) -> bool {
    test(law) || law.parts().into_iter().any(|part| any(part, test))
}

fn is_root_of_a_square(e: &Expr) -> bool {
    let Expr::Unary(crate::expr::Unary::Root, inner) = e else {
        return false;
    };
    any(
        inner,
        &|e| matches!(e, Expr::Binary(Binary::Mul, a, b) if a == b),
    )
}

/// Multiples of x or of a quotient of x.
fn is_trend(e: &Expr) -> bool {
    match e {
        Expr::Var(_) => true,
        Expr::Binary(Binary::Mul | Binary::Div, a, b) => is_trend(a) || is_trend(b),
        _ => false,
    }
}

/// A function of a remainder of x.
fn is_remainder(e: &Expr) -> bool {
    match e {
        Expr::Binary(Binary::Mod, x, _) => matches!(**x, Expr::Var(_)),
        Expr::Pick(_, index) => is_remainder(index),
        _ => false,
    }
}

fn feature_family(feature: &Expr) -> &'static str {
    match feature {
        Expr::Binary(Binary::Add, ..) => "sum",
        Expr::Binary(Binary::Sub, ..) | Expr::Unary(..) => "difference",
        Expr::Binary(Binary::Xor, ..) => "xor",
        Expr::Binary(Binary::Mod, ..) => "remainder",
        Expr::Binary(Binary::Div, ..) => "ratio",
        Expr::Binary(Binary::Min | Binary::Max, ..) | Expr::Sorted(..) | Expr::IndexOfMax(_) => {
            "order"
        }
        Expr::AddWithoutCarry(..) => "digits",
        _ => "arithmetic function",
    }
}
