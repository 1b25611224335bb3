//! Methods of lists, tuples, strings and ints.

use std::ops::RangeInclusive;

use ruff_python_ast::{Arguments, Expr, ExprAttribute};

use super::entry_points::counted;
use super::expression::Checked;
use super::instance::Checker;
use super::parse::span;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Builtin, Expression, Kind, Method, TextMethod};

/// Name, method, argument count and result of each string method.
pub(super) const OF_STRINGS: &[(&str, TextMethod, RangeInclusive<usize>, Ty)] = &[
    ("count", TextMethod::Count, 1..=1, Ty::Int),
    ("find", TextMethod::Find, 1..=1, Ty::Int),
    ("rfind", TextMethod::Rfind, 1..=1, Ty::Int),
    ("index", TextMethod::Index, 1..=1, Ty::Int),
    ("startswith", TextMethod::StartsWith, 1..=1, Ty::Bool),
    ("endswith", TextMethod::EndsWith, 1..=1, Ty::Bool),
    ("replace", TextMethod::Replace, 2..=2, Ty::Str),
    ("upper", TextMethod::Upper, 0..=0, Ty::Str),
    ("lower", TextMethod::Lower, 0..=0, Ty::Str),
    ("strip", TextMethod::Strip, 0..=1, Ty::Str),
    ("lstrip", TextMethod::LeftStrip, 0..=1, Ty::Str),
    ("rstrip", TextMethod::RightStrip, 0..=1, Ty::Str),
    ("isupper", TextMethod::IsUpper, 0..=0, Ty::Bool),
    ("islower", TextMethod::IsLower, 0..=0, Ty::Bool),
    ("isdigit", TextMethod::IsDigit, 0..=0, Ty::Bool),
    ("isalpha", TextMethod::IsAlpha, 0..=0, Ty::Bool),
    ("isalnum", TextMethod::IsAlphanumeric, 0..=0, Ty::Bool),
    // A list of strings: see below.
    ("split", TextMethod::Split, 0..=1, Ty::Str),
];

/// The methods of strings that are written in Python (`functions.py`).
pub(super) const WRITTEN_OF_STRINGS: [&str; 15] = [
    "capitalize",
    "center",
    "isspace",
    "ljust",
    "partition",
    "removeprefix",
    "removesuffix",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "splitlines",
    "swapcase",
    "title",
    "zfill",
];

/// Name, method and argument count of each list method.
pub(super) const OF_LISTS: &[(&str, Method, RangeInclusive<usize>)] = &[
    ("append", Method::Append, 1..=1),
    ("pop", Method::Pop, 0..=1),
    ("insert", Method::Insert, 2..=2),
    ("index", Method::Index, 1..=1),
    ("count", Method::Count, 1..=1),
    ("copy", Method::Copy, 0..=0),
    ("extend", Method::Extend, 1..=1),
    ("reverse", Method::Reverse, 0..=0),
    ("sort", Method::Sort, 0..=0),
    ("remove", Method::Remove, 1..=1),
    ("clear", Method::Clear, 0..=0),
];

