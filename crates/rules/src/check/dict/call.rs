//! Calls of `dict`, `Counter` and `defaultdict`.

use ruff_python_ast::{Expr, ExprCall};

use super::{KEYS, PAIRS, VALUES};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::parse::{span, span_of};
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::Kind;

impl<'a> Checker<'a> {
    /// `dict(…)`.
    pub(in crate::check) fn dict_call(
        &mut self,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (args, words) = (&node.arguments.args, &node.arguments.keywords);
        match (&args[..], &words[..]) {
            ([], []) => self.dict_of_literals(&[], at),
            ([], words) => {
                let cell = self.cell_at(at, PAIRS);
                let mut pairs = Vec::new();
                for word in words {
                    let Some(name) = &word.arg else {
                        let message = "`**` before an argument is not supported here";
                        return Err(Diagnostic::at(span(word.range), message)
                            .help("write a display: `{**a, **b}`"));
                    };
                    let key = self.made(Kind::Str(name.to_string()), Ty::Str, at);
                    let value = self.expression(&word.value)?;
                    let pair = self.tuple_of(vec![key, value], at);
                    self.add_to(cell, &pair.ty, at)?;
                    pairs.push(pair.tree);
                }
                let pairs = self.made(Kind::List(pairs), Ty::List(cell), at);
                self.dict_of_pairs(pairs, Missing::Fault, at)
            }
            ([arg], []) => {
                let pairs = self.pairs_given(arg)?;
                self.dict_of_pairs(pairs, Missing::Fault, at)
            }
            _ => Err(
                Diagnostic::at(at, "this call of `dict` is not supported here")
                    .help("write `{key: value for … in …}`"),
            ),
        }
    }

    /// An argument that is a dict or an iterable of pairs, as a list of pairs.
    pub(super) fn pairs_given(&mut self, arg: &'a Expr) -> Result<Checked, Diagnostic> {
        match self.value_given(arg)? {
            Some(value) if matches!(value.ty, Ty::Dict(_)) => self.pairs_of(value, span_of(arg)),
            Some(value) => self.listed_value(value, PAIRS),
            None => self.listed(arg, PAIRS),
        }
    }

    /// `Counter(…)`.
    pub(in crate::check) fn counter_call(
        &mut self,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        self.add_to(values, &Ty::Int, at)?;
        let ty = DictType::new(keys, values, Missing::Zero);
        match (&node.arguments.args[..], &node.arguments.keywords[..]) {
            ([], []) => {
                let empty = self.dict_of_literals(&[], at)?;
                Ok(self.as_dict(empty, ty))
            }
            ([arg], []) => {
                let items = match self.value_given(arg)? {
                    Some(value) => {
                        if let Ty::Dict(other) = value.ty {
                            let pairs = self.pairs_of(value, span_of(arg))?;
                            let (_, count) = self.key_and_value(other);
                            self.add_to(values, &count, at)?;
                            return self.dict_of_pairs(pairs, Missing::Zero, at);
                        }
                        self.listed_value(value, PAIRS)?
                    }
                    None => self.listed(arg, PAIRS)?,
                };
                let key = self.items_of(&items, "`Counter` counts items")?;
                self.refuse_key(&key, at)?;
                self.add_to(keys, &key, at)?;
                let lists = Ty::Tuple(vec![Ty::List(keys), Ty::List(values)]);
                let made = self.dict_function("dict.count", vec![items], lists, at)?;
                Ok(self.as_dict(made, ty))
            }
            _ => Err(
                Diagnostic::at(at, "this call of `Counter` is not supported here")
                    .help("count the items of one iterable: `Counter(xs)`"),
            ),
        }
    }

    /// `defaultdict(int)`, `defaultdict(list)` or `defaultdict(set)`.
    pub(in crate::check) fn default_dict(
        &mut self,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let name = match (&node.arguments.args[..], &node.arguments.keywords[..]) {
            ([Expr::Name(name)], []) => name.id.as_str(),
            _ => "",
        };
        let missing = match name {
            "int" => Missing::NewZero,
            "list" => Missing::NewList,
            "set" => Missing::NewSet,
            _ => {
                let message = "only `defaultdict` of `int`, `list` and `set` is supported";
                return Err(Diagnostic::at(at, message)
                    .help("write `d.get(key, default)` or `d.setdefault(key, default)`"));
            }
        };
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        let value = match missing {
            Missing::NewZero => Ty::Int,
            Missing::NewSet => Ty::Set(Box::new(Ty::Unknown)),
            _ => self.list_of(&Ty::Unknown, at)?,
        };
        self.add_to(values, &value, at)?;
        let empty = self.dict_of_literals(&[], at)?;
        Ok(self.as_dict(empty, DictType::new(keys, values, missing)))
    }
}
