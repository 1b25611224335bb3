//! Names: which are bound, read, or bound for certain.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, Parameters, Pattern, Stmt, StmtFunctionDef};

/// The names that are numbers because a literal is assigned to them: a name has one type.
pub(super) fn numbers(body: &[Stmt]) -> HashSet<String> {
    #[derive(Default)]
    struct Numbers(HashSet<String>);
    impl<'a> Visitor<'a> for Numbers {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if let Stmt::Assign(node) = stmt
                && node.value.is_number_literal_expr()
                && let [Expr::Name(name)] = &node.targets[..]
            {
                self.0.insert(name.id.to_string());
            }
            visitor::walk_stmt(self, stmt);
        }
    }
    let mut numbers = Numbers::default();
    numbers.visit_body(body);
    numbers.0
}

/// All names that statements bind, in any scope.
pub(super) fn bound(body: &[Stmt]) -> HashSet<String> {
    let mut names = Names::default();
    names.visit_body(body);
    names.stored.into_iter().collect()
}

/// The locals of a function: parameters and assigned names, without those of
/// comprehensions and nested functions.
pub(super) fn locals(node: &StmtFunctionDef) -> Vec<String> {
    let mut names = Names {
        is_flat: true,
        ..Names::default()
    };
    names.visit_parameters(&node.parameters);
    names.visit_body(&node.body);
    names.stored
}

/// The names that statements or an expression read.
pub(super) fn read(body: &[Stmt]) -> Vec<String> {
    let mut names = Names::default();
    names.visit_body(body);
    names.loaded
}

/// The names that statements read, without those that comprehensions and lambdas bind.
pub(super) fn free_in(body: &[Stmt]) -> Vec<String> {
    struct Free(Vec<String>);
    impl<'a> Visitor<'a> for Free {
        fn visit_expr(&mut self, expr: &'a Expr) {
            free(expr).iter().for_each(|name| add(&mut self.0, name));
        }
    }
    let mut all = Free(Vec::new());
    all.visit_body(body);
    all.0
}

/// How often each name occurs in statements, and in the target of a loop over them.
pub(in crate::check) fn occurrences(
    body: &[Stmt],
    target: Option<&Expr>,
) -> HashMap<String, usize> {
    #[derive(Default)]
    struct Count(HashMap<String, usize>);
    impl<'a> Visitor<'a> for Count {
        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Name(name) = expr {
                *self.0.entry(name.id.to_string()).or_default() += 1;
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut count = Count::default();
    target.iter().for_each(|target| count.visit_expr(target));
    count.visit_body(body);
    count.0
}

/// The names that a target binds.
pub(in crate::check) fn stored(target: &Expr) -> Vec<String> {
    let mut names = Names::default();
    names.visit_expr(target);
    names.stored
}

#[derive(Default)]
struct Names {
    stored: Vec<String>,
    loaded: Vec<String>,
    /// Whether nested scopes are left out.
    is_flat: bool,
}

fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|own| own == name) {
        names.push(name.to_owned());
    }
}

impl<'a> Visitor<'a> for Names {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(node) => {
                add(&mut self.stored, node.name.as_str());
                if self.is_flat {
                    return;
                }
            }
            Stmt::ClassDef(node) => add(&mut self.stored, node.name.as_str()),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_parameters(&mut self, parameters: &'a Parameters) {
        for parameter in parameters {
            add(&mut self.stored, parameter.name().as_str());
        }
        visitor::walk_parameters(self, parameters);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(node) => match node.ctx {
                ExprContext::Load => add(&mut self.loaded, node.id.as_str()),
                _ => add(&mut self.stored, node.id.as_str()),
            },
            Expr::Lambda(_)
            | Expr::ListComp(_)
            | Expr::SetComp(_)
            | Expr::DictComp(_)
            | Expr::Generator(_)
                if self.is_flat => {}
            _ => visitor::walk_expr(self, expr),
        }
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        if let Pattern::MatchAs(node) = pattern
            && let Some(name) = &node.name
        {
            add(&mut self.stored, name.as_str());
        }
        visitor::walk_pattern(self, pattern);
    }
}

