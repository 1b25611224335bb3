//! Calls of functions of the file, of built-in functions and of methods.

use ruff_python_ast::helpers::any_over_expr;
use ruff_python_ast::{Arguments, Expr, ExprCall, Keyword};

use super::entry_points::counted;
use super::expression::Checked;
use super::file::{DefaultValue, Formal, Meaning};
use super::instance::{Checker, Owner, Task};
use super::known::Known;
use super::parse::{span, span_of};
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::Kind;

/// The argument that a parameter receives.
enum Argument<'a> {
    Given(&'a Expr),
    Default(DefaultValue<'a>),
}

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, node: &'a ExprCall, at: Span) -> Result<Checked, Diagnostic> {
        if let Some(known) = self.known_callee(&node.func) {
            self.refuse_above_import(&node.func)?;
            return self.call_known(known, node, at);
        }
        match &*node.func {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let named_at = span_of(&*node.func);
                if self.scoped(name).or_else(|| self.own_local(name)).is_some() {
                    let ty = self.expression(&node.func)?.ty;
                    let is = self.types.described(&ty);
                    return Err(Diagnostic::at(
                        named_at,
                        format!("`{name}` is {is}, not a function"),
                    )
                    .help("items are indexed with square brackets: `xs[i]`"));
                }
                match self.file.meanings.get(name) {
                    Some(&Meaning::Function(function)) => {
                        self.call_function(function, &node.arguments, at)
                    }
                    Some(Meaning::Global(_)) => Err(Diagnostic::at(
                        named_at,
                        format!("`{name}` is not a function"),
                    )
                    .help("items are indexed with square brackets: `xs[i]`")),
                    _ => Err(self.no_name(name, named_at)),
                }
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(module) = &*attribute.value
                    && self.is_math(module.id.as_str())
                {
                    let name = attribute.attr.as_str();
                    return Err(
                        Diagnostic::at(at, format!("`math.{name}` is not supported"))
                            .help(math_instead(name)),
                    );
                }
                self.call_method(attribute, &node.arguments, at)
            }
            other => {
                let help = match other {
                    Expr::Call(_) => {
                        "functions do not return functions in a rule file: let one function take all arguments"
                    }
                    _ => {
                        "only functions of the file, built-in functions and list methods can be called"
                    }
                };
                Err(Diagnostic::at(span_of(other), "this is not a function").help(help))
            }
        }
    }

    /// Rejects a call above the import of its callee: the module may execute
    /// the call before the name is bound.
    fn refuse_above_import(&self, func: &Expr) -> Result<(), Diagnostic> {
        let name = match func {
            Expr::Attribute(attribute) => &*attribute.value,
            other => other,
        };
        let at = span_of(name);
        let name = self.source.slice(at);
        match self.file.imports.get(name) {
            Some(import) if at.start < import.start => {
                let line = self.source.place(import.start).line;
                let message = format!("`{name}` is not imported until line {line}");
                Err(Diagnostic::at(at, message).help("move the import to the top of the file"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_math(&self, name: &str) -> bool {
        self.scoped(name).is_none()
            && self.own_local(name).is_none()
            && self.file.meanings.get(name) == Some(&Meaning::Math)
    }

    /// The built-in function that an expression names, if any.
    pub(super) fn known_callee(&self, func: &Expr) -> Option<Known> {
        match func {
            Expr::Name(name) => {
                let name = name.id.as_str();
                if self.scoped(name).or_else(|| self.own_local(name)).is_some() {
                    return None;
                }
                match self.file.meanings.get(name) {
                    Some(&Meaning::Known(known)) => Some(known),
                    Some(_) => None,
                    None => Known::built_in(name).or_else(|| Known::of_library(name)),
                }
            }
            Expr::Attribute(attribute) => match &*attribute.value {
                Expr::Name(module) if self.is_math(module.id.as_str()) => {
                    Known::of_math(attribute.attr.as_str())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn call_function(
        &mut self,
        function: usize,
        arguments: &'a Arguments,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        if arguments.args.iter().any(Expr::is_starred_expr) {
            return self.call_spread(function, arguments, at);
        }
        let chosen = self.match_arguments(function, arguments, at)?;
        let mut values = Vec::new();
        for argument in chosen {
            values.push(match argument {
                Argument::Given(expr) | Argument::Default(DefaultValue::Literal(expr)) => {
                    self.expression(expr)?
                }
                Argument::Default(DefaultValue::Global(global, _)) => self.global(global, at),
            });
        }
        self.call_with(function, values, at)
    }

    /// `f(*pair)`: the items of a tuple of known length as arguments.
    fn call_spread(
        &mut self,
        function: usize,
        arguments: &'a Arguments,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let mut values = Vec::new();
        for argument in &arguments.args {
            let Expr::Starred(node) = argument else {
                values.push(self.expression(argument)?);
                continue;
            };
            let tuple = self.expression(&node.value)?;
            let tuple = self.unwrapped(tuple);
            let is_name = matches!(tuple.tree.kind, Kind::Local(_) | Kind::Global(_));
            match &tuple.ty {
                Ty::Unknown => return Ok(self.made(Kind::None, Ty::Unknown, at)),
                Ty::Tuple(items) if is_name => {
                    for (place, item) in items.iter().enumerate() {
                        let place = self.made(Kind::Int(place as i64), Ty::Int, at).tree;
                        let kind = Kind::Index(Box::new(tuple.tree.clone()), Box::new(place));
                        values.push(self.made(kind, item.clone(), at));
                    }
                }
                other => {
                    let is = self.types.described(other);
                    let message = format!(
                        "`*` before an argument needs a name of a tuple of known length, but this is {is}"
                    );
                    return Err(Diagnostic::at(span_of(argument), message)
                        .help("unpack it first: `a, b = pair`, then pass `a, b`"));
                }
            }
        }
        let definition = &self.file.definitions[function];
        let count = definition.parameters.len();
        if count != values.len() || !arguments.keywords.is_empty() {
            let name = definition.name;
            let takes = counted(count, "argument");
            let message = format!("`{name}` takes {takes}, but `*` makes {}", values.len());
            return Err(Diagnostic::at(at, message).help("pass all arguments by position"));
        }
        self.call_with(function, values, at)
    }

    /// Rejects keyword arguments in an order other than the parameters' if the
    /// difference is observable: CPython evaluates them in source order.
    fn refuse_disorder(
        &self,
        formals: &[Formal<'a>],
        keywords: &'a [Keyword],
        help: &str,
    ) -> Result<(), Diagnostic> {
        let slot = |keyword: &Keyword| {
            let word = keyword.arg.as_ref().map(|word| word.as_str());
            formals.iter().position(|formal| Some(formal.name) == word)
        };
        let changes = |expr: &Expr| match expr {
            Expr::Call(node) => self.known_callee(&node.func).is_none(),
            _ => false,
        };
        let is_sorted = keywords.is_sorted_by_key(slot);
        let changing = keywords
            .iter()
            .find(|keyword| any_over_expr(&keyword.value, &changes));
        match changing {
            Some(keyword) if !is_sorted => {
                let message = "keyword arguments must follow the parameter order if one of them calls a function";
                Err(Diagnostic::at(span(keyword.range), message).help(help))
            }
            _ => Ok(()),
        }
    }

    /// A call with a value for every parameter.
    pub(super) fn call_with(
        &mut self,
        function: usize,
        values: Vec<Checked>,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let definition = &self.file.definitions[function];
        if definition.is_generator {
            let message = format!(
                "`{}` is a generator and cannot be called here",
                definition.name
            );
            return Err(Diagnostic::at(at, message)
                .help("write a function that returns a list, and iterate over the list"));
        }
        if definition.parameters.len() != values.len() {
            let message = format!(
                "`{}` takes {}, not {}",
                definition.name,
                counted(definition.parameters.len(), "argument"),
                values.len()
            );
            return Err(Diagnostic::at(at, message).help("a key function takes one argument"));
        }
        if definition.is_cached && self.is_last_round {
            self.refuse_cached_lists(definition.name, &values)?;
        }
        let is_cached = self.file.definitions[function].is_cached;
        let types: Vec<_> = values.iter().map(|value| value.ty.clone()).collect();
        if let Some(deep) = values
            .iter()
            .find(|value| self.types.is_too_deep(&value.ty))
        {
            return Err(Diagnostic::at(
                deep.tree.span,
                "the type of this argument is infinitely nested",
            )
            .help("a function cannot call itself with ever larger tuples"));
        }
        let instance = self.instance(Owner::Function(function), Task::Help, &types, at)?;
        let caller = self.current_number();
        if !self.instances[caller].calls.contains(&instance) {
            self.instances[caller].calls.push(instance);
        }
        self.note_changes(self.instances[instance].changes);
        let ty = self.instances[instance].returns.clone();
        if is_cached && self.types.has_list(&ty) {
            let message =
                "a function decorated with `@cache` returns a list, the same one each time";
            return Err(Diagnostic::at(at, message).help("return a tuple, or remove the decorator"));
        }
        let trees = values.into_iter().map(|value| value.tree).collect();
        let kind = Kind::Call(self.function_id(instance), trees);
        let ty = self.record_type(function, ty);
        Ok(self.made(kind, ty, at))
    }

    /// Rejects lists as arguments of a cached function, which must be hashable.
    fn refuse_cached_lists(&self, name: &str, values: &[Checked]) -> Result<(), Diagnostic> {
        match values.iter().find(|value| self.types.has_list(&value.ty)) {
            None => Ok(()),
            Some(list) => {
                let message = format!(
                    "a list cannot be an argument of `{name}`, which is decorated with `@cache`"
                );
                Err(Diagnostic::at(list.tree.span, message).help("pass a tuple: `tuple(xs)`"))
            }
        }
    }

    /// Binds a value to each parameter: by position, by keyword or by default.
    fn match_arguments(
        &self,
        function: usize,
        arguments: &'a Arguments,
        at: Span,
    ) -> Result<Vec<Argument<'a>>, Diagnostic> {
        let definition = &self.file.definitions[function];
        let (name, formals) = (definition.name, &definition.parameters);
        let help = format!("defined as: def {name}({})", listed(formals).join(", "));
        let places = formals.iter().filter(|formal| formal.by_place).count();
        if arguments.args.len() > places {
            let given = arguments.args.len();
            let takes = match places == formals.len() {
                true => counted(places, "argument"),
                false => format!("{} without a keyword", counted(places, "argument")),
            };
            return Err(
                Diagnostic::at(at, format!("`{name}` takes {takes}, not {given}")).help(help),
            );
        }
        let mut chosen: Vec<Option<&'a Expr>> = vec![None; formals.len()];
        for (slot, expr) in arguments.args.iter().enumerate() {
            chosen[slot] = Some(expr);
        }
        for keyword in &arguments.keywords {
            let word = keyword.arg.as_ref().map_or("**", |word| word.as_str());
            let is_meant = |formal: &Formal<'a>| formal.by_name && formal.name == word;
            let slot = formals.iter().position(is_meant);
            match slot {
                Some(slot) if chosen[slot].is_none() => chosen[slot] = Some(&keyword.value),
                Some(_) => {
                    let message = format!("`{word}` is given twice");
                    return Err(Diagnostic::at(span(keyword.range), message).help(help));
                }
                None => {
                    let message = format!("`{name}` has no parameter `{word}`");
                    return Err(Diagnostic::at(span(keyword.range), message).help(help));
                }
            }
        }
        self.refuse_disorder(formals, &arguments.keywords, &help)?;
        let filled = |(formal, given): (&Formal<'a>, Option<&'a Expr>)| {
            let given = given.map(Argument::Given);
            given
                .or(formal.default.map(Argument::Default))
                .ok_or_else(|| {
                    Diagnostic::at(
                        at,
                        format!("the argument `{}` of `{name}` is missing", formal.name),
                    )
                    .help(help.clone())
                })
        };
        formals.iter().zip(chosen).map(filled).collect()
    }
}

/// The parameters as the `def` lists them.
fn listed<'a>(formals: &[Formal<'a>]) -> Vec<&'a str> {
    let mut listed = Vec::new();
    let mut before: Option<&Formal<'a>> = None;
    for formal in formals {
        if formal.by_name && before.is_some_and(|before| !before.by_name) {
            listed.push("/");
        }
        if !formal.by_place && before.is_none_or(|before| before.by_place) {
            listed.push("*");
        }
        listed.push(formal.name);
        before = Some(formal);
    }
    if before.is_some_and(|last| !last.by_name) {
        listed.push("/");
    }
    listed
}

/// What to write instead of a function of `math`.
fn math_instead(name: &str) -> &'static str {
    match name {
        "sqrt" => {
            "for the whole part of a root write `math.isqrt(x)`; a square: `math.isqrt(x) ** 2 == x`"
        }
        "floor" => "the quotient rounded down: `a // b`",
        "ceil" => "the quotient rounded up: `-(-a // b)`",
        "pow" => "write `a ** b`",
        "log2" => "the number of bits: `x.bit_length() - 1`",
        _ => "supported: math.gcd and math.isqrt",
    }
}
