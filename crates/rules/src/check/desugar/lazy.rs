//! Iterators of the library that read their arguments while a loop runs, and here are lists made
//! beforehand: if the loop may change lists, what they read must be immutable.

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprContext, Stmt};

use super::generators::ROLES;
use super::template::{expression, new_name};
use super::{Desugar, place};

/// The function that requires an immutable value.
pub(super) const IMMUTABLE: &str = "immutable.";

/// Around a value that a generator reads after it has yielded.
pub(super) const READ_LATER: &str = "read_later.";

impl Desugar {
    /// Whether an iterable reads its arguments while the loop runs: here it is a
    /// list made beforehand.
    pub(super) fn is_lazy(&self, iter: &Expr) -> bool {
        let Expr::Call(call) = iter else {
            return false;
        };
        // Nothing else refers to what is made here.
        let is_new = |arg: &Expr| match arg {
            Expr::Call(call) => ["tuple", "list", "sorted", "range"]
                .iter()
                .any(|name| self.is_built_in(&call.func, name)),
            Expr::Starred(node) => node.value.is_list_comp_expr(),
            other => other.is_literal_expr() || other.is_list_comp_expr(),
        };
        let is_shared = !call.arguments.args.iter().all(is_new);
        match self.imported(&call.func) {
            Some("pairwise" | "accumulate" | "chain" | "chain.from_iterable") => is_shared,
            _ => {
                // `zip(*rows)` becomes a list, other zips do not.
                let is_zip = self.is_built_in(&call.func, "zip")
                    && call.arguments.args.iter().any(Expr::is_starred_expr)
                    && is_shared;
                let is_enumerate = self.is_built_in(&call.func, "enumerate");
                let inner = call.arguments.args.first();
                is_zip || (is_enumerate && inner.is_some_and(|one| self.is_lazy(one)))
            }
        }
    }

    /// What the arguments of an iterator of the library must be, if a loop over it may change
    /// lists: immutable; or a decision about the loops over a generator that yields in this one.
    pub(super) fn marker(&self, body: &[Stmt]) -> Option<&'static str> {
        let changes = self.changes(body);
        let function = self.function.as_ref();
        let is_role = function.is_some_and(|own| ROLES.contains(&own.name.as_str()));
        match changes.found {
            true => Some(IMMUTABLE),
            false => (changes.yields && !is_role).then_some(READ_LATER),
        }
    }

    /// Whether statements change lists, or call functions of the file, which may.
    pub(super) fn may_change_lists(&self, body: &[Stmt]) -> bool {
        self.changes(body).found
    }

    /// Whether an expression changes lists, or calls functions of the file, which may.
    pub(super) fn may_change(&self, expr: &Expr) -> bool {
        let mut changes = Changes::new(self);
        changes.visit_expr(expr);
        changes.found
    }

    fn changes(&self, body: &[Stmt]) -> Changes<'_> {
        let mut changes = Changes::new(self);
        changes.visit_body(body);
        changes
    }

    /// Marks what an iterator of the library reads.
    pub(super) fn marked(&self, iter: &mut Expr, marker: &str) {
        let Expr::Call(call) = iter else {
            return;
        };
        for arg in &mut call.arguments.args {
            let is_lazy = self.is_lazy(arg);
            let value = match arg {
                other if is_lazy => {
                    self.marked(other, marker);
                    continue;
                }
                Expr::Starred(node) => &mut *node.value,
                other => other,
            };
            let at = place(value);
            let fill = [("F", new_name(marker, at)), ("X", value.clone())];
            *value = expression("F(X)", at, &fill);
        }
    }

    /// Requires that what a comprehension reads by an iterator of the library is immutable, if it
    /// may change lists.
    pub(super) fn unchanged_in(&self, expr: &mut Expr) {
        let mut changes = Changes::new(self);
        visitor::walk_expr(&mut changes, expr);
        let may_change = changes.found;
        let clauses = match expr {
            Expr::ListComp(node) => &mut node.generators,
            Expr::SetComp(node) => &mut node.generators,
            Expr::DictComp(node) => &mut node.generators,
            Expr::Generator(node) => &mut node.generators,
            _ => return,
        };
        let lazy = clauses.iter_mut().map(|clause| &mut clause.iter);
        for iter in lazy.filter(|iter| may_change && self.is_lazy(iter)) {
            self.marked(iter, IMMUTABLE);
        }
    }
}

/// Whether statements may change lists, and whether they yield.
struct Changes<'d> {
    desugar: &'d Desugar,
    found: bool,
    yields: bool,
}

impl Changes<'_> {
    fn new(desugar: &Desugar) -> Changes<'_> {
        Changes {
            desugar,
            found: false,
            yields: false,
        }
    }
}

impl<'a> Visitor<'a> for Changes<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.found |= match stmt {
            Stmt::AugAssign(node) => match &*node.target {
                Expr::Name(name) => !self.desugar.numbers.contains(name.id.as_str()),
                _ => true,
            },
            other => matches!(other, Stmt::Delete(_)),
        };
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const METHODS: [&str; 8] = [
            "append", "pop", "insert", "extend", "reverse", "sort", "remove", "clear",
        ];
        self.found |= match expr {
            Expr::Subscript(node) => node.ctx == ExprContext::Store,
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.yields = true;
                false
            }
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) => self.desugar.names.contains(name.id.as_str()),
                Expr::Attribute(node) => METHODS.contains(&node.attr.as_str()),
                _ => false,
            },
            _ => false,
        };
        visitor::walk_expr(self, expr);
    }
}

/// Removes the marks of values that are read later.
pub(super) struct AsIs;

impl Transformer for AsIs {
    fn visit_expr(&self, expr: &mut Expr) {
        transformer::walk_expr(self, expr);
        if let Expr::Call(call) = expr
            && matches!(&*call.func, Expr::Name(name) if name.id == READ_LATER)
            && let Some(value) = call.arguments.args.first()
        {
            *expr = value.clone();
        }
    }
}
