//! Records, which are tuples with names for their items, and copies of values.

use ruff_python_ast::{ExprAttribute, Keyword};

use super::expression::Checked;
use super::instance::Checker;
use super::parse::span;
use super::type_vars::{RecordType, Ty};
use crate::source::{Diagnostic, Span};
use crate::tree::{Builtin, Kind, Method};

impl<'a> Checker<'a> {
    /// The type of the result of a function: a record if the function makes records.
    pub(super) fn record_type(&self, function: usize, ty: Ty) -> Ty {
        match (self.file.definitions[function].record, ty) {
            (Some(record), Ty::Tuple(items)) => {
                let class = RecordType {
                    function,
                    is_tuple: record.is_tuple,
                    has_order: record.has_order,
                    is_hashable: record.is_hashable,
                };
                Ty::Record(class, items)
            }
            (_, ty) => ty,
        }
    }

    /// `record.field`; `None` if it is something else.
    pub(super) fn attribute(
        &mut self,
        node: &'a ExprAttribute,
        at: Span,
    ) -> Result<Option<Checked>, Diagnostic> {
        if let ruff_python_ast::Expr::Name(name) = &*node.value
            && self.is_math(name.id.as_str())
        {
            return Ok(None);
        }
        let value = self.expression(&node.value)?;
        let value = self.unwrapped_record(value);
        let name = node.attr.as_str();
        if let Some(class) = name.strip_suffix('.') {
            return self.receiver(class, value).map(Some);
        }
        let (class, items) = match &value.ty {
            Ty::Record(class, items) => (*class, items.clone()),
            Ty::Unknown => return Ok(Some(self.made(Kind::None, Ty::Unknown, at))),
            _ => return Ok(None),
        };
        let place = self.field_place(class, name, at)?;
        let index = self.made(Kind::Int(place as i64), Ty::Int, at).tree;
        let kind = Kind::Index(Box::new(value.tree), Box::new(index));
        Ok(Some(self.made(kind, items[place].clone(), at)))
    }

    /// The record whose method is called: of the class that has the method.
    fn receiver(&self, class: &str, value: Checked) -> Result<Checked, Diagnostic> {
        match &value.ty {
            Ty::Unknown => Ok(value),
            Ty::Record(own, _) if self.file.definitions[own.function].name == class => Ok(value),
            other => {
                let is = self.types.described(other);
                let message = format!("this is {is}, but the method belongs to `{class}`");
                Err(Diagnostic::at(value.tree.span, message)
                    .help(format!("call it for a `{class}`, or write a function")))
            }
        }
    }

    fn field_place(&self, class: RecordType, name: &str, at: Span) -> Result<usize, Diagnostic> {
        let definition = &self.file.definitions[class.function];
        let fields = definition.record.map_or(&[][..], |record| &record.fields);
        fields
            .iter()
            .position(|field| field == name)
            .ok_or_else(|| {
                let message = format!("`{}` has no field `{name}`", definition.name);
                Diagnostic::at(at, message).help(format!("available: {}", fields.join(", ")))
            })
    }

    /// The value of an optional record.
    fn unwrapped_record(&self, value: Checked) -> Checked {
        match &value.ty {
            Ty::Record(..) => value,
            Ty::Optional(inner) if matches!(**inner, Ty::Record(..)) => {
                let (inner, span) = ((**inner).clone(), value.tree.span);
                self.made(Kind::Unwrap(Box::new(value.tree)), inner, span)
            }
            _ => self.unwrapped(value),
        }
    }

    /// `record._replace(field=value)`, or `replace(record, field=value)` (`is_any`).
    pub(super) fn replaced(
        &mut self,
        record: Checked,
        words: &'a [Keyword],
        is_any: bool,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let record = self.unwrapped_record(record);
        let (class, items) =
            match &record.ty {
                Ty::Record(class, items) if class.is_tuple != is_any => (*class, items.clone()),
                Ty::Unknown => return Ok(self.made(Kind::None, Ty::Unknown, at)),
                _ => {
                    return Err(Diagnostic::at(at, "this is not a record of this kind").help(
                    "`p._replace(x=1)` is for a NamedTuple, `replace(p, x=1)` for a dataclass",
                ));
                }
            };
        if !matches!(record.tree.kind, Kind::Local(_) | Kind::Global(_)) {
            let message = "the record must have a name here";
            return Err(Diagnostic::at(at, message).help("assign it to a name first"));
        }
        let mut given: Vec<Option<Checked>> = vec![None; items.len()];
        let mut last = None;
        for word in words {
            let name = word.arg.as_ref().map_or("**", |name| name.as_str());
            let place = self.field_place(class, name, span(word.range))?;
            if last.is_some_and(|last| last >= place) {
                let message = "the fields must be in the order of the record here";
                return Err(Diagnostic::at(span(word.range), message).help("reorder them"));
            }
            last = Some(place);
            given[place] = Some(self.expression(&word.value)?);
        }
        let mut trees = Vec::new();
        let mut types = Vec::new();
        for (place, (value, item)) in given.into_iter().zip(&items).enumerate() {
            let value = value.unwrap_or_else(|| {
                let index = self.made(Kind::Int(place as i64), Ty::Int, at).tree;
                let kind = Kind::Index(Box::new(record.tree.clone()), Box::new(index));
                self.made(kind, item.clone(), at)
            });
            types.push(self.join(item, &value.ty, at)?);
            trees.push(value.tree);
        }
        Ok(self.made(Kind::Tuple(trees), Ty::Record(class, types), at))
    }

    /// `copy(value)` or `deepcopy(value)`.
    pub(super) fn copied(
        &mut self,
        value: Checked,
        is_deep: bool,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        match &value.ty {
            Ty::Dict(ty) if !is_deep => {
                let ty = *ty;
                self.copied_dict(value, ty, at)
            }
            Ty::Deque(cell) if !is_deep => {
                let cell = *cell;
                self.deque_method("copy", value, cell, &[], at)
            }
            Ty::List(cell) => {
                let items = self.types.items(*cell).clone();
                if is_deep && self.types.has_list(&items) {
                    let cell = self.cell_at(at, 0);
                    let absorbed = self.types.absorb_items(cell, &items);
                    absorbed.map_err(|_| self.wrong_item(cell, &items, at))?;
                    let kind = Kind::Builtin(Builtin::Deepcopy, vec![value.tree]);
                    return Ok(self.made(kind, Ty::List(cell), at));
                }
                let ty = self.list_of(&items, at)?;
                let kind = Kind::Method(Method::Copy, Box::new(value.tree), Vec::new());
                Ok(self.made(kind, ty, at))
            }
            ty if is_deep && self.types.has_list(ty) => {
                if matches!(ty, Ty::Optional(_)) || self.types.has_dict(ty) {
                    return Err(
                        Diagnostic::at(at, "`deepcopy` of this value is not supported")
                            .help("copy its parts"),
                    );
                }
                let ty = value.ty.clone();
                Ok(self.made(Kind::Builtin(Builtin::Deepcopy, vec![value.tree]), ty, at))
            }
            _ => Ok(value),
        }
    }
}
