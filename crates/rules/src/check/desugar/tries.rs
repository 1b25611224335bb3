//! `try` around `xs.index(x)` and `d[key]`: a test.

use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtTry};
use ruff_text_size::TextRange;

use super::template::{expression, statements};

/// A statement under `try`, and the block of its only `except`.
struct Tried<'a> {
    body: &'a Stmt,
    /// What it assigns to a name, or returns.
    value: &'a Expr,
    otherwise: Vec<Stmt>,
    at: TextRange,
}

impl<'a> Tried<'a> {
    /// The parts of `try: x = value` or `try: return value` with `except exception:`.
    fn of(node: &'a StmtTry, exception: &str) -> Option<Tried<'a>> {
        let ([body], [ExceptHandler::ExceptHandler(handler)]) =
            (&node.body[..], &node.handlers[..])
        else {
            return None;
        };
        let is_plain =
            node.orelse.is_empty() && node.finalbody.is_empty() && handler.name.is_none();
        let is_caught =
            matches!(handler.type_.as_deref(), Some(Expr::Name(name)) if name.id == exception);
        let value = match body {
            Stmt::Assign(node) if matches!(&node.targets[..], [Expr::Name(_)]) => &node.value,
            Stmt::Return(node) => node.value.as_ref()?,
            _ => return None,
        };
        (is_plain && is_caught).then(|| Tried {
            body,
            value,
            otherwise: handler.body.iter().cloned().collect(),
            at: node.range,
        })
    }

    /// The statement if a test is true, else the other block.
    fn tested(self, test: Expr) -> Option<Stmt> {
        let blocks = [("A", vec![self.body.clone()]), ("B", self.otherwise)];
        let text = "if T:\n    A\nelse:\n    B";
        statements(text, self.at, &[("T", test)], &blocks).pop()
    }
}

/// Whether an expression can be evaluated twice.
fn is_simple(expr: &Expr) -> bool {
    expr.is_name_expr() || expr.is_literal_expr()
}

/// `try: i = xs.index(x)` with `except ValueError`, as a test with `in`.
pub(super) fn index_or_else(node: &StmtTry) -> Option<Stmt> {
    let tried = Tried::of(node, "ValueError")?;
    let Expr::Call(call) = tried.value else {
        return None;
    };
    let Expr::Attribute(method) = &*call.func else {
        return None;
    };
    let ([wanted], true) = (&call.arguments.args[..], call.arguments.keywords.is_empty()) else {
        return None;
    };
    if method.attr.as_str() != "index" || !is_simple(&method.value) || !is_simple(wanted) {
        return None;
    }
    let fill = [("X", wanted.clone()), ("L", (*method.value).clone())];
    let test = expression("X in L", tried.at, &fill);
    tried.tested(test)
}

/// `try: x = d[key]` with `except KeyError`, as a test. Only dicts have the method `has.`.
pub(super) fn item_or_else(node: &StmtTry) -> Option<Stmt> {
    let tried = Tried::of(node, "KeyError")?;
    let Expr::Subscript(item) = tried.value else {
        return None;
    };
    if !is_simple(&item.value) || !is_simple(&item.slice) {
        return None;
    }
    let fill = [("X", (*item.value).clone()), ("K", (*item.slice).clone())];
    let mut test = expression("X.has(K)", tried.at, &fill);
    if let Expr::Call(call) = &mut test
        && let Expr::Attribute(method) = &mut *call.func
    {
        method.attr.id = "has.".into();
    }
    tried.tested(test)
}
