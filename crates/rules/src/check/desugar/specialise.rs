//! Functions that get functions as arguments: a copy of the called function for each function that
//! is passed, which gets the captured variables as further parameters.
//!
//! What a closure captures it reads when it is called. A call ends before its caller goes on, so an
//! argument serves as well. A generator runs in turn with its consumer: its copy shares the
//! variables of the consumer ([`Desugar::shared`]).

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprCall, Identifier, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

use super::alpha::Alpha;
use super::callables::Functions;
use super::closures::formal;
use super::flow::yields;
use super::free::inner;
use super::higher::Higher;
use super::passed::{Passed, Substitution};
use super::stores::Stores;
use super::{Desugar, recursion, refused, scope};
use crate::source::Diagnostic;

/// Most copies of functions in a file.
const MAX_COPIES: usize = 200;

impl Desugar {
    /// The module without functions that get functions.
    pub(super) fn specialised(&mut self, module: Vec<Stmt>) -> Result<Vec<Stmt>, Diagnostic> {
        let higher = Higher::of(self, &module);
        if higher.is_empty() {
            return Ok(module);
        }
        let definitions = module.iter().filter_map(Stmt::as_function_def_stmt);
        let definitions: HashMap<String, StmtFunctionDef> = definitions
            .map(|node| (node.name.to_string(), node.clone()))
            .collect();
        let mut work = Specialiser {
            desugar: self,
            recursive: recursion::recursive(&module),
            higher,
            functions: Functions::of(&module),
            module_names: scope::stored_in(&module),
            definitions,
            copies: HashMap::new(),
            made: Vec::new(),
            locals: Vec::new(),
            stores: Stores::default(),
            found: None,
        };
        let mut out = Vec::new();
        let mut unused = Vec::new();
        for mut stmt in module {
            match &stmt {
                Stmt::FunctionDef(node) if work.higher.places(node.name.as_str()).is_some() => {
                    unused.push(stmt);
                }
                _ => {
                    work.rewrite(&mut stmt)?;
                    out.push(stmt);
                }
            }
        }
        while let Some(mut stmt) = work.made.pop() {
            work.rewrite(&mut stmt)?;
            out.push(stmt);
        }
        // What is never called with functions is checked as it stands.
        let copied = |name: &str| work.copies.keys().any(|(own, _)| own == name);
        unused
            .retain(|stmt| !matches!(stmt, Stmt::FunctionDef(node) if copied(node.name.as_str())));
        for stmt in &mut unused {
            if let Stmt::FunctionDef(node) = stmt {
                without_defaults(node);
            }
        }
        out.extend(unused);
        Ok(out)
    }
}

struct Specialiser<'d> {
    desugar: &'d mut Desugar,
    recursive: HashSet<String>,
    higher: Higher,
    definitions: HashMap<String, StmtFunctionDef>,
    functions: Functions,
    module_names: Vec<String>,
    /// The names of the copies by the function and what is passed to it.
    copies: HashMap<(String, String), String>,
    /// New functions, not rewritten yet.
    made: Vec<Stmt>,
    /// All names that the current function binds in any scope.
    locals: Vec<String>,
    /// Where it binds them.
    stores: Stores,
    found: Option<Diagnostic>,
}

