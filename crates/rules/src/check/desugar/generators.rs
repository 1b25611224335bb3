//! Helper generators: the body of a generator replaces the loop that consumes
//! it, and the body of the loop each `yield`. So both run in turn, as in
//! CPython.
//!
//! A nested generator, or a generator expression, reads the variables of the enclosing function when
//! it needs them, and the consumer may change them meanwhile. They are parameters of the generator
//! (`closures`), but here both use the variable itself.
//!
//! A consumer inside an expression, such as `list(g(x))` or `any(p(y) for y in
//! g(x))`, becomes a call of a new function with such a loop.

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, Expr, ExprCall, ExprContext, Parameter, Stmt, StmtFor, StmtFunctionDef,
    StmtWhile, Suite,
};
use ruff_text_size::{Ranged, TextRange};

use super::alpha::Alpha;
use super::consumer::{Consumer, once};
use super::consumers::nested_loops;
use super::flow::{breaks, returns, yields};
use super::lazy::{AsIs, IMMUTABLE, READ_LATER};
use super::template::{assignment, expression, new_name, statements, stored_name};
use super::{Desugar, MAX_EXPANDED, MODULE, recursion, refused, scope};
use crate::source::Diagnostic;

/// The generators that kibitz calls.
pub(super) const ROLES: [&str; 6] = ["start", "moves", "left", "right", "split", "symmetry"];

impl Desugar {
    /// The module without helper generators.
    pub(super) fn expand_generators(&mut self, module: Vec<Stmt>) -> Result<Suite, Diagnostic> {
        let recursive = recursion::recursive(&module);
        let mut rest = Vec::new();
        for stmt in module {
            match stmt {
                Stmt::FunctionDef(node)
                    if yields(&node.body) && !self.is_role(node.name.as_str()) =>
                {
                    if let Some(decorator) = node.decorator_list.first() {
                        let message =
                            "a generator with a decorator is not supported in a rule file";
                        return Err(refused(decorator.range, message, "leave it out"));
                    }
                    match recursive.contains(node.name.as_str()) {
                        true => rest.push(Stmt::FunctionDef(recursion::as_list(node))),
                        false => {
                            self.generators.insert(node.name.to_string(), node);
                        }
                    }
                }
                other => rest.push(other),
            }
        }
        let mut out = Vec::new();
        for stmt in rest {
            let expanded = self.expanded_block([stmt].into_iter().collect())?;
            out.extend(expanded);
        }
        // The new functions may themselves use generators.
        while !self.functions.is_empty() {
            for function in std::mem::take(&mut self.functions) {
                let expanded = self.expanded_block([function].into_iter().collect())?;
                out.extend(expanded);
            }
        }
        // What is left is read before a list can change.
        AsIs.visit_body(&mut out);
        let is_generator = |name: &str| self.generators.contains_key(name);
        let mut unconsumed = Unconsumed {
            is_generator: &is_generator,
            found: None,
        };
        unconsumed.visit_body(&out);
        if let Some((name, at)) = unconsumed.found {
            let message = format!("the generator `{name}` is not consumed here");
            let help = format!("iterate over it with `for`, or convert it: `list({name}(…))`");
            return Err(refused(at, message, help));
        }
        Ok(out.into_iter().collect())
    }

    fn is_role(&self, name: &str) -> bool {
        // Those that must not yield are refused by the checker.
        ROLES.contains(&name) || ["over", "claim", "canon", "show"].contains(&name)
    }

    fn expanded_block(&mut self, body: Suite) -> Result<Suite, Diagnostic> {
        let mut out = Vec::new();
        for mut stmt in body {
            self.expanded += 1;
            if self.expanded > MAX_EXPANDED {
                let message = "the generators of this file expand to too many statements";
                let help = "let helper functions return lists instead of yielding";
                return Err(refused(stmt.range(), message, help));
            }
            if let Stmt::For(node) = &mut stmt {
                out.extend(self.counted(node));
                if let Expr::Generator(_) = &*node.iter {
                    self.name_generator(node);
                }
                if let Some(name) = self.generator_of(&node.iter) {
                    let node = node.clone();
                    out.extend(self.expanded_for(node, &name)?);
                    continue;
                }
            }
            self.consumers_in(&mut stmt)?;
            match &mut stmt {
                Stmt::FunctionDef(node) => {
                    self.is_in_function = true;
                    self.locals = scope::locals(node);
                    self.numbers = scope::numbers(&node.body);
                    self.expand_in_place(&mut node.body)?;
                    self.locals.clear();
                    self.numbers.clear();
                    self.is_in_function = false;
                }
                Stmt::For(StmtFor { body, orelse, .. })
                | Stmt::While(StmtWhile { body, orelse, .. }) => {
                    self.expand_in_place(body)?;
                    self.expand_in_place(orelse)?;
                }
                Stmt::If(node) => {
                    self.expand_in_place(&mut node.body)?;
                    for clause in &mut node.elif_else_clauses {
                        self.expand_in_place(&mut clause.body)?;
                    }
                }
                _ => {}
            }
            out.push(stmt);
        }
        Ok(out.into_iter().collect())
    }

