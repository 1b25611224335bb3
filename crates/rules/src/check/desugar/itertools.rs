//! Calls of `itertools` and `functools`: lists in place of iterators, made from templates.

use ruff_python_ast::{Expr, ExprCall, Keyword, Number};
use ruff_text_size::TextRange;

use super::template::{expression, new_name};
use super::{Desugar, refused};
use crate::source::Diagnostic;

/// Most items of a combination or a permutation.
const MAX_CHOSEN: usize = 6;

/// Most names of a template: each has a place of its own inside the call.
pub(super) const MAX_NAMES: usize = 12;

impl Desugar {
    /// A call of `product`, `reduce` and their like.
    pub(super) fn iterated(
        &mut self,
        name: &str,
        node: &ExprCall,
        at: TextRange,
    ) -> Result<Option<Expr>, Diagnostic> {
        let (args, keywords) = (&node.arguments.args, &node.arguments.keywords);
        let wrong = |help: &str| {
            let message = format!("this call of `{name}` is not supported in a rule file");
            refused(at, message, help)
        };
        // A function of `functions.py` with the items as a tuple first.
        let written = |function: &str, items: &Expr, more: Option<&Expr>| {
            let mut fill = vec![new_name(&format!("iter.{function}"), at), items.clone()];
            fill.extend(more.cloned());
            let text = ["A(tuple(B))", "A(tuple(B), C)"][fill.len() - 2];
            (text.to_owned(), fill)
        };
        // The templates read the first argument before they evaluate the others.
        let mut others = args
            .iter()
            .skip(1)
            .chain(keywords.iter().map(|word| &word.value));
        if name != "reduce" && others.any(|other| self.may_change(other)) {
            let message = format!("an argument of `{name}` may change what another one reads");
            return Err(refused(
                at,
                message,
                "assign it to a name on the line before",
            ));
        }
        let text_and_fill = match (name, &args[..], &keywords[..]) {
            ("product", args, keywords)
                if !args.is_empty()
                    && !args.iter().any(Expr::is_starred_expr)
                    && repeated(keywords)
                        .is_some_and(|times| args.len() * (times + 1) <= MAX_NAMES) =>
            {
                product(args, repeated(keywords).unwrap_or(1))
            }
            ("product", [Expr::Starred(lists)], []) => (
                "A(B)".to_owned(),
                vec![new_name("iter.product_of", at), self.rows_of(lists)],
            ),
            ("product", [items], [word]) if word.arg.as_deref() == Some("repeat") => {
                written("product", items, Some(&word.value))
            }
            ("product", ..) => {
                return Err(wrong("write `product(xs, repeat=n)`, or nested loops"));
            }
            ("combinations" | "permutations", [items, count], []) => match small(count) {
                Some(count) => (chosen(count, name == "combinations"), vec![items.clone()]),
                None => written(name, items, Some(count)),
            },
            ("permutations", [items], []) => (
                "[_p for _xs in (tuple(A),) for _p in B(_xs, len(_xs))]".to_owned(),
                vec![items.clone(), new_name("iter.permutations", at)],
            ),
            ("pairwise", [items], []) => (
                "[(_xs[_i], _xs[_i + 1]) for _xs in (tuple(A),) for _i in range(len(_xs) - 1)]"
                    .to_owned(),
                vec![items.clone()],
            ),
            ("accumulate", [items], []) => written("sums", items, None),
            ("accumulate", [items], [word]) if word.arg.as_deref() == Some("initial") => {
                written("accumulate", items, Some(&word.value))
            }
            ("chain.from_iterable", [lists], []) => (
                "[_x for _xs in A for _x in _xs]".to_owned(),
                vec![lists.clone()],
            ),
            ("chain", args, []) if args.len() <= 26 && !args.iter().any(Expr::is_starred_expr) => {
                let letters = letters(args.len());
                let lists: Vec<String> = letters.iter().map(|x| format!("list({x})")).collect();
                let text = if lists.is_empty() {
                    "[]".to_owned()
                } else {
                    lists.join(" + ")
                };
                (text, args.to_vec())
            }
            ("accumulate", [items, function], []) => {
                return self.accumulated(function, items, at).map(Some);
            }
            ("reduce", [function, items, rest @ ..], []) if rest.len() < 2 => {
                if rest
                    .iter()
                    .chain([function])
                    .any(|one| self.may_change(one))
                {
                    let message = "this call of `reduce` may change what it reads";
                    return Err(refused(
                        at,
                        message,
                        "assign it to a name on the line before",
                    ));
                }
                return self.reduced(function, items, rest.first(), at).map(Some);
            }
            _ => return Err(wrong("write a loop, or a comprehension")),
        };
        let (text, fill) = text_and_fill;
        let letters = letters(fill.len());
        let fill: Vec<(&str, Expr)> = letters.iter().map(String::as_str).zip(fill).collect();
        let mut made = expression(&text, at, &fill);
        if let Expr::ListComp(node) = &mut made {
            self.clauses(&mut node.generators);
        }
        Ok(Some(made))
    }
}

/// Names for the parts of a template.
pub(super) fn letters(count: usize) -> Vec<String> {
    (0..count)
        .map(|number| char::from(b'A' + (number % 26) as u8).to_string())
        .collect()
}

/// The value of `repeat`; 1 without it.
fn repeated(keywords: &[Keyword]) -> Option<usize> {
    match keywords {
        [] => Some(1),
        [word] if word.arg.as_deref() == Some("repeat") => small(&word.value),
        _ => None,
    }
}

/// A small number that is written out.
fn small(expr: &Expr) -> Option<usize> {
    let Expr::NumberLiteral(node) = expr else {
        return None;
    };
    match &node.value {
        Number::Int(int) => int.as_usize().filter(|&count| count <= MAX_CHOSEN),
        _ => None,
    }
}

/// Nested loops over all iterables, each evaluated once.
fn product(args: &[Expr], times: usize) -> (String, Vec<Expr>) {
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
fn chosen(count: usize, is_ordered: bool) -> String {
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
