//! Sets. A set is represented by the tuple of its items in ascending order
//! without repetitions, so `==`, `in` and `len` are those of tuples. The order
//! in which CPython iterates over a set is never observable here: only what
//! does not depend on it is accepted.

use ruff_python_ast::{CmpOp, Comprehension as Generator, Expr};

use super::expression::Checked;
use super::gather::Items;
use super::instance::Checker;
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{
    Binary, Builtin, Clause, Comparison, Comprehension, Expression, Gathering, Iteration,
    IterationKind, Kind, Place, Target,
};

/// The methods that do not change a set.
pub(super) const OF_SETS: &[&str] = &[
    "copy",
    "union",
    "intersection",
    "difference",
    "symmetric_difference",
    "issubset",
    "issuperset",
    "isdisjoint",
];

/// Tags of the locals that a set expression needs.
const LEFT: u32 = 20;
const RIGHT: u32 = 21;
const PLACE: u32 = 22;
const ITEM: u32 = 23;

impl<'a> Checker<'a> {
    /// `{a, b}`.
    pub(super) fn set_display(
        &mut self,
        items: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let items = self.several(items, at)?;
        self.set_of(items, at)
    }

    /// `{item for … in …}`.
    pub(super) fn set_comprehension(
        &mut self,
        item: &'a Expr,
        generators: &'a [Generator],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let items = self.comprehension(item, generators, true)?;
        self.set_of(items, at)
    }

    /// The set of some items: sorted, without those that equal their
    /// predecessor.
    pub(super) fn set_of(&mut self, items: Items, at: Span) -> Result<Checked, Diagnostic> {
        if !self.types.has_order(&items.ty) || self.types.has_list(&items.ty) {
            let is = self.types.described(&items.ty);
            let message = format!("{is} cannot be an item of a set in a rule file");
            return Err(Diagnostic::at(at, message)
                .help("items of a set are ints, bools, strings, and tuples of these"));
        }
        let item = items.ty.clone();
        let cell = self.cell_at(at, LEFT);
        self.types
            .add_item(cell, &item)
            .map_err(|_| self.wrong_item(cell, &item, at))?;
        let sorted = Gathering::Sorted {
            key: None,
            reverse: None,
        };
        let sorted = self.made(
            Kind::Gather(sorted, Box::new(items.tree)),
            Ty::List(cell),
            at,
        );
        let (list, let_list) = self.let_clause("sorted", LEFT, sorted, at)?;
        let place = self.inner_local("place", at, PLACE);
        self.bind_local(place, &Ty::Int, at)?;
        let index = |this: &Self, of: Expression| {
            let kind = Kind::Index(Box::new(this.local(list, at).tree), Box::new(of));
            this.made(kind, item.clone(), at).tree
        };
        let here = self.local(place, at).tree;
        let int = |this: &Self, number: i64| this.made(Kind::Int(number), Ty::Int, at).tree;
        let before = Kind::Binary(
            Binary::Subtract,
            Box::new(here.clone()),
            Box::new(int(self, 1)),
        );
        let before = self.made(before, Ty::Int, at).tree;
        let compare = |this: &Self, a: Expression, how: Comparison, b: Expression| {
            let kind = Kind::Compare(Box::new(a), vec![(how, b)]);
            this.made(kind, Ty::Bool, at).tree
        };
        let is_first = compare(self, here.clone(), Comparison::Equal, int(self, 0));
        let (last, this) = (index(self, before), index(self, here));
        let differs = compare(self, last, Comparison::NotEqual, this.clone());
        let is_new = self
            .made(Kind::Or(vec![is_first, differs]), Ty::Bool, at)
            .tree;
        let length = Kind::Builtin(Builtin::Len, vec![self.local(list, at).tree]);
        let places = Clause {
            target: Target::Place(Place::Local(place, at)),
            over: Iteration {
                span: at,
                item: self.types.finalised(&Ty::Int),
                kind: IterationKind::Range {
                    start: None,
                    stop: self.made(length, Ty::Int, at).tree,
                    step: None,
                },
            },
            conditions: vec![is_new],
        };
        let tree = Comprehension {
            clauses: vec![let_list, places],
            item: this,
        };
        let kind = Kind::Gather(Gathering::Row, Box::new(tree));
        Ok(self.made(kind, Ty::Set(Box::new(item)), at))
    }