impl Specialiser<'_> {
    fn rewrite(&mut self, stmt: &mut Stmt) -> Result<(), Diagnostic> {
        self.stores = Stores::of(stmt);
        self.functions.is_module = !stmt.is_function_def_stmt();
        self.locals = match &*stmt {
            Stmt::FunctionDef(node) => {
                let mut locals = scope::locals(node);
                locals.extend(scope::bound(&node.body));
                locals
            }
            // The variables of the module are read where they are needed.
            other => inner(std::slice::from_ref(other)),
        };
        Calls(RefCell::new(self)).visit_stmt(stmt);
        self.found.take().map_or(Ok(()), Err)
    }

    /// The function that an expression is.
    fn passed(&mut self, expr: &Expr) -> Result<Option<Passed>, Diagnostic> {
        let found = self.functions.passed(self.desugar, expr, &self.locals)?;
        Ok(found.map(|(passed, made)| {
            if let Some(function) = made {
                self.functions.add(&function);
                self.definitions
                    .insert(function.name.to_string(), function.clone());
                self.made.push(Stmt::FunctionDef(function));
            }
            passed
        }))
    }

    /// A call of a function that gets functions: a call of its copy.
    fn call(&mut self, call: &mut ExprCall) -> Result<(), Diagnostic> {
        let Expr::Name(name) = &*call.func else {
            return Ok(());
        };
        let (callee, place) = (name.id.to_string(), name.range);
        if self.locals.contains(&callee) {
            return Ok(());
        }
        let Some(places) = self.higher.places(&callee).cloned() else {
            return Ok(());
        };
        let function = self.definitions[&callee].clone();
        let mut passed: Vec<(usize, Passed)> = Vec::new();
        let mut rest = Vec::new();
        for (place, arg) in call.arguments.args.iter().enumerate() {
            if arg.is_starred_expr() && places.iter().any(|own| *own >= place) {
                let message =
                    format!("`*` before the functions that `{callee}` gets is not supported");
                return Err(refused(
                    arg.range(),
                    message,
                    "write the arguments one by one",
                ));
            }
            match places.contains(&place) {
                true => passed.push((place, self.required(arg, &function, place)?)),
                false => rest.push(arg.clone()),
            }
        }
        let mut words = Vec::new();
        for word in &call.arguments.keywords {
            let place = self.higher.place_of_keyword(&callee, word.arg.as_deref());
            match place.filter(|place| places.contains(place)) {
                Some(place) => passed.push((place, self.required(&word.value, &function, place)?)),
                None => words.push(word.clone()),
            }
        }
        for &place in &places {
            if passed.iter().any(|(own, _)| *own == place) {
                continue;
            }
            let parameter = function.parameters.iter_non_variadic_params().nth(place);
            let Some(default) = parameter.and_then(|one| one.default()) else {
                let name = parameter.map_or("", |one| one.name().as_str());
                let message = format!("the argument `{name}` of `{callee}` is missing");
                return Err(refused(call.func.range(), message, "pass a function"));
            };
            // A default is evaluated outside.
            let locals = std::mem::take(&mut self.locals);
            let one = self.required(default, &function, place);
            self.locals = locals;
            passed.push((place, one?));
        }
        passed.sort_by_key(|(place, _)| *place);
        let copy = self.copy(&function, &passed, call.func.range())?;
        let mut args: Vec<Expr> = Vec::new();
        let mut met = HashSet::new();
        for (_, value, name) in self.captures(&function, &passed, &copy) {
            if met.insert(name) {
                args.push(value);
            }
        }
        args.extend(rest);
        call.arguments.args = args.into();
        call.arguments.keywords = words.into_iter().collect();
        *call.func = super::template::new_name(&copy, place);
        Ok(())
    }

    /// The function that an argument must be.
    fn required(
        &mut self,
        arg: &Expr,
        function: &StmtFunctionDef,
        place: usize,
    ) -> Result<Passed, Diagnostic> {
        if let Some(passed) = self.passed(arg)? {
            return Ok(passed);
        }
        let parameter = function.parameters.iter_non_variadic_params().nth(place);
        let name = parameter.map_or("", |one| one.name().as_str());
        let message = format!(
            "`{}` calls its parameter `{name}`, and this argument is not the name of a function or a `lambda`",
            function.name
        );
        let help = "write the name of a function or a `lambda` here; to choose one of several, put them into a list and pass its items";
        Err(refused(arg.range(), message, help))
    }

    /// The name of the copy of a function for what is passed.
    fn copy(
        &mut self,
        function: &StmtFunctionDef,
        passed: &[(usize, Passed)],
        at: TextRange,
    ) -> Result<String, Diagnostic> {
        let name = function.name.to_string();
        let is_shared = self.is_shared(function, passed);
        if is_shared {
            let captures = self.captures(function, passed, "").into_iter();
            let variables = captures.filter(|(_, value, name)| is_named(value, name));
            let variables: Vec<String> = variables.map(|(_, _, name)| name).collect();
            self.check_shared(&name, &variables, at)?;
        }
        let parts = passed.iter().map(|(place, one)| one.key(*place, is_shared));
        let key = (name.clone(), parts.collect::<Vec<_>>().join(" "));
        if let Some(copy) = self.copies.get(&key) {
            return Ok(copy.clone());
        }
        if self.copies.len() >= MAX_COPIES {
            let message = format!("too many different functions are passed to `{name}`");
            let help = "a function that calls itself should pass on the same function, not a new `lambda` around it";
            return Err(refused(at, message, help));
        }
        let copy = self.desugar.fresh(&name);
        self.copies.insert(key, copy.clone());
        let mut made = function.clone();
        made.name = Identifier::new(copy.as_str(), function.name.range);
        let removed = passed.iter().map(|(place, _)| *place);
        let removed = without(&mut made, &removed.collect::<Vec<_>>());
        let (mut captured, mut variables) = (Vec::new(), Vec::new());
        let mut names = vec![Vec::new(); passed.len()];
        for (number, value, name) in self.captures(function, passed, &copy) {
            if !captured.contains(&name) {
                captured.push(name.clone());
            }
            if is_named(&value, &name) {
                variables.push(name.clone());
            }
            names[number].push(name);
        }
        let functions = passed.iter().zip(removed).zip(&names);
        let functions = functions
            .map(|(((_, one), parameter), names)| (parameter, one.with(names, at)))
            .collect();
        if is_shared {
            self.share(&mut made, &name, &copy, &variables, at)?;
        }
        let formals = captured.iter().map(|name| formal(name, at));
        let own = &mut *made.parameters;
        let first = match own.posonlyargs.is_empty() {
            true => &mut own.args,
            false => &mut own.posonlyargs,
        };
        *first = formals.chain(std::mem::take(first)).collect();
        Substitution::new(functions).visit_body(&mut made.body);
        if self.desugar.cached.contains(&name) {
            self.desugar.cached.insert(copy.clone());
        }
        if let Some(&count) = self.desugar.variadic.get(&name) {
            let count = count + captured.len() - passed.len();
            self.desugar.variadic.insert(copy.clone(), count);
        }
        self.desugar.bound.insert(copy.clone());
        self.definitions.insert(copy.clone(), made.clone());
        self.made.push(Stmt::FunctionDef(made));
        Ok(copy)
    }

    /// Whether a copy uses the names of the captured variables: a generator does, and what calls a
    /// nested generator.
    fn is_shared(&self, function: &StmtFunctionDef, passed: &[(usize, Passed)]) -> bool {
        let is_generator = |one: &Passed| self.desugar.shared.contains_key(one.name());
        yields(&function.body) || passed.iter().any(|(_, one)| is_generator(one))
    }

    /// What is captured by the functions that a copy gets: the number of the function, the value, and
    /// the name in the copy; variables that are shared come first.
    fn captures(
        &self,
        function: &StmtFunctionDef,
        passed: &[(usize, Passed)],
        copy: &str,
    ) -> Vec<(usize, Expr, String)> {
        let is_shared = self.is_shared(function, passed);
        let (mut shared, mut own) = (Vec::new(), Vec::new());
        for (number, (place, one)) in passed.iter().enumerate() {
            for (index, value) in one.captured.iter().enumerate() {
                match value {
                    Expr::Name(name) if is_shared && one.is_variable(index) => {
                        shared.push((number, value.clone(), name.id.to_string()));
                    }
                    _ => own.push((number, value.clone(), format!("{copy}.{place}.{index}"))),
                }
            }
        }
        shared.extend(own);
        shared
    }

    /// Requires that a generator can share the variables that are captured where it is called.
    fn check_shared(&self, of: &str, captured: &[String], at: TextRange) -> Result<(), Diagnostic> {
        // A generator that calls itself becomes a list.
        let changes =
            |name: &&String| self.recursive.contains(of) && !self.stores.is_stable(name, at);
        if let Some(name) = captured.iter().find(changes) {
            let message = format!(
                "`{name}` may change while a function that reads it is passed to the generator `{of}`, which calls itself"
            );
            let help = format!("assign `{name}` only once, or let `{of}` return a list");
            return Err(refused(at, message, help));
        }
        // A comprehension would hide it from the generator that it iterates over.
        match captured.iter().find(|name| self.stores.is_hidden(name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!(
                    "`{name}` is a variable of the function that is passed to the generator `{of}`, and of a comprehension"
                );
                Err(refused(at, message, "rename one of them"))
            }
        }
    }

    /// Lets the copy of a generator share the captured variables.
    fn share(
        &mut self,
        made: &mut StmtFunctionDef,
        of: &str,
        copy: &str,
        captured: &[String],
        at: TextRange,
    ) -> Result<(), Diagnostic> {
        let own = self.desugar.shared.get(of).cloned().unwrap_or_default();
        let parameters: Vec<String> = made
            .parameters
            .iter()
            .map(|one| one.name().to_string())
            .collect();
        let locals = scope::locals(made);
        let bound = scope::bound(&made.body);
        for name in captured {
            if own.contains(name) {
                continue;
            }
            let is_local = locals.contains(name);
            let is_read = scope::read(&made.body).contains(name);
            if !is_local && is_read && self.module_names.contains(name) {
                let message = format!(
                    "`{name}` is a name of the module in the generator `{of}`, but a variable of the function that is passed to it"
                );
                return Err(refused(at, message, "rename one of them"));
            }
            if is_local || bound.contains(name) {
                let renamed = Alpha::new([(name.clone(), format!("{name}.{copy}"))]);
                renamed.visit_body(&mut made.body);
                renamed.visit_parameters(&mut made.parameters);
            }
        }
        if !yields(&made.body) {
            return Ok(());
        }
        let mut shared = captured.to_vec();
        shared.extend(
            own.into_iter()
                .filter(|name| parameters.contains(name) && !captured.contains(name)),
        );
        self.desugar.shared.insert(copy.to_owned(), shared);
        Ok(())
    }
}

