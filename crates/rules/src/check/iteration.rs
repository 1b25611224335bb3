//! Iterables of loops and comprehensions.

use ruff_python_ast::{Expr, ExprCall};

use super::instance::Checker;
use super::known::Known;
use super::parse::{span, span_of};
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Expression, Iteration, IterationKind};

/// An iterable and the type of its items.
pub(super) struct CheckedIterable {
    pub(super) tree: Iteration,
    pub(super) ty: Ty,
    /// Whether it is a set.
    pub(super) is_set: bool,
}

impl<'a> Checker<'a> {
    fn checked_iterable(&self, kind: IterationKind, ty: Ty, span: Span) -> CheckedIterable {
        CheckedIterable {
            tree: Iteration {
                span,
                item: self.types.finalised(&ty),
                kind,
            },
            ty,
            is_set: false,
        }
    }

    /// Checks an iterable.
    pub(super) fn iteration(&mut self, expr: &'a Expr) -> Result<CheckedIterable, Diagnostic> {
        self.iteration_in(expr, false)
    }

    /// Checks an iterable; a set only where its order does not matter.
    pub(super) fn iteration_in(
        &mut self,
        expr: &'a Expr,
        any_order: bool,
    ) -> Result<CheckedIterable, Diagnostic> {
        let at = span_of(expr);
        if let Expr::Call(node) = expr {
            match self.known_callee(&node.func) {
                Some(Known::Range) => return self.range(node, at),
                Some(Known::Enumerate) => return self.enumerate(node, at),
                Some(Known::Zip) => return self.zip(node, at),
                Some(Known::Reversed) => return self.reversed(node, at),
                _ => {}
            }
        }
        if expr.is_generator_expr() {
            return Err(
                Diagnostic::at(at, "a generator expression is not iterable here")
                    .help("write a list: `[… for …]`"),
            );
        }
        if let Some((view, dict, ty)) = self.view(expr)? {
            let (kind, item) = self.dict_iteration(view, dict, ty, at)?;
            return Ok(self.checked_iterable(kind, item, at));
        }
        let sequence = self.expression(expr)?;
        let sequence = self.unwrapped(sequence);
        if let Ty::Dict(ty) = sequence.ty {
            let (kind, item) = self.dict_iteration("keys", sequence, ty, at)?;
            return Ok(self.checked_iterable(kind, item, at));
        }
        let is_set = matches!(sequence.ty, Ty::Set(_));
        if is_set && !any_order {
            return Err(self.set_has_no_order(at));
        }
        let item = self.items_of(&sequence, "")?;
        let kind = IterationKind::Sequence(sequence.tree);
        Ok(CheckedIterable {
            is_set,
            ..self.checked_iterable(kind, item, at)
        })
    }

    fn range(&mut self, node: &'a ExprCall, at: Span) -> Result<CheckedIterable, Diagnostic> {
        self.no_keywords(Known::Range, &node.arguments.keywords)?;
        let mut numbers = Vec::new();
        for value in self.expressions(&node.arguments.args)? {
            numbers.push(self.number(value)?.tree);
        }
        let mut numbers = numbers.into_iter();
        let parts = (
            numbers.next(),
            numbers.next(),
            numbers.next(),
            numbers.next(),
        );
        let (start, stop, step) = match parts {
            (Some(stop), None, ..) => (None, stop, None),
            (Some(start), Some(stop), step, None) => (Some(start), stop, step),
            _ => {
                let given = node.arguments.args.len();
                return Err(self.arity(Known::Range, "one to three numbers", given, at));
            }
        };
        let kind = IterationKind::Range { start, stop, step };
        Ok(self.checked_iterable(kind, Ty::Int, at))
    }

    fn enumerate(&mut self, node: &'a ExprCall, at: Span) -> Result<CheckedIterable, Diagnostic> {
        let keyword = node.arguments.keywords.first();
        if let Some(other) = keyword.filter(|word| word.arg.as_deref() != Some("start")) {
            let message = "`enumerate` has no such keyword argument";
            return Err(
                Diagnostic::at(span(other.range), message).help("write `enumerate(xs, start)`")
            );
        }
        let (inner, start) = match (&*node.arguments.args, keyword) {
            ([inner], None) => (inner, None),
            ([inner, start], None) => (inner, Some(start)),
            ([inner], Some(start)) => (inner, Some(&start.value)),
            (args, _) => {
                return Err(self.arity(Known::Enumerate, "one sequence", args.len(), at));
            }
        };
        let inner = self.iteration(inner)?;
        let start = match start {
            None => None,
            Some(start) => Some(self.number_tree(start)?),
        };
        let ty = Ty::Tuple(vec![Ty::Int, inner.ty]);
        let kind = IterationKind::Enumerate(Box::new(inner.tree), start);
        Ok(self.checked_iterable(kind, ty, at))
    }

    fn number_tree(&mut self, expr: &'a Expr) -> Result<Expression, Diagnostic> {
        let value = self.expression(expr)?;
        Ok(self.number(value)?.tree)
    }

    fn zip(&mut self, node: &'a ExprCall, at: Span) -> Result<CheckedIterable, Diagnostic> {
        self.no_keywords(Known::Zip, &node.arguments.keywords)?;
        let mut parts = Vec::new();
        let mut types = Vec::new();
        for arg in &node.arguments.args {
            let part = self.iteration(arg)?;
            if self.frame().live.iter().any(|dict| dict.bound.is_some()) {
                let message = "a dict inside `zip` must have a name here";
                return Err(Diagnostic::at(span_of(arg), message).help("assign it to a name first"));
            }
            parts.push(part.tree);
            types.push(part.ty);
        }
        if parts.is_empty() {
            return Err(self.arity(Known::Zip, "at least one sequence", 0, at));
        }
        Ok(self.checked_iterable(IterationKind::Zip(parts), Ty::Tuple(types), at))
    }

    fn reversed(&mut self, node: &'a ExprCall, at: Span) -> Result<CheckedIterable, Diagnostic> {
        self.no_keywords(Known::Reversed, &node.arguments.keywords)?;
        let [arg] = &*node.arguments.args else {
            let given = node.arguments.args.len();
            return Err(self.arity(Known::Reversed, "one sequence", given, at));
        };
        let inner = self.iteration(arg)?;
        match inner.tree.kind {
            IterationKind::Range { .. } | IterationKind::Sequence(_) => {
                let ty = inner.ty.clone();
                Ok(self.checked_iterable(IterationKind::Reversed(Box::new(inner.tree)), ty, at))
            }
            _ => Err(
                Diagnostic::at(at, "only ranges, lists, tuples and strings can be reversed")
                    .help("convert it to a list first: `reversed(list(…))`"),
            ),
        }
    }
}
