//! Parameters: constants of the file that `--set` can override.

use ruff_python_ast::{Expr, Number, Stmt, UnaryOp};

use super::expression::Checked;
use super::file::{File, Meaning};
use super::instance::{Checker, Task};
use super::options;
use super::parse::{parse_expression, span_of};
use super::type_vars::Ty;
use crate::source::{Diagnostic, Source, Span};
use crate::tree::{GlobalId, Kind, Parameter, Type};

/// The override of a parameter.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    global: GlobalId,
    value: Literal,
}

/// A Python literal.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Int(i64),
    Bool(bool),
    Str(String),
    List(Vec<Literal>),
    Tuple(Vec<Literal>),
}

/// A parameter of the file.
struct FoundParameter<'a> {
    global: GlobalId,
    name: &'a str,
    value: &'a Expr,
    literal: Literal,
}

impl Literal {
    pub(super) fn read(expr: &Expr) -> Option<Literal> {
        Some(match expr {
            Expr::NumberLiteral(node) => match &node.value {
                Number::Int(int) => Literal::Int(int.as_i64()?),
                _ => return None,
            },
            Expr::UnaryOp(node) if node.op == UnaryOp::USub => match &*node.operand {
                Expr::NumberLiteral(inner) => match &inner.value {
                    Number::Int(int) => Literal::Int(format!("-{int}").parse().ok()?),
                    _ => return None,
                },
                _ => return None,
            },
            Expr::BooleanLiteral(node) => Literal::Bool(node.value),
            Expr::StringLiteral(node) => Literal::Str(node.value.to_str().to_owned()),
            Expr::List(node) => Literal::List(Literal::read_all(&node.elts)?),
            Expr::Tuple(node) => Literal::Tuple(Literal::read_all(&node.elts)?),
            _ => return None,
        })
    }

    /// Whether it is or contains a bool.
    pub(super) fn has_bool(&self) -> bool {
        match self {
            Literal::Bool(_) => true,
            Literal::List(items) | Literal::Tuple(items) => items.iter().any(Literal::has_bool),
            Literal::Int(_) | Literal::Str(_) => false,
        }
    }

    fn read_all(list: &[Expr]) -> Option<Vec<Literal>> {
        list.iter().map(Literal::read).collect()
    }

    /// Whether a value can replace the default: same type, lists of any length.
    fn fits(&self, default: &Literal) -> bool {
        match (self, default) {
            (Literal::Int(_), Literal::Int(_))
            | (Literal::Bool(_), Literal::Bool(_))
            | (Literal::Str(_), Literal::Str(_)) => true,
            (Literal::List(own), Literal::List(items))
            | (Literal::Tuple(own), Literal::Tuple(items)) => match items.first() {
                Some(item) => own.iter().all(|value| value.fits(item)),
                None => true,
            },
            _ => false,
        }
    }

    fn described(&self) -> &'static str {
        match self {
            Literal::Int(_) => "an int",
            Literal::Bool(_) => "True or False",
            Literal::Str(_) => "a string in quotes",
            Literal::List(_) => "a list such as [1, 2]",
            Literal::Tuple(_) => "a tuple such as (1, 2)",
        }
    }
}

/// The text of a string literal.
pub(crate) fn string_literal(text: &str) -> Option<String> {
    match Literal::read(&parse_expression(text).ok()?)? {
        Literal::Str(text) => Some(text),
        _ => None,
    }
}

/// The names that the module assigns exactly once, at top level, to a literal.
fn parameters<'a>(file: &File<'a>) -> Vec<FoundParameter<'a>> {
    let mut found: Vec<FoundParameter<'a>> = Vec::new();
    let mut twice: Vec<GlobalId> = Vec::new();
    for stmt in &file.body {
        let (target, value) = match stmt {
            Stmt::Assign(node) => match &node.targets[..] {
                [target] => (target, &*node.value),
                _ => continue,
            },
            Stmt::AnnAssign(node) => match &node.value {
                Some(value) => (&*node.target, &**value),
                None => continue,
            },
            other => {
                // Also assigned by another kind of statement: not a parameter.
                if let Ok(assigned) = super::names::assigned(std::slice::from_ref(*other)) {
                    for name in assigned.names {
                        if let Some(&Meaning::Global(id)) = file.meanings.get(name) {
                            twice.push(id);
                        }
                    }
                }
                continue;
            }
        };
        let Expr::Name(name) = target else { continue };
        let name = name.id.as_str();
        let Some(&Meaning::Global(global)) = file.meanings.get(name) else {
            continue;
        };
        if found.iter().any(|other| other.global == global) {
            twice.push(global);
        }
        if let (Some(literal), false) = (Literal::read(value), options::is_option(file, name)) {
            found.push(FoundParameter {
                global,
                name,
                value,
                literal,
            });
        }
    }
    found.retain(|one| !twice.contains(&one.global));
    found
}

