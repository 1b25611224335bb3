//! What functions do to lists: which types of lists change their length, and
//! which pieces of a program change lists at all.

use std::collections::HashSet;

use crate::compile::layout::{item_type, plain};
use crate::tree::walk::{self, Node};
use crate::tree::{
    Comprehension, Expression, Function, FunctionId, Kind, LocalId, Method, Place, Program,
    Statement, StatementKind, Target, Type,
};

/// What the functions of a program do to lists.
#[derive(Debug)]
pub(in crate::compile) struct Effects {
    /// By function: whether it, or one that it calls, changes a list.
    changes: Vec<bool>,
    /// The types of lists, by their items, that change their length.
    resized: HashSet<Type>,
    /// How many nodes were looked at since this was last asked.
    looked_at: usize,
}

impl Effects {
    /// Looks at the functions that can be reached from some.
    pub(in crate::compile) fn of(program: &Program, roots: &[FunctionId]) -> Effects {
        let reached = reached(program, roots);
        let mut effects = Effects {
            changes: vec![false; program.functions.len()],
            resized: HashSet::new(),
            looked_at: 0,
        };
        // Until nothing is added: a function changes what its callees change.
        loop {
            let before = effects.changes.clone();
            for &FunctionId(id) in reached.iter().rev() {
                let function = &program.functions[id as usize];
                let mut changes = false;
                walk::block(&function.body, &mut |node| {
                    changes |= effects.see(node, function);
                });
                effects.changes[id as usize] |= changes;
            }
            if effects.changes == before {
                return effects;
            }
        }
    }

    /// Whether lists with such items ever change their length.
    pub(in crate::compile) fn resizes(&self, item: &Type) -> bool {
        self.resized.contains(&plain(item))
    }

    /// Whether a block changes lists.
    pub(in crate::compile) fn block_changes(
        &mut self,
        statements: &[Statement],
        of: &Function,
    ) -> bool {
        let mut changes = false;
        walk::block(statements, &mut |node| changes |= self.see(node, of));
        changes
    }

    /// Whether an expression changes lists.
    pub(in crate::compile) fn expression_changes(
        &mut self,
        one: &Expression,
        of: &Function,
    ) -> bool {
        let mut changes = false;
        walk::expression(one, &mut |node| changes |= self.see(node, of));
        changes
    }

    /// Whether a comprehension changes lists, apart from the one it makes.
    pub(in crate::compile) fn comprehension_changes(
        &mut self,
        one: &Comprehension,
        of: &Function,
    ) -> bool {
        let mut changes = false;
        let mut see = |node: Node<'_>| changes |= self.see(node, of);
        for clause in &one.clauses {
            walk::iteration(&clause.over, &mut see);
            clause
                .conditions
                .iter()
                .for_each(|test| walk::expression(test, &mut see));
        }
        walk::expression(&one.item, &mut see);
        changes
    }

    /// How many nodes were looked at since this was last asked.
    pub(in crate::compile) fn take_looked_at(&mut self) -> usize {
        std::mem::take(&mut self.looked_at)
    }

    /// Whether a node itself changes a list.
    fn see(&mut self, node: Node<'_>, function: &Function) -> bool {
        self.looked_at += 1;
        match node {
            Node::Place(Place::Item { .. }) => true,
            Node::Statement(Statement {
                kind: StatementKind::Augment { place, .. },
                ..
            }) => {
                let ty = place_type(place, function);
                if let Some(Type::List(item)) = ty {
                    self.resized.insert(plain(item));
                    return true;
                }
                false
            }
            Node::Expression(Expression {
                kind: Kind::Method(method, object, _),
                ..
            }) => {
                let (changes, resizes) = match method {
                    Method::Append
                    | Method::Pop
                    | Method::Insert
                    | Method::Extend
                    | Method::Remove
                    | Method::Clear => (true, true),
                    Method::Reverse | Method::Sort => (true, false),
                    Method::Index | Method::Count | Method::Copy => (false, false),
                };
                if resizes && let Some(item) = item_type(&object.ty) {
                    self.resized.insert(plain(item));
                }
                changes
            }
            Node::Expression(Expression {
                kind: Kind::Call(FunctionId(id), _),
                ..
            }) => self.changes[*id as usize],
            _ => false,
        }
    }
}

fn place_type<'a>(place: &'a Place, function: &'a Function) -> Option<&'a Type> {
    match place {
        Place::Local(LocalId(id), _) => Some(&function.locals[*id as usize].ty),
        Place::Global(..) => None,
        Place::Item { list, .. } => item_type(&list.ty),
    }
}

/// The functions that some can come to call, themselves included.
fn reached(program: &Program, roots: &[FunctionId]) -> Vec<FunctionId> {
    let mut found: Vec<FunctionId> = roots.to_vec();
    let mut next = 0;
    while let Some(&FunctionId(id)) = found.get(next) {
        next += 1;
        walk::block(&program.functions[id as usize].body, &mut |node| {
            if let Node::Expression(Expression {
                kind: Kind::Call(callee, _),
                ..
            }) = node
                && !found.contains(callee)
            {
                found.push(*callee);
            }
        });
    }
    found
}

/// The locals that a block binds.
pub(in crate::compile) fn bound_in_block(statements: &[Statement], found: &mut Vec<usize>) {
    walk::block(statements, &mut |node| bound(node, found));
}

/// The locals of a target.
pub(in crate::compile) fn bound_in_target(target: &Target, found: &mut Vec<usize>) {
    walk::target(target, &mut |node| bound(node, found));
}

fn bound(node: Node<'_>, found: &mut Vec<usize>) {
    if let Node::Place(Place::Local(LocalId(id), _)) = node
        && !found.contains(&(*id as usize))
    {
        found.push(*id as usize);
    }
}
