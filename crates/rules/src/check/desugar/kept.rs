//! Iterators that a name keeps for the next statement only: `rows = zip(*board)` before
//! `for row in rows:`. The name is replaced by what makes the iterator, so that it is consumed where
//! it is made; nothing happens in between.

use std::collections::HashMap;

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
    read_first(head, name, iterator) == First::Replaced
}

/// What an expression evaluates first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// The name, which was replaced.
    Replaced,
    /// Nothing that could be noticed: a name or a constant.
    Nothing,
    Other,
}

/// Replaces a name by an iterator if nothing is evaluated before it, and it is evaluated once for
/// certain.
fn read_first(expr: &mut Expr, name: &str, iterator: &Expr) -> First {
    let read = |expr: &mut Expr| read_first(expr, name, iterator);
    let any = |parts: &mut dyn Iterator<Item = &mut Expr>| {
        let first = parts.map(read).find(|first| *first != First::Nothing);
        first.unwrap_or(First::Nothing)
    };
    // What follows the parts is done after them.
    let found = match expr {
        Expr::Name(own) if own.id == name => {
            *expr = iterator.clone();
            return First::Replaced;
        }
        Expr::Name(_) | Expr::Lambda(_) => return First::Nothing,
        Expr::ListComp(node) => read(&mut node.generators[0].iter),
        Expr::SetComp(node) => read(&mut node.generators[0].iter),
        Expr::DictComp(node) => read(&mut node.generators[0].iter),
        Expr::Generator(node) => read(&mut node.generators[0].iter),
        Expr::BoolOp(node) => node.values.first_mut().map_or(First::Other, read),
        Expr::If(node) => read(&mut node.test),
        Expr::Compare(node) => {
            let first = node.comparators.iter_mut().take(1);
            any(&mut std::iter::once(&mut *node.left).chain(first))
        }
        Expr::BinOp(node) => any(&mut [&mut *node.left, &mut *node.right].into_iter()),
        Expr::UnaryOp(node) => read(&mut node.operand),
        Expr::Starred(node) => read(&mut node.value),
        Expr::Attribute(node) => read(&mut node.value),
        Expr::Subscript(node) => read(&mut node.value),
        Expr::YieldFrom(node) => read(&mut node.value),
        Expr::Tuple(node) => any(&mut node.elts.iter_mut()),
        Expr::List(node) => any(&mut node.elts.iter_mut()),
        Expr::Set(node) => any(&mut node.elts.iter_mut()),
        Expr::Call(node) => {
            let words = node
                .arguments
                .keywords
                .iter_mut()
                .map(|word| &mut word.value);
            let args = node.arguments.args.iter_mut().chain(words);
            any(&mut std::iter::once(&mut *node.func).chain(args))
        }
        other if other.is_literal_expr() => return First::Nothing,
        _ => First::Other,
    };
    match found {
        First::Nothing => First::Other,
        found => found,
    }
}
