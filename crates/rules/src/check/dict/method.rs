//! Methods of dicts.

use ruff_python_ast::Expr;

use super::{KEYS, PAIRS, VALUES};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Builtin, Comparison, Kind};

/// The methods of dicts, and those that only a Counter has.
pub(in crate::check) const OF_DICTS: &[&str] = &[
    "get",
    "setdefault",
    "items",
    "keys",
    "values",
    "pop",
    "popitem",
    "update",
    "copy",
    "clear",
];
pub(in crate::check) const OF_COUNTERS: &[&str] = &["elements", "most_common", "total"];

impl<'a> Checker<'a> {
    /// A method of a dict.
    pub(in crate::check) fn dict_method(
        &mut self,
        name: &str,
        dict: Checked,
        ty: DictType,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (_, value) = self.key_and_value(ty);
        let is_counter = ty.missing == Missing::Zero;
        let mut given = Vec::new();
        if !matches!(name, "update") {
            given = self.expressions(args)?;
        }
        let mut values = vec![self.as_pair(dict.clone(), ty)];
        let mut given = given.into_iter();
        let (function, result) = match (name, args.len()) {
            ("get", 1 | 2) => {
                let (Some(key), default) = (given.next(), given.next()) else {
                    return Err(no_method(name, at));
                };
                let none = self.made(Kind::None, Ty::None, at);
                let default = default.unwrap_or(none);
                let result = self.join(&value, &default.ty, at)?;
                values.extend([self.searched_key(key, ty)?, default]);
                ("dict.get", result)
            }
            // `key=d.get`, where None would not be ordered.
            ("get.", 1) => {
                for key in given {
                    values.push(self.searched_key(key, ty)?);
                }
                ("dict.item", value)
            }
            ("setdefault", 2) => {
                let (Some(key), Some(default)) = (given.next(), given.next()) else {
                    return Err(no_method(name, at));
                };
                let key = self.new_key(key, ty)?;
                self.add_to(ty.values, &default.ty, at)?;
                self.note_growth();
                let (_, value) = self.key_and_value(ty);
                values.extend([key, default]);
                ("dict.setdefault", value)
            }
            ("pop", 1 | 2) => {
                let (Some(key), default) = (given.next(), given.next()) else {
                    return Err(no_method(name, at));
                };
                values.push(self.searched_key(key, ty)?);
                self.note_removal();
                match default {
                    None => ("dict.pop", value),
                    Some(default) => {
                        let result = self.join(&value, &default.ty, at)?;
                        values.push(default);
                        ("dict.pop_or", result)
                    }
                }
            }
            // `try: d[key]`
            ("has.", 1) if !ty.missing.inserts() => {
                if is_counter {
                    return Err(no_method("__getitem__", at));
                }
                let keys = self.keys_of(&dict, ty).tree;
                let Some(key) = given.next() else {
                    return Err(no_method(name, at));
                };
                let key = self.searched_key(key, ty)?;
                let kind = Kind::Compare(Box::new(key.tree), vec![(Comparison::In, keys)]);
                return Ok(self.made(kind, Ty::Bool, at));
            }
            // `del d[key]`
            ("pop.", 1) => {
                for key in given {
                    values.push(self.searched_key(key, ty)?);
                }
                self.note_removal();
                match is_counter {
                    true => ("dict.remove", Ty::None),
                    false => ("dict.pop", value),
                }
            }
            ("popitem", 0) => {
                self.note_removal();
                let (key, value) = self.key_and_value(ty);
                ("dict.popitem", Ty::Tuple(vec![key, value]))
            }
            ("clear", 0) => {
                self.note_removal();
                ("dict.clear", Ty::None)
            }
            ("copy", 0) => return self.copied_dict(dict, ty, at),
            // It would see the dict grow.
            ("update", 1) if args[0].is_generator_expr() => {
                let message = "a dict cannot be updated by a generator expression";
                return Err(Diagnostic::at(at, message).help("write a dict: `{… for …}`"));
            }
            ("update", 1) if !is_counter => {
                let pairs = self.pairs_given(&args[0])?;
                if let Ty::Tuple(items) = self.items_of(&pairs, "`update` needs pairs")?
                    && let [key, value] = &items[..]
                {
                    self.refuse_key(key, at)?;
                    self.add_to(ty.keys, key, at)?;
                    self.add_to(ty.values, value, at)?;
                }
                self.note_growth();
                values.push(pairs);
                ("dict.update", Ty::None)
            }
            ("total", 0) if is_counter => ("dict.total", Ty::Int),
            ("most_common", 0 | 1) if is_counter => {
                let (key, value) = self.key_and_value(ty);
                let cell = self.cell_at(at, PAIRS);
                self.add_to(cell, &Ty::Tuple(vec![key, value]), at)?;
                let ty = Ty::List(cell);
                let all = self.dict_function("dict.most_common", values, ty.clone(), at)?;
                let Some(count) = given.next() else {
                    return Ok(all);
                };
                let count = self.number(count)?.tree;
                let zero = self.made(Kind::Int(0), Ty::Int, at).tree;
                let count = Kind::Builtin(Builtin::Max, vec![count, zero]);
                let kind = Kind::Slice {
                    object: Box::new(all.tree),
                    start: None,
                    stop: Some(Box::new(self.made(count, Ty::Int, at).tree)),
                    step: None,
                };
                return Ok(self.made(kind, ty, at));
            }
            ("items" | "keys" | "values" | "elements", 0) => {
                let message = format!("`.{name}()` is a view, which is not consumed here");
                let help =
                    format!("iterate over it with `for`, or make a list: `list(d.{name}())`");
                return Err(Diagnostic::at(at, message).help(help));
            }
            _ => return Err(no_method(name, at)),
        };
        self.dict_function(function, values, result, at)
    }

    /// A new dict with the same items.
    pub(in crate::check) fn copied_dict(
        &mut self,
        dict: Checked,
        ty: DictType,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (key, value) = self.key_and_value(ty);
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        self.add_to(keys, &key, at)?;
        self.add_to(values, &value, at)?;
        let lists = Ty::Tuple(vec![Ty::List(keys), Ty::List(values)]);
        let dict = self.as_pair(dict, ty);
        let made = self.dict_function("dict.copy", vec![dict], lists, at)?;
        Ok(self.as_dict(made, DictType::new(keys, values, ty.missing)))
    }
}

fn no_method(name: &str, at: Span) -> Diagnostic {
    let (all, more) = (OF_DICTS.join(", "), OF_COUNTERS.join(", "));
    Diagnostic::at(
        at,
        format!("a dict has no method `{name}` with these arguments here"),
    )
    .help(format!("available: {all}; of a Counter also {more}"))
}
