//! Methods and properties of records: functions of the module. Which class has a method is known
//! by its name, so a name belongs to one class; that the receiver is a record of this class is
//! checked with the types (`record`).

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprContext, ExprName, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::records::maker;
use super::template::expression;
use super::{Desugar, refused};
use crate::check::vocabulary;
use crate::source::Diagnostic;

/// A method.
#[derive(Debug)]
pub(super) struct Method {
    class: String,
    is_property: bool,
}

impl Desugar {
    /// The methods of a class as functions.
    pub(super) fn methods_of(&mut self, class: &StmtClassDef) -> Result<Vec<Stmt>, Diagnostic> {
        let mut functions = Vec::new();
        let name = class.name.as_str();
        let made = maker(name);
        let owner = match self.records.contains_key(&made) {
            true => made.as_str(),
            false => name,
        };
        for stmt in &class.body {
            if let Stmt::FunctionDef(node) = stmt {
                functions.push(Stmt::FunctionDef(self.method(owner, node)?));
            }
        }
        Ok(functions)
    }

    fn method(
        &mut self,
        class: &str,
        node: &StmtFunctionDef,
    ) -> Result<StmtFunctionDef, Diagnostic> {
        let name = node.name.as_str();
        let mut function = node.clone();
        let is_property = match &node.decorator_list[..] {
            [one] if matches!(&one.expression, Expr::Name(name) if name.id == "property") => {
                function.decorator_list.clear();
                true
            }
            _ => false,
        };
        let has_receiver = node
            .parameters
            .iter()
            .next()
            .is_some_and(|first| first.default().is_none() && first.name().as_str() == "self");
        if name.starts_with("__") || !has_receiver || !function.decorator_list.is_empty() {
            let message = format!("the method `{name}` is not supported in a rule file");
            let help = "a method takes `self` and has no decorator but `@property`; write a function instead";
            return Err(refused(node.name.range, message, help));
        }
        let method = Method {
            class: class.to_owned(),
            is_property,
        };
        let is_field = self
            .records
            .values()
            .any(|record| record.fields.iter().any(|own| own == name));
        if is_field
            || (!is_property && vocabulary::is_method(name))
            || self.methods.insert(name.to_owned(), method).is_some()
        {
            let message = format!("something else is called `.{name}`, too");
            let help = "methods are found by their names here: give this one a name of its own";
            return Err(refused(node.name.range, message, help));
        }
        function.name.id = format!("{class}.{name}").into();
        Ok(function)
    }

    /// `p.flipped(x)` and `p.total` as calls of functions.
    pub(super) fn call_methods(&self, module: &mut [Stmt]) {
        if !self.methods.is_empty() {
            Calls(self).visit_body(module);
        }
    }
}

struct Calls<'d>(&'d Desugar);

impl Calls<'_> {
    /// The function and its first argument.
    fn callee(&self, expr: &Expr, is_property: bool) -> Option<(Expr, Expr)> {
        let Expr::Attribute(node) = expr else {
            return None;
        };
        let name = node.attr.as_str();
        let method = self.0.methods.get(name)?;
        if method.is_property != is_property || node.ctx != ExprContext::Load {
            return None;
        }
        let function = Expr::Name(ExprName {
            node_index: Default::default(),
            range: node.attr.range,
            id: format!("{}.{name}", method.class).into(),
            ctx: ExprContext::Load,
        });
        let mut receiver = expression("R.x", expr.range(), &[("R", (*node.value).clone())]);
        if let Expr::Attribute(receiver) = &mut receiver {
            // A name that the file cannot have.
            receiver.attr.id = format!("{}.", method.class).into();
        }
        Some((function, receiver))
    }
}

impl Transformer for Calls<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        match expr {
            // What is called is not a property.
            Expr::Call(call) if call.func.is_attribute_expr() => {
                if let Expr::Attribute(callee) = &mut *call.func {
                    self.visit_expr(&mut callee.value);
                }
                self.visit_arguments(&mut call.arguments);
                if let Some((function, receiver)) = self.callee(&call.func, false) {
                    *call.func = function;
                    let args = std::mem::take(&mut call.arguments.args);
                    call.arguments.args = std::iter::once(receiver).chain(args).collect();
                }
            }
            _ => {
                transformer::walk_expr(self, expr);
                if let Some((function, receiver)) = self.callee(expr, true) {
                    *expr = expression("F(R)", expr.range(), &[("F", function), ("R", receiver)]);
                }
            }
        }
    }
}
