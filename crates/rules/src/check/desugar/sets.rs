//! Sets that are changed: a new set in the same variable, where nothing else can refer to it.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, Operator, Pattern, Stmt, StmtAugAssign};

use super::generators::ROLES;
use super::template::{assignment, expression, new_name};
use super::{Desugar, place, refused, scope};
use crate::source::Diagnostic;

impl Desugar {
    /// `s.add(x)` as `s = s | {x}`, where no other name can be the same set.
    pub(super) fn changed_set(&self, expr: &Expr) -> Result<Option<Stmt>, Diagnostic> {
        let Expr::Call(call) = expr else {
            return Ok(None);
        };
        let (Expr::Attribute(method), [item]) = (&*call.func, &call.arguments.args[..]) else {
            return Ok(None);
        };
        let text = match method.attr.as_str() {
            "remove" => "F(S, X)",
            name => match change(name) {
                Some(text) => text,
                None => return Ok(None),
            },
        };
        let at = place(expr);
        match &*method.value {
            Expr::Name(name) if self.is_own_set(name.id.as_str()) => {
                let fill = [
                    ("S", (*method.value).clone()),
                    ("X", item.clone()),
                    ("F", new_name("set.remove", at)),
                ];
                let value = expression(text, at, &fill);
                Ok(Some(assignment(name.id.as_str(), value, at)))
            }
            // It may be a dict, or a list.
            _ if ["update", "remove"].contains(&method.attr.as_str()) => Ok(None),
            _ => Err(refused(
                at,
                "a set that other names may share cannot be changed in a rule file",
                "build it in a local variable that begins as `set()`, or write `s = s | {x}`",
            )),
        }
    }

    /// `s |= t` as `s = s | t`, where no other name can be the same set.
    pub(super) fn augmented_set(&self, node: &StmtAugAssign) -> Option<Stmt> {
        let Expr::Name(name) = &*node.target else {
            return None;
        };
        let text = match node.op {
            Operator::BitOr => "S | X",
            Operator::BitAnd => "S & X",
            Operator::Sub => "S - X",
            _ => return None,
        };
        let fill = [
            ("S", new_name(name.id.as_str(), name.range)),
            ("X", (*node.value).clone()),
        ];
        let made = || {
            assignment(
                name.id.as_str(),
                expression(text, node.range, &fill),
                node.range,
            )
        };
        self.is_own_set(name.id.as_str()).then(made)
    }

    /// Whether nothing else refers to the set in a local of the current function.
    fn is_own_set(&self, name: &str) -> bool {
        let function = self.function.as_ref();
        function.is_some_and(|function| is_own_set(function, name))
    }
}

/// The set `S` after it was changed by a method with the argument `X`.
pub(super) fn change(method: &str) -> Option<&'static str> {
    match method {
        "add" => Some("S | {X}"),
        "discard" => Some("S - {X}"),
        "update" => Some("S | set(X)"),
        _ => None,
    }
}

/// Whether a local always holds a set that nothing else refers to: it is
/// assigned new sets only, and read only where no reference is kept.
fn is_own_set(function: &ruff_python_ast::StmtFunctionDef, name: &str) -> bool {
    let mut uses = Uses {
        name,
        reads: 0,
        harmless: 0,
        is_new: true,
        is_role: ROLES.contains(&function.name.as_str()),
    };
    uses.visit_body(&function.body);
    let is_parameter = function
        .parameters
        .iter()
        .any(|p| p.name().as_str() == name);
    uses.is_new && uses.reads == uses.harmless && !is_parameter
}

struct Uses<'n> {
    name: &'n str,
    /// All reads of the name, and those that keep no reference.
    reads: usize,
    harmless: usize,
    /// Whether all its values are new sets.
    is_new: bool,
    /// Whether kibitz consumes what the function yields.
    is_role: bool,
}

impl Uses<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(node) if node.id == self.name)
    }

    fn count(&mut self, expr: &Expr) {
        self.harmless += usize::from(self.is_name(expr));
    }
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(node) => {
                let is_plain = matches!(&node.targets[..], [one] if self.is_name(one));
                let is_set = match &*node.value {
                    Expr::Set(_) | Expr::SetComp(_) => true,
                    // Lists have these two.
                    Expr::BinOp(node) => !matches!(node.op, Operator::Add | Operator::Mult),
                    Expr::Call(call) => {
                        matches!(&*call.func, Expr::Name(name) if name.id == "set")
                    }
                    _ => false,
                };
                let stores = node
                    .targets
                    .iter()
                    .any(|target| scope::stored(target).iter().any(|own| own == self.name));
                self.is_new &= !stores || (is_plain && is_set);
            }
            Stmt::For(node) => {
                self.is_new &= !scope::stored(&node.target)
                    .iter()
                    .any(|own| own == self.name);
                self.count(&node.iter);
            }
            Stmt::AugAssign(node) => {
                let is_set = matches!(node.op, Operator::BitOr | Operator::BitAnd | Operator::Sub);
                self.is_new &= is_set || !self.is_name(&node.target);
                self.count(&node.value);
            }
            Stmt::Return(node) => node.value.iter().for_each(|value| self.count(value)),
            Stmt::If(node) => self.count(&node.test),
            Stmt::While(node) => self.count(&node.test),
            Stmt::FunctionDef(_) => self.is_new = false,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const READERS: [&str; 9] = [
            "len",
            "sorted",
            "any",
            "all",
            "sum",
            "min",
            "max",
            "set",
            "frozenset",
        ];
        match expr {
            Expr::Name(node) if node.id == self.name && node.ctx == ExprContext::Load => {
                self.reads += 1;
            }
            Expr::Attribute(node) => self.count(&node.value),
            Expr::Compare(node) => {
                self.count(&node.left);
                node.comparators.iter().for_each(|one| self.count(one));
            }
            Expr::BinOp(node) => {
                self.count(&node.left);
                self.count(&node.right);
            }
            Expr::UnaryOp(node) => self.count(&node.operand),
            // Positions are copied; a consumer in the file would share the set.
            Expr::Yield(node) if self.is_role => {
                node.value.iter().for_each(|value| self.count(value));
            }
            Expr::Named(node) => self.is_new &= !self.is_name(&node.target),
            Expr::Call(call) => {
                if matches!(&*call.func, Expr::Name(name) if READERS.contains(&name.id.as_str())) {
                    call.arguments.args.iter().for_each(|one| self.count(one));
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        if let Pattern::MatchAs(node) = pattern
            && let Some(name) = &node.name
        {
            self.is_new &= name.as_str() != self.name;
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_comprehension(&mut self, node: &'a ruff_python_ast::Comprehension) {
        self.count(&node.iter);
        self.is_new &= !scope::stored(&node.target)
            .iter()
            .any(|own| own == self.name);
        visitor::walk_comprehension(self, node);
    }
}
