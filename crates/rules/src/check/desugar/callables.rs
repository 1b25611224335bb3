//! Expressions that are functions: names of functions, lambdas, `operator.xor`, `str.lower`.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{Expr, Identifier, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

use super::closures::{as_function, formal};
use super::free::free;
use super::passed::Passed;
use super::template::{assignment, new_name};
use super::{Desugar, refused};
use crate::check::known::Known;
use crate::source::Diagnostic;

/// The names of a module that are functions.
#[derive(Default)]
pub(super) struct Functions {
    /// The places of their names.
    defined: HashMap<String, TextRange>,
    /// The names that imports bind.
    imported: HashSet<String>,
    /// Whether the expressions stand in statements of the module.
    pub(super) is_module: bool,
}

impl Functions {
    pub(super) fn of(module: &[Stmt]) -> Functions {
        let mut functions = Functions::default();
        for stmt in module {
            let aliases = match stmt {
                Stmt::FunctionDef(node) => {
                    functions
                        .defined
                        .insert(node.name.to_string(), node.name.range);
                    continue;
                }
                Stmt::ImportFrom(node) => &node.names,
                Stmt::Import(node) => &node.names,
                _ => continue,
            };
            let names = aliases
                .iter()
                .map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
            functions
                .imported
                .extend(names.map(|name| name.to_string()));
        }
        functions
    }

    /// Adds a new function.
    pub(super) fn add(&mut self, function: &StmtFunctionDef) {
        self.defined
            .insert(function.name.to_string(), function.name.range);
    }

    /// The function that an expression is, and the new function of the module that it becomes.
    pub(super) fn passed(
        &self,
        desugar: &mut Desugar,
        expr: &Expr,
        locals: &[String],
    ) -> Result<Option<(Passed, Option<StmtFunctionDef>)>, Diagnostic> {
        if let Some(passed) = Passed::wrapped(expr) {
            return Ok(Some((passed, None)));
        }
        let plain = || Ok(Some((Passed::plain(expr), None)));
        let is_local = |name: &str| locals.iter().any(|own| own == name);
        let at = expr.range();
        match expr {
            Expr::Lambda(_) => {
                let (function, passed) = desugar.lambda(expr, locals)?;
                Ok(Some((passed, Some(function))))
            }
            Expr::Name(name) if is_local(name.id.as_str()) => Ok(None),
            Expr::Name(name) => {
                let name = name.id.as_str();
                if let Some(defined) = self.defined.get(name) {
                    if self.is_module && at.start() < defined.start() {
                        let message = format!("the function `{name}` is not defined yet");
                        return Err(refused(at, message, "move its `def` above this line"));
                    }
                    return plain();
                }
                let is_python = Known::built_in(name).is_some() && !desugar.bound.contains(name);
                if is_python || self.imported.contains(name) {
                    return plain();
                }
                let named = desugar.named(expr, at);
                Ok(named
                    .filter(Expr::is_name_expr)
                    .map(|function| (Passed::plain(&function), None)))
            }
            // `math.gcd`
            Expr::Attribute(node)
                if node.value.as_name_expr().is_some_and(|module| {
                    self.imported.contains(module.id.as_str()) && !is_local(module.id.as_str())
                }) =>
            {
                plain()
            }
            other => match desugar.function_of_library(other, at) {
                Some(lambda @ Expr::Lambda(_)) => self.passed(desugar, &lambda, locals),
                Some(function @ Expr::Name(_)) => Ok(Some((Passed::plain(&function), None))),
                _ => Ok(None),
            },
        }
    }
}

impl Desugar {
    /// A lambda as a function of the module, which gets what it captures of some variables.
    fn lambda(
        &mut self,
        expr: &Expr,
        locals: &[String],
    ) -> Result<(StmtFunctionDef, Passed), Diagnostic> {
        let at = expr.range();
        let name = self.fresh("lambda");
        let wrong = |at: TextRange, what: &str| {
            let message = format!("{what} is not supported in a rule file");
            refused(at, message, "write a function with `def`")
        };
        let Stmt::FunctionDef(mut function) = as_function(assignment(&name, expr.clone(), at))
        else {
            return Err(wrong(at, "this `lambda`"));
        };
        let Expr::Lambda(lambda) = expr else {
            return Err(wrong(at, "this function"));
        };
        let is_own = |name: &String| {
            let mut parameters = lambda.parameters.iter().flat_map(|list| list.iter());
            parameters.any(|one| one.name().as_str() == name)
        };
        // Defaults are evaluated outside.
        let mut captured: Vec<String> = free(&lambda.body);
        captured.retain(|name| locals.contains(name) && !is_own(name));
        let variables = captured.len();
        let mut values: Vec<Expr> = captured.iter().map(|name| new_name(name, at)).collect();
        let parameters = &mut *function.parameters;
        if !parameters.posonlyargs.is_empty()
            || !parameters.kwonlyargs.is_empty()
            || parameters.vararg.is_some()
            || parameters.kwarg.is_some()
        {
            return Err(wrong(at, "a `lambda` with `*` or `/`"));
        }
        let mut own = Vec::new();
        for mut one in std::mem::take(&mut parameters.args) {
            match one.default.take() {
                // `i=i` is the value that `i` has now.
                Some(default) if default.is_name_expr() => {
                    captured.push(one.name().to_string());
                    values.push(*default);
                }
                Some(default) if !default.is_literal_expr() => {
                    return Err(wrong(default.range(), "a computed default of a `lambda`"));
                }
                default => {
                    one.default = default;
                    own.push(one);
                }
            }
        }
        let count = own.iter().filter(|one| one.default.is_none()).count();
        let count = count.max(own.len().min(1));
        let all = captured.iter().map(|name| formal(name, at));
        parameters.args = all.chain(own).collect();
        // Defined from the beginning, for statements of the module.
        function.name = Identifier::new(name.as_str(), TextRange::default());
        let mut passed = Passed::named(&name, values, count, at);
        passed.defaults = captured.len() - variables;
        Ok((function, passed))
    }

    /// `operator.xor`, `itemgetter(1)` or `str.lower` as a function.
    fn function_of_library(&self, expr: &Expr, at: TextRange) -> Option<Expr> {
        match expr {
            Expr::Attribute(_) => self
                .method_of_strings(expr, at)
                .or_else(|| self.named(expr, at)),
            Expr::Call(call) => match (self.imported(&call.func), &call.arguments.args[..]) {
                (Some(name @ ("itemgetter" | "attrgetter")), keys @ [_, ..]) => {
                    super::library::getter(name, keys, at)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
