//! Nested functions and lambdas: they become functions of the module that get
//! what they capture as arguments.
//!
//! A closure reads a captured variable when it is called, and so does an
//! argument. While the call runs, its caller waits, so the variable does not
//! change meanwhile. (A generator does not wait: see `generators`.)
//!
//! The argument is added where the function is called, where another variable of
//! the same name may hide the captured one. Such a variable is renamed first
//! ([`Alpha`]).

use std::collections::HashMap;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{
    Expr, ExprLambda, Identifier, Parameter, ParameterWithDefault, Parameters, Stmt,
    StmtFunctionDef, StmtReturn, Suite,
};
use ruff_text_size::TextRange;

use super::alpha::Alpha;
use super::flow::yields;
use super::lazy::READ_LATER;
use super::passed::wrapper;
use super::template::{expression, new_name, statements};
use super::{Desugar, INFINITY, MINUS_INFINITY, recursion, refused, scope};
use crate::check::known::Known;
use crate::source::Diagnostic;

/// A nested function: its new name, and what it captures.
#[derive(Clone)]
struct Nested {
    name: String,
    captured: Vec<String>,
    /// How many arguments it takes as a value.
    parameters: usize,
}

impl Desugar {
    /// The module with its nested functions next to their enclosing functions.
    pub(super) fn lift_functions(&mut self, module: Vec<Stmt>) -> Result<Vec<Stmt>, Diagnostic> {
        let mut out = Vec::new();
        for stmt in module {
            let stmt = as_function(stmt);
            match stmt {
                Stmt::FunctionDef(mut node) => {
                    self.variadic_parameter(&mut node);
                    self.lift(&mut node, &mut out)?;
                    out.push(Stmt::FunctionDef(node));
                }
                other => out.push(other),
            }
        }
        Ok(out)
    }

    /// `*places` as an ordinary last parameter, a tuple.
    fn variadic_parameter(&mut self, node: &mut StmtFunctionDef) {
        let parameters = &mut *node.parameters;
        let is_plain = parameters.kwonlyargs.is_empty()
            && parameters.kwarg.is_none()
            && parameters
                .args
                .iter()
                .all(|formal| formal.default.is_none());
        if !is_plain || super::generators::ROLES.contains(&node.name.as_str()) {
            return;
        }
        if let Some(rest) = parameters.vararg.take() {
            let before = parameters.posonlyargs.len() + parameters.args.len();
            parameters.args.push(formal(rest.name.as_str(), rest.range));
            self.variadic.insert(node.name.to_string(), before);
        }
    }

