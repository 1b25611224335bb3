//! Generators that call themselves: each becomes a function that returns the list of all it would
//! yield.
//!
//! In CPython a generator and its consumer run in turn; here the generator ends first. None of them
//! can notice, because arguments and items are immutable (the checker refuses others, see
//! [`Known::Immutable`](crate::check::known::Known)), and because the call is consumed where it
//! stands ([`iterators`](super::iterators)). A variable that a nested one reads must not change
//! meanwhile ([`consumers_bind`]).

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::flow::yields;
use super::scope;
use super::template::{assignment, expression, new_name, statements};

/// The names of the generators that call themselves, by way of others or not, in any scope.
pub(super) fn recursive(module: &[Stmt]) -> HashSet<String> {
    let mut generators = Generators::default();
    generators.visit_body(module);
    let reads = generators.reads;
    let calls_itself = |name: &String| {
        let (mut met, mut open) = (HashSet::new(), vec![name]);
        while let Some(caller) = open.pop() {
            let called = reads[caller]
                .iter()
                .filter(|name| reads.contains_key(*name));
            open.extend(called.filter(|name| met.insert(*name)));
        }
        met.contains(name)
    };
    let recursive = reads.keys().filter(|name| calls_itself(name));
    recursive.cloned().collect()
}

/// The names that the body of each generator reads.
#[derive(Default)]
struct Generators {
    reads: HashMap<String, HashSet<String>>,
}

impl<'a> Visitor<'a> for Generators {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::FunctionDef(node) = stmt
            && yields(&node.body)
        {
            let reads = self.reads.entry(node.name.to_string()).or_default();
            reads.extend(scope::read(&node.body));
        }
        visitor::walk_stmt(self, stmt);
    }
}

/// Whether loops over some generators bind a name, in any of the statements.
pub(super) fn consumers_bind(body: &[Stmt], generators: &[String], name: &str) -> bool {
    struct Consumers<'c> {
        generators: &'c [String],
        name: &'c str,
        is_found: bool,
    }
    impl<'a> Visitor<'a> for Consumers<'_> {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if let Stmt::For(node) = stmt
                && scope::free(&node.iter)
                    .iter()
                    .any(|read| self.generators.contains(read))
            {
                let bound = scope::bound(std::slice::from_ref(stmt));
                self.is_found |= bound.contains(self.name);
            }
            visitor::walk_stmt(self, stmt);
        }
    }
    let mut consumers = Consumers {
        generators,
        name,
        is_found: false,
    };
    consumers.visit_body(body);
    consumers.is_found
}

/// A function that returns the list of what a generator yields.
pub(super) fn as_list(mut node: StmtFunctionDef) -> StmtFunctionDef {
    let at = node.name.range;
    let mut body = statements("_out = []", at, &[], &[]);
    for parameter in &*node.parameters {
        let (name, at) = (parameter.name(), parameter.name().range());
        let own = new_name(name.as_str(), at);
        let value = expression("_immutable(X)", at, &[("X", own)]);
        body.push(assignment(name.as_str(), value, at));
    }
    body.extend(std::mem::take(&mut node.body));
    Collected.visit_body(&mut body[1..]);
    body.extend(statements("return _out", at, &[], &[]));
    node.body = body.into_iter().collect();
    node
}

/// Replaces each `yield` by a call of `append`, and returns the list.
struct Collected;

impl Transformer for Collected {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        let at = stmt.range();
        let replaced = match stmt {
            Stmt::FunctionDef(_) => return,
            Stmt::Expr(node) => match &*node.value {
                Expr::Yield(yielded) => {
                    let none = || expression("None", at, &[]);
                    let item = yielded.value.as_deref().cloned().unwrap_or_else(none);
                    statements("_out.append(_immutable(V))", at, &[("V", item)], &[])
                }
                _ => return,
            },
            Stmt::Return(_) => statements("return _out", at, &[], &[]),
            other => return transformer::walk_stmt(self, other),
        };
        if let [one] = &replaced[..] {
            *stmt = one.clone();
        }
    }
}
