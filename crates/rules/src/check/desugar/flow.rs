//! Whether statements yield, return, break or continue, and the blocks that they consist of.

use ruff_python_ast::{Expr, Stmt, Suite};

/// Whether statements yield, without nested functions.
pub(super) fn yields(body: &[Stmt]) -> bool {
    any(
        body,
        true,
        &|stmt| matches!(stmt, Stmt::Expr(node) if matches!(&*node.value, Expr::Yield(_) | Expr::YieldFrom(_))),
    )
}

/// Whether statements return.
pub(super) fn returns(body: &[Stmt]) -> bool {
    any(body, true, &|stmt| matches!(stmt, Stmt::Return(_)))
}

/// Whether statements break the loop around them.
pub(super) fn breaks(body: &[Stmt]) -> bool {
    any(body, false, &|stmt| matches!(stmt, Stmt::Break(_)))
}

/// Whether statements continue the loop around them.
pub(super) fn continues(body: &[Stmt]) -> bool {
    any(body, false, &|stmt| matches!(stmt, Stmt::Continue(_)))
}

/// The blocks of a loop or an `if`.
pub(super) fn blocks(stmt: &mut Stmt) -> Vec<&mut Suite> {
    match stmt {
        Stmt::For(node) => vec![&mut node.body, &mut node.orelse],
        Stmt::While(node) => vec![&mut node.body, &mut node.orelse],
        Stmt::If(node) => {
            let clauses = node.elif_else_clauses.iter_mut();
            let mut blocks = vec![&mut node.body];
            blocks.extend(clauses.map(|clause| &mut clause.body));
            blocks
        }
        _ => Vec::new(),
    }
}

/// Whether some statement is such, in loops too or not.
fn any(body: &[Stmt], in_loops: bool, is: &dyn Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| {
        is(stmt)
            || match stmt {
                Stmt::For(node) => {
                    (in_loops && any(&node.body, in_loops, is)) || any(&node.orelse, in_loops, is)
                }
                Stmt::While(node) => {
                    (in_loops && any(&node.body, in_loops, is)) || any(&node.orelse, in_loops, is)
                }
                Stmt::If(node) => {
                    any(&node.body, in_loops, is)
                        || node
                            .elif_else_clauses
                            .iter()
                            .any(|clause| any(&clause.body, in_loops, is))
                }
                _ => false,
            }
    })
}