/// Whether an expression is a name.
fn is_named(expr: &Expr, name: &str) -> bool {
    expr.as_name_expr().is_some_and(|own| own.id == *name)
}

/// Removes parameters, and returns their names.
fn without(function: &mut StmtFunctionDef, places: &[usize]) -> Vec<String> {
    let names = function
        .parameters
        .iter_non_variadic_params()
        .map(|one| one.name().to_string());
    let names: Vec<String> = names.collect();
    let removed: Vec<String> = places.iter().map(|&place| names[place].clone()).collect();
    let parameters = &mut *function.parameters;
    for list in [
        &mut parameters.posonlyargs,
        &mut parameters.args,
        &mut parameters.kwonlyargs,
    ] {
        list.retain(|one| !removed.iter().any(|name| one.name() == name));
    }
    removed
}

/// Removes the defaults of a function that is never called.
fn without_defaults(function: &mut StmtFunctionDef) {
    let parameters = &mut *function.parameters;
    let lists = [
        &mut parameters.posonlyargs,
        &mut parameters.args,
        &mut parameters.kwonlyargs,
    ];
    lists
        .into_iter()
        .flatten()
        .for_each(|one| one.default = None);
}

/// Rewrites the calls of a statement.
struct Calls<'s, 'd>(RefCell<&'s mut Specialiser<'d>>);

impl Transformer for Calls<'_, '_> {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Call(call) = expr {
            let mut specialiser = self.0.borrow_mut();
            if let Err(diagnostic) = specialiser.call(call) {
                specialiser.found.get_or_insert(diagnostic);
                return;
            }
        }
        transformer::walk_expr(self, expr);
    }
}
