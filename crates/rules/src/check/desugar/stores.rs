//! Where a function binds its names.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, Expr, ExprContext, Parameters, Stmt};
use ruff_text_size::{TextRange, TextSize};

/// The places where names are bound, in any scope of a statement.
#[derive(Default)]
pub(super) struct Stores {
    places: HashMap<String, Vec<TextRange>>,
    /// Those in comprehensions.
    inner: HashSet<TextRange>,
}

impl Stores {
    pub(super) fn of(stmt: &Stmt) -> Stores {
        Stores::of_all(std::slice::from_ref(stmt))
    }

    pub(super) fn of_all(body: &[Stmt]) -> Stores {
        let mut stores = Stores::default();
        stores.visit_body(body);
        stores
    }

    /// The places where a name is bound.
    pub(super) fn places(&self, name: &str) -> &[TextRange] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a comprehension binds a name that something else binds too.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        let places = self.places(name);
        places.len() > 1 && places.iter().any(|place| self.inner.contains(place))
    }

    /// Whether a name is bound only once, above a place or by a comprehension: it does not change
    /// while a loop runs whose iterable stands there.
    pub(super) fn is_stable(&self, name: &str, at: TextRange) -> bool {
        let is_before = |only: &TextRange| only.start() < at.start() || self.inner.contains(only);
        matches!(self.places(name), [only] if is_before(only))
    }
}

impl<'a> Visitor<'a> for Stores {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Name(name) = expr
            && name.ctx != ExprContext::Load
        {
            self.places
                .entry(name.id.to_string())
                .or_default()
                .push(name.range);
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_comprehension(&mut self, node: &'a Comprehension) {
        let mut target = Stores::default();
        target.visit_expr(&node.target);
        self.inner.extend(target.places.into_values().flatten());
        visitor::walk_comprehension(self, node);
    }

    fn visit_parameters(&mut self, node: &'a Parameters) {
        for one in node {
            // Before everything else, also if desugaring added it.
            let first = TextRange::empty(TextSize::from(0));
            self.places
                .entry(one.name().to_string())
                .or_default()
                .push(first);
        }
        visitor::walk_parameters(self, node);
    }
}