    /// Moves the nested functions of a function to `out`.
    fn lift(&mut self, node: &mut StmtFunctionDef, out: &mut Vec<Stmt>) -> Result<(), Diagnostic> {
        let locals = scope::locals(node);
        let own: Vec<String> = node
            .parameters
            .iter()
            .map(|p| p.name().to_string())
            .collect();
        let body: Vec<Stmt> = std::mem::take(&mut node.body)
            .into_iter()
            .map(as_function)
            .collect();
        let mut found: Vec<(StmtFunctionDef, Vec<String>)> = Vec::new();
        let mut bound = own;
        let mut rest = Vec::new();
        for stmt in body {
            match stmt {
                Stmt::FunctionDef(inner) => {
                    let name = inner.name.as_str();
                    if scope::read(&rest).iter().any(|read| read == name) {
                        let message = format!("`{name}` is used above its definition");
                        return Err(refused(inner.name.range, message, "define it first"));
                    }
                    found.push((inner, bound.clone()));
                }
                other => {
                    // Only what is bound afterwards is of interest here.
                    let _ = scope::bind(&other, &mut bound);
                    rest.push(other);
                }
            }
        }
        if found.is_empty() {
            node.body = rest.into_iter().collect();
            return Ok(());
        }
        let names = found.iter().map(|(inner, _)| inner.name.to_string());
        let nested = captures(
            node.name.as_str(),
            &names.collect::<Vec<_>>(),
            &found,
            &locals,
        );
        for (inner, bound) in &found {
            let name = inner.name.as_str();
            let is_rebound = scope::stored_in(&rest).iter().any(|other| other == name)
                || found
                    .iter()
                    .filter(|(other, _)| other.name.as_str() == name)
                    .count()
                    > 1;
            if is_rebound {
                let message = format!("`{name}` is a nested function, and assigned elsewhere");
                return Err(refused(inner.name.range, message, "use another name"));
            }
            let is_hidden = |p: &&String| {
                let mut own = inner.parameters.iter();
                own.any(|own| own.name().as_str() == p.as_str())
            };
            if let Some(hidden) = nested[name].captured.iter().find(is_hidden) {
                let message = format!(
                    "`{hidden}` is a parameter of `{name}`, and a variable of a function that it calls"
                );
                return Err(refused(inner.name.range, message, "rename one of them"));
            }
            let is_free = |captured: &&String| !bound.contains(*captured);
            if let Some(late) = nested[name].captured.iter().find(is_free) {
                let message = format!(
                    "`{late}` is not always assigned above the function `{name}`, which reads it"
                );
                let help = format!("assign `{late}` first, or pass it to `{name}`");
                return Err(refused(inner.name.range, message, help));
            }
            self.check_recursive(inner, &nested[name].captured, &rest, &found)?;
            let has_default = inner.parameters.iter().any(|parameter| {
                parameter
                    .default()
                    .is_some_and(|value| !value.is_literal_expr())
            });
            if has_default || !inner.decorator_list.is_empty() || inner.parameters.vararg.is_some()
            {
                let message = format!(
                    "the nested function `{name}` has a decorator, a computed default or a `*` parameter"
                );
                return Err(refused(
                    inner.name.range,
                    message,
                    "define it at the left margin",
                ));
            }
        }
        for (mut inner, _) in found {
            let nested_in = &nested[inner.name.as_str()];
            let hidden = scope::locals(&inner);
            let at = inner.name.range;
            let own = &mut *inner.parameters;
            let first = match own.posonlyargs.is_empty() {
                true => &mut own.args,
                false => &mut own.posonlyargs,
            };
            let captured = nested_in.captured.iter().map(|name| formal(name, at));
            *first = captured.chain(std::mem::take(first)).collect();
            if yields(&inner.body) {
                let captured = nested_in.captured.clone();
                self.shared.insert(nested_in.name.clone(), captured);
            }
            // A local that hides what another function captures.
            for name in hidden
                .iter()
                .filter(|name| nested_in.captured.contains(name))
            {
                let own = format!("{name}.{}", nested_in.name);
                Alpha::new([(name.clone(), own)]).visit_body(&mut inner.body);
            }
            inner.name.id = nested_in.name.clone().into();
            self.bound.insert(nested_in.name.clone());
            rename(&mut inner.body, &nested, &hidden);
            self.lift(&mut inner, out)?;
            out.push(Stmt::FunctionDef(inner));
        }
        let mut rest: Suite = rest.into_iter().collect();
        rename(&mut rest, &nested, &[]);
        node.body = rest;
        Ok(())
    }

    /// Requires that no variable that a generator captures changes until it ends, if it calls itself.
    fn check_recursive(
        &self,
        inner: &StmtFunctionDef,
        captured: &[String],
        rest: &[Stmt],
        found: &[(StmtFunctionDef, Vec<String>)],
    ) -> Result<(), Diagnostic> {
        let name = inner.name.as_str();
        if !yields(&inner.body) || !self.recursive.contains(name) {
            return Ok(());
        }
        let generators = found.iter().filter(|(other, _)| yields(&other.body));
        let generators: Vec<String> = generators
            .map(|(other, _)| other.name.to_string())
            .collect();
        let changes = |variable: &&String| recursion::consumers_bind(rest, &generators, variable);
        match captured.iter().find(changes) {
            None => Ok(()),
            Some(variable) => {
                let message = format!(
                    "`{variable}` changes while the generator `{name}` reads it, which calls itself"
                );
                let help = format!("pass `{variable}` to `{name}` as an argument");
                Err(refused(inner.name.range, message, help))
            }
        }
    }