impl<'a> Checker<'a> {
    pub(super) fn call_method(
        &mut self,
        attribute: &'a ExprAttribute,
        arguments: &'a Arguments,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        // A name that ends with a `.` comes from desugaring.
        let written = attribute.attr.as_str();
        let name = written.strip_suffix('.').unwrap_or(written);
        let object = self.expression(&attribute.value)?;
        if name == "_replace" {
            let is_any = written != name;
            return self.replaced(object, &arguments.keywords, is_any, at);
        }
        let object = self.unwrapped(object);
        if let Some(keyword) = arguments.keywords.first() {
            return Err(Diagnostic::at(
                span(keyword.range),
                format!("`.{name}` takes no named arguments here"),
            )
            .help("for another order write `sorted(xs, key=…, reverse=…)`"));
        }
        match (&object.ty, name) {
            (Ty::Unknown, _) => {
                self.expressions(&arguments.args)?;
                Ok(self.made(Kind::None, Ty::Unknown, at))
            }
            (Ty::Str, "join") => self.join_text(object, &arguments.args, at),
            (Ty::Int | Ty::Bool, "bit_length") => {
                self.method_arity(name, 0..=0, &arguments.args, at)?;
                Ok(self.made(
                    Kind::Builtin(Builtin::BitLength, vec![object.tree]),
                    Ty::Int,
                    at,
                ))
            }
            (Ty::Int | Ty::Bool, "bit_count") => {
                self.method_arity(name, 0..=0, &arguments.args, at)?;
                let kind = Kind::Builtin(Builtin::Abs, vec![object.tree]);
                let size = self.made(kind, Ty::Int, at).tree;
                Ok(self.made(Kind::Builtin(Builtin::Popcount, vec![size]), Ty::Int, at))
            }
            (Ty::Str, _) => self.text_method(name, object, &arguments.args, at),
            (Ty::Dict(ty), _) => {
                let ty = *ty;
                self.dict_method(written, object, ty, &arguments.args, at)
            }
            (Ty::Deque(cell), _) => {
                let cell = *cell;
                self.deque_method(name, object, cell, &arguments.args, at)
            }
            (Ty::Set(_), _) => self.set_method(name, object, &arguments.args, at),
            (Ty::List(_), _) => self.list_method(name, object, &arguments.args, at),
            (Ty::Tuple(_) | Ty::Row(_), "count" | "index") => {
                self.method_arity(name, 1..=1, &arguments.args, at)?;
                let items = self.items_of(&object, "")?;
                let wanted = self.searched_item(&arguments.args[0], &items)?;
                let method = if name == "count" {
                    Method::Count
                } else {
                    Method::Index
                };
                let kind = Kind::Method(method, Box::new(object.tree), vec![wanted]);
                Ok(self.made(kind, Ty::Int, at))
            }
            (other, _) => {
                let is = self.types.described(other);
                let help = match other {
                    Ty::Tuple(_) | Ty::Row(_) => {
                        "tuples only have `count` and `index`; to modify one convert it: `list(…)`"
                    }
                    _ => "only lists have methods in a rule file",
                };
                Err(Diagnostic::at(at, format!("{is} has no method `{name}` here")).help(help))
            }
        }
    }

    /// Calls a function of `functions.py`.
    pub(super) fn library_function(
        &mut self,
        name: &str,
        values: Vec<Checked>,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        if values.iter().any(|value| value.ty == Ty::Unknown) {
            return Ok(self.made(Kind::None, Ty::Unknown, at));
        }
        let function = self.file.definition(name);
        let function = function.expect("a function of `functions.py`");
        self.call_with(function, values, at)
    }

    fn text_method(
        &mut self,
        name: &str,
        text: Checked,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let found = OF_STRINGS.iter().find(|(own, ..)| *own == name);
        let is_simple = found.is_some_and(|(_, _, count, _)| count.contains(&args.len()));
        let written = format!("text.{name}_{}", args.len());
        if !is_simple && self.file.definition(&written).is_some() {
            let mut values = vec![text];
            values.extend(self.expressions(args)?);
            return self.library_function(&written, values, at);
        }
        let Some((_, method, count, ty)) = found else {
            let names = OF_STRINGS.iter().map(|(own, ..)| *own);
            let names: Vec<&str> = names.chain(WRITTEN_OF_STRINGS).collect();
            return Err(
                Diagnostic::at(at, format!("a string has no method `{name}` here")).help(format!(
                    "available: join, {}; build others with f-strings, slices and `\"\".join(… for …)`",
                    names.join(", ")
                )),
            );
        };
        self.method_arity(name, count.clone(), args, at)?;
        let values = self.expressions(args)?;
        if let (
            "startswith" | "endswith",
            [
                Checked {
                    ty: Ty::Tuple(_) | Ty::Row(_),
                    ..
                },
            ],
        ) = (name, &values[..])
        {
            let values = [vec![text], values].concat();
            return self.library_function(&format!("text.{name}_any"), values, at);
        }
        let mut parts = Vec::new();
        for part in values {
            self.require_text(&part, &format!("`.{name}` needs a string"))?;
            parts.push(part.tree);
        }
        let kind = Kind::Text(*method, Box::new(text.tree), parts);
        let ty = match method {
            TextMethod::Split => self.list_of(&Ty::Str, at)?,
            _ => ty.clone(),
        };
        Ok(self.made(kind, ty, at))
    }