    fn expand_in_place(&mut self, body: &mut Suite) -> Result<(), Diagnostic> {
        *body = self.expanded_block(std::mem::take(body))?;
        Ok(())
    }

    /// `for i, x in enumerate(g(y))` as a loop over the generator with a counter, which this
    /// returns the beginning of.
    fn counted(&mut self, node: &mut StmtFor) -> Option<Stmt> {
        let Expr::Call(call) = &*node.iter else {
            return None;
        };
        let (items, first) = match &call.arguments.args[..] {
            [items] if call.arguments.keywords.is_empty() => (items, None),
            [items, first] if first.is_number_literal_expr() => (items, Some(first)),
            _ => return None,
        };
        let is_generator = items.is_generator_expr() || self.generator_of(items).is_some();
        if !is_generator || !self.is_built_in(&call.func, "enumerate") {
            return None;
        }
        let at = call.range();
        let (number, item) = (self.fresh("number"), self.fresh("item"));
        let fill = [("N", new_name(&number, at)), ("X", new_name(&item, at))];
        let zero = || expression("0", at, &[]);
        let begin = assignment(&number, first.cloned().unwrap_or_else(zero), at);
        let mut bind = assignment("x", expression("(N, X)", at, &fill), at);
        if let Stmt::Assign(bind) = &mut bind {
            bind.targets = vec![(*node.target).clone()];
        }
        let next = assignment(&number, expression("N + 1", at, &fill), at);
        let mut body = vec![bind, next];
        body.extend(std::mem::take(&mut node.body));
        node.body = body.into_iter().collect();
        *node.target = stored_name(&item, at);
        *node.iter = items.clone();
        Some(begin)
    }

    /// The generator that an expression calls.
    pub(super) fn generator_of(&self, expr: &Expr) -> Option<String> {
        let Expr::Call(node) = expr else { return None };
        let Expr::Name(name) = &*node.func else {
            return None;
        };
        let name = name.id.as_str();
        self.generators.contains_key(name).then(|| name.to_owned())
    }

    /// `for x in (E for y in ys)`: the generator expression as a generator.
    pub(super) fn name_generator(&mut self, node: &mut StmtFor) {
        let at = node.iter.range();
        let Expr::Generator(generator) = &*node.iter else {
            return;
        };
        let mut body = statements("yield V", at, &[("V", (*generator.elt).clone())], &[]);
        body = nested_loops(&generator.generators, body, at);
        let captured = self.captured_by(&generator.elt, &generator.generators);
        let mut call = self.new_function(
            "def f():\n    B",
            &[],
            &[("B", body)],
            captured,
            Vec::new(),
            at,
        );
        let name = self.fresh("generated");
        if let Expr::Call(call) = &call {
            let names = call.arguments.args.iter().flat_map(scope::free).collect();
            self.shared.insert(name.clone(), names);
        }
        if let Some(Stmt::FunctionDef(mut function)) = self.functions.pop() {
            self.names.remove(function.name.as_str());
            function.name.id = name.clone().into();
            self.generators.insert(name.clone(), function);
        }
        if let Expr::Call(call) = &mut call {
            *call.func = new_name(&name, at);
        }
        *node.iter = call;
    }

    /// The variables that a comprehension captures.
    pub(super) fn captured_by(&self, item: &Expr, clauses: &[Comprehension]) -> Vec<String> {
        let own: Vec<String> = clauses
            .iter()
            .flat_map(|clause| scope::stored(&clause.target))
            .collect();
        let mut parts: Vec<&Expr> = clauses.iter().map(|clause| &clause.iter).collect();
        parts.extend(clauses.iter().flat_map(|clause| &clause.ifs));
        parts.push(item);
        let mut captured = self.captured(&parts, &own);
        // The first iterable is evaluated outside.
        for name in self.captured(&[&clauses[0].iter], &[]) {
            if !captured.contains(&name) {
                captured.push(name);
            }
        }
        captured.retain(|name| !self.generators.contains_key(name));
        captured
    }

