//! Functions that are passed as arguments, and where their parameters stand.

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprContext};
use ruff_text_size::{Ranged, TextRange};

use super::template::{expression, new_name};

/// A function that is passed.
#[derive(Clone)]
pub(super) struct Passed {
    /// What is called.
    function: Expr,
    /// The values of its first parameters.
    pub(super) captured: Vec<Expr>,
    /// How many of them, the last ones, are values from the beginning: `lambda x, i=i: …`.
    pub(super) defaults: usize,
    /// How many parameters follow, if it captures something.
    count: usize,
}

impl Passed {
    /// A function that captures nothing.
    pub(super) fn plain(function: &Expr) -> Passed {
        Passed {
            function: function.clone(),
            captured: Vec::new(),
            defaults: 0,
            count: 0,
        }
    }

    /// A function of the module.
    pub(super) fn named(name: &str, captured: Vec<Expr>, count: usize, at: TextRange) -> Passed {
        Passed {
            captured,
            count,
            ..Passed::plain(&new_name(name, at))
        }
    }

    /// Whether a captured value is a variable, which may change.
    pub(super) fn is_variable(&self, number: usize) -> bool {
        number + self.defaults < self.captured.len()
    }

    /// What [`wrapper`] made: `lambda a, b: f(x, a, b)`.
    pub(super) fn wrapped(expr: &Expr) -> Option<Passed> {
        let Expr::Lambda(node) = expr else {
            return None;
        };
        let Expr::Call(call) = &*node.body else {
            return None;
        };
        let own: Vec<&str> = node
            .parameters
            .iter()
            .flat_map(|list| list.iter())
            .map(|one| one.name().as_str())
            .collect();
        let args = &call.arguments.args;
        let is_plain = node.parameters.iter().all(|list| {
            list.args.len() == own.len() && list.args.iter().all(|one| one.default.is_none())
        });
        let is_own = |arg: &Expr| {
            arg.as_name_expr()
                .is_some_and(|name| own.contains(&name.id.as_str()))
        };
        let (captured, rest) = args.split_at_checked(args.len().checked_sub(own.len())?)?;
        let are_own = rest
            .iter()
            .zip(&own)
            .all(|(arg, name)| arg.as_name_expr().is_some_and(|arg| arg.id == *name));
        // Only names that the rewriting made: what a file calls may be a local.
        let is_made = call
            .func
            .as_name_expr()
            .is_some_and(|name| name.id.contains('.'));
        let are_names = captured
            .iter()
            .all(|arg| arg.is_name_expr() && !is_own(arg));
        (is_plain && are_own && is_made && are_names && call.arguments.keywords.is_empty()).then(
            || Passed {
                function: (*call.func).clone(),
                captured: captured.to_vec(),
                defaults: 0,
                count: own.len(),
            },
        )
    }

    /// What is called.
    pub(super) fn function(&self) -> &Expr {
        &self.function
    }

    /// The name of the function.
    pub(super) fn name(&self) -> &str {
        self.function
            .as_name_expr()
            .map_or("", |name| name.id.as_str())
    }

    /// The same function with other names for the values that it captured.
    pub(super) fn with(&self, names: &[String], at: TextRange) -> Passed {
        Passed {
            captured: names.iter().map(|name| new_name(name, at)).collect(),
            ..self.clone()
        }
    }

    /// What tells the copies of a function apart.
    pub(super) fn key(&self, place: usize, is_shared: bool) -> String {
        let names = |expr: &Expr| match expr {
            Expr::Name(name) => name.id.to_string(),
            Expr::Attribute(node) => match &*node.value {
                Expr::Name(name) => format!("{}.{}", name.id, node.attr),
                _ => String::new(),
            },
            _ => String::new(),
        };
        let captured: Vec<String> = match is_shared {
            true => self.captured.iter().map(names).collect(),
            false => vec![self.captured.len().to_string()],
        };
        format!("{place}:{}:{}", names(&self.function), captured.join(","))
    }

    /// The function as an expression.
    fn value(&self, at: TextRange) -> Expr {
        match self.captured.is_empty() {
            true => self.function.clone(),
            false => wrapper(&self.function, &self.captured, self.count, at),
        }
    }
}

/// `lambda a, b: f(x, a, b)` for a function that captured `x`.
pub(super) fn wrapper(function: &Expr, captured: &[Expr], count: usize, at: TextRange) -> Expr {
    let is_free = |name: &String| {
        !captured
            .iter()
            .any(|one| one.as_name_expr().is_some_and(|own| own.id == *name))
    };
    let names = (0..).map(|number| format!("x{number}")).filter(is_free);
    let names: Vec<String> = names.take(count).collect();
    let names = names.join(", ");
    let text = format!("lambda {names}: FUNCTION({names})");
    let mut made = expression(&text, at, &[("FUNCTION", function.clone())]);
    if let Expr::Lambda(node) = &mut made
        && let Expr::Call(call) = &mut *node.body
    {
        let own = std::mem::take(&mut call.arguments.args);
        call.arguments.args = captured.iter().cloned().chain(own).collect();
    }
    made
}

/// Replaces parameters that are functions by the functions that are passed.
pub(super) struct Substitution(Vec<(String, Passed)>);

impl Substitution {
    pub(super) fn new(functions: Vec<(String, Passed)>) -> Substitution {
        Substitution(functions)
    }

    fn of(&self, expr: &Expr) -> Option<&Passed> {
        let Expr::Name(name) = expr else {
            return None;
        };
        let found = self.0.iter().find(|(own, _)| name.id == *own);
        found
            .filter(|_| name.ctx == ExprContext::Load)
            .map(|(_, passed)| passed)
    }
}

impl Transformer for Substitution {
    fn visit_expr(&self, expr: &mut Expr) {
        let at = expr.range();
        if let Expr::Call(call) = expr
            && let Some(passed) = self.of(&call.func)
        {
            self.visit_arguments(&mut call.arguments);
            *call.func = passed.function.clone();
            let own = std::mem::take(&mut call.arguments.args);
            call.arguments.args = passed.captured.iter().cloned().chain(own).collect();
            return;
        }
        if let Some(passed) = self.of(expr) {
            *expr = passed.value(at);
            return;
        }
        transformer::walk_expr(self, expr);
    }
}