/// A name that statements may read before they bind it. The analysis is
/// conservative: what is bound in a loop or in one branch counts only there.
pub(in crate::check) fn unbound(
    body: &[Stmt],
    locals: &[String],
    mut bound: Vec<String>,
) -> Option<String> {
    block(body, locals, &mut bound)
}

fn block(body: &[Stmt], locals: &[String], bound: &mut Vec<String>) -> Option<String> {
    body.iter().find_map(|stmt| statement(stmt, locals, bound))
}

fn statement(stmt: &Stmt, locals: &[String], bound: &mut Vec<String>) -> Option<String> {
    let reads = |expr: &Expr, bound: &[String]| {
        let mut names = Names {
            is_flat: false,
            ..Names::default()
        };
        names.visit_expr(expr);
        let inner = names.stored;
        let is_free =
            |name: &String| locals.contains(name) && !bound.contains(name) && !inner.contains(name);
        names.loaded.into_iter().find(is_free)
    };
    match stmt {
        Stmt::Assign(node) => {
            let wrong = reads(&node.value, bound);
            for target in &node.targets {
                bound.extend(stored(target));
            }
            wrong
        }
        Stmt::For(node) => {
            let wrong = reads(&node.iter, bound);
            let mut inside = bound.clone();
            inside.extend(stored(&node.target));
            let inner = block(&node.body, locals, &mut inside);
            let after = block(&node.orelse, locals, &mut bound.clone());
            wrong.or(inner).or(after)
        }
        Stmt::While(node) => {
            let wrong = reads(&node.test, bound);
            let inner = block(&node.body, locals, &mut bound.clone());
            let after = block(&node.orelse, locals, &mut bound.clone());
            wrong.or(inner).or(after)
        }
        Stmt::If(node) => {
            let wrong = reads(&node.test, bound);
            let mut ways = Vec::new();
            let mut way = bound.clone();
            let mut found = block(&node.body, locals, &mut way);
            ways.push(way);
            let mut has_else = false;
            if leaves(&node.body) {
                ways.clear();
            }
            for clause in &node.elif_else_clauses {
                let mut way = bound.clone();
                match &clause.test {
                    Some(test) => found = found.or(reads(test, bound)),
                    None => has_else = true,
                }
                found = found.or(block(&clause.body, locals, &mut way));
                if !leaves(&clause.body) {
                    ways.push(way);
                }
            }
            // Without `else` one way binds nothing.
            if let Some(first) = ways.first().cloned().filter(|_| has_else) {
                let common = first
                    .into_iter()
                    .filter(|name| ways.iter().all(|way| way.contains(name)));
                *bound = common.collect();
            }
            wrong.or(found)
        }
        other => {
            let is_free = |name: &String| locals.contains(name) && !bound.contains(name);
            let mut read = free_in(std::slice::from_ref(other));
            if let Stmt::AugAssign(node) = other {
                read.extend(stored(&node.target));
            }
            read.into_iter().find(is_free)
        }
    }
}

/// Whether control never reaches the end of a block.
fn leaves(body: &[Stmt]) -> bool {
    matches!(
        body.last(),
        Some(Stmt::Return(_) | Stmt::Break(_) | Stmt::Continue(_) | Stmt::Raise(_))
    )
}

/// Adds the names that a statement binds for certain.
pub(super) fn bind(stmt: &Stmt, bound: &mut Vec<String>) -> Option<String> {
    statement(stmt, &[], bound)
}

/// The names that statements bind, without nested scopes.
pub(super) fn stored_in(body: &[Stmt]) -> Vec<String> {
    let mut names = Names::default();
    names.visit_body(body);
    names.stored
}

/// The names that an expression reads and does not bind itself.
pub(super) fn free(expr: &Expr) -> Vec<String> {
    let mut names = Names::default();
    names.visit_expr(expr);
    let bound = names.stored;
    names.loaded.retain(|name| !bound.contains(name));
    names.loaded
}