    pub(super) fn list_method(
        &mut self,
        name: &str,
        list: Checked,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let found = OF_LISTS.iter().find(|(own, ..)| *own == name);
        let Some((_, method, arity)) = found else {
            let names: Vec<&str> = OF_LISTS.iter().map(|(own, ..)| *own).collect();
            return Err(
                Diagnostic::at(at, format!("lists have no method `{name}` here"))
                    .help(format!("available: {}", names.join(", "))),
            );
        };
        self.method_arity(name, arity.clone(), args, at)?;
        let Ty::List(cell) = list.ty else {
            return Err(self.no_items(&list.ty, list.tree.span));
        };
        let items = self.types.items(cell).clone();
        if !matches!(method, Method::Index | Method::Count | Method::Copy) {
            self.note_list_change();
        }
        let mut trees = Vec::new();
        let ty = match method {
            Method::Append => {
                trees.push(self.new_item(cell, &args[0])?);
                Ty::None
            }
            Method::Insert => {
                let place = self.expression(&args[0])?;
                trees.push(self.number(place)?.tree);
                trees.push(self.new_item(cell, &args[1])?);
                Ty::None
            }
            Method::Pop => {
                if let Some(place) = args.first() {
                    let place = self.expression(place)?;
                    trees.push(self.number(place)?.tree);
                }
                items
            }
            Method::Index | Method::Count => {
                trees.push(self.searched_item(&args[0], &items)?);
                Ty::Int
            }
            Method::Remove => {
                trees.push(self.searched_item(&args[0], &items)?);
                Ty::None
            }
            Method::Copy => self.list_of(&items, at)?,
            Method::Extend => {
                let more = self.gathered_list(&args[0])?;
                let added = self.items_of(&more, "`extend` needs a list")?;
                self.types
                    .add_item(cell, &added)
                    .map_err(|_| self.wrong_item(cell, &added, more.tree.span))?;
                trees.push(more.tree);
                Ty::None
            }
            Method::Sort if !self.types.has_order(&items) => {
                let is = self.types.described(&list.ty);
                return Err(
                    Diagnostic::at(at, format!("the items of {is} cannot be ordered"))
                        .help("write `sorted(xs, key=…)`"),
                );
            }
            Method::Sort | Method::Reverse | Method::Clear => Ty::None,
        };
        let kind = Kind::Method(*method, Box::new(list.tree), trees);
        Ok(self.made(kind, ty, at))
    }

    pub(super) fn new_item(
        &mut self,
        cell: super::type_vars::Cell,
        expr: &'a Expr,
    ) -> Result<Expression, Diagnostic> {
        let item = self.expression(expr)?;
        self.types
            .add_item(cell, &item.ty)
            .map_err(|_| self.wrong_item(cell, &item.ty, item.tree.span))?;
        Ok(item.tree)
    }

    /// A value that is searched for among items.
    fn searched_item(&mut self, expr: &'a Expr, items: &Ty) -> Result<Expression, Diagnostic> {
        let value = self.expression(expr)?;
        if self.types.can_equal(&value.ty, items) {
            return Ok(value.tree);
        }
        let (is, holds) = (self.types.described(&value.ty), self.types.described(items));
        Err(Diagnostic::at(
            value.tree.span,
            format!("{is} is never equal to an item, which is {holds}"),
        )
        .help("search for a value of the item type"))
    }

    fn method_arity(
        &self,
        name: &str,
        expected: std::ops::RangeInclusive<usize>,
        args: &[Expr],
        at: Span,
    ) -> Result<(), Diagnostic> {
        if expected.contains(&args.len()) {
            return Ok(());
        }
        let wanted = counted(*expected.end(), "argument");
        let given = args.len();
        Err(
            Diagnostic::at(at, format!("`.{name}` takes {wanted}, not {given}"))
                .help("other arguments are not supported in a rule file; or check the parentheses and commas"),
        )
    }
}
