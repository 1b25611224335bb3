//! Iterators that a name keeps for the next statement only: `rows = zip(*board)` before
//! `for row in rows:`. The name is replaced by what makes the iterator, so that it is consumed where
//! it is made; nothing happens in between.

use std::collections::HashMap;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef, Suite};

use super::{Desugar, flow, scope};

/// Replaces the iterators that a name keeps in all functions of a module.
pub(super) fn consume(desugar: &Desugar, module: &mut [Stmt]) {
    for stmt in module {
        if let Stmt::FunctionDef(node) = stmt {
            let counts = occurrences(node);
            let is_kept = |stmt: &Stmt| kept(desugar, stmt, &counts);
            node.body = block(std::mem::take(&mut node.body), &is_kept);
        }
    }
}

/// How often each name occurs in a function.
fn occurrences(node: &StmtFunctionDef) -> HashMap<String, usize> {
    let mut counts = scope::occurrences(&node.body, None);
    for parameter in &node.parameters {
        *counts.entry(parameter.name().to_string()).or_default() += 1;
    }
    counts
}

/// The name and the iterator of an assignment, if the name is read only once.
fn kept(desugar: &Desugar, stmt: &Stmt, counts: &HashMap<String, usize>) -> Option<(String, Expr)> {
    let Stmt::Assign(node) = stmt else {
        return None;
    };
    let [Expr::Name(name)] = &node.targets[..] else {
        return None;
    };
    let is_iterator = match &*node.value {
        Expr::Generator(_) => true,
        Expr::Call(call) => {
            let names = ["zip", "map", "filter", "enumerate", "reversed"];
            desugar.iterator_maker(call).is_some()
                || names
                    .iter()
                    .any(|name| desugar.is_built_in(&call.func, name))
        }
        _ => false,
    };
    (is_iterator && counts.get(name.id.as_str()) == Some(&2))
        .then(|| (name.id.to_string(), (*node.value).clone()))
}

fn block(body: Suite, is_kept: &dyn Fn(&Stmt) -> Option<(String, Expr)>) -> Suite {
    let mut out: Vec<Stmt> = Vec::new();
    // From the end, since an iterator may be made from the one before it.
    for mut stmt in body.into_iter().rev() {
        for inner in flow::blocks(&mut stmt) {
            *inner = block(std::mem::take(inner), is_kept);
        }
        if let (Some((name, iterator)), Some(next)) = (is_kept(&stmt), out.last_mut())
            && replaced(next, &name, &iterator)
        {
            continue;
        }
        out.push(stmt);
    }
    out.into_iter().rev().collect()
}

/// Replaces the only read of a name where the statement evaluates it once, if it stands there.
fn replaced(stmt: &mut Stmt, name: &str, iterator: &Expr) -> bool {
    let head = match stmt {
        Stmt::For(node) => &mut *node.iter,
        Stmt::If(node) => &mut *node.test,
        Stmt::Assign(node) => &mut *node.value,
        Stmt::Expr(node) => &mut *node.value,
        Stmt::Return(node) => match &mut node.value {
            Some(value) => &mut **value,
            None => return false,
        },
        _ => return false,
    };
    let reader = Reader {
        name,
        iterator,
        is_found: std::cell::Cell::new(false),
    };
    reader.visit_expr(head);
    reader.is_found.get()
}

struct Reader<'r> {
    name: &'r str,
    iterator: &'r Expr,
    is_found: std::cell::Cell<bool>,
}

impl Transformer for Reader<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Name(name) if name.id == self.name => {
                *expr = self.iterator.clone();
                self.is_found.set(true);
            }
            // Only the first iterable is evaluated once.
            Expr::ListComp(node) => self.visit_expr(&mut node.generators[0].iter),
            Expr::SetComp(node) => self.visit_expr(&mut node.generators[0].iter),
            Expr::DictComp(node) => self.visit_expr(&mut node.generators[0].iter),
            Expr::Generator(node) => self.visit_expr(&mut node.generators[0].iter),
            Expr::Lambda(_) => {}
            _ => transformer::walk_expr(self, expr),
        }
    }
}
