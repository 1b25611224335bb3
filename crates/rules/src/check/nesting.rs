//! Nesting depth of expressions and statements.
//!
//! All passes after the parser recurse over the tree, so the depth is bounded
//! here, once for all of them.

use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, walk_elif_else_clause, walk_expr, walk_stmt,
};
use ruff_python_ast::{Expr, Stmt, StmtIf};
use ruff_text_size::Ranged;

use super::parse::span_of;
use crate::source::Diagnostic;

/// Maximum nesting of expressions and statements: `a + b + c` counts two, and
/// so do an `if` and its `elif`. Dropping or interpreting a tree of this depth
/// takes a small part of a thread's stack.
const MAX_NESTED: usize = 500;

/// Maximum nesting of loops, the same as CPython's.
const MAX_LOOPS: usize = 20;

/// Rejects a file that is nested too deeply, at the first such place.
pub(super) fn check(body: &[Stmt]) -> Result<(), Diagnostic> {
    let mut nesting = Nesting::default();
    nesting.visit_body(body);
    nesting.refused.map_or(Ok(()), Err)
}

/// Rejects an expression that is nested too deeply.
pub(super) fn of_expression(expr: &Expr) -> Result<(), Diagnostic> {
    let mut nesting = Nesting::default();
    nesting.visit_expr(expr);
    nesting.refused.map_or(Ok(()), Err)
}

/// Nesting depth of statements with their expressions.
pub(super) fn depth(body: &[Stmt]) -> usize {
    let mut nesting = Nesting::default();
    nesting.visit_body(body);
    nesting.deepest
}

#[derive(Default)]
struct Nesting {
    depth: usize,
    loops: usize,
    deepest: usize,
    refused: Option<Diagnostic>,
}

impl Nesting {
    /// Visits a node that is `levels` deeper than its parent.
    fn inside(&mut self, levels: usize, node: &impl Ranged, visit: impl FnOnce(&mut Self)) {
        self.depth += levels;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > MAX_NESTED {
            let what =
                format!("expressions or statements are nested more than {MAX_NESTED} levels deep");
            self.refuse(node, &what, "split it into several statements or functions");
        } else {
            visit(self);
        }
        self.depth -= levels;
    }

    fn refuse(&mut self, node: &impl Ranged, what: &str, help: &str) {
        if self.refused.is_none() {
            self.refused = Some(Diagnostic::at(span_of(node), what).help(help));
        }
    }

    /// An `elif` is nested in the `else` of its predecessor.
    fn branches<'a>(&mut self, node: &'a StmtIf)
    where
        Self: SourceOrderVisitor<'a>,
    {
        self.visit_expr(&node.test);
        self.visit_body(&node.body);
        for (before, clause) in node.elif_else_clauses.iter().enumerate() {
            self.inside(before, clause, |this| walk_elif_else_clause(this, clause));
        }
    }
}

impl<'a> SourceOrderVisitor<'a> for Nesting {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let is_loop = matches!(stmt, Stmt::For(_) | Stmt::While(_));
        self.loops += usize::from(is_loop);
        if self.loops > MAX_LOOPS {
            let what = format!("loops are nested more than {MAX_LOOPS} levels deep");
            self.refuse(
                stmt,
                &what,
                "move the inner loops into a function of their own",
            );
        } else {
            self.inside(1, stmt, |this| match stmt {
                Stmt::If(node) => this.branches(node),
                other => walk_stmt(this, other),
            });
        }
        self.loops -= usize::from(is_loop);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        // The clauses of a comprehension are nested loops; an operand of `and` or
        // `or` is evaluated inside the branch of the operand before it.
        let levels = match expr {
            Expr::BoolOp(node) => node.values.len().saturating_sub(2),
            Expr::ListComp(node) => node.generators.len(),
            Expr::SetComp(node) => node.generators.len(),
            Expr::DictComp(node) => node.generators.len(),
            Expr::Generator(node) => node.generators.len(),
            _ => 0,
        };
        self.inside(1 + levels, expr, |this| walk_expr(this, expr));
    }
}
