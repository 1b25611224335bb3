//! Annotations. Types are inferred without them, but CPython evaluates them (of
//! parameters and results when the `def` runs, of module names when they are
//! assigned), so an annotation whose evaluation could fail is rejected.

use ruff_python_ast::{Expr, Operator, Parameters, StmtFunctionDef};

use super::parse::span_of;
use crate::source::Diagnostic;

/// Built-in type names that need no import.
const TYPES: [&str; 9] = [
    "int", "bool", "str", "float", "object", "list", "tuple", "dict", "set",
];
/// Types that accept item types in brackets.
const GENERIC: [&str; 4] = ["list", "tuple", "dict", "set"];

/// Rejects annotations of a function that CPython may fail to evaluate.
pub(super) fn check_function(node: &StmtFunctionDef) -> Result<(), Diagnostic> {
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

/// Rejects an annotation that CPython may fail to evaluate.
pub(super) fn check(annotation: &Expr) -> Result<(), Diagnostic> {
    if is_type(annotation) || annotation.is_string_literal_expr() {
        return Ok(());
    }
    let message = "this annotation is not a built-in type; CPython evaluates annotations";
    Err(Diagnostic::at(span_of(annotation), message)
        .help("types are inferred: remove it, or use int, bool, str, list[int] or tuple[int, int]"))
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
