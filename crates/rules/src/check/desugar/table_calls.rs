//! Calls of the items of lists of functions.

use std::cell::RefCell;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprCall, ExprContext};
use ruff_text_size::Ranged;

use super::passed::wrapper;
use super::refused;
use super::tables::{Item, Tables};
use crate::source::Diagnostic;

impl Tables<'_> {
    /// A call of the function with a number.
    fn call(&mut self, call: &mut ExprCall, dispatch: usize) -> Result<(), Diagnostic> {
        let at = call.func.range();
        let own = &mut self.dispatches[dispatch];
        let is_starred = call.arguments.args.iter().any(Expr::is_starred_expr);
        let count = match is_starred {
            true => own.count(),
            false => Some(call.arguments.args.len()),
        };
        let Some(count) = count.filter(|_| call.arguments.keywords.is_empty()) else {
            let message = "this call of a function from a list is not supported in a rule file";
            return Err(refused(at, message, "give the arguments by place"));
        };
        let (function, captured) = own.called(self.desugar, count, at, &mut self.made)?;
        let number = std::mem::replace(&mut *call.func, function);
        let args = std::mem::take(&mut call.arguments.args);
        call.arguments.args = captured.into_iter().chain([number]).chain(args).collect();
        Ok(())
    }

    /// A name of a function that is not called: a `lambda`.
    fn value(&mut self, expr: &mut Expr) -> Result<(), Diagnostic> {
        let at = expr.range();
        let Expr::Name(name) = &*expr else {
            return Ok(());
        };
        let Some((dispatch, _)) = self.variables.get(name.id.as_str()) else {
            return Ok(());
        };
        let own = &mut self.dispatches[*dispatch];
        let Some(count) = own
            .count()
            .filter(|_| self.stores.is_stable(name.id.as_str(), at))
        else {
            let message = format!("the function `{}` is not called here", name.id);
            let help = format!("write `lambda x: {}(x)`", name.id);
            return Err(refused(at, message, help));
        };
        let (function, mut captured) = own.called(self.desugar, count, at, &mut self.made)?;
        captured.push(expr.clone());
        *expr = wrapper(&function, &captured, count, at);
        Ok(())
    }
}

/// Rewrites the calls of items.
pub(super) struct Reading<'t, 'd>(pub(super) RefCell<&'t mut Tables<'d>>);

impl Transformer for Reading<'_, '_> {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Call(call) = expr {
            let mut tables = self.0.borrow_mut();
            let dispatch = match &*call.func {
                Expr::Name(name) => tables.variables.get(name.id.as_str()).map(|own| own.0),
                other => match tables.item_at(other) {
                    Item::Function(dispatch) => Some(dispatch),
                    _ => None,
                },
            };
            drop(tables);
            if let Some(dispatch) = dispatch {
                self.visit_arguments(&mut call.arguments);
                if !call.func.is_name_expr() {
                    self.visit_expr(&mut call.func);
                }
                let mut tables = self.0.borrow_mut();
                if let Err(diagnostic) = tables.call(call, dispatch) {
                    tables.fail(diagnostic);
                }
                return;
            }
        }
        if let Expr::Name(name) = &*expr
            && name.ctx == ExprContext::Load
        {
            let mut tables = self.0.borrow_mut();
            let own = name.id.as_str();
            if tables.items_of_module.contains(own)
                && !tables.locals.iter().any(|local| local == own)
            {
                let message = format!("`{own}` is a function from a list here");
                tables.fail(refused(
                    name.range,
                    message,
                    "take it from the list in this function",
                ));
            } else if tables.named(expr).is_some() && !tables.allowed.contains(&expr.range()) {
                let message = format!(
                    "`{}` contains functions, and is used here as a value",
                    name.id
                );
                let help = format!(
                    "iterate over it with `for`, or call an item: `{}[0](…)`",
                    name.id
                );
                tables.fail(refused(name.range, message, help));
            } else if let Err(diagnostic) = tables.value(expr) {
                tables.fail(diagnostic);
            }
            return;
        }
        transformer::walk_expr(self, expr);
    }
}
