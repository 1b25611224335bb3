//! Tables of sets that the module fills: `graph = defaultdict(set)`, then `graph[u].add(v)`.
//!
//! A set never changes here, so the table gets a new set: `graph[u] = graph[u] | {v}`. The two
//! differ only for what keeps the old set. Nothing can: the table begins with sets of its own, and
//! until the last change nothing but the changes mentions it.

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, ExprSubscript, Stmt};

use super::template::{expression, statements};
use super::{Desugar, sets};

/// Rewrites the changes of tables of sets among the statements of a module.
pub(super) fn rewrite(desugar: &Desugar, module: &mut [Stmt]) {
    for place in 0..module.len() {
        let Some(name) = table(desugar, &module[place]) else {
            continue;
        };
        let is_changed = |stmt: &Stmt| counts(&name, stmt).changes > 0;
        let Some(last) = module.iter().rposition(is_changed) else {
            continue;
        };
        let is_own = |(at, stmt): (usize, &Stmt)| {
            let found = counts(&name, stmt);
            match at == place {
                true => found.mentions == 1,
                false => found.mentions == found.changes && !stmt.is_function_def_stmt(),
            }
        };
        let mut until_last = module[..=last].iter().enumerate();
        if place < last && until_last.all(|one| is_own(one) || counts(&name, one.1).mentions == 0) {
            let changes = Changes { name: &name };
            changes.visit_body(&mut module[place + 1..=last]);
        }
    }
}

/// The name of a table whose values are new sets.
fn table(desugar: &Desugar, stmt: &Stmt) -> Option<String> {
    let Stmt::Assign(node) = stmt else {
        return None;
    };
    let [Expr::Name(name)] = &node.targets[..] else {
        return None;
    };
    let is_new_set = |expr: &Expr| matches!(expr, Expr::Call(call) if call.arguments.is_empty() && desugar.is_built_in(&call.func, "set"));
    let is_table = match &*node.value {
        Expr::DictComp(comp) => is_new_set(&comp.value),
        Expr::ListComp(comp) => is_new_set(&comp.elt),
        Expr::Call(call) => {
            desugar.imported(&call.func) == Some("defaultdict")
                && matches!(&call.arguments.args[..], [one] if desugar.is_built_in(one, "set"))
        }
        _ => false,
    };
    is_table.then(|| name.id.to_string())
}

/// `table[key].add(item)` as a statement: what it changes, with which expression.
fn change<'s>(name: &str, stmt: &'s Stmt) -> Option<(&'s ExprSubscript, &'static str, &'s Expr)> {
    let Stmt::Expr(node) = stmt else {
        return None;
    };
    let Expr::Call(call) = &*node.value else {
        return None;
    };
    let (Expr::Attribute(method), [item], []) = (
        &*call.func,
        &call.arguments.args[..],
        &call.arguments.keywords[..],
    ) else {
        return None;
    };
    let text = sets::change(method.attr.as_str())?;
    let Expr::Subscript(place) = &*method.value else {
        return None;
    };
    let is_table = matches!(&*place.value, Expr::Name(own) if own.id == name);
    // The key is evaluated twice.
    (is_table && is_plain(&place.slice)).then_some((place, text, item))
}

/// Whether an expression has the same value, and no effect, each time.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Name(_) => true,
        Expr::Tuple(node) => node.elts.iter().all(is_plain),
        Expr::BinOp(node) => is_plain(&node.left) && is_plain(&node.right),
        Expr::Subscript(node) => is_plain(&node.value) && is_plain(&node.slice),
        other => other.is_literal_expr(),
    }
}

/// How often a statement mentions a table, and how often to change one of its sets.
#[derive(Default)]
struct Counts {
    mentions: usize,
    changes: usize,
}

fn counts(name: &str, stmt: &Stmt) -> Counts {
    struct Counting<'n>(&'n str, Counts);
    impl<'a> Visitor<'a> for Counting<'_> {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            self.1.changes += usize::from(change(self.0, stmt).is_some());
            visitor::walk_stmt(self, stmt);
        }

        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Name(node) = expr {
                self.1.mentions += usize::from(node.id == self.0);
            }
            visitor::walk_expr(self, expr);
        }
    }
    let mut counting = Counting(name, Counts::default());
    counting.visit_stmt(stmt);
    counting.1
}

/// Rewrites the changes of a table.
struct Changes<'n> {
    name: &'n str,
}

impl Transformer for Changes<'_> {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        transformer::walk_stmt(self, stmt);
        let Some((place, text, item)) = change(self.name, stmt) else {
            return;
        };
        let at = super::place(stmt);
        let set = Expr::Subscript(place.clone());
        let value = expression(text, at, &[("S", set), ("X", item.clone())]);
        let mut target = place.clone();
        target.ctx = ExprContext::Store;
        let mut made = statements("x = V", at, &[("V", value)], &[]);
        if let Some(Stmt::Assign(mut node)) = made.pop() {
            node.targets = vec![Expr::Subscript(target)];
            *stmt = Stmt::Assign(node);
        }
    }
}