    /// A local with a value, as a clause over a tuple of it alone.
    fn let_clause(
        &mut self,
        name: &str,
        tag: u32,
        value: Checked,
        at: Span,
    ) -> Result<(crate::tree::LocalId, Clause), Diagnostic> {
        let local = self.inner_local(name, at, tag);
        self.bind_local(local, &value.ty, at)?;
        let item = self.types.finalised(&value.ty);
        let one = self.tuple_of(vec![value], at).tree;
        let over = Iteration {
            span: at,
            item,
            kind: IterationKind::Sequence(one),
        };
        let clause = Clause {
            target: Target::Place(Place::Local(local, at)),
            over,
            conditions: Vec::new(),
        };
        Ok((local, clause))
    }

    /// `a | b`, `a & b` or `a - b` of sets.
    pub(super) fn set_operation(
        &mut self,
        operator: Binary,
        left: Checked,
        right: Checked,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let items = |ty: &Ty| match ty {
            Ty::Set(item) => (**item).clone(),
            _ => Ty::Unknown,
        };
        let (a, b) = (items(&left.ty), items(&right.ty));
        match operator {
            Binary::Or => {
                let item = self.join(&a, &b, at)?;
                let row = Ty::Row(Box::new(item.clone()));
                let kind = Kind::Binary(Binary::Add, Box::new(left.tree), Box::new(right.tree));
                let both = self.made(kind, row, at);
                let over = Iteration {
                    span: at,
                    item: self.types.finalised(&item),
                    kind: IterationKind::Sequence(both.tree),
                };
                let items = self.each_of(over, item, at)?;
                self.set_of(items, at)
            }
            Binary::And => self.filtered(left, right, Comparison::In, at),
            Binary::Subtract => self.filtered(left, right, Comparison::NotIn, at),
            Binary::Xor => self.library_function("set.xor", vec![left, right], at),
            _ => Err(
                Diagnostic::at(at, "this operator is not supported for sets")
                    .help("write it with `|`, `&` and `-`"),
            ),
        }
    }

    /// The items of a set that are, or are not, in another.
    fn filtered(
        &mut self,
        left: Checked,
        right: Checked,
        how: Comparison,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let ty = left.ty.clone();
        let tree = self.compared_items([left, right], 0, how, at)?;
        Ok(self.made(Kind::Gather(Gathering::Row, Box::new(tree)), ty, at))
    }

    /// The items of one of two sets that are in the other.
    fn compared_items(
        &mut self,
        sets: [Checked; 2],
        over: usize,
        how: Comparison,
        at: Span,
    ) -> Result<Comprehension, Diagnostic> {
        let item = match &sets[over].ty {
            Ty::Set(item) => (**item).clone(),
            _ => Ty::Unknown,
        };
        let [left, right] = sets;
        let (left, let_left) = self.let_clause("left", LEFT, left, at)?;
        let (right, let_right) = self.let_clause("right", RIGHT, right, at)?;
        let (over, other) = match over {
            0 => (left, right),
            _ => (right, left),
        };
        let one = self.inner_local("item", at, ITEM);
        self.bind_local(one, &item, at)?;
        let value = self.local(one, at).tree;
        let kind = Kind::Compare(
            Box::new(value.clone()),
            vec![(how, self.local(other, at).tree)],
        );
        let each = Clause {
            target: Target::Place(Place::Local(one, at)),
            over: Iteration {
                span: at,
                item: self.types.finalised(&item),
                kind: IterationKind::Sequence(self.local(over, at).tree),
            },
            conditions: vec![self.made(kind, Ty::Bool, at).tree],
        };
        Ok(Comprehension {
            clauses: vec![let_left, let_right, each],
            item: value,
        })
    }

