//! `*` before a value, in displays and calls.

use ruff_python_ast::{Expr, ExprCall, ExprContext};
use ruff_text_size::TextRange;

use super::refused;
use super::template::expression;
use crate::source::Diagnostic;

/// `[*xs, y]` as a sum of lists or tuples.
pub(super) fn spread(items: &[Expr], at: TextRange, function: &str, empty: &str) -> Expr {
    let mut sum = expression(empty, at, &[]);
    for item in items {
        let part = match item {
            Expr::Starred(node) => expression(
                &format!("{function}(X)"),
                at,
                &[("X", (*node.value).clone())],
            ),
            other if function == "list" => expression("[X]", at, &[("X", other.clone())]),
            other => expression("(X,)", at, &[("X", other.clone())]),
        };
        sum = expression("A + B", at, &[("A", sum), ("B", part)]);
    }
    sum
}

/// `{*xs, y}` as a union of sets: the order of the items of `xs` does not matter.
pub(super) fn united(items: &[Expr], at: TextRange) -> Expr {
    let parts = items.iter().map(|item| match item {
        Expr::Starred(node) => expression("set(X)", at, &[("X", (*node.value).clone())]),
        other => expression("{X}", at, &[("X", other.clone())]),
    });
    let union = parts.reduce(|a, b| expression("A | B", at, &[("A", a), ("B", b)]));
    union.expect("a set display has items")
}

/// A call of a function with a `*` parameter: the rest as one tuple.
pub(super) fn variadic_call(
    node: &ExprCall,
    count: usize,
    at: TextRange,
) -> Result<Expr, Diagnostic> {
    let args = &node.arguments.args;
    let has_star = args.iter().take(count).any(Expr::is_starred_expr);
    if args.len() < count || has_star || !node.arguments.keywords.is_empty() {
        let message =
            "this call of a function with a `*` parameter is not supported in a rule file";
        let help = "give all its other arguments by position: `f(a, b, *rest)`";
        return Err(refused(at, message, help));
    }
    let mut call = node.clone();
    let rest = Expr::Tuple(ruff_python_ast::ExprTuple {
        node_index: Default::default(),
        range: at,
        elts: args[count..].to_vec(),
        ctx: ExprContext::Load,
        parenthesized: true,
    });
    let rest = match &args[count..] {
        rest if rest.iter().any(Expr::is_starred_expr) => spread(rest, at, "tuple", "()"),
        _ => rest,
    };
    let mut all = args[..count].to_vec();
    all.push(rest);
    call.arguments.args = all.into();
    Ok(Expr::Call(call))
}
