//! Other names for variables that hide others.

use std::collections::HashMap;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, Parameter, Pattern, Stmt};

/// Gives names other names, wherever they stand. Inside the scope that binds a name this changes
/// no meaning: scopes inside it that bind the same name are renamed alike.
pub(super) struct Alpha(HashMap<String, String>);

impl Alpha {
    pub(super) fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Alpha {
        Alpha(pairs.into_iter().collect())
    }
}

impl Transformer for Alpha {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        if let Stmt::FunctionDef(node) = stmt
            && let Some(new) = self.0.get(node.name.as_str())
        {
            node.name.id = new.as_str().into();
        }
        transformer::walk_stmt(self, stmt);
    }

    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Name(name) = expr
            && let Some(new) = self.0.get(name.id.as_str())
        {
            name.id = new.as_str().into();
        }
        transformer::walk_expr(self, expr);
    }

    fn visit_parameter(&self, parameter: &mut Parameter) {
        if let Some(new) = self.0.get(parameter.name.as_str()) {
            parameter.name.id = new.as_str().into();
        }
    }

    fn visit_pattern(&self, pattern: &mut Pattern) {
        if let Pattern::MatchAs(node) = pattern
            && let Some(name) = &mut node.name
            && let Some(new) = self.0.get(name.as_str())
        {
            name.id = new.as_str().into();
        }
        transformer::walk_pattern(self, pattern);
    }
}