    /// A loop over a generator: the generator's body with the loop's body for
    /// each `yield`.
    fn expanded_for(&mut self, node: StmtFor, name: &str) -> Result<Vec<Stmt>, Diagnostic> {
        let at = node.iter.range();
        let Expr::Call(mut call) = *node.iter.clone() else {
            return Ok(Vec::new());
        };
        let defined = self.generators[name].name.range;
        if !self.is_in_function && at.start() < defined.start() {
            let message = format!("the generator `{name}` is not defined yet");
            return Err(refused(at, message, "move its `def` above this line"));
        }
        if !node.orelse.is_empty() {
            let message = "`else` after a loop over a generator is not supported in a rule file";
            return Err(refused(
                at,
                message,
                format!("write `for … in list({name}(…)):`"),
            ));
        }
        for arg in &mut call.arguments.args {
            self.consumers_in_expr(arg)?;
        }
        let body = self.expanded_block(node.body.clone())?;
        let function = self.generators[name].clone();
        let locals = std::mem::replace(&mut self.locals, scope::locals(&function));
        let numbers = std::mem::replace(&mut self.numbers, scope::numbers(&function.body));
        let inside = self.expanded_block(function.body.clone())?;
        (self.locals, self.numbers) = (locals, numbers);
        let shared = self.shared.get(name).cloned().unwrap_or_default();
        let mut locals = scope::locals(&StmtFunctionDef {
            body: inside.clone(),
            ..function.clone()
        });
        let own: Vec<String> = function
            .parameters
            .iter()
            .map(|p| p.name().to_string())
            .collect();
        if let Some(late) = scope::unbound(&inside, &locals, own) {
            let message =
                format!("`{late}` may be read before it is assigned in the generator `{name}`");
            let help = format!("assign `{late}` at the beginning of `{name}`");
            return Err(refused(function.name.range, message, help));
        }
        locals.retain(|name| !shared.contains(name));
        // A name of the module must not become a local of the consumer.
        let mut free = scope::free_in(&inside);
        free.retain(|free| !locals.contains(free) && !shared.contains(free));
        // Defaults are evaluated outside, where even its own parameters are names of the module.
        let given = call.arguments.len();
        let parameters = function.parameters.iter_non_variadic_params();
        let defaults = parameters.skip(given).filter_map(|p| p.default.as_deref());
        free.extend(defaults.flat_map(scope::free));
        let hidden = free.into_iter().filter(|name| self.locals.contains(name));
        // A variable of the module is read by another name, unless a default reads it.
        let is_read_inside = |name: &String| {
            let defaults = function.parameters.iter_non_variadic_params();
            let mut defaults = defaults.filter_map(|p| p.default.as_deref());
            self.variables.contains(name) && !defaults.any(|one| scope::free(one).contains(name))
        };
        let mut inside = inside;
        let (read, hidden): (Vec<String>, Vec<String>) = hidden.partition(is_read_inside);
        let aliases = read.into_iter().map(|name| {
            let alias = format!("{name}{MODULE}");
            (name, alias)
        });
        Alpha::new(aliases).visit_body(&mut inside);
        if let Some(hidden) = hidden.first() {
            let message = format!(
                "`{hidden}` is a name of the module in the generator `{name}`, but a local where it is consumed"
            );
            let help = format!("rename one of them, or pass `{hidden}` to `{name}`");
            return Err(refused(at, message, help));
        }
        let prefix = self.fresh(name);
        if self.may_change_lists(&body) {
            let alike = [(READ_LATER.to_owned(), IMMUTABLE.to_owned())];
            Alpha::new(alike).visit_body(&mut inside);
        }
        Prefix {
            prefix: &prefix,
            locals: &locals,
        }
        .visit_body(&mut inside);
        let mut out = self.arguments(&function, &call, &prefix, at)?;
        let stop = format!("{prefix}.stop");
        let consumer = Consumer {
            target: (*node.target).clone(),
            body: body.into_iter().collect(),
            stop: stop.clone(),
            once: format!("{prefix}.once"),
            at,
        };
        let needs_stop = breaks(&consumer.body) || returns(&inside);
        let mut replaced = consumer.replace(inside.into_iter().collect(), needs_stop);
        if needs_stop {
            out.push(assignment(&stop, expression("False", at, &[]), at));
            replaced = once(&consumer.once, replaced, at);
        }
        self.expanded += replaced.len();
        out.extend(replaced);
        Ok(out)
    }

