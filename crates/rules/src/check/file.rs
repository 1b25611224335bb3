//! Module scope: functions, constants and imports.

use std::collections::HashMap;

use ruff_python_ast::{Alias, CmpOp, Expr, Stmt, StmtFunctionDef, StmtIf};

use super::annotation;
use super::desugar::{Desugared, Record};
use super::known::Known;
use super::names::{self, Assigned};
use super::nesting;
use super::parse::{span, span_of};
use super::unsupported;
use crate::source::{Diagnostic, Span};
use crate::tree::GlobalId;

/// The meaning of a module name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A value computed by the module.
    Global(GlobalId),
    /// A function of the file.
    Function(usize),
    /// A built-in function of Python or kibitz.
    Known(Known),
    /// The module `math`.
    Math,
}

/// A function of the file.
#[derive(Debug)]
pub(super) struct Definition<'a> {
    pub(super) node: &'a StmtFunctionDef,
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) parameters: Vec<Formal<'a>>,
    /// All names that it assigns, parameters first.
    pub(super) locals: Vec<&'a str>,
    pub(super) is_generator: bool,
    /// Whether it is decorated with `@cache`.
    pub(super) is_cached: bool,
    /// The class whose records it makes.
    pub(super) record: Option<&'a Record>,
    /// Nesting depth of its statements and expressions.
    pub(super) nesting: usize,
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formal<'a> {
    pub(super) name: &'a str,
    pub(super) default: Option<DefaultValue<'a>>,
    /// How a call may pass it: by position unless it follows `*`, by keyword
    /// unless it precedes `/`.
    pub(super) by_place: bool,
    pub(super) by_name: bool,
}

