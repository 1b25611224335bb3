//! Views of dicts: `d.items()`, `d.keys()`, `d.values()`.

use ruff_python_ast::Expr;

use super::bound::is_simple;
use super::{KEYS, LiveDict, PAIRS};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::parse::span_of;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{
    Clause, Expression, Iteration, IterationKind, Kind, LocalId, Place, Target, Type,
};

impl<'a> Checker<'a> {
    /// The view that a call such as `d.items()` makes: its method and the dict.
    pub(in crate::check) fn view(
        &mut self,
        expr: &'a Expr,
    ) -> Result<Option<(&'a str, Checked, DictType)>, Diagnostic> {
        let Expr::Call(call) = expr else {
            return Ok(None);
        };
        let Expr::Attribute(method) = &*call.func else {
            return Ok(None);
        };
        let name = method.attr.as_str();
        let is_view = ["items", "keys", "values", "elements"].contains(&name)
            && call.arguments.args.is_empty()
            && call.arguments.keywords.is_empty();
        if !is_view {
            return Ok(None);
        }
        let dict = self.expression(&method.value)?;
        let dict = self.unwrapped(dict);
        Ok(match dict.ty {
            Ty::Dict(ty) if name != "elements" || ty.missing == Missing::Zero => {
                Some((name, dict, ty))
            }
            _ => None,
        })
    }

    /// A view as the right operand of `in`, or the argument of `len`.
    pub(in crate::check) fn view_as_list(
        &mut self,
        expr: &'a Expr,
    ) -> Result<Option<Checked>, Diagnostic> {
        Ok(match self.view(expr)? {
            Some(("keys", dict, ty)) => Some(self.keys_of(&dict, ty)),
            Some(("values", dict, ty)) => Some(self.values_of(&dict, ty)),
            Some(("items", dict, _)) => Some(self.pairs_of(dict, span_of(expr))?),
            _ => None,
        })
    }

    /// The iteration over a dict or one of its views, and the type of its items.
    pub(in crate::check) fn dict_iteration(
        &mut self,
        view: &str,
        dict: Checked,
        ty: DictType,
        at: Span,
    ) -> Result<(IterationKind, Ty), Diagnostic> {
        let (key, value) = self.key_and_value(ty);
        if view == "elements" {
            let cell = self.cell_at(at, PAIRS);
            self.add_to(cell, &key, at)?;
            let dict = self.as_pair(dict, ty);
            let list = self.dict_function("dict.elements", vec![dict], Ty::List(cell), at)?;
            return Ok((IterationKind::Sequence(list.tree), key));
        }
        let mut bound = None;
        let dict = if is_simple(&dict.tree) {
            dict
        } else {
            let depth = self.frame().loops as u32;
            let local = self.inner_local("dict", at, KEYS + 10_000 * depth);
            self.bind_local(local, &dict.ty, at)?;
            bound = Some((local, dict.tree));
            self.local(local, at)
        };
        let keys = self.keys_of(&dict, ty).tree;
        let live = LiveDict {
            keys: keys.clone(),
            bound,
            at,
        };
        self.frame().live.push(live);
        let values = self.values_of(&dict, ty).tree;
        Ok(match view {
            "values" => (IterationKind::Sequence(values), value),
            "items" => {
                let part = |tree: Expression, ty: &Ty| Iteration {
                    span: at,
                    item: self.types.finalised(ty),
                    kind: IterationKind::Sequence(tree),
                };
                let parts = vec![part(keys, &key), part(values, &value)];
                (IterationKind::Zip(parts), Ty::Tuple(vec![key, value]))
            }
            _ => (IterationKind::Sequence(keys), key),
        })
    }

    /// The clauses that bind the dicts of a comprehension that have no name.
    pub(in crate::check) fn let_dicts(&self, live: &[LiveDict]) -> Vec<Clause> {
        let bound = live.iter().filter_map(|dict| dict.bound.as_ref());
        let clause = |(local, value): &(LocalId, Expression)| {
            let at = value.span;
            let one = Expression {
                span: at,
                ty: Type::Tuple(vec![value.ty.clone()]),
                kind: Kind::Tuple(vec![value.clone()]),
            };
            Clause {
                target: Target::Place(Place::Local(*local, at)),
                over: Iteration {
                    span: at,
                    item: value.ty.clone(),
                    kind: IterationKind::Sequence(one),
                },
                conditions: Vec::new(),
            }
        };
        bound.map(clause).collect()
    }
}