    /// A method of a set.
    pub(super) fn set_method(
        &mut self,
        name: &str,
        set: Checked,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        if let ("copy", []) = (name, args) {
            return Ok(set);
        }
        let [arg] = args else {
            // `a.union(b, c)` is `a.union(b).union(c)`.
            return match (name, args) {
                ("union" | "intersection" | "difference", [first, rest @ ..]) => {
                    let set = self.set_method(name, set, std::slice::from_ref(first), at)?;
                    self.set_method(name, set, rest, at)
                }
                ("union" | "intersection" | "difference", []) => Ok(set),
                _ => Err(no_method(name, at)),
            };
        };
        if !OF_SETS.contains(&name) {
            return Err(no_method(name, at));
        }
        let other = self.as_set(arg)?;
        let (over, how) = match name {
            "union" => return self.set_operation(Binary::Or, set, other, at),
            "intersection" => return self.set_operation(Binary::And, set, other, at),
            "difference" => return self.set_operation(Binary::Subtract, set, other, at),
            "symmetric_difference" => return self.set_operation(Binary::Xor, set, other, at),
            "issubset" => (0, Comparison::NotIn),
            "issuperset" => (1, Comparison::NotIn),
            "isdisjoint" => (0, Comparison::In),
            _ => return Err(no_method(name, at)),
        };
        self.no_item([set, other], over, how, at)
    }

    /// The set of the items of an iterable.
    fn as_set(&mut self, iterable: &'a Expr) -> Result<Checked, Diagnostic> {
        let at = span_of(iterable);
        if iterable.is_generator_expr() {
            let items = self.given(iterable, true)?;
            return self.set_of(items, at);
        }
        let value = self.expression(iterable)?;
        if matches!(value.ty, Ty::Set(_) | Ty::Unknown) {
            return Ok(value);
        }
        let item = self.items_of(&value, "")?;
        let over = Iteration {
            span: at,
            item: self.types.finalised(&item),
            kind: IterationKind::Sequence(value.tree),
        };
        let items = self.each_of(over, item, at)?;
        self.set_of(items, at)
    }

    /// `a <= b` or `a >= b` of sets.
    pub(super) fn set_order(
        &mut self,
        op: CmpOp,
        sets: [Checked; 2],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let over = match op {
            CmpOp::LtE => 0,
            CmpOp::GtE => 1,
            CmpOp::Lt => return self.library_function("set.less", sets.into(), at),
            _ => {
                let [a, b] = sets;
                return self.library_function("set.less", vec![b, a], at);
            }
        };
        self.no_item(sets, over, Comparison::NotIn, at)
    }

    /// Whether no item of one of two sets is, or is not, in the other.
    fn no_item(
        &mut self,
        sets: [Checked; 2],
        over: usize,
        how: Comparison,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let mut tree = self.compared_items(sets, over, how, at)?;
        tree.item = self.made(Kind::Bool(true), Ty::Bool, at).tree;
        let any = self.made(Kind::Gather(Gathering::Any, Box::new(tree)), Ty::Bool, at);
        let kind = Kind::Unary(crate::tree::Unary::Not, Box::new(any.tree));
        Ok(self.made(kind, Ty::Bool, at))
    }

    /// The diagnostic for what depends on the order of a set.
    pub(super) fn set_has_no_order(&self, at: Span) -> Diagnostic {
        let what = self.quoted(at);
        let message = format!("{what} is a set, and the order of its items is not defined");
        let text = self.source.slice(at);
        let help = match text.len() > 40 || text.contains('\n') {
            true => "sort it: `sorted(…)`".to_owned(),
            false => format!("sort it: `sorted({text})`"),
        };
        Diagnostic::at(at, message).help(help)
    }
}

fn no_method(name: &str, at: Span) -> Diagnostic {
    let all = OF_SETS.join(", ");
    Diagnostic::at(at, format!("a set has no method `{name}` here")).help(format!(
        "available: {all}; `add`, `discard` and `update` on a line of their own, for a local variable"
    ))
}
