//! Iterables as arguments of functions that consume them.

use ruff_python_ast::Expr;

use super::dict::LiveDict;
use super::expression::Checked;
use super::gather::Items;
use super::instance::Checker;
use super::iteration::CheckedIterable;
use super::known::Known;
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{
    Clause, Comprehension, Gathering, Iteration, IterationKind, Kind, Place, Target,
};

impl<'a> Checker<'a> {
    /// The argument of a consuming function: a generator expression or an
    /// iterable.
    pub(super) fn given(&mut self, arg: &'a Expr, any_order: bool) -> Result<Items, Diagnostic> {
        if let Expr::Generator(node) = arg {
            return self.comprehension(&node.elt, &node.generators, any_order);
        }
        if let Some((kind, ty)) = self.consumed(arg)? {
            let over = Iteration {
                span: span_of(arg),
                item: self.types.finalised(&ty),
                kind,
            };
            return self.each_of(over, ty, span_of(arg));
        }
        let (over, live) = self.iteration_over(arg, any_order)?;
        let mut items = self.each_of(over.tree, over.ty, span_of(arg))?;
        items.tree.clauses.splice(0..0, self.let_dicts(&live));
        items.live = live;
        items.set = over.is_set.then_some(span_of(arg));
        Ok(items)
    }

    /// The items of a deque, which only a function consumes: it cannot change it meanwhile.
    fn consumed(&mut self, arg: &'a Expr) -> Result<Option<(IterationKind, Ty)>, Diagnostic> {
        // Only names are tried: to check every argument twice would take exponential time.
        if !arg.is_name_expr() {
            return Ok(None);
        }
        let value = self.expression(arg)?;
        Ok(match value.ty {
            Ty::Deque(cell) => {
                let items = self.types.items(cell).clone();
                Some((IterationKind::Sequence(value.tree), items))
            }
            _ => None,
        })
    }

    /// An iterable, and the dicts that it iterates over.
    pub(super) fn iteration_over(
        &mut self,
        expr: &'a Expr,
        any_order: bool,
    ) -> Result<(CheckedIterable, Vec<LiveDict>), Diagnostic> {
        let before = self.frame().live.len();
        let over = self.iteration_in(expr, any_order)?;
        let live = self.frame().live.split_off(before);
        Ok((over, live))
    }

    /// Any iterable as a new list.
    pub(super) fn listed(&mut self, arg: &'a Expr, depth: u32) -> Result<Checked, Diagnostic> {
        let items = self.given(arg, false)?;
        self.list_of_items(items, depth, span_of(arg))
    }

    /// A value as a new list.
    pub(super) fn listed_value(
        &mut self,
        value: Checked,
        depth: u32,
    ) -> Result<Checked, Diagnostic> {
        let at = value.tree.span;
        let value = self.unwrapped(value);
        if matches!(value.ty, Ty::Set(_)) {
            return Err(self.set_has_no_order(at));
        }
        let ty = self.items_of(&value, "")?;
        let over = Iteration {
            span: at,
            item: self.types.finalised(&ty),
            kind: IterationKind::Sequence(value.tree),
        };
        let items = self.each_of(over, ty, at)?;
        self.list_of_items(items, depth, at)
    }

    fn list_of_items(&mut self, items: Items, depth: u32, at: Span) -> Result<Checked, Diagnostic> {
        let cell = self.cell_at(at, depth);
        self.types
            .add_item(cell, &items.ty)
            .map_err(|_| self.wrong_item(cell, &items.ty, at))?;
        let kind = Kind::Gather(Gathering::List, Box::new(items.tree));
        Ok(self.made(kind, Ty::List(cell), at))
    }

    /// `x for x in over`.
    pub(super) fn each_of(
        &mut self,
        over: Iteration,
        ty: Ty,
        at: Span,
    ) -> Result<Items, Diagnostic> {
        let local = self.inner_local("item", at, 1);
        self.bind_local(local, &ty, at)?;
        let item = self.local(local, at).tree;
        let clause = Clause {
            target: Target::Place(Place::Local(local, at)),
            over,
            conditions: Vec::new(),
        };
        Ok(Items {
            tree: Comprehension {
                clauses: vec![clause],
                item,
            },
            ty,
            live: Vec::new(),
            set: None,
        })
    }

    /// The value of an argument; `None` if it is an iterable that is not a value, such as
    /// `zip(…)`, a view, or a generator expression.
    pub(super) fn value_given(&mut self, arg: &'a Expr) -> Result<Option<Checked>, Diagnostic> {
        let is_iteration = match arg {
            Expr::Generator(_) => true,
            Expr::Call(node) => matches!(
                self.known_callee(&node.func),
                Some(Known::Range | Known::Enumerate | Known::Zip | Known::Reversed)
            ),
            _ => false,
        };
        if is_iteration || self.view(arg)?.is_some() {
            return Ok(None);
        }
        self.expression(arg).map(Some)
    }

    /// A list as it is; any other iterable as a new list.
    pub(super) fn gathered_list(&mut self, arg: &'a Expr) -> Result<Checked, Diagnostic> {
        // The generator would see the list grow, because items are produced one by one.
        if arg.is_generator_expr() {
            return Err(Diagnostic::at(
                span_of(arg),
                "a list cannot be extended by a generator expression",
            )
            .help("write a list: `[… for …]`"));
        }
        if let Some(value) = self.value_given(arg)?
            && matches!(value.ty, Ty::List(_) | Ty::Unknown)
        {
            return Ok(value);
        }
        // The expression at this place may itself create a list: use another depth.
        self.listed(arg, 1)
    }
}
