//! `moves` that returns a list of positions instead of yielding them: `return xs` becomes
//! `yield from xs`. As in CPython, the list is complete before the first position is taken.
//! `start` may return the position: `return x` becomes `yield x`.

use ruff_python_ast::{Expr, ExprGenerator, Operator, Stmt, Suite};
use ruff_text_size::TextRange;

use super::flow;
use super::template::statements;

/// The functions that may return a list of positions.
const ROLES: [&str; 3] = ["moves", "left", "right"];

/// The statement, with every `return` of such a function rewritten. It stays as it is if the
/// function may return `None`, which is not a position and cannot be iterated over.
pub(super) fn yielded(mut stmt: Stmt) -> Stmt {
    if let Stmt::FunctionDef(node) = &mut stmt
        && !flow::yields(&node.body)
        && always_returns(&node.body)
    {
        let is_list = ROLES.contains(&node.name.as_str());
        if is_list && !returns(&node.body, &|value| value.is_none_or(is_number)) {
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
fn each(positions: Expr, at: TextRange) -> Vec<Stmt> {
    let positions = match positions {
        Expr::List(list) if list.elts.is_empty() => return statements("return", at, &[], &[]),
        Expr::Tuple(tuple) if tuple.elts.is_empty() => return statements("return", at, &[], &[]),
        // Its items are independent of each other, so they may come one by one.
        Expr::ListComp(list) => Expr::Generator(ExprGenerator {
            node_index: list.node_index,
            range: list.range,
            elt: list.elt,
            generators: list.generators,
            parenthesized: true,
        }),
        other => other,
    };
    statements("yield from X\nreturn", at, &[("X", positions)], &[])
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
