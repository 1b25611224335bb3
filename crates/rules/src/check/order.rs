//! Loops over sets: whether their effect depends on the order of the items.
//!
//! It does not if the iterations are independent of each other. Every name that an iteration binds
//! is either *private* to it, bound anew before it is read and nowhere else in the function, or it
//! *collects*: all its bindings commute, and nothing else in the loop reads it. Lists are changed
//! only if the iteration has made them. The positions that `moves` yields have no order.

use std::collections::HashMap;

use ruff_python_ast::comparable::ComparableExpr;
use ruff_python_ast::{Expr, ExprCall, Operator, Stmt, StmtFor, StmtFunctionDef};

use super::desugar::scope;
use super::dict::Changes;
use super::instance::{Checker, Owner};
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};

/// The functions whose yields have no order.
const ROLES: [&str; 4] = ["moves", "left", "right", "split"];

/// Functions that have the meaning of Python's only if the file does not define others.
const ASSUMED: [&str; 5] = ["list", "sorted", "deepcopy", "min", "max"];

/// What an order-free loop needs of the types.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Needs<'a> {
    /// The names that collect, and whether they do so by an operator.
    collected: Vec<(&'a str, bool)>,
    /// The number of changes of lists that the iterations have made.
    list_changes: usize,
}

impl<'a> Checker<'a> {
    /// What the independence of the iterations of a loop over a set needs of the types.
    pub(super) fn order_needs(&self, node: &'a StmtFor) -> Result<Needs<'a>, Diagnostic> {
        let needs = match self.current().owner {
            Owner::Function(number)
                if ASSUMED
                    .iter()
                    .all(|name| !self.file.meanings.contains_key(name)) =>
            {
                let definition = &self.file.definitions[number];
                needs(node, definition.node, ROLES.contains(&definition.name))
            }
            _ => None,
        };
        needs.ok_or_else(|| self.set_has_no_order(span_of(&*node.iter)))
    }

    /// Refuses a loop over a set whose body, now checked, does not fulfil the needs.
    pub(super) fn check_order(
        &mut self,
        needs: &Needs<'_>,
        before: Changes,
        set: Span,
    ) -> Result<(), Diagnostic> {
        let after = self.frame().changes;
        let collects = |(name, by_operator): &(&str, bool)| {
            let local = self.own_local(name)?;
            let instance = &self.instances[self.current_number()];
            let ty = &instance.locals[local.0 as usize].ty;
            let is_right = match by_operator {
                true => matches!(ty, Ty::Int | Ty::Bool | Ty::Set(_) | Ty::Unknown),
                false => !self.types.has_list(ty),
            };
            is_right.then_some(())
        };
        let expected = Changes {
            lists: before.lists + needs.list_changes,
            ..before
        };
        if after != expected || needs.collected.iter().any(|one| collects(one).is_none()) {
            return Err(self.set_has_no_order(set));
        }
        Ok(())
    }
}

/// The conditions under which the order of the items has no effect on a function, whose yields
/// have no order if `is_role`; `None` if it may have an effect.
fn needs<'a>(node: &'a StmtFor, function: &StmtFunctionDef, is_role: bool) -> Option<Needs<'a>> {
    let mut iteration = Iteration::default();
    iteration.loops.push(true);
    iteration.target(&node.target);
    iteration.block(&node.body);
    let inside = scope::occurrences(&node.body, Some(&node.target));
    let outside = scope::occurrences(&function.body, None);
    let bound: Vec<String> = iteration
        .bindings
        .keys()
        .map(|name| (*name).to_owned())
        .collect();
    let is_local = |name: &&String| inside.get(*name) == outside.get(*name);
    let local: Vec<String> = bound.iter().filter(is_local).cloned().collect();
    // Which are read before they are bound, one by one.
    let is_private = |name: &str| {
        let name = name.to_owned();
        local.contains(&name)
            && scope::unbound(&node.body, &[name], scope::stored(&node.target)).is_none()
    };
    let mut needs = Needs::default();
    for (name, bindings) in &iteration.bindings {
        if is_private(name) {
            continue;
        }
        // Every read is part of a binding that commutes.
        let reads = bindings
            .iter()
            .map(|binding| binding.own_reads)
            .sum::<usize>();
        let commute = bindings.windows(2).all(|pair| pair[0].how == pair[1].how)
            && bindings.iter().all(|binding| binding.how.is_some())
            && inside.get(*name) == Some(&(bindings.len() + reads));
        if !commute {
            return None;
        }
        let by_operator = matches!(bindings[0].how, Some(How::Operator(_)));
        needs.collected.push((name, by_operator));
    }
    let is_flag = |how: &How<'_>| matches!(how, How::Constant(_));
    let names = || needs.collected.iter().map(|(name, _)| name);
    let all = || names().flat_map(|name| &iteration.bindings[name]);
    let are_flags = all().all(|binding| binding.how.as_ref().is_some_and(is_flag));
    let leaves_alike = match (iteration.breaks, &iteration.returns[..]) {
        (0, []) => true,
        (0, [first, rest @ ..]) => {
            !iteration.yields && first.is_some() && rest.iter().all(|other| other == first)
        }
        // A flag is set exactly where the loop ends.
        (breaks, []) => {
            !iteration.yields
                && are_flags
                && (needs.collected.is_empty()
                    || (needs.collected.len() == 1
                        && iteration.flagged_breaks == breaks
                        && all().count() == breaks))
        }
        _ => false,
    };
    let changes_own = iteration.changed.iter().all(|(name, depth)| {
        let fresh = iteration
            .bindings
            .get(name)
            .is_some_and(|bindings| bindings.iter().all(|binding| binding.fresh >= *depth));
        fresh && is_private(name)
    });
    needs.list_changes = iteration.changed.len();
    let is_known = !iteration.is_unknown && (is_role || !iteration.yields);
    (is_known && leaves_alike && changes_own).then_some(needs)
}

