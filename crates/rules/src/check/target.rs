//! Assignment targets.

use ruff_python_ast::Expr;

use super::entry_points::counted;
use super::file::Meaning;
use super::instance::{Checker, Task};
use super::parse::span_of;
use super::subscript::refuse_several;
use super::type_vars::{Cell, Ty};
use crate::source::{Diagnostic, Span};
use crate::tree::{GlobalId, LocalId, Place, Target};

impl<'a> Checker<'a> {
    /// Binds a value of type `ty` to a target; `value` is the place of the
    /// value.
    pub(super) fn bind(
        &mut self,
        target: &'a Expr,
        ty: &Ty,
        value: Span,
    ) -> Result<Target, Diagnostic> {
        let at = span_of(target);
        match target {
            Expr::Name(name) => self.bind_name(name.id.as_str(), ty, at).map(Target::Place),
            Expr::Tuple(node) => self.unpack(&node.elts, ty, at, value),
            Expr::List(node) => self.unpack(&node.elts, ty, at, value),
            Expr::Subscript(node) => {
                if node.slice.is_slice_expr() {
                    return Err(
                        Diagnostic::at(at, "this slice cannot be assigned to in a rule file")
                            .help("write `xs[i:j] = ys`, without a step, as the only target"),
                    );
                }
                let list = self.expression(&node.value)?;
                let list = self.unwrapped(list);
                let mut index = self.expression(&node.slice)?;
                if !matches!(list.ty, Ty::Dict(_) | Ty::Unknown) {
                    refuse_several(&node.slice)?;
                    index = self.number(index)?;
                }
                match &list.ty {
                    Ty::List(cell) | Ty::Deque(cell) => {
                        let cell = *cell;
                        self.types
                            .add_item(cell, ty)
                            .map_err(|_| self.wrong_item(cell, ty, value))?;
                    }
                    Ty::Unknown => {}
                    Ty::Dict(_) => {
                        let message = "an item of a dict is assigned on a line of its own";
                        return Err(Diagnostic::at(at, message).help("write `d[key] = value`"));
                    }
                    Ty::Tuple(_) | Ty::Row(_) => {
                        let message = "a tuple's items cannot be assigned to";
                        return Err(Diagnostic::at(at, message)
                            .help("convert it to a list first: `xs = list(…)`"));
                    }
                    other => return Err(self.no_items(other, list.tree.span)),
                }
                self.note_list_change();
                Ok(Target::Place(Place::Item {
                    list: list.tree,
                    index: index.tree,
                    span: at,
                }))
            }
            Expr::Starred(_) => Err(self.refuse_expression(target)),
            Expr::Attribute(_) => Err(Diagnostic::at(at, "a field of a record cannot be assigned to")
                .help("make another record: `p = p._replace(x=1)` of a NamedTuple, `p = replace(p, x=1)` of a dataclass")),
            _ => Err(Diagnostic::at(at, "invalid assignment target")
                .help("write a name, an item such as `xs[i]`, or several separated by commas")),
        }
    }

    /// Binds a name.
    fn bind_name(&mut self, name: &str, ty: &Ty, at: Span) -> Result<Place, Diagnostic> {
        if let Some(local) = self.scoped(name) {
            self.bind_local(local, ty, at)?;
            return Ok(Place::Local(local, at));
        }
        if self.current().task == Task::Module
            && let Some(&Meaning::Global(id)) = self.file.meanings.get(name)
        {
            return self.bind_global(id, ty, at);
        }
        let local = self.own_local(name).ok_or_else(|| self.no_name(name, at))?;
        self.bind_local(local, ty, at)?;
        Ok(Place::Local(local, at))
    }

    /// Joins `ty` into the type of a global.
    pub(super) fn bind_global(
        &mut self,
        id: GlobalId,
        ty: &Ty,
        at: Span,
    ) -> Result<Place, Diagnostic> {
        let slot = id.0 as usize;
        let known = self.globals[slot].clone();
        let joined = self.types.join(&known, ty).map_err(|_| {
            let name = self.file.globals[slot].0;
            self.other_type(name, &known, self.file.globals[slot].1, ty, at)
        })?;
        if !self.types.is_same(&joined, &self.globals[slot]) {
            self.globals[slot] = joined;
            self.types.has_changed = true;
        }
        Ok(Place::Global(id, at))
    }

