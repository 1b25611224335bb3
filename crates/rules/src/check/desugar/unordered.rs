//! Combinations of sets: `any(sum(three) == 15 for three in combinations(cells, 3))`.
//!
//! Another order of the items of `cells` permutes the combinations, and the items of each. Neither
//! shows if the consumer's result does not depend on the order of what it consumes, and each
//! combination is only consumed by such functions too.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, Expr, ExprCall};

use super::template::{expression, new_name};
use super::{Desugar, place};

/// Functions whose result does not depend on the order of the items.
const CONSUMERS: [&str; 5] = ["any", "all", "sum", "set", "frozenset"];

/// The same for what they do to one combination: of different items that have an order.
const OF_ONE: [&str; 9] = [
    "any",
    "all",
    "sum",
    "set",
    "frozenset",
    "len",
    "sorted",
    "min",
    "max",
];

/// The function that gives the items of a set in any order, and other values as they are.
const UNORDERED: &str = "unordered.";

impl Desugar {
    /// Marks the sets of such an expression.
    pub(super) fn unordered_in(&self, expr: &mut Expr) {
        match expr {
            Expr::SetComp(node) => self.mark(&mut node.generators, &[&node.elt]),
            Expr::Call(call) if self.is_any(&call.func, &CONSUMERS) => {
                if let ([Expr::Generator(node)], []) =
                    (&mut call.arguments.args[..], &call.arguments.keywords[..])
                {
                    self.mark(&mut node.generators, &[&node.elt]);
                }
            }
            _ => {}
        }
    }

    fn is_any(&self, function: &Expr, names: &[&str]) -> bool {
        names.iter().any(|name| self.is_built_in(function, name))
    }

    /// Marks the sets of the clauses whose combinations are consumed in any order.
    fn mark(&self, clauses: &mut [Comprehension], items: &[&Expr]) {
        for number in 0..clauses.len() {
            let (before, rest) = clauses.split_at_mut(number);
            let Some((clause, after)) = rest.split_first_mut() else {
                return;
            };
            let Expr::Name(name) = &clause.target else {
                continue;
            };
            let mut reads = Reads {
                desugar: self,
                name: name.id.as_str(),
                reads: 0,
                unordered: 0,
            };
            items.iter().for_each(|item| reads.visit_expr(item));
            clause.ifs.iter().for_each(|test| reads.visit_expr(test));
            after
                .iter()
                .for_each(|clause| reads.visit_comprehension(clause));
            before
                .iter()
                .for_each(|clause| reads.visit_comprehension(clause));
            if reads.reads == reads.unordered
                && let Expr::Call(call) = &mut clause.iter
                && self.imported(&call.func) == Some("combinations")
            {
                unordered(call);
            }
        }
    }
}

fn unordered(call: &mut ExprCall) {
    if let Some(items) = call.arguments.args.first_mut()
        && matches!(items, Expr::Name(_) | Expr::Attribute(_))
    {
        let at = place(items);
        let fill = [("F", new_name(UNORDERED, at)), ("X", items.clone())];
        *items = expression("F(X)", at, &fill);
    }
}

/// Counts how often a name is read, and how often as the argument of such a function.
struct Reads<'d> {
    desugar: &'d Desugar,
    name: &'d str,
    reads: usize,
    unordered: usize,
}

impl<'a> Visitor<'a> for Reads<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(node) => self.reads += usize::from(node.id == self.name),
            Expr::Call(call) if self.desugar.is_any(&call.func, &OF_ONE) => {
                if let ([Expr::Name(node)], []) =
                    (&call.arguments.args[..], &call.arguments.keywords[..])
                {
                    self.unordered += usize::from(node.id == self.name);
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