/// The value of a parameter that a call omits.
#[derive(Clone, Copy, Debug)]
pub(super) enum DefaultValue<'a> {
    /// A literal, with the same value at each evaluation.
    Literal(&'a Expr),
    /// Evaluated once, at the `def`, and stored in an anonymous global.
    Global(GlobalId, &'a Expr),
}

/// A file, split into definitions, imports and module statements.
#[derive(Debug)]
pub(super) struct File<'a> {
    pub(super) definitions: Vec<Definition<'a>>,
    pub(super) meanings: HashMap<&'a str, Meaning>,
    pub(super) globals: Vec<(&'a str, Span)>,
    /// The imported names with their first import.
    pub(super) imports: HashMap<&'a str, Span>,
    /// The module statements without imports; a definition evaluates its
    /// defaults.
    pub(super) body: Vec<&'a Stmt>,
    /// Whether it has an `IntEnum`.
    pub(super) has_enumeration: bool,
}

impl<'a> File<'a> {
    pub(super) fn new(desugared: &'a Desugared) -> Result<File<'a>, Diagnostic> {
        let mut file = File {
            has_enumeration: desugared.has_enumeration,
            definitions: Vec::new(),
            meanings: HashMap::new(),
            globals: Vec::new(),
            imports: HashMap::new(),
            body: Vec::new(),
        };
        for stmt in &desugared.body {
            match stmt {
                Stmt::FunctionDef(node) => {
                    file.define(node, desugared)?;
                    file.body.push(stmt);
                }
                Stmt::Import(node) => {
                    for alias in &node.names {
                        file.import(alias)?;
                    }
                }
                Stmt::ImportFrom(node) => {
                    let module = node.module.as_ref().map_or("", |name| name.as_str());
                    for alias in &node.names {
                        file.import_from(module, alias)?;
                    }
                }
                Stmt::If(node) if is_main_guard(node) => {}
                other => {
                    file.collect_globals(other)?;
                    file.body.push(other);
                }
            }
        }
        Ok(file)
    }

    fn bind(&mut self, name: &'a str, meaning: Meaning, at: Span) -> Result<(), Diagnostic> {
        match self.meanings.insert(name, meaning) {
            Some(before) if before != meaning => Err(Diagnostic::at(
                at,
                format!("`{name}` is defined twice in this file"),
            )
            .help("rename one of the two")),
            _ => Ok(()),
        }
    }

    fn define(
        &mut self,
        node: &'a StmtFunctionDef,
        desugared: &'a Desugared,
    ) -> Result<(), Diagnostic> {
        let at = span(node.name.range);
        if let Some(decorator) = node.decorator_list.first() {
            let message = "a decorator is not supported in a rule file";
            return Err(Diagnostic::at(span_of(decorator), message)
                .help("remove it; kibitz caches results itself"));
        }
        if node.is_async {
            let message = "`async` is not supported in a rule file";
            return Err(Diagnostic::at(at, message).help("write `def` without `async`"));
        }
        annotation::check_function(node)?;
        let parameters = self.formals(node)?;
        let Assigned { mut names, yields } = names::assigned(&node.body)?;
        names.retain(|name| parameters.iter().all(|formal| formal.name != *name));
        let locals = parameters.iter().map(|formal| formal.name).chain(names);
        let definition = Definition {
            node,
            name: node.name.as_str(),
            span: at,
            locals: locals.collect(),
            parameters,
            is_generator: yields,
            is_cached: desugared.cached.contains(node.name.as_str()),
            record: desugared.records.get(node.name.as_str()),
            nesting: nesting::depth(&node.body),
        };
        let number = self.definitions.len();
        self.bind(definition.name, Meaning::Function(number), at)?;
        self.definitions.push(definition);
        Ok(())
    }

    fn formals(&mut self, node: &'a StmtFunctionDef) -> Result<Vec<Formal<'a>>, Diagnostic> {
        let parameters = &node.parameters;
        let starred = parameters.vararg.as_ref().or(parameters.kwarg.as_ref());
        if let Some(starred) = starred {
            let message = "`*` and `**` parameters are not supported in a rule file";
            return Err(Diagnostic::at(span(starred.range), message).help("name each parameter"));
        }
        let lists = [
            (&parameters.posonlyargs, true, false),
            (&parameters.args, true, true),
            (&parameters.kwonlyargs, false, true),
        ];
        let mut formals: Vec<Formal<'a>> = Vec::new();
        for (list, by_place, by_name) in lists {
            for formal in list {
                let name = formal.parameter.name.as_str();
                if formals.iter().any(|other| other.name == name) {
                    let at = span_of(&formal.parameter.name);
                    let message = format!("this function has two parameters called `{name}`");
                    return Err(Diagnostic::at(at, message).help("rename one of them"));
                }
                let default = formal.default.as_deref();
                formals.push(Formal {
                    name,
                    default: default.map(|default| self.default_value(name, default)),
                    by_place,
                    by_name,
                });
            }
        }
        Ok(formals)
    }

    fn default_value(&mut self, name: &'a str, default: &'a Expr) -> DefaultValue<'a> {
        match default {
            Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::StringLiteral(_) => DefaultValue::Literal(default),
            _ => DefaultValue::Global(self.new_global(name, span_of(default)), default),
        }
    }

    fn new_global(&mut self, name: &'a str, at: Span) -> GlobalId {
        self.globals.push((name, at));
        GlobalId(self.globals.len() as u32 - 1)
    }

    fn collect_globals(&mut self, stmt: &'a Stmt) -> Result<(), Diagnostic> {
        let assigned = names::assigned(std::slice::from_ref(stmt))?;
        for name in assigned.names {
            if let Some(Meaning::Global(_)) = self.meanings.get(name) {
                continue;
            }
            let id = self.new_global(name, span_of(stmt));
            self.bind(name, Meaning::Global(id), span_of(stmt))?;
        }
        Ok(())
    }

    fn import(&mut self, alias: &'a Alias) -> Result<(), Diagnostic> {
        let at = span(alias.range);
        match alias.name.as_str() {
            "math" => {
                let name = alias.asname.as_ref().map_or("math", |name| name.as_str());
                self.imports.entry(name).or_insert(at);
                self.bind(name, Meaning::Math, at)
            }
            "kibitz" => Err(Diagnostic::at(at, "`import kibitz` is not supported")
                .help("write `from kibitz import move, again, points, grid, popcount`")),
            other => Err(no_module(other, at)),
        }
    }

    fn import_from(&mut self, module: &str, alias: &'a Alias) -> Result<(), Diagnostic> {
        let at = span(alias.range);
        let wanted = alias.name.as_str();
        let found = match module {
            "math" => Known::of_math(wanted),
            "kibitz" => Known::of_kibitz(wanted),
            other => return Err(no_module(other, at)),
        };
        let Some(known) = found else {
            let there = if module == "math" {
                "gcd and isqrt"
            } else {
                "move, again, points, grid and popcount"
            };
            return Err(Diagnostic::at(
                at,
                format!("`{wanted}` cannot be imported from `{module}`"),
            )
            .help(format!("available: {there}")));
        };
        let name = alias.asname.as_ref().map_or(wanted, |name| name.as_str());
        self.imports.entry(name).or_insert(at);
        self.bind(name, Meaning::Known(known), at)
    }

    /// A function by name.
    pub(super) fn definition(&self, name: &str) -> Option<usize> {
        match self.meanings.get(name) {
            Some(Meaning::Function(number)) => Some(*number),
            _ => None,
        }
    }
}

fn no_module(name: &str, at: Span) -> Diagnostic {
    let help = match name {
        "random" | "time" | "datetime" => "rules depend on the position only; remove it",
        _ => {
            "supported: math (gcd, isqrt), itertools, functools, collections, copy, dataclasses, enum, typing, and `from kibitz import move, again, points, grid, popcount`"
        }
    };
    Diagnostic::at(
        at,
        format!("the module `{name}` is not supported in a rule file"),
    )
    .help(help)
}

/// `if __name__ == "__main__":` without `else`: always false, because rule
/// files are imported.
fn is_main_guard(node: &StmtIf) -> bool {
    let Expr::Compare(compare) = &*node.test else {
        return false;
    };
    let is_name = matches!(&*compare.left, Expr::Name(name) if name.id == "__name__");
    let is_main = match (&*compare.ops, &*compare.comparators) {
        ([CmpOp::Eq], [Expr::StringLiteral(text)]) => text.value.to_str() == "__main__",
        _ => false,
    };
    is_name && is_main && node.elif_else_clauses.is_empty()
}

/// The diagnostic for an unsupported construct.
pub(super) fn not_supported(at: Span, (what, instead): (&str, &str)) -> Diagnostic {
    Diagnostic::at(at, format!("{what} is not supported in a rule file")).help(instead)
}

/// The diagnostic for an unsupported statement.
pub(super) fn refuse_statement(stmt: &Stmt) -> Option<Diagnostic> {
    unsupported::statement(stmt).map(|what| not_supported(span_of(stmt), what))
}