    /// Joins `ty` into the type of a local.
    pub(super) fn bind_local(
        &mut self,
        local: LocalId,
        ty: &Ty,
        at: Span,
    ) -> Result<(), Diagnostic> {
        let instance = self.current_number();
        let known = &self.instances[instance].locals[local.0 as usize];
        let (name, before, first) = (known.name.clone(), known.ty.clone(), known.first);
        let joined = self
            .types
            .join(&before, ty)
            .map_err(|_| self.other_type(&name, &before, first.unwrap_or(at), ty, at))?;
        if self.types.is_too_deep(&joined) {
            return Err(
                Diagnostic::at(at, format!("the type of `{name}` is infinitely nested")).help(
                    "a value cannot contain itself, nor a tuple that grows in each iteration",
                ),
            );
        }
        let slot = &mut self.instances[instance].locals[local.0 as usize];
        slot.first = slot.first.or(Some(at));
        self.set_local_type(instance, local, joined);
        Ok(())
    }

    fn other_type(&self, name: &str, was: &Ty, there: Span, is: &Ty, at: Span) -> Diagnostic {
        let line = self.source.place(there.start).line;
        let (was, is) = (self.types.described(was), self.types.described(is));
        Diagnostic::at(
            at,
            format!("`{name}` is {is} here, but {was} on line {line}"),
        )
        .help("a name has one type in a rule file; use another name for the other value")
    }

    fn unpack(
        &mut self,
        targets: &'a [Expr],
        ty: &Ty,
        at: Span,
        value: Span,
    ) -> Result<Target, Diagnostic> {
        let items = self.unpacked(ty, targets.len(), value)?;
        let mut bound = Vec::new();
        for (target, item) in targets.iter().zip(&items) {
            bound.push(self.bind(target, item, value)?);
        }
        Ok(Target::Unpack(bound, at))
    }

    /// The item types of an unpacked value.
    fn unpacked(&self, ty: &Ty, count: usize, at: Span) -> Result<Vec<Ty>, Diagnostic> {
        match &ty.as_tuple() {
            Ty::Unknown => Ok(vec![Ty::Unknown; count]),
            Ty::Tuple(items) if items.len() == count => Ok(items.clone()),
            Ty::Tuple(items) => Err(Diagnostic::at(
                at,
                format!(
                    "cannot unpack {} into {}",
                    counted(items.len(), "value"),
                    counted(count, "name")
                ),
            )
            .help("use as many names on the left as there are values on the right")),
            Ty::Row(item) => Ok(vec![(**item).clone(); count]),
            Ty::List(cell) => Ok(vec![self.types.items(*cell).clone(); count]),
            Ty::Str => Ok(vec![Ty::Str; count]),
            other => {
                let is = self.types.described(other);
                Err(Diagnostic::at(at, format!("{is} cannot be unpacked"))
                    .help("several names on the left need a tuple or a list on the right"))
            }
        }
    }

    /// The diagnostic for an item of the wrong type.
    pub(super) fn wrong_item(&self, cell: Cell, ty: &Ty, at: Span) -> Diagnostic {
        if self.types.is_inside(cell, ty) {
            return Diagnostic::at(at, "a list cannot contain itself")
                .help("all items of a list have one type, and that cannot be the list's own");
        }
        let holds = self.types.finalised(&Ty::List(cell));
        let is = self.types.described(ty);
        Diagnostic::at(at, format!("{is} cannot be an item of {holds}"))
            .help("all items of a list have one type")
    }

    /// The diagnostic for indexing a value without items.
    pub(super) fn no_items(&self, ty: &Ty, at: Span) -> Diagnostic {
        let is = self.types.described(ty);
        let what = self.quoted(at);
        Diagnostic::at(at, format!("{what} is {is}, which has no items"))
            .help("only lists, tuples and strings have items; bit i of an int is `x >> i & 1`")
    }
}
