//! Where the library's iterators may stand.
//!
//! `product(xs, ys)` and its like are rewritten to lists. An iterator differs from a list: it
//! can be consumed once, is true even if nothing follows, and has neither a length nor
//! items by index. None of this shows if it is consumed where it is made, so a call that makes an
//! iterator is refused anywhere else. The same holds for generators that call themselves.

use std::collections::HashSet;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{CmpOp, Comprehension, Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::{Desugar, refused};
use crate::source::Diagnostic;

/// Built-in functions that consume their only argument.
const CONSUMERS: [&str; 9] = [
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "min",
    "max",
    "any",
    "all",
];

impl Desugar {
    /// Checks that the iterators of a module are consumed where they are made.
    pub(super) fn check_iterators(&self, module: &[Stmt]) -> Result<(), Diagnostic> {
        let mut iterators = Iterators {
            desugar: self,
            consumed: HashSet::new(),
            found: None,
        };
        iterators.visit_body(module);
        iterators.found.map_or(Ok(()), Err)
    }

    /// The function that a call makes an iterator with, if it makes one that is rewritten.
    pub(super) fn iterator_maker(&self, call: &ExprCall) -> Option<String> {
        let maker = match self.imported(&call.func) {
            Some(
                name @ ("product"
                | "combinations"
                | "permutations"
                | "pairwise"
                | "accumulate"
                | "chain"
                | "chain.from_iterable"),
            ) => Some(name.to_owned()),
            _ => None,
        };
        let own = match &*call.func {
            Expr::Name(name) if self.recursive.contains(name.id.as_str()) => {
                Some(name.id.to_string())
            }
            _ => None,
        };
        let is_zip = self.is_built_in(&call.func, "zip")
            && call.arguments.args.iter().any(Expr::is_starred_expr);
        maker.or(own).or_else(|| is_zip.then(|| "zip".to_owned()))
    }
}

struct Iterators<'d> {
    desugar: &'d Desugar,
    /// The places of the expressions that are consumed.
    consumed: HashSet<TextRange>,
    found: Option<Diagnostic>,
}

impl Iterators<'_> {
    fn consume(&mut self, expr: &Expr) {
        self.consumed.insert(expr.range());
    }

    fn consume_arguments(&mut self, call: &ExprCall) {
        let (args, desugar) = (&call.arguments.args, self.desugar);
        // Its consumer asks for the next of these once the last one has ended.
        if let (Some("chain.from_iterable"), [Expr::Generator(lists)]) =
            (desugar.imported(&call.func), &args[..])
        {
            self.consume(&lists.elt);
        }
        let is = |name: &str| desugar.is_built_in(&call.func, name);
        let consumed = match &*call.func {
            function if desugar.imported(function) == Some("reduce") => {
                args.get(1..2).unwrap_or_default()
            }
            function if matches!(desugar.imported(function), Some("product" | "chain")) => args,
            function if desugar.imported(function).is_some() => args.get(..1).unwrap_or_default(),
            _ if is("zip") => args,
            _ if is("sum") || is("enumerate") => args.get(..1).unwrap_or_default(),
            _ if is("map") || is("filter") => args.get(1..).unwrap_or_default(),
            _ if args.len() == 1 && CONSUMERS.iter().any(|name| is(name)) => args,
            Expr::Attribute(method)
                if ["join", "extend", "update"].contains(&method.attr.as_str()) =>
            {
                args
            }
            _ => &[],
        };
        consumed.iter().for_each(|one| self.consume(one));
    }
}

impl<'a> Visitor<'a> for Iterators<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::For(node) => self.consume(&node.iter),
            Stmt::Assign(node)
                if node
                    .targets
                    .iter()
                    .all(|target| matches!(target, Expr::Tuple(_) | Expr::List(_)))
                    && node.targets.len() == 1 =>
            {
                self.consume(&node.value);
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&mut self, node: &'a Comprehension) {
        self.consume(&node.iter);
        visitor::walk_comprehension(self, node);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Starred(node) => self.consume(&node.value),
            Expr::YieldFrom(node) => self.consume(&node.value),
            Expr::Compare(node) => {
                let is_membership = |op: &CmpOp| matches!(op, CmpOp::In | CmpOp::NotIn);
                if let ([op], [items]) = (&node.ops[..], &node.comparators[..])
                    && is_membership(op)
                {
                    self.consume(items);
                }
            }
            Expr::Call(call) => {
                self.consume_arguments(call);
                if let Some(maker) = self.desugar.iterator_maker(call)
                    && !self.consumed.contains(&call.range())
                {
                    let message =
                        format!("`{maker}(…)` makes an iterator, which is not consumed here");
                    let help =
                        format!("iterate over it with `for`, or make a list: `list({maker}(…))`");
                    self.found
                        .get_or_insert(refused(call.range(), message, help));
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
