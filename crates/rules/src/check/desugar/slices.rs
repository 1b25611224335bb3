//! Slices that are assigned or deleted, and items that are deleted.

use ruff_python_ast::{Expr, ExprSubscript, Stmt, StmtAssign};
use ruff_text_size::TextRange;

use super::Desugar;
use super::template::{assignment, expression, new_name, statements};

impl Desugar {
    /// `xs[i:j] = ys`: the list is emptied and filled again, so that all its names see it change.
    pub(super) fn assigned_slice(&mut self, node: &StmtAssign) -> Option<Vec<Stmt>> {
        let [Expr::Subscript(target)] = &node.targets[..] else {
            return None;
        };
        self.replaced_slice(target, &node.value, node.range)
    }

    /// `del xs[i]`, `del d[key]` and `del xs[i:j]`.
    pub(super) fn deletions(&mut self, targets: &[Expr]) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        for target in targets {
            let Expr::Subscript(node) = target else {
                return None;
            };
            match node.slice.is_slice_expr() {
                true => {
                    let nothing = expression("()", node.range, &[]);
                    out.extend(self.replaced_slice(node, &nothing, node.range)?);
                }
                false => out.extend(deleted_item(node)),
            }
        }
        Some(out)
    }

    /// The items of a slice without a step are replaced by others. As in CPython, these are
    /// evaluated first, then the list and the bounds; an end before the begin counts as the begin.
    fn replaced_slice(
        &mut self,
        target: &ExprSubscript,
        items: &Expr,
        at: TextRange,
    ) -> Option<Vec<Stmt>> {
        let Expr::Slice(slice) = &*target.slice else {
            return None;
        };
        if slice.step.is_some() {
            return None;
        }
        let [new, list, begin, end, all] =
            ["new", "list", "begin", "end", "all"].map(|name| self.fresh(name));
        let mut out = vec![
            assignment(&new, expression("list(X)", at, &[("X", items.clone())]), at),
            assignment(&list, (*target.value).clone(), at),
        ];
        let fill = [
            ("X", new_name(&list, at)),
            ("N", new_name(&new, at)),
            ("B", new_name(&begin, at)),
            ("E", new_name(&end, at)),
            ("A", new_name(&all, at)),
        ];
        let mut bound = |name: &str, text: &str, bound: Option<&Expr>, otherwise: &str| {
            let value = match bound {
                Some(bound) => {
                    let fill = [("X", new_name(&list, at)), ("I", bound.clone())];
                    expression(text, at, &fill)
                }
                None => expression(otherwise, at, &fill),
            };
            out.push(assignment(name, value, at));
        };
        bound(&begin, "len(X[:I])", slice.lower.as_deref(), "0");
        bound(&end, "len(X[:I])", slice.upper.as_deref(), "len(X)");
        let text = "X[:B] + N + X[max(B, E):]";
        out.push(assignment(&all, expression(text, at, &fill), at));
        out.extend(statements("X.clear()\nX.extend(A)", at, &fill, &[]));
        Some(out)
    }
}

/// `del xs[i]` as `xs.pop.(i)`, a method that files cannot name.
fn deleted_item(node: &ExprSubscript) -> Option<Stmt> {
    let fill = [("X", (*node.value).clone()), ("I", (*node.slice).clone())];
    let mut pop = statements("X.pop(I)", node.range, &fill, &[]).pop();
    // The checker distinguishes lists and dicts.
    if let Some(Stmt::Expr(made)) = &mut pop
        && let Expr::Call(call) = &mut *made.value
        && let Expr::Attribute(method) = &mut *call.func
    {
        method.attr.id = "pop.".into();
    }
    pop
}