/// A way in which bindings of one name commute.
#[derive(Debug, PartialEq, Eq)]
enum How<'a> {
    Operator(Operator),
    Least,
    Greatest,
    Constant(ComparableExpr<'a>),
}

#[derive(Debug)]
struct Binding<'a> {
    /// How it commutes, if it does.
    how: Option<How<'a>>,
    /// The reads of the name that belong to it.
    own_reads: usize,
    /// The depth to which a list is new: its items too, if 2.
    fresh: usize,
}

/// What the body of a loop does.
#[derive(Default)]
struct Iteration<'a> {
    bindings: HashMap<&'a str, Vec<Binding<'a>>>,
    /// The lists that are changed, and at which depth.
    changed: Vec<(&'a str, usize)>,
    yields: bool,
    /// The constants that are returned; `None` for anything else.
    returns: Vec<Option<ComparableExpr<'a>>>,
    breaks: usize,
    /// The breaks after an assignment of a constant.
    flagged_breaks: usize,
    /// For every loop around the statement: whether it is the one over the set.
    loops: Vec<bool>,
    is_unknown: bool,
}

impl<'a> Iteration<'a> {
    fn bind(&mut self, name: &'a str, binding: Binding<'a>) {
        self.bindings.entry(name).or_default().push(binding);
    }

    fn block(&mut self, block: &'a [Stmt]) {
        for (place, stmt) in block.iter().enumerate() {
            if stmt.is_break_stmt() && self.loops == [true] {
                self.breaks += 1;
                let before = place.checked_sub(1).map(|before| &block[before]);
                let is_flag =
                    |stmt: &Stmt| matches!(stmt, Stmt::Assign(node) if is_constant(&node.value));
                self.flagged_breaks += usize::from(before.is_some_and(is_flag));
            }
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(node) => match &node.targets[..] {
                [Expr::Name(name)] => {
                    let binding = assigned(name.id.as_str(), &node.value);
                    self.bind(name.id.as_str(), binding);
                }
                targets => targets.iter().for_each(|target| self.target(target)),
            },
            Stmt::AugAssign(node) => match &*node.target {
                Expr::Name(name) => {
                    let commutes = [
                        Operator::Add,
                        Operator::BitOr,
                        Operator::BitAnd,
                        Operator::BitXor,
                    ];
                    let how = commutes
                        .contains(&node.op)
                        .then_some(How::Operator(node.op));
                    let (own_reads, fresh) = (0, 0);
                    self.bind(
                        name.id.as_str(),
                        Binding {
                            how,
                            own_reads,
                            fresh,
                        },
                    );
                }
                target => self.target(target),
            },
            Stmt::If(node) => {
                self.block(&node.body);
                for clause in &node.elif_else_clauses {
                    self.block(&clause.body);
                }
            }
            Stmt::For(node) => {
                self.loops.push(false);
                self.target(&node.target);
                self.block(&node.body);
                self.loops.pop();
                self.block(&node.orelse);
            }
            Stmt::While(node) => {
                self.loops.push(false);
                self.block(&node.body);
                self.loops.pop();
                self.block(&node.orelse);
            }
            Stmt::Return(node) => {
                let value = node.value.as_deref().filter(|value| is_constant(value));
                self.returns.push(value.map(ComparableExpr::from));
            }
            Stmt::Expr(node) => match &*node.value {
                Expr::Yield(_) => self.yields = true,
                Expr::Call(call) => self.call(call),
                other => self.is_unknown |= !other.is_literal_expr(),
            },
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Pass(_) | Stmt::Assert(_) => {}
            _ => self.is_unknown = true,
        }
    }

