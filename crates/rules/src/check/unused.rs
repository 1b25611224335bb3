//! Lint: functions that are never called, constants and names that are never
//! read.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, ModModule, Stmt};
use ruff_text_size::Ranged;

use super::parse::{parse, span};
use crate::source::{Diagnostic, Source, Span};
use crate::stack;

/// Names that kibitz reads.
const ROLES: [&str; 16] = [
    "start", "moves", "left", "right", "over", "claim", "split", "canon", "symmetry", "show",
    "play", "cycles", "claim_of", "input", "answer", "limits",
];

/// Unused names of a file, in source order; none for a file that is not valid
/// Python.
#[must_use]
pub fn unused(source: &Source) -> Vec<Diagnostic> {
    let found = stack::deep(|| {
        let parsed = parse(source).ok()?;
        Some(Parts::of(parsed.syntax()).unused())
    });
    found.flatten().unwrap_or_default()
}

/// The names of one function, or of the module body.
#[derive(Default)]
struct Scope {
    read: BTreeSet<String>,
    /// Assigned names with their first assignment.
    set: BTreeMap<String, Span>,
}

/// A file, split into its functions.
#[derive(Default)]
struct Parts {
    module: Scope,
    functions: Vec<(String, Span, Scope)>,
}

impl Parts {
    fn of(module: &ModModule) -> Parts {
        let mut parts = Parts::default();
        for statement in &module.body {
            match statement {
                Stmt::FunctionDef(function) => {
                    let mut scope = Scope::default();
                    visitor::walk_body(&mut scope, &function.body);
                    visitor::walk_parameters(&mut parts.module, &function.parameters);
                    for decorator in &function.decorator_list {
                        parts.module.visit_decorator(decorator);
                    }
                    if let Some(annotation) = &function.returns {
                        parts.module.visit_annotation(annotation);
                    }
                    let name = function.name.to_string();
                    parts
                        .functions
                        .push((name, span(function.name.range()), scope));
                }
                // It has an effect without being read.
                Stmt::ImportFrom(import) if import.module.as_deref() == Some("__future__") => {}
                Stmt::ImportFrom(import) => {
                    for alias in &import.names {
                        let name = alias.asname.as_ref().unwrap_or(&alias.name);
                        parts
                            .module
                            .set
                            .insert(name.to_string(), span(alias.range()));
                    }
                }
                // Its names are read as attributes.
                Stmt::ClassDef(_) => {
                    let mut scope = Scope::default();
                    scope.visit_stmt(statement);
                    parts.module.read.extend(scope.read);
                }
                other => parts.module.visit_stmt(other),
            }
        }
        parts
    }

    fn unused(&self) -> Vec<Diagnostic> {
        let read = self.read();
        let mut found = Vec::new();
        for (name, at, _) in self
            .functions
            .iter()
            .filter(|(name, ..)| !read.contains(name))
        {
            let message = format!("the function `{name}` is never called");
            found.push(Diagnostic::at(*at, message).help("remove it, or call it"));
        }
        for (name, at) in self
            .module
            .set
            .iter()
            .filter(|(name, _)| !read.contains(*name))
        {
            let message = format!("`{name}` is never read");
            found.push(Diagnostic::at(*at, message).help("remove it, or use it"));
        }
        for (function, _, scope) in &self.functions {
            let names = scope
                .set
                .iter()
                .filter(|(name, _)| !scope.read.contains(*name));
            for (name, at) in names.filter(|(name, _)| !name.starts_with('_')) {
                let message = format!("`{name}` is assigned in `{function}` and never read");
                found.push(Diagnostic::at(*at, message).help("remove it, or rename it to `_`"));
            }
        }
        found.sort_by_key(|diagnostic| diagnostic.span.map(|span| span.start));
        found
    }

    /// All names read by reachable code.
    fn read(&self) -> BTreeSet<String> {
        let mut read: BTreeSet<String> = ROLES.map(str::to_owned).into();
        let mut waiting: Vec<&Scope> = vec![&self.module];
        let mut visited = vec![false; self.functions.len()];
        loop {
            while let Some(scope) = waiting.pop() {
                read.extend(scope.read.iter().cloned());
            }
            for ((name, _, scope), visited) in self.functions.iter().zip(&mut visited) {
                if !*visited && read.contains(name) {
                    *visited = true;
                    waiting.push(scope);
                }
            }
            if waiting.is_empty() {
                return read;
            }
        }
    }
}

impl<'a> Visitor<'a> for Scope {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        // Plain assignments only: a loop or an unpacking may need a name for a
        // value that is never read.
        if let Stmt::Assign(assign) = statement {
            for target in &assign.targets {
                if let Expr::Name(name) = target {
                    let at = span(name.range());
                    self.set.entry(name.id.to_string()).or_insert(at);
                }
            }
        }
        // `x += 1` does not count as a read of x.
        visitor::walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression
            && matches!(name.ctx, ExprContext::Load)
        {
            self.read.insert(name.id.to_string());
        }
        visitor::walk_expr(self, expression);
    }
}
