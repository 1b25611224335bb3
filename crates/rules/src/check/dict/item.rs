//! Items of dicts: `d[key]`, `d[key] = value` and `d[key] += value`.

use ruff_python_ast::{Expr, Operator};

use super::{KEYS, PAIRS, SIZE, VALUES};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Kind, Method, Statement, StatementKind};

impl<'a> Checker<'a> {
    /// `dict[key]`.
    pub(in crate::check) fn dict_item(
        &mut self,
        dict: Checked,
        ty: DictType,
        key: Checked,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let key = match ty.missing.inserts() {
            true => self.new_key(key, ty)?,
            false => self.searched_key(key, ty)?,
        };
        let (_, value) = self.key_and_value(ty);
        let mut values = vec![self.as_pair(dict, ty), key];
        let name = match ty.missing {
            Missing::Fault => "dict.item",
            Missing::NewList => {
                self.note_growth();
                "dict.new_list"
            }
            Missing::NewSet => {
                self.note_growth();
                let ty = Ty::Set(Box::new(Ty::Unknown));
                values.push(self.made(Kind::Tuple(Vec::new()), ty, at));
                "dict.setdefault"
            }
            Missing::Zero | Missing::NewZero => {
                values.push(self.made(Kind::Int(0), Ty::Int, at));
                match ty.missing {
                    Missing::Zero => "dict.get",
                    _ => {
                        self.note_growth();
                        "dict.setdefault"
                    }
                }
            }
        };
        self.dict_function(name, values, value, at)
    }

    /// `dict[key] = value`. CPython evaluates the value first.
    pub(in crate::check) fn put(
        &mut self,
        dict: Checked,
        ty: DictType,
        key: Checked,
        value: Checked,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let key = self.new_key(key, ty)?;
        self.add_to(ty.values, &value.ty, value.tree.span)?;
        self.note_growth();
        let dict = self.as_pair(dict, ty);
        self.dict_function("dict.put", vec![value, dict, key], Ty::None, at)
    }

    /// `dict[key] += value`, if the target is an item of a dict. The dict and the key are
    /// evaluated once.
    pub(in crate::check) fn augment_item(
        &mut self,
        target: &'a Expr,
        operator: Operator,
        value: &'a Expr,
        at: Span,
    ) -> Result<Option<StatementKind>, Diagnostic> {
        let Expr::Subscript(node) = target else {
            return Ok(None);
        };
        let dict = self.expression(&node.value)?;
        let dict = self.unwrapped(dict);
        let Ty::Dict(ty) = dict.ty else {
            return Ok(None);
        };
        let key = self.expression(&node.slice)?;
        let mut block = Vec::new();
        let dict = self.bound_once(dict, "dict", KEYS, &mut block, at)?;
        let key = self.bound_once(key, "key", VALUES, &mut block, at)?;
        let item = self.dict_item(dict.clone(), ty, key.clone(), at)?;
        let operator = self.operator(operator, at)?;
        let kind = if let (Ty::List(cell), Binary::Add) = (&item.ty, operator) {
            // In place: the list keeps its identity.
            let cell = *cell;
            let more = self.gathered_list(value)?;
            let items = self.items_of(&more, "`+=` on a list needs a list")?;
            self.add_to(cell, &items, at)?;
            Kind::Method(Method::Extend, Box::new(item.tree), vec![more.tree])
        } else if matches!(item.ty, Ty::List(_)) {
            // The same by way of a new list.
            let item = self.bound_once(item, "item", PAIRS, &mut block, at)?;
            let right = self.expression(value)?;
            let (left, right, ty) = self.operate(operator, item.clone(), right, at)?;
            let kind = Kind::Binary(operator, Box::new(left), Box::new(right));
            let made = self.made(kind, ty, at);
            let made = self.bound_once(made, "made", SIZE, &mut block, at)?;
            let clear = Kind::Method(Method::Clear, Box::new(item.tree.clone()), Vec::new());
            let clear = self.made(clear, Ty::None, at).tree;
            block.push(Statement {
                span: at,
                kind: StatementKind::Evaluate(clear),
            });
            Kind::Method(Method::Extend, Box::new(item.tree), vec![made.tree])
        } else {
            let right = self.expression(value)?;
            let (left, right, result) = self.operate(operator, item, right, at)?;
            let kind = Kind::Binary(operator, Box::new(left), Box::new(right));
            let result = self.made(kind, result, at);
            self.put(dict, ty, key, result, at)?.tree.kind
        };
        let evaluate = StatementKind::Evaluate(self.made(kind, Ty::None, at).tree);
        Ok(Some(self.after(block, evaluate, at)))
    }
}
