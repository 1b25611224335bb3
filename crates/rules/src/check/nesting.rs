//! How deep expressions and statements stand inside each other.
//!
//! What comes after the parser goes down the tree by calling itself, so its
//! depth is bounded here, once for all of them.

use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, walk_elif_else_clause, walk_expr, walk_stmt,
};
use ruff_python_ast::{Expr, Stmt, StmtIf};
use ruff_text_size::Ranged;

use super::parse::span_of;
use crate::source::Mistake;

/// Expressions and statements inside each other at most: `a + b + c` are two,
/// and so are an `if` and its `elif`. Dropping and interpreting a tree so deep
/// takes a small part of a thread's stack.
const MOST_NESTED: usize = 500;

/// Loops inside each other at most: as many as CPython allows.
const MOST_LOOPS: usize = 20;

/// Refuses a file whose parts are nested too deeply; its first place is named.
pub(super) fn check(body: &[Stmt]) -> Result<(), Mistake> {
    let mut nesting = Nesting::default();
    nesting.visit_body(body);
    nesting.refused.map_or(Ok(()), Err)
}

/// Refuses an expression whose parts are nested too deeply.
pub(super) fn of_expression(expr: &Expr) -> Result<(), Mistake> {
    let mut nesting = Nesting::default();
    nesting.visit_expr(expr);
    nesting.refused.map_or(Ok(()), Err)
}

/// How deep statements stand inside each other, with their expressions.
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
    refused: Option<Mistake>,
}

impl Nesting {
    /// Visits what stands so many levels deeper than what is around it.
    fn inside(&mut self, levels: usize, node: &impl Ranged, visit: impl FnOnce(&mut Self)) {
        self.depth += levels;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > MOST_NESTED {
            let what =
                format!("more than {MOST_NESTED} expressions or statements inside each other");
            self.refuse(node, &what, "split it into several statements or functions");
        } else {
            visit(self);
        }
        self.depth -= levels;
    }

    fn refuse(&mut self, node: &impl Ranged, what: &str, help: &str) {
        if self.refused.is_none() {
            self.refused = Some(Mistake::at(span_of(node), what).help(help));
        }
    }

    /// An `elif` stands inside the `else` of the one before it.
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
        if self.loops > MOST_LOOPS {
            let what = format!("more than {MOST_LOOPS} loops inside each other");
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
        // The clauses of a comprehension are loops inside each other; what `and`
        // and `or` join is evaluated inside the branch of what is before it.
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
