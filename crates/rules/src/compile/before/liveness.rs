//! Live-variable analysis: locals that are dead at a join point are not merged.

use std::collections::HashMap;

use crate::tree::visit::{self, Node};
use crate::tree::{
    Expression, Function, Gathering, Iteration, Kind, LocalId, Place, Statement, StatementKind,
    Target,
};

/// A set of locals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::compile) struct Locals {
    bits: Vec<u64>,
}

impl Locals {
    pub(in crate::compile) fn insert(&mut self, local: usize) {
        if self.bits.len() <= local / 64 {
            self.bits.resize(local / 64 + 1, 0);
        }
        self.bits[local / 64] |= 1 << (local % 64);
    }

    fn remove(&mut self, local: usize) {
        if let Some(word) = self.bits.get_mut(local / 64) {
            *word &= !(1 << (local % 64));
        }
    }

    pub(in crate::compile) fn contains(&self, local: usize) -> bool {
        let word = self.bits.get(local / 64).copied().unwrap_or(0);
        word >> (local % 64) & 1 == 1
    }

    fn subtract(&mut self, other: &Locals) {
        for (word, less) in self.bits.iter_mut().zip(&other.bits) {
            *word &= !less;
        }
    }

    fn add(&mut self, other: &Locals) {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            *word |= more;
        }
    }
}

/// The live locals after each statement of a function, and at each loop head.
#[derive(Debug, Default)]
pub(in crate::compile) struct Liveness {
    after: HashMap<*const Statement, Locals>,
    head: HashMap<*const Statement, Locals>,
}

impl Liveness {
    /// Backward data-flow analysis of a function.
    pub(in crate::compile) fn of(function: &Function) -> Liveness {
        let mut live = Liveness::default();
        live.block(&function.body, Locals::default(), None);
        // The names of a comprehension are rebound at each use.
        let mut own = Locals::default();
        visit::block(&function.body, &mut |node| {
            comprehension_names(node, &mut own)
        });
        for needed in live.after.values_mut().chain(live.head.values_mut()) {
            needed.subtract(&own);
        }
        live
    }

    /// The locals live after a statement.
    pub(in crate::compile) fn after(&self, statement: &Statement) -> &Locals {
        &self.after[&std::ptr::from_ref(statement)]
    }

    /// The locals live at a loop head, including those live after the loop.
    pub(in crate::compile) fn head(&self, statement: &Statement) -> &Locals {
        &self.head[&std::ptr::from_ref(statement)]
    }

    fn block(
        &mut self,
        statements: &[Statement],
        mut needed: Locals,
        around: Option<&Around>,
    ) -> Locals {
        for statement in statements.iter().rev() {
            self.after.insert(statement, needed.clone());
            needed = self.statement(statement, needed, around);
        }
        needed
    }

    /// The locals live before a statement, from those live after it.
    fn statement(
        &mut self,
        statement: &Statement,
        after: Locals,
        around: Option<&Around>,
    ) -> Locals {
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                let mut needed = after;
                for target in targets.iter().rev() {
                    unbind(target, &mut needed);
                }
                targets
                    .iter()
                    .for_each(|target| target_uses(target, &mut needed));
                visit::expression(value, &mut |node| uses(node, &mut needed));
                needed
            }
            StatementKind::If {
                test,
                then,
                otherwise,
            } => {
                let mut needed = self.block(then, after.clone(), around);
                needed.add(&self.block(otherwise, after, around));
                visit::expression(test, &mut |node| uses(node, &mut needed));
                needed
            }
            StatementKind::While {
                test,
                body,
                otherwise,
            } => {
                let mut base = self.block(otherwise, after.clone(), around);
                visit::expression(test, &mut |node| uses(node, &mut base));
                self.loop_head(statement, base, &after, body, None)
            }
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => {
                let base = self.block(otherwise, after.clone(), around);
                let mut needed = self.loop_head(statement, base, &after, body, Some(target));
                iteration_uses(over, &mut needed);
                needed
            }
            StatementKind::Break => around.map_or(after, |around| around.after.clone()),
            StatementKind::Continue => around.map_or(after, |around| around.head.clone()),
            StatementKind::Return(_) => {
                let mut needed = Locals::default();
                self.simple(statement, &mut needed);
                needed
            }
            StatementKind::Augment { .. }
            | StatementKind::Yield(_)
            | StatementKind::Assert { .. }
            | StatementKind::Evaluate(_) => {
                let mut needed = after;
                self.simple(statement, &mut needed);
                needed
            }
        }
    }

    fn simple(&self, statement: &Statement, needed: &mut Locals) {
        visit::block(std::slice::from_ref(statement), &mut |node| {
            uses(node, needed)
        });
    }

    /// Liveness at the loop head: a fixed point, because an iteration can use
    /// what an earlier one bound. Live sets only grow while the enclosing loops
    /// iterate, so each time starts from the previous result; otherwise the
    /// time would double with every level of nesting.
    fn loop_head(
        &mut self,
        statement: &Statement,
        base: Locals,
        after: &Locals,
        body: &[Statement],
        target: Option<&Target>,
    ) -> Locals {
        let mut head = base;
        if let Some(before) = self.head.get(&std::ptr::from_ref(statement)) {
            head.add(before);
        }
        loop {
            let around = Around {
                head: head.clone(),
                after: after.clone(),
            };
            let mut needed = self.block(body, head.clone(), Some(&around));
            if let Some(target) = target {
                unbind(target, &mut needed);
                target_uses(target, &mut needed);
            }
            needed.add(&head);
            if needed == head {
                self.head.insert(statement, head.clone());
                return head;
            }
            head = needed;
        }
    }
}

/// The locals live at the targets of `continue` and `break`.
struct Around {
    head: Locals,
    after: Locals,
}

/// A bound name is dead before its binding.
fn unbind(target: &Target, needed: &mut Locals) {
    match target {
        Target::Place(Place::Local(LocalId(id), _)) => needed.remove(*id as usize),
        Target::Place(_) => {}
        Target::Unpack(parts, _) => parts.iter().for_each(|part| unbind(part, needed)),
    }
}

/// The uses in a target: lists of items and their indices.
fn target_uses(target: &Target, needed: &mut Locals) {
    visit::target(target, &mut |node| match node {
        Node::Place(_) => {}
        other => uses(other, needed),
    });
}

fn iteration_uses(over: &Iteration, needed: &mut Locals) {
    visit::iteration(over, &mut |node| uses(node, needed));
}

fn comprehension_names(node: Node<'_>, found: &mut Locals) {
    let Node::Expression(Expression {
        kind: Kind::Gather(gathering, comprehension),
        ..
    }) = node
    else {
        return;
    };
    for clause in &comprehension.clauses {
        visit::target(&clause.target, &mut |node| {
            if let Node::Place(Place::Local(LocalId(id), _)) = node {
                found.insert(*id as usize);
            }
        });
    }
    if let Gathering::Min { key: Some(key), .. }
    | Gathering::Max { key: Some(key), .. }
    | Gathering::Sorted { key: Some(key), .. } = gathering
    {
        found.insert(key.parameter.0 as usize);
    }
}

fn uses(node: Node<'_>, needed: &mut Locals) {
    match node {
        Node::Expression(expression) => {
            if let Kind::Local(LocalId(id)) = expression.kind {
                needed.insert(id as usize);
            }
        }
        // The place of an augmented assignment is also read.
        Node::Place(Place::Local(LocalId(id), _)) => needed.insert(*id as usize),
        Node::Place(_) | Node::Statement(_) => {}
    }
}