    /// A call as a statement: a method that changes a list.
    fn call(&mut self, call: &'a ExprCall) {
        match &*call.func {
            Expr::Attribute(method) => self.change(&method.value, 1),
            _ => self.is_unknown = true,
        }
    }

    fn target(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => {
                let binding = Binding {
                    how: None,
                    own_reads: 0,
                    fresh: 0,
                };
                self.bind(name.id.as_str(), binding);
            }
            Expr::Tuple(node) => node.elts.iter().for_each(|one| self.target(one)),
            Expr::List(node) => node.elts.iter().for_each(|one| self.target(one)),
            Expr::Subscript(node) => self.change(&node.value, 1),
            _ => self.is_unknown = true,
        }
    }

    /// A change of a list, or of an item of one.
    fn change(&mut self, list: &'a Expr, depth: usize) {
        match list {
            Expr::Name(name) => self.changed.push((name.id.as_str(), depth)),
            Expr::Subscript(node) if !node.slice.is_slice_expr() => {
                self.change(&node.value, depth + 1);
            }
            _ => self.is_unknown = true,
        }
    }
}

/// The binding of a name to a value.
fn assigned<'a>(name: &str, value: &'a Expr) -> Binding<'a> {
    let is_name = |expr: &Expr| matches!(expr, Expr::Name(node) if node.id == name);
    let (how, own_reads) = match value {
        Expr::BinOp(node) if node.op == Operator::BitOr && is_name(&node.left) => {
            (Some(How::Operator(node.op)), 1)
        }
        Expr::Call(call)
            if call.arguments.args.len() == 2 && call.arguments.keywords.is_empty() =>
        {
            let how = match &*call.func {
                Expr::Name(function) if function.id == "min" => Some(How::Least),
                Expr::Name(function) if function.id == "max" => Some(How::Greatest),
                _ => None,
            };
            let reads = call.arguments.args.iter().filter(|one| is_name(one));
            (how, reads.count())
        }
        constant if is_constant(constant) => (Some(How::Constant(constant.into())), 0),
        _ => (None, 0),
    };
    Binding {
        how,
        own_reads,
        fresh: fresh(value),
    }
}

/// The depth to which the value of an expression is a new list.
fn fresh(expr: &Expr) -> usize {
    match expr {
        Expr::List(node) => 1 + node.elts.iter().map(fresh).min().unwrap_or(0),
        Expr::ListComp(node) => 1 + fresh(&node.elt),
        Expr::BinOp(_) => 1,
        Expr::Subscript(node) if node.slice.is_slice_expr() => 1,
        Expr::Call(call) => match &*call.func {
            Expr::Name(name) if name.id == "list" || name.id == "sorted" => 1,
            Expr::Name(name) if name.id == "deepcopy" => usize::MAX,
            Expr::Attribute(method) => usize::from(&method.attr == "copy"),
            _ => 0,
        },
        _ => 0,
    }
}

/// Whether an expression has the same immutable value everywhere.
fn is_constant(expr: &Expr) -> bool {
    expr.is_literal_expr()
}
