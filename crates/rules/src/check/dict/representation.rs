//! A dict as a pair of lists, and calls of the functions of `dicts.py`.

use super::PAIRS;
use crate::check::dict::DictType;
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::{Cell, Ty};
use crate::source::{Diagnostic, Span};
use crate::tree::{Expression, Kind};

impl Checker<'_> {
    /// Calls a function of `dicts.py`; `ty` is the type of its result. While the types of its
    /// arguments are not known, nothing is called: two dicts that have nothing to do with
    /// each other would become one type.
    pub(in crate::check) fn dict_function(
        &mut self,
        name: &str,
        values: Vec<Checked>,
        ty: Ty,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let is_unknown = values.iter().any(|value| self.types.has_unknown(&value.ty));
        if is_unknown && !self.forces_unknown {
            self.has_skipped = true;
            return Ok(self.made(Kind::None, ty, at));
        }
        let function = self.file.definition(name);
        let function = function.expect("a function of `dicts.py`");
        let made = self.call_with(function, values, at)?;
        let ty = self.join(&ty, &made.ty, at)?;
        Ok(Checked { ty, ..made })
    }

    pub(super) fn key_and_value(&self, ty: DictType) -> (Ty, Ty) {
        (
            self.types.items(ty.keys).clone(),
            self.types.items(ty.values).clone(),
        )
    }

    /// Joins a type into the keys or the values of a dict.
    pub(super) fn add_to(&mut self, cell: Cell, ty: &Ty, at: Span) -> Result<(), Diagnostic> {
        self.types.add_item(cell, ty).map_err(|_| {
            let (is, others) = (self.types.described(ty), self.types.items(cell));
            let others = self.types.described(others);
            let message = format!("this is {is}, but others in this dict are {others}");
            Diagnostic::at(at, message)
                .help("all keys of a dict have one type, and so have all values")
        })
    }

    /// A pair of lists as a dict.
    pub(super) fn as_dict(&self, pair: Checked, ty: DictType) -> Checked {
        Checked {
            ty: Ty::Dict(ty),
            ..pair
        }
    }

    /// A dict as a pair of lists.
    pub(super) fn as_pair(&self, dict: Checked, ty: DictType) -> Checked {
        Checked {
            ty: Ty::Tuple(vec![Ty::List(ty.keys), Ty::List(ty.values)]),
            ..dict
        }
    }

    /// The list of the keys of a dict.
    pub(in crate::check) fn keys_of(&self, dict: &Checked, ty: DictType) -> Checked {
        self.part(&dict.tree, 0, Ty::List(ty.keys))
    }

    pub(super) fn values_of(&self, dict: &Checked, ty: DictType) -> Checked {
        self.part(&dict.tree, 1, Ty::List(ty.values))
    }

    fn part(&self, dict: &Expression, place: i64, ty: Ty) -> Checked {
        let at = dict.span;
        let place = self.made(Kind::Int(place), Ty::Int, at).tree;
        let kind = Kind::Index(Box::new(dict.clone()), Box::new(place));
        self.made(kind, ty, at)
    }

    /// The list of keys of a dict, the list of a deque, any other value as it is.
    pub(in crate::check) fn keys_or(&self, value: Checked) -> Checked {
        match value.ty {
            Ty::Dict(ty) => self.keys_of(&value, ty),
            Ty::Deque(cell) => Checked {
                ty: Ty::List(cell),
                ..value
            },
            _ => value,
        }
    }

    /// The items of a dict as a list of pairs.
    pub(super) fn pairs_of(&mut self, dict: Checked, at: Span) -> Result<Checked, Diagnostic> {
        let Ty::Dict(ty) = dict.ty else {
            return match dict.ty {
                Ty::Unknown => Ok(dict),
                _ => Err(self.not_a_dict(&dict)),
            };
        };
        let (key, value) = self.key_and_value(ty);
        let cell = self.cell_at(at, PAIRS);
        self.add_to(cell, &Ty::Tuple(vec![key, value]), at)?;
        let dict = self.as_pair(dict, ty);
        self.dict_function("dict.items", vec![dict], Ty::List(cell), at)
    }

    pub(super) fn not_a_dict(&self, value: &Checked) -> Diagnostic {
        let at = value.tree.span;
        let (what, is) = (self.quoted(at), self.types.described(&value.ty));
        Diagnostic::at(at, format!("{what} is {is}, expected a dict"))
            .help("convert pairs to a dict: `dict(pairs)`")
    }
}