    /// The variables of enclosing scopes that expressions read.
    pub(super) fn captured(&self, of: &[&Expr], own: &[String]) -> Vec<String> {
        let mut captured = Vec::new();
        for expr in of {
            for name in scope::free(expr) {
                let is_variable = self.bound.contains(&name) || is_new_variable(&name);
                let is_known = own.contains(&name) || self.names.contains(&name);
                if is_variable && !is_known && !captured.contains(&name) {
                    captured.push(name);
                }
            }
        }
        captured
    }

    /// A call of a new function of the module: `text` defines `f` with its own
    /// parameters, and the captured variables follow.
    pub(super) fn new_function(
        &mut self,
        text: &str,
        fill: &[(&str, Expr)],
        blocks: &[(&str, Vec<Stmt>)],
        captured: Vec<String>,
        mut values: Vec<Expr>,
        at: TextRange,
    ) -> Expr {
        let name = self.fresh("inner");
        self.names.insert(name.clone());
        for mut stmt in statements(text, at, fill, blocks) {
            if let Stmt::FunctionDef(node) = &mut stmt {
                // Defined from the beginning, for statements of the module.
                node.name = Identifier::new(name.as_str(), TextRange::default());
                let parameters = &mut node.parameters.args;
                parameters.extend(captured.iter().map(|name| formal(name, at)));
            }
            self.note_changing(std::slice::from_ref(&stmt));
            self.functions.push(stmt);
        }
        values.extend(captured.iter().map(|name| new_name(name, at)));
        let mut call = expression("F()", at, &[("F", new_name(&name, at))]);
        if let Expr::Call(node) = &mut call {
            node.arguments.args = values.into();
        }
        call
    }
}

/// Whether a name is a variable that desugaring made, not one of its functions.
fn is_new_variable(name: &str) -> bool {
    let is_function = Known::of_library(name).is_some() || name == READ_LATER;
    name.contains('.') && !is_function && ![INFINITY, MINUS_INFINITY].contains(&name)
}

/// How many arguments a function takes as a value: without defaults, but at least one.
pub(super) fn taken(parameters: &Parameters) -> usize {
    let required = parameters.iter().filter(|one| one.default().is_none());
    required.count().max(parameters.len().min(1))
}

/// A parameter without a default.
pub(super) fn formal(name: &str, at: TextRange) -> ParameterWithDefault {
    ParameterWithDefault {
        range: at,
        node_index: Default::default(),
        parameter: Parameter {
            range: at,
            node_index: Default::default(),
            name: Identifier::new(name, at),
            annotation: None,
        },
        default: None,
    }
}

/// `f = lambda x: …` as `def f(x): return …`.
pub(super) fn as_function(stmt: Stmt) -> Stmt {
    let Stmt::Assign(node) = &stmt else {
        return stmt;
    };
    let (
        [Expr::Name(name)],
        Expr::Lambda(ExprLambda {
            parameters, body, ..
        }),
    ) = (&node.targets[..], &*node.value)
    else {
        return stmt;
    };
    let at = node.range;
    let result = Stmt::Return(StmtReturn {
        node_index: Default::default(),
        range: at,
        value: Some(body.clone()),
    });
    Stmt::FunctionDef(StmtFunctionDef {
        node_index: Default::default(),
        range: at,
        is_async: false,
        decorator_list: Default::default(),
        name: Identifier::new(name.id.clone(), name.range),
        type_params: None,
        parameters: parameters
            .clone()
            .unwrap_or_else(|| Box::new(Parameters::default())),
        returns: None,
        body: [result].into_iter().collect(),
    })
}

/// What nested functions capture, also through each other.
fn captures(
    outer: &str,
    names: &[String],
    found: &[(StmtFunctionDef, Vec<String>)],
    locals: &[String],
) -> HashMap<String, Nested> {
    let mut nested = HashMap::new();
    for (inner, _) in found {
        let own = scope::locals(inner);
        let captured = scope::read(&inner.body)
            .into_iter()
            .filter(|name| locals.contains(name) && !own.contains(name) && !names.contains(name));
        let one = Nested {
            name: format!("{outer}.{}", inner.name),
            captured: captured.collect(),
            parameters: taken(&inner.parameters),
        };
        nested.insert(inner.name.to_string(), one);
    }
    for _ in names {
        for (inner, _) in found {
            let called = scope::read(&inner.body).into_iter();
            let own = scope::locals(inner);
            let more: Vec<String> = called
                .filter(|name| !own.contains(name))
                .filter_map(|name| nested.get(&name))
                .flat_map(|one: &Nested| one.captured.clone())
                .collect();
            if let Some(one) = nested.get_mut(inner.name.as_str()) {
                for name in more {
                    if !one.captured.contains(&name) {
                        one.captured.push(name);
                    }
                }
            }
        }
    }
    nested
}