impl Setting {
    /// Parses the overrides.
    pub(super) fn read(
        file: &File<'_>,
        source: &Source,
        set: &[(String, String)],
    ) -> Result<Vec<Setting>, Diagnostic> {
        let known = parameters(file);
        let mut settings: Vec<Setting> = Vec::new();
        for (name, text) in set {
            let Some(found) = known.iter().find(|one| one.name == name) else {
                let names: Vec<&str> = known.iter().map(|one| one.name).collect();
                let help = match &names[..] {
                    [] => "it has none: a parameter is a constant at the left margin, e.g. n = 4"
                        .to_owned(),
                    names => format!("available: {}", names.join(", ")),
                };
                let message = format!("{} has no parameter `{name}`", source.name);
                return Err(Diagnostic::of_file(message).help(help));
            };
            if settings.iter().any(|one| one.global == found.global) {
                return Err(Diagnostic::of_file(format!("`{name}` is set twice"))
                    .help("give each parameter one value"));
            }
            let literal = parse_expression(text)
                .ok()
                .and_then(|expr| Literal::read(&expr));
            let value = literal
                .filter(|value| value.fits(&found.literal))
                .ok_or_else(|| {
                    let expected = found.literal.described();
                    Diagnostic::at(
                        span_of(found.value),
                        format!("`{name}` is {expected} in the file and cannot be set to `{text}`"),
                    )
                    .help(format!(
                        "write --set '{name}={}'",
                        source.slice(span_of(found.value))
                    ))
                })?;
            settings.push(Setting {
                global: found.global,
                value,
            });
        }
        Ok(settings)
    }
}

impl Checker<'_> {
    /// The override for an assignment of the module, if any.
    pub(super) fn setting_for(&self, targets: &[Expr]) -> Option<Setting> {
        let [Expr::Name(name)] = targets else {
            return None;
        };
        if self.current().task != Task::Module || self.frames.last()?.loops > 0 {
            return None;
        }
        let Some(&Meaning::Global(global)) = self.file.meanings.get(name.id.as_str()) else {
            return None;
        };
        self.settings
            .iter()
            .find(|one| one.global == global)
            .cloned()
    }

    /// The value of an override, checked as if it were written in the file.
    pub(super) fn set_value(&mut self, setting: &Setting, at: Span) -> Result<Checked, Diagnostic> {
        self.literal(&setting.value, at, &mut 0)
    }

    fn literal(
        &mut self,
        literal: &Literal,
        at: Span,
        count: &mut u32,
    ) -> Result<Checked, Diagnostic> {
        Ok(match literal {
            Literal::Int(number) => self.made(Kind::Int(*number), Ty::Int, at),
            Literal::Bool(truth) => self.made(Kind::Bool(*truth), Ty::Bool, at),
            Literal::Str(text) => self.made(Kind::Str(text.clone()), Ty::Str, at),
            Literal::Tuple(items) => {
                let mut trees = Vec::new();
                let mut types = Vec::new();
                for item in items {
                    let item = self.literal(item, at, count)?;
                    trees.push(item.tree);
                    types.push(item.ty);
                }
                self.made(Kind::Tuple(trees), Ty::Tuple(types), at)
            }
            Literal::List(items) => {
                // Nested lists share one place; the counter distinguishes their
                // cells.
                *count += 1;
                let cell = self.cell_at(at, 1000 + *count);
                let mut trees = Vec::new();
                for item in items {
                    let item = self.literal(item, at, count)?;
                    self.types
                        .add_item(cell, &item.ty)
                        .map_err(|_| self.wrong_item(cell, &item.ty, at))?;
                    trees.push(item.tree);
                }
                self.made(Kind::List(trees), Ty::List(cell), at)
            }
        })
    }

    /// The parameters as reported to users.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let found = parameters(&self.file);
        found
            .iter()
            .map(|one| Parameter {
                global: one.global,
                name: one.name.to_owned(),
                ty: self.global_type(one.global),
                default: self.source.slice(span_of(one.value)).to_owned(),
                comment: self.comment_after(span_of(one.value)),
                span: span_of(one.value),
            })
            .collect()
    }

    fn global_type(&self, global: GlobalId) -> Type {
        self.types.finalised(&self.globals[global.0 as usize])
    }

    /// The trailing comment of a line.
    fn comment_after(&self, value: Span) -> Option<String> {
        let rest = &self.source.text[value.range().end..];
        let line = rest.lines().next()?.trim_start();
        let comment = line.strip_prefix('#')?.trim();
        (!comment.is_empty()).then(|| comment.to_owned())
    }
}
