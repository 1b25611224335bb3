//! Annotations. Types are found out without them, but CPython evaluates them: of
//! parameters and results where the `def` runs, of names of the module where
//! they are assigned. So they are refused where that could fail.

use ruff_python_ast::{Expr, Operator, Parameters, StmtFunctionDef};

use super::parse::span_of;
use crate::source::Mistake;

/// Names of types that are there without an import.
const TYPES: [&str; 9] = [
    "int", "bool", "str", "float", "object", "list", "tuple", "dict", "set",
];
/// Those that may have types of items in brackets.
const GENERIC: [&str; 4] = ["list", "tuple", "dict", "set"];

/// Refuses annotations of a function that CPython might not evaluate.
pub(super) fn check_function(node: &StmtFunctionDef) -> Result<(), Mistake> {
    let Parameters {
        posonlyargs,
        args,
        kwonlyargs,
        ..
    } = &*node.parameters;
    let formals = posonlyargs.iter().chain(args).chain(kwonlyargs);
    let annotations = formals.filter_map(|formal| formal.parameter.annotation.as_deref());
    annotations
        .chain(node.returns.as_deref())
        .try_for_each(check)
}

/// Refuses an annotation that CPython might not evaluate.
pub(super) fn check(annotation: &Expr) -> Result<(), Mistake> {
    if is_type(annotation) || annotation.is_string_literal_expr() {
        return Ok(());
    }
    let message = "an annotation that is no type of Python's own: CPython evaluates it";
    Err(Mistake::at(span_of(annotation), message).help(
        "types are found out: leave it out, or write int, bool, str, list[int] or tuple[int, int]",
    ))
}

fn is_type(expr: &Expr) -> bool {
    match expr {
        Expr::NoneLiteral(_) => true,
        Expr::Name(name) => TYPES.contains(&name.id.as_str()),
        Expr::Tuple(node) => node.elts.iter().all(is_type),
        Expr::Subscript(node) => {
            let is_item = |item: &Expr| is_type(item) || item.is_ellipsis_literal_expr();
            let is_generic =
                matches!(&*node.value, Expr::Name(name) if GENERIC.contains(&name.id.as_str()));
            is_generic
                && match &*node.slice {
                    Expr::Tuple(items) => items.elts.iter().all(is_item),
                    item => is_item(item),
                }
        }
        Expr::BinOp(node) => {
            let is_part = |part: &Expr| is_type(part) && !part.is_tuple_expr();
            let are_none = node.left.is_none_literal_expr() && node.right.is_none_literal_expr();
            node.op == Operator::BitOr && is_part(&node.left) && is_part(&node.right) && !are_none
        }
        _ => false,
    }
}
