//! Displays and comprehensions of dicts, and dicts of pairs.

use std::collections::HashSet;

use ruff_python_ast::{Comprehension as Generator, DictItem, Expr};

use super::{KEYS, PAIRS, VALUES};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::literal::Literal;
use crate::check::parse::span_of;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Gathering, Kind};

impl<'a> Checker<'a> {
    /// `{key: value, **other}`.
    pub(in crate::check) fn dict_display(
        &mut self,
        items: &'a [DictItem],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        if has_distinct_keys(items) {
            return self.dict_of_literals(items, at);
        }
        let mut pairs: Option<Checked> = None;
        for (place, item) in items.iter().enumerate() {
            let part = match &item.key {
                Some(key) => {
                    let key = self.expression(key)?;
                    let value = self.expression(&item.value)?;
                    let pair = self.tuple_of(vec![key, value], at);
                    let cell = self.cell_at(at, PAIRS + 1000 + place as u32);
                    self.add_to(cell, &pair.ty, at)?;
                    self.made(Kind::List(vec![pair.tree]), Ty::List(cell), at)
                }
                None => {
                    let other = self.expression(&item.value)?;
                    self.pairs_of(other, span_of(&item.value))?
                }
            };
            pairs = Some(match pairs {
                None => part,
                Some(before) => {
                    let (left, right, ty) = self.operate(Binary::Add, before, part, at)?;
                    let kind = Kind::Binary(Binary::Add, Box::new(left), Box::new(right));
                    self.made(kind, ty, at)
                }
            });
        }
        match pairs {
            Some(pairs) => self.dict_of_pairs(pairs, Missing::Fault, at),
            None => self.dict_of_literals(&[], at),
        }
    }

    /// A display whose keys are different literals: the two lists.
    pub(super) fn dict_of_literals(
        &mut self,
        items: &'a [DictItem],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        let (mut key_trees, mut value_trees) = (Vec::new(), Vec::new());
        for item in items {
            if let Some(key) = &item.key {
                let key = self.expression(key)?;
                self.refuse_key(&key.ty, key.tree.span)?;
                self.add_to(keys, &key.ty, key.tree.span)?;
                key_trees.push(key.tree);
            }
            let value = self.expression(&item.value)?;
            self.add_to(values, &value.ty, value.tree.span)?;
            value_trees.push(value.tree);
        }
        let key_list = self.made(Kind::List(key_trees), Ty::List(keys), at);
        let value_list = self.made(Kind::List(value_trees), Ty::List(values), at);
        let pair = self.tuple_of(vec![key_list, value_list], at);
        Ok(self.as_dict(pair, DictType::new(keys, values, Missing::Fault)))
    }

    /// `{key: value for … in …}`.
    pub(in crate::check) fn dict_comprehension(
        &mut self,
        key: &'a Expr,
        value: &'a Expr,
        generators: &'a [Generator],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let items = self.comprehension_with(generators, false, |this| {
            let pair = vec![this.expression(key)?, this.expression(value)?];
            Ok(this.tuple_of(pair, at))
        })?;
        let cell = self.cell_at(at, PAIRS);
        self.add_to(cell, &items.ty, at)?;
        let kind = Kind::Gather(Gathering::List, Box::new(items.tree));
        let pairs = self.made(kind, Ty::List(cell), at);
        self.dict_of_pairs(pairs, Missing::Fault, at)
    }

    /// The dict of a list of pairs.
    pub(super) fn dict_of_pairs(
        &mut self,
        pairs: Checked,
        missing: Missing,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let item = self.items_of(&pairs, "a dict is made of pairs")?;
        let (key, value) = match &item {
            Ty::Tuple(items) if items.len() == 2 => (items[0].clone(), items[1].clone()),
            Ty::Row(item) => ((**item).clone(), (**item).clone()),
            Ty::Unknown => (Ty::Unknown, Ty::Unknown),
            other => {
                let is = self.types.described(other);
                let message = format!("a dict is made of pairs, but each item is {is}");
                return Err(Diagnostic::at(at, message).help("write `{key: value for … in …}`"));
            }
        };
        self.refuse_key(&key, at)?;
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        self.add_to(keys, &key, at)?;
        self.add_to(values, &value, at)?;
        let lists = Ty::Tuple(vec![Ty::List(keys), Ty::List(values)]);
        let made = self.dict_function("dict.of", vec![pairs], lists, at)?;
        Ok(self.as_dict(made, DictType::new(keys, values, missing)))
    }
}

/// Whether all keys of a display are literals, and different.
fn has_distinct_keys(items: &[DictItem]) -> bool {
    let mut seen = HashSet::new();
    items.iter().all(|item| {
        let key = item.key.as_ref().and_then(Literal::read);
        // `True` equals 1.
        key.is_some_and(|key| !key.has_bool() && seen.insert(format!("{key:?}")))
    })
}
