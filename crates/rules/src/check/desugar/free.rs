//! The variables that an expression reads from the scopes around it.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, Expr, ExprContext, Stmt};

use super::scope::stored;

/// The names that an expression reads and does not bind where it reads them, each once.
pub(super) fn free(expr: &Expr) -> Vec<String> {
    let mut free = Free::default();
    free.visit_expr(expr);
    free.found
}

/// The names that the comprehensions and lambdas in statements bind.
pub(super) fn inner(body: &[Stmt]) -> Vec<String> {
    struct Inner(Vec<String>);
    impl<'a> Visitor<'a> for Inner {
        fn visit_comprehension(&mut self, node: &'a Comprehension) {
            self.0.extend(stored(&node.target));
            visitor::walk_comprehension(self, node);
        }

        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Lambda(node) = expr {
                let parameters = node.parameters.iter().flat_map(|list| list.iter());
                self.0.extend(parameters.map(|one| one.name().to_string()));
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut inner = Inner(Vec::new());
    inner.visit_body(body);
    inner.0
}

#[derive(Default)]
struct Free {
    /// The names of the lambdas and comprehensions around the current expression.
    bound: Vec<String>,
    found: Vec<String>,
}

impl Free {
    /// The clauses of a comprehension, then its items.
    fn comprehension<'a>(&mut self, clauses: &'a [Comprehension], items: &[&'a Expr]) {
        let outside = self.bound.len();
        for clause in clauses {
            self.visit_expr(&clause.iter);
            self.bound.extend(stored(&clause.target));
            // A target may be an item: `for xs[0] in …`.
            self.visit_expr(&clause.target);
            clause.ifs.iter().for_each(|test| self.visit_expr(test));
        }
        items.iter().for_each(|item| self.visit_expr(item));
        self.bound.truncate(outside);
    }
}

impl<'a> Visitor<'a> for Free {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                let is_known = |names: &[String]| names.iter().any(|own| name.id == *own);
                if name.ctx == ExprContext::Load && !is_known(&self.bound) && !is_known(&self.found)
                {
                    self.found.push(name.id.to_string());
                }
            }
            Expr::Lambda(node) => {
                let parameters = || node.parameters.iter().flat_map(|list| list.iter());
                for default in parameters().filter_map(|one| one.default()) {
                    self.visit_expr(default);
                }
                let outside = self.bound.len();
                self.bound
                    .extend(parameters().map(|one| one.name().to_string()));
                self.visit_expr(&node.body);
                self.bound.truncate(outside);
            }
            Expr::ListComp(node) => self.comprehension(&node.generators, &[&node.elt]),
            Expr::SetComp(node) => self.comprehension(&node.generators, &[&node.elt]),
            Expr::Generator(node) => self.comprehension(&node.generators, &[&node.elt]),
            Expr::DictComp(node) => {
                let items: Vec<&Expr> = node.key.iter().map(|key| &**key).collect();
                let items = [&items[..], &[&*node.value]].concat();
                self.comprehension(&node.generators, &items);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}
