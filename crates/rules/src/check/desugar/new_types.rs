//! `Place = NewType("Place", int)`: a function that returns its argument.

use ruff_python_ast::{Expr, Stmt};

use super::Desugar;
use super::template::statements;

impl Desugar {
    /// The function that replaces a new type.
    pub(super) fn new_type(&self, stmt: &Stmt) -> Option<Stmt> {
        let Stmt::Assign(node) = stmt else {
            return None;
        };
        let ([Expr::Name(name)], Expr::Call(call)) = (&node.targets[..], &*node.value) else {
            return None;
        };
        let [Expr::StringLiteral(text), _] = &call.arguments.args[..] else {
            return None;
        };
        let is_own = text.value.to_str() == name.id.as_str();
        if self.imported(&call.func) != Some("NewType") || !is_own {
            return None;
        }
        let mut made = statements("def f(_value):\n    return _value", name.range, &[], &[]);
        let Some(Stmt::FunctionDef(mut function)) = made.pop() else {
            return None;
        };
        function.name.id = name.id.clone();
        Some(Stmt::FunctionDef(function))
    }
}
