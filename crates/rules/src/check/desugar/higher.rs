//! Which parameters of the functions of a module are functions: those that a function calls, uses
//! as a key or in `map`, or passes on as such.

use std::collections::{BTreeSet, HashMap, HashSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprCall, Stmt, StmtFunctionDef};

use super::{Desugar, scope};

/// The parameters that are functions, by the names of the functions of the module.
#[derive(Default)]
pub(super) struct Higher {
    parameters: HashMap<String, Vec<String>>,
    functions: HashMap<String, BTreeSet<usize>>,
}

impl Higher {
    pub(super) fn of(desugar: &Desugar, module: &[Stmt]) -> Higher {
        let definitions: Vec<&StmtFunctionDef> = module
            .iter()
            .filter_map(Stmt::as_function_def_stmt)
            .collect();
        let mut higher = Higher::default();
        for node in &definitions {
            let names = node.parameters.iter_non_variadic_params();
            let names = names.map(|one| one.name().to_string()).collect();
            higher.parameters.insert(node.name.to_string(), names);
        }
        loop {
            let mut found = Vec::new();
            for node in &definitions {
                let mut called = Called {
                    desugar,
                    higher: &higher,
                    names: HashSet::new(),
                };
                called.visit_body(&node.body);
                // A parameter that is assigned anywhere may be something else.
                let assigned = scope::bound(&node.body);
                let own = node.name.as_str();
                let names = higher.parameters[own].iter().enumerate();
                let places = names
                    .filter(|(_, name)| called.names.contains(*name) && !assigned.contains(*name));
                found.extend(places.map(|(place, _)| (own.to_owned(), place)));
            }
            let mut is_new = false;
            for (name, place) in found {
                is_new |= higher.functions.entry(name).or_default().insert(place);
            }
            if !is_new {
                return higher;
            }
        }
    }

    /// The places of the parameters of a function that are functions.
    pub(super) fn places(&self, function: &str) -> Option<&BTreeSet<usize>> {
        self.functions.get(function)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// The place of the parameter that an argument is for.
    pub(super) fn place_of_keyword(&self, function: &str, keyword: Option<&str>) -> Option<usize> {
        let names = self.parameters.get(function)?;
        names.iter().position(|name| Some(name.as_str()) == keyword)
    }
}

/// The names that statements use as functions.
struct Called<'d> {
    desugar: &'d Desugar,
    higher: &'d Higher,
    names: HashSet<String>,
}

impl Called<'_> {
    fn function(&mut self, expr: &Expr) {
        if let Expr::Name(name) = expr {
            self.names.insert(name.id.to_string());
        }
    }
}

impl<'a> Visitor<'a> for Called<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr {
            self.function(&call.func);
            if let Some(place) = function_argument(self.desugar, call) {
                call.arguments
                    .args
                    .get(place)
                    .into_iter()
                    .for_each(|arg| self.function(arg));
            }
            let callee = match &*call.func {
                Expr::Name(name) => name.id.as_str(),
                _ => "",
            };
            let places = self.higher.places(callee);
            let is_function = |place: usize| places.is_some_and(|places| places.contains(&place));
            for (place, arg) in call.arguments.args.iter().enumerate() {
                if is_function(place) {
                    self.function(arg);
                }
            }
            for word in &call.arguments.keywords {
                let name = word.arg.as_deref();
                let place = self.higher.place_of_keyword(callee, name);
                if name == Some("key") || place.is_some_and(is_function) {
                    self.function(&word.value);
                }
            }
        }
        visitor::walk_expr(self, expr);
    }
}

/// The place of the argument that a function of Python or its library calls.
fn function_argument(desugar: &Desugar, call: &ExprCall) -> Option<usize> {
    let is_mapped = ["map", "filter"]
        .iter()
        .any(|name| desugar.is_built_in(&call.func, name));
    match desugar.imported(&call.func) {
        Some("reduce") => Some(0),
        Some("accumulate") => Some(1),
        _ => is_mapped.then_some(0),
    }
}