    /// The parameters of a generator, bound to the arguments of a call.
    fn arguments(
        &mut self,
        function: &StmtFunctionDef,
        call: &ExprCall,
        prefix: &str,
        at: TextRange,
    ) -> Result<Vec<Stmt>, Diagnostic> {
        let parameters: Vec<&Parameter> = function
            .parameters
            .iter_non_variadic_params()
            .map(|p| &p.parameter)
            .collect();
        let defaults: Vec<Option<&Expr>> = function
            .parameters
            .iter_non_variadic_params()
            .map(|p| p.default.as_deref())
            .collect();
        let names = parameters
            .iter()
            .map(|p| p.name.as_str())
            .collect::<Vec<_>>();
        let wrong = |what: &str| {
            let name = &function.name;
            let help = format!("defined as: def {name}({})", names.join(", "));
            refused(at, format!("{what} in this call of `{name}`"), help)
        };
        let places = function.parameters.posonlyargs.len() + function.parameters.args.len();
        if call.arguments.args.len() > places {
            return Err(wrong("there are too many arguments"));
        }
        let mut call = call.clone();
        let mut out = Vec::new();
        // `g(a, *pair)`: the last arguments, if none of them has a default.
        if let [before @ .., Expr::Starred(rest)] = &call.arguments.args[..]
            && call.arguments.keywords.is_empty()
            && defaults.iter().all(Option::is_none)
        {
            let rest_names: Vec<String> = names[before.len()..]
                .iter()
                .map(|name| format!("{prefix}.{name}.given"))
                .collect();
            let mut args = before.to_vec();
            args.extend(rest_names.iter().map(|name| new_name(name, at)));
            let mut bind = assignment("x", (*rest.value).clone(), at);
            if let (Stmt::Assign(node), Expr::Tuple(mut targets)) =
                (&mut bind, expression("()", at, &[]))
            {
                targets.ctx = ExprContext::Store;
                targets.elts = rest_names
                    .iter()
                    .map(|name| stored_name(name, at))
                    .collect();
                node.targets = vec![Expr::Tuple(targets)];
            }
            out.push(bind);
            call.arguments.args = args.into();
        }
        if call.arguments.args.iter().any(Expr::is_starred_expr) {
            return Err(wrong("`*` is not supported"));
        }
        let mut given: Vec<Option<Expr>> = vec![None; names.len()];
        let shared = self.shared.get(function.name.as_str()).map_or(0, Vec::len);
        for (slot, value) in call.arguments.args.iter().enumerate() {
            given[slot] = Some(value.clone());
            if slot < shared {
                continue;
            }
            out.push(assignment(
                &format!("{prefix}.{}", names[slot]),
                value.clone(),
                at,
            ));
        }
        for keyword in &call.arguments.keywords {
            let slot = names
                .iter()
                .position(|name| keyword.arg.as_deref() == Some(*name));
            let Some(slot) = slot.filter(|&slot| given[slot].is_none()) else {
                return Err(wrong("a keyword is unknown or given twice"));
            };
            given[slot] = Some(keyword.value.clone());
            out.push(assignment(
                &format!("{prefix}.{}", names[slot]),
                keyword.value.clone(),
                at,
            ));
        }
        for (slot, value) in given.iter().enumerate() {
            if value.is_some() {
                continue;
            }
            match defaults[slot] {
                Some(value) if value.is_literal_expr() || value.is_name_expr() => {
                    out.push(assignment(
                        &format!("{prefix}.{}", names[slot]),
                        value.clone(),
                        at,
                    ));
                }
                Some(_) => return Err(wrong("a default of a generator must be a constant")),
                None => return Err(wrong(&format!("the argument `{}` is missing", names[slot]))),
            }
        }
        Ok(out)
    }
}

/// Gives the locals of a generator names of their own.
struct Prefix<'p> {
    prefix: &'p str,
    locals: &'p [String],
}

impl Transformer for Prefix<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Name(name) = expr
            && self.locals.iter().any(|own| name.id == *own)
        {
            name.id = format!("{}.{}", self.prefix, name.id).into();
        }
        transformer::walk_expr(self, expr);
    }

    fn visit_parameter(&self, parameter: &mut Parameter) {
        if self.locals.iter().any(|own| parameter.name.id == *own) {
            parameter.name.id = format!("{}.{}", self.prefix, parameter.name.id).into();
        }
    }
}

/// Finds calls of generators that nothing consumes.
struct Unconsumed<'g> {
    is_generator: &'g dyn Fn(&str) -> bool,
    found: Option<(String, TextRange)>,
}

impl<'a> Visitor<'a> for Unconsumed<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr
            && let Expr::Name(name) = &*call.func
            && (self.is_generator)(name.id.as_str())
        {
            self.found.get_or_insert((name.id.to_string(), name.range));
        }
        visitor::walk_expr(self, expr);
    }
}
