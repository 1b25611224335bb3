//! `try` around `xs.index(x)` and `d[key]`: a test.

use ruff_python_ast::{ExceptHandler, Expr, Operator, Stmt, StmtTry};
use ruff_text_size::TextRange;

use super::Desugar;
use super::template::{assignment, expression, new_name, statements};

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

    /// The statement with another value if a test is true, else the other block.
    fn tested(self, test: Expr, value: Expr) -> Vec<Stmt> {
        let mut body = self.body.clone();
        match &mut body {
            Stmt::Assign(node) => *node.value = value,
            Stmt::Return(node) => node.value = Some(Box::new(value)),
            _ => {}
        }
        let blocks = [("A", vec![body]), ("B", self.otherwise)];
        let text = "if T:\n    A\nelse:\n    B";
        statements(text, self.at, &[("T", test)], &blocks)
    }
}

impl Desugar {
    /// `try` around `xs.index(x)` or `d[key]`, as a test.
    pub(super) fn tried(&mut self, node: &StmtTry) -> Option<Vec<Stmt>> {
        self.index_or_else(node).or_else(|| self.item_or_else(node))
    }

    /// What an expression evaluates to, as one that can be evaluated twice.
    fn simple(&mut self, expr: &mut Expr, at: TextRange) -> Option<Vec<Stmt>> {
        if is_simple(expr) {
            return Some(Vec::new());
        }
        let name = self.fresh("tried");
        let value = is_pure(expr).then(|| std::mem::replace(expr, new_name(&name, at)))?;
        Some(vec![assignment(&name, value, at)])
    }

    /// `try: i = xs.index(x)` with `except ValueError`, as a test with `in`.
    fn index_or_else(&mut self, node: &StmtTry) -> Option<Vec<Stmt>> {
        let tried = Tried::of(node, "ValueError")?;
        let mut value = tried.value.clone();
        let Expr::Call(call) = &mut value else {
            return None;
        };
        let Expr::Attribute(method) = &*call.func else {
            return None;
        };
        let list = (*method.value).clone();
        let is_index = method.attr.as_str() == "index" && call.arguments.keywords.is_empty();
        let [wanted] = &mut call.arguments.args[..] else {
            return None;
        };
        if !is_index || !is_simple(&list) {
            return None;
        }
        let mut out = self.simple(wanted, tried.at)?;
        let fill = [("X", wanted.clone()), ("L", list)];
        let test = expression("X in L", tried.at, &fill);
        out.extend(tried.tested(test, value));
        Some(out)
    }

    /// `try: x = d[key]` with `except KeyError`, as a test. Only dicts have the method `has.`.
    fn item_or_else(&mut self, node: &StmtTry) -> Option<Vec<Stmt>> {
        let tried = Tried::of(node, "KeyError")?;
        let mut value = tried.value.clone();
        let Expr::Subscript(item) = &mut value else {
            return None;
        };
        if !is_simple(&item.value) {
            return None;
        }
        let mut out = self.simple(&mut item.slice, tried.at)?;
        let fill = [("X", (*item.value).clone()), ("K", (*item.slice).clone())];
        let mut test = expression("X.has(K)", tried.at, &fill);
        if let Expr::Call(call) = &mut test
            && let Expr::Attribute(method) = &mut *call.func
        {
            method.attr.id = "has.".into();
        }
        out.extend(tried.tested(test, value));
        Some(out)
    }
}

/// Whether an expression can be evaluated twice.
fn is_simple(expr: &Expr) -> bool {
    expr.is_name_expr() || expr.is_literal_expr()
}

/// Whether an expression changes nothing and does not raise `ValueError` or `KeyError`, so that
/// it can be evaluated before `try` begins.
fn is_pure(expr: &Expr) -> bool {
    match expr {
        Expr::BinOp(node) => {
            let raises = [Operator::LShift, Operator::RShift, Operator::Pow].contains(&node.op);
            !raises && is_pure(&node.left) && is_pure(&node.right)
        }
        Expr::UnaryOp(node) => is_pure(&node.operand),
        Expr::Tuple(node) => node.elts.iter().all(is_pure),
        other => is_simple(other),
    }
}