/// Replaces the names of nested functions, except where they are hidden.
fn rename(body: &mut Suite, nested: &HashMap<String, Nested>, hidden: &[String]) {
    let mut nested = nested.clone();
    nested.retain(|name, _| !hidden.contains(name));
    Renamer { nested }.visit_body(body);
}

struct Renamer {
    nested: HashMap<String, Nested>,
}

impl Renamer {
    /// Renames those variables of a lambda or a comprehension that hide captured ones.
    fn unhide(&self, expr: &mut Expr) {
        let mut bound = Vec::new();
        let clauses = match expr {
            Expr::Lambda(node) => {
                let parameters = node.parameters.iter().flat_map(|list| list.iter());
                bound.extend(parameters.map(|p| p.name().to_string()));
                &mut [][..]
            }
            Expr::ListComp(node) => &mut node.generators[..],
            Expr::SetComp(node) => &mut node.generators[..],
            Expr::DictComp(node) => &mut node.generators[..],
            Expr::Generator(node) => &mut node.generators[..],
            _ => return,
        };
        bound.extend(
            clauses
                .iter()
                .flat_map(|clause| scope::stored(&clause.target)),
        );
        let is_captured = |name: &String| {
            let mut functions = self.nested.values();
            functions.any(|one| one.captured.contains(name))
        };
        bound.retain(is_captured);
        if bound.is_empty() {
            return;
        }
        // The first iterable is evaluated outside.
        let first = clauses.first().map(|clause| clause.iter.clone());
        let pairs = bound
            .iter()
            .map(|name| (name.clone(), format!("{name}.own")));
        Alpha::new(pairs).visit_expr(expr);
        let clause = match expr {
            Expr::ListComp(node) => node.generators.first_mut(),
            Expr::SetComp(node) => node.generators.first_mut(),
            Expr::DictComp(node) => node.generators.first_mut(),
            Expr::Generator(node) => node.generators.first_mut(),
            _ => None,
        };
        if let (Some(clause), Some(first)) = (clause, first) {
            clause.iter = first;
        }
    }
}

impl Transformer for Renamer {
    fn visit_expr(&self, expr: &mut Expr) {
        self.unhide(expr);
        match expr {
            Expr::Call(node) => {
                let callee = match &*node.func {
                    Expr::Name(name) => self.nested.get(name.id.as_str()),
                    _ => None,
                };
                if let Some(nested) = callee {
                    let at = node.arguments.range;
                    let place = match &*node.func {
                        Expr::Name(name) => name.range,
                        _ => at,
                    };
                    *node.func = new_name(&nested.name, place);
                    let mut args: Vec<Expr> = nested
                        .captured
                        .iter()
                        .map(|name| new_name(name, place))
                        .collect();
                    for mut arg in std::mem::take(&mut node.arguments.args) {
                        self.visit_expr(&mut arg);
                        args.push(arg);
                    }
                    node.arguments.args = args.into();
                    for keyword in &mut node.arguments.keywords {
                        self.visit_expr(&mut keyword.value);
                    }
                    return;
                }
            }
            Expr::Name(name) => {
                if let Some(nested) = self.nested.get(name.id.as_str()) {
                    let at = name.range;
                    let captured = nested.captured.iter().map(|name| new_name(name, at));
                    let captured: Vec<Expr> = captured.collect();
                    let function = new_name(&nested.name, at);
                    *expr = wrapper(&function, &captured, nested.parameters, at);
                }
                return;
            }
            _ => {}
        }
        transformer::walk_expr(self, expr);
    }
}
