//! Calls: of functions of the file, of known functions, of methods.

use ruff_python_ast::helpers::any_over_expr;
use ruff_python_ast::{Arguments, Expr, ExprCall, Keyword};

use super::expression::Checked;
use super::file::{DefaultValue, Formal, Meaning};
use super::instance::{Checker, Owner, Task};
use super::known::Known;
use super::parse::{span, span_of};
use super::roles::counted;
use crate::source::{Mistake, Span};
use crate::tree::Kind;

/// What a parameter gets.
enum Argument<'a> {
    Given(&'a Expr),
    Default(DefaultValue<'a>),
}

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, node: &'a ExprCall, at: Span) -> Result<Checked, Mistake> {
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
                    let is = self.types.settled(&ty);
                    return Err(
                        Mistake::at(named_at, format!("`{name}` is {is}, not a function"))
                            .help("an item is written with square brackets: `xs[i]`"),
                    );
                }
                match self.file.meanings.get(name) {
                    Some(&Meaning::Function(function)) => {
                        self.call_function(function, &node.arguments, at)
                    }
                    Some(Meaning::Global(_)) => {
                        Err(Mistake::at(named_at, format!("`{name}` is no function"))
                            .help("an item is written with square brackets: `xs[i]`"))
                    }
                    _ => Err(self.no_name(name, named_at)),
                }
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(module) = &*attribute.value
                    && self.is_math(module.id.as_str())
                {
                    let name = attribute.attr.as_str();
                    return Err(Mistake::at(at, format!("`math.{name}` is not supported"))
                        .help("what there is: math.gcd and math.isqrt"));
                }
                self.call_method(attribute, &node.arguments, at)
            }
            other => Err(Mistake::at(span_of(other), "this is no function")
                .help("only functions of the file, Python's own and methods of lists are called")),
        }
    }

    /// Refuses a call above the import of what is called: the module may run it
    /// when there is no such name yet.
    fn refuse_above_import(&self, func: &Expr) -> Result<(), Mistake> {
        let name = match func {
            Expr::Attribute(attribute) => &*attribute.value,
            other => other,
        };
        let at = span_of(name);
        let name = self.source.slice(at);
        match self.file.imports.get(name) {
            Some(import) if at.start < import.start => {
                let line = self.source.place(import.start).line;
                let message = format!("`{name}` is imported only on line {line}");
                Err(Mistake::at(at, message).help("write the import at the top of the file"))
            }
            _ => Ok(()),
        }
    }

    fn is_math(&self, name: &str) -> bool {
        self.scoped(name).is_none()
            && self.own_local(name).is_none()
            && self.file.meanings.get(name) == Some(&Meaning::Math)
    }

    /// The known function that an expression names, if it names one.
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
                    None => Known::built_in(name),
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
    ) -> Result<Checked, Mistake> {
        let chosen = self.match_arguments(function, arguments, at)?;
        let mut values = Vec::new();
        for argument in chosen {
            values.push(match argument {
                Argument::Given(expr) | Argument::Default(DefaultValue::Literal(expr)) => {
                    self.expression(expr)?
                }
                Argument::Default(DefaultValue::Kept(global, _)) => self.global(global, at),
            });
        }
        self.call_with(function, values, at)
    }

    /// Refuses named arguments in another order than the parameters', where that
    /// shows: CPython evaluates them as they stand.
    fn refuse_disorder(
        &self,
        formals: &[Formal<'a>],
        keywords: &'a [Keyword],
        help: &str,
    ) -> Result<(), Mistake> {
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
                let message = "named arguments in another order than the parameters are not supported where one of them calls a function";
                Err(Mistake::at(span(keyword.range), message).help(help))
            }
            _ => Ok(()),
        }
    }

    /// A call with values for all parameters.
    pub(super) fn call_with(
        &mut self,
        function: usize,
        values: Vec<Checked>,
        at: Span,
    ) -> Result<Checked, Mistake> {
        let definition = &self.file.definitions[function];
        if definition.is_generator {
            let message = format!("`{}` yields, and cannot be called", definition.name);
            return Err(Mistake::at(at, message)
                .help("write a function that returns a list, and go through that"));
        }
        if definition.parameters.len() != values.len() {
            let message = format!(
                "`{}` takes {}, not {}",
                definition.name,
                counted(definition.parameters.len(), "argument"),
                values.len()
            );
            return Err(Mistake::at(at, message).help("a key is a function of one value"));
        }
        let types: Vec<_> = values.iter().map(|value| value.ty.clone()).collect();
        if let Some(deep) = values
            .iter()
            .find(|value| self.types.is_too_deep(&value.ty))
        {
            return Err(
                Mistake::at(deep.tree.span, "this argument is nested without end")
                    .help("a function may not call itself with larger and larger tuples"),
            );
        }
        let instance = self.instance(Owner::Function(function), Task::Help, &types, at)?;
        let caller = self.current_number();
        if !self.instances[caller].calls.contains(&instance) {
            self.instances[caller].calls.push(instance);
        }
        let ty = self.instances[instance].returns.clone();
        let trees = values.into_iter().map(|value| value.tree).collect();
        let kind = Kind::Call(self.function_id(instance), trees);
        Ok(self.made(kind, ty, at))
    }

    /// A value for each parameter: by place, by name, or by default.
    fn match_arguments(
        &self,
        function: usize,
        arguments: &'a Arguments,
        at: Span,
    ) -> Result<Vec<Argument<'a>>, Mistake> {
        let definition = &self.file.definitions[function];
        let (name, formals) = (definition.name, &definition.parameters);
        let help = format!("its definition: def {name}({})", listed(formals).join(", "));
        let places = formals.iter().filter(|formal| formal.by_place).count();
        if arguments.args.len() > places {
            let given = arguments.args.len();
            let takes = match places == formals.len() {
                true => counted(places, "argument"),
                false => format!("{} without a name", counted(places, "argument")),
            };
            return Err(Mistake::at(at, format!("`{name}` takes {takes}, not {given}")).help(help));
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
                    return Err(Mistake::at(span(keyword.range), message).help(help));
                }
                None => {
                    let message = format!("`{name}` has no parameter `{word}`");
                    return Err(Mistake::at(span(keyword.range), message).help(help));
                }
            }
        }
        self.refuse_disorder(formals, &arguments.keywords, &help)?;
        let filled = |(formal, given): (&Formal<'a>, Option<&'a Expr>)| {
            let given = given.map(Argument::Given);
            given
                .or(formal.default.map(Argument::Default))
                .ok_or_else(|| {
                    Mistake::at(
                        at,
                        format!("the argument `{}` of `{name}` is missing", formal.name),
                    )
                    .help(help.clone())
                })
        };
        formals.iter().zip(chosen).map(filled).collect()
    }
}

/// Parameters as a `def` lists them.
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
