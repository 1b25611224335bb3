//! Lists in place of the iterators of `itertools`, as text.

use ruff_python_ast::{Expr, Keyword, Number};

/// Most items of a combination or a permutation.
const MAX_CHOSEN: usize = 6;

/// Names for the parts of a template.
pub(super) fn letters(count: usize) -> Vec<String> {
    (0..count)
        .map(|number| char::from(b'A' + (number % 26) as u8).to_string())
        .collect()
}

/// The value of `repeat`; 1 without it.
pub(super) fn repeated(keywords: &[Keyword]) -> Option<usize> {
    match keywords {
        [] => Some(1),
        [word] if word.arg.as_deref() == Some("repeat") => small(&word.value),
        _ => None,
    }
}

/// A small number that is written out.
pub(super) fn small(expr: &Expr) -> Option<usize> {
    let Expr::NumberLiteral(node) = expr else {
        return None;
    };
    match &node.value {
        Number::Int(int) => int.as_usize().filter(|&count| count <= MAX_CHOSEN),
        _ => None,
    }
}

/// Nested loops over all iterables, each evaluated once.
pub(super) fn product(args: &[Expr], times: usize) -> (String, Vec<Expr>) {
    let letters = letters(args.len());
    let mut clauses: Vec<String> = (letters.iter().enumerate())
        .map(|(number, letter)| format!("for _xs{number} in (tuple({letter}),)"))
        .collect();
    let mut names = Vec::new();
    for turn in 0..times {
        for number in 0..args.len() {
            let name = format!("_x{turn}_{number}");
            clauses.push(format!("for {name} in _xs{number}"));
            names.push(format!("{name},"));
        }
    }
    let text = format!("[({}) {}]", names.join(" "), clauses.join(" "));
    (text, args.to_vec())
}

/// Tuples of a fixed number of items: in order, or of different places.
pub(super) fn chosen(count: usize, is_ordered: bool) -> String {
    let mut clauses = vec!["for _xs in (tuple(A),)".to_owned()];
    let mut items = Vec::new();
    for place in 0..count {
        clauses.push(match (place, is_ordered) {
            (0, _) | (_, false) => format!("for _i{place} in range(len(_xs))"),
            _ => format!("for _i{place} in range(_i{} + 1, len(_xs))", place - 1),
        });
        if !is_ordered {
            let others = (0..place).map(|other| format!(" if _i{place} != _i{other}"));
            clauses.extend(others);
        }
        items.push(format!("_xs[_i{place}],"));
    }
    format!("[({}) {}]", items.join(" "), clauses.join(" "))
}
