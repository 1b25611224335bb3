//! `moves` that returns a list of positions instead of yielding them: `return xs` becomes
//! `yield from xs`. As in CPython, the list is complete before the first position is taken.
//! `start` may return the position: `return x` becomes `yield x`.

use std::collections::HashSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprGenerator, ExprListComp, Operator, Stmt, Suite};
use ruff_text_size::{Ranged, TextRange};

use super::flow;
use super::roles::MOVES;
use super::template::{expression, statements};

/// The functions that may return a list of positions.
const ROLES: [&str; 3] = ["moves", "left", "right"];

/// The statement, with every `return` of such a function rewritten. It stays as it is if the
/// function may return `None`, which is not a position and cannot be iterated over.
pub(super) fn yielded(mut stmt: Stmt, bound: &HashSet<String>) -> Stmt {
    if let Stmt::FunctionDef(node) = &mut stmt
        && !flow::yields(&node.body)
        && always_returns(&node.body)
    {
        let is_list = ROLES.contains(&node.name.as_str());
        if is_list && !returns(&node.body, &|value| value.is_none_or(is_number)) {
            let each = |positions: Expr, at: TextRange| each(positions, at, bound);
            node.body = block(std::mem::take(&mut node.body), &each);
        } else if &node.name == "start"
            && !returns(&node.body, &|value| {
                value.is_none_or(Expr::is_none_literal_expr)
            })
        {
            node.body = block(std::mem::take(&mut node.body), &one);
        }
    }
    stmt
}

/// `return x` as the only position.
fn one(position: Expr, at: TextRange) -> Vec<Stmt> {
    statements("yield X\nreturn", at, &[("X", position)], &[])
}

/// `return xs` as a position for each item.
fn each(positions: Expr, at: TextRange, bound: &HashSet<String>) -> Vec<Stmt> {
    let positions = match positions {
        Expr::List(list) if list.elts.is_empty() => return statements("return", at, &[], &[]),
        Expr::Tuple(tuple) if tuple.elts.is_empty() => return statements("return", at, &[], &[]),
        // If the next item does not change those before it, they may come one by one.
        Expr::ListComp(mut list) => match calls_function(&list, bound) {
            true if !is_move(&list.elt) => Expr::ListComp(list),
            calls => {
                if calls {
                    immutable_positions(&mut list.elt);
                }
                Expr::Generator(ExprGenerator {
                    node_index: list.node_index,
                    range: list.range,
                    elt: list.elt,
                    generators: list.generators,
                    parenthesized: true,
                })
            }
        },
        other => other,
    };
    statements("yield from X\nreturn", at, &[("X", positions)], &[])
}

/// Whether a comprehension calls a function of the file, or a method that changes a list.
fn calls_function(list: &ExprListComp, bound: &HashSet<String>) -> bool {
    struct Calls<'b> {
        bound: &'b HashSet<String>,
        found: bool,
    }
    impl<'a> Visitor<'a> for Calls<'_> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            const READERS: [&str; 8] = [
                "copy", "count", "index", "join", "replace", "_replace", "get", "items",
            ];
            if let Expr::Call(call) = expr {
                self.found |= match &*call.func {
                    Expr::Name(name) => self.bound.contains(name.id.as_str()),
                    Expr::Attribute(node) => !READERS.contains(&node.attr.as_str()),
                    _ => true,
                };
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut calls = Calls {
        bound,
        found: false,
    };
    calls.visit_expr(&list.elt);
    for clause in &list.generators {
        calls.visit_comprehension(clause);
    }
    calls.found
}

/// Whether an expression is a move with a name, points or another turn, which is not a value.
fn is_move(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call)
        if matches!(&*call.func, Expr::Name(name) if MOVES.contains(&name.id.as_str())))
}

/// Requires that the positions of a move are immutable.
fn immutable_positions(expr: &mut Expr) {
    let Expr::Call(call) = expr else {
        return;
    };
    let is_labelled = matches!(&*call.func, Expr::Name(name) if name.id != "again");
    for arg in call
        .arguments
        .args
        .iter_mut()
        .skip(usize::from(is_labelled))
    {
        match is_move(arg) {
            true => immutable_positions(arg),
            false => {
                let at = arg.range();
                *arg = expression("_immutable(X)", at, &[("X", arg.clone())]);
            }
        }
    }
}

/// Whether the end of a block is never reached.
fn always_returns(body: &[Stmt]) -> bool {
    match body.last() {
        Some(Stmt::Return(_)) => true,
        Some(Stmt::If(node)) => {
            let clauses = &node.elif_else_clauses;
            always_returns(&node.body)
                && clauses.iter().all(|clause| always_returns(&clause.body))
                && clauses.last().is_some_and(|clause| clause.test.is_none())
        }
        _ => false,
    }
}

/// Whether there is a `return` of such a value, or a statement that is not rewritten here.
fn returns(body: &[Stmt], is_such: &dyn Fn(Option<&Expr>) -> bool) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Return(node) => is_such(node.value.as_deref()),
        Stmt::For(node) => returns(&node.body, is_such) || returns(&node.orelse, is_such),
        Stmt::While(node) => returns(&node.body, is_such) || returns(&node.orelse, is_such),
        Stmt::If(node) => {
            let clauses = node.elif_else_clauses.iter();
            let mut bodies = clauses.map(|clause| &clause.body);
            returns(&node.body, is_such) || bodies.any(|body| returns(body, is_such))
        }
        Stmt::Try(_) | Stmt::Match(_) | Stmt::With(_) => true,
        _ => false,
    })
}

/// Whether an expression is seen to be a number.
fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::NumberLiteral(_) | Expr::UnaryOp(_) => true,
        Expr::BinOp(node) => {
            node.op != Operator::Add || is_number(&node.left) || is_number(&node.right)
        }
        _ => false,
    }
}

/// The statements, with every `return` rewritten.
fn block(body: Suite, made: &dyn Fn(Expr, TextRange) -> Vec<Stmt>) -> Suite {
    let mut out = Vec::new();
    for mut stmt in body {
        if let Stmt::Return(node) = &mut stmt
            && let Some(value) = node.value.take()
        {
            out.extend(made(*value, node.range));
            continue;
        }
        for inner in flow::blocks(&mut stmt) {
            *inner = block(std::mem::take(inner), made);
        }
        out.push(stmt);
    }
    out.into_iter().collect()
}
