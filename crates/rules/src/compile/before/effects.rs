//! Effect analysis: which list types change their length, and which functions,
//! blocks and expressions modify lists.

use std::collections::HashSet;

use crate::compile::before::fresh;
use crate::compile::layout::{item_type, plain};
use crate::tree::visit::{self, Node};
use crate::tree::{
    Comprehension, Expression, Function, FunctionId, Kind, LocalId, Method, Place, Program,
    Statement, StatementKind, Target, Type,
};

/// The effects of a program's functions on lists.
#[derive(Debug)]
pub(in crate::compile) struct Effects {
    /// By function: whether it or one of its callees modifies a list.
    changes: Vec<bool>,
    /// The list types, by item type, whose lists change their length.
    resized: HashSet<Type>,
    /// Nodes visited since this counter was last taken.
    visited: usize,
}

impl Effects {
    /// Analyses the functions reachable from `roots`.
    pub(in crate::compile) fn of(program: &Program, roots: &[FunctionId]) -> Effects {
        let reached = reached(program, roots);
        let mut effects = Effects {
            changes: vec![false; program.functions.len()],
            resized: HashSet::new(),
            visited: 0,
        };
        // Fixed point: a function has the effects of its callees.
        loop {
            let before = effects.changes.clone();
            for &FunctionId(id) in reached.iter().rev() {
                let function = &program.functions[id as usize];
                let mut changes = false;
                let mut own = fresh::locals(&function.body);
                own.retain(|id| *id >= function.parameters);
                visit::block(&function.body, &mut |node| {
                    changes |= effects.visit(node, function, &own);
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

    /// Whether some function modifies lists that it has not created.
    pub(in crate::compile) fn changes_lists(&self) -> bool {
        self.changes.contains(&true)
    }

    /// Whether a block modifies lists that existed before it. `rebound` are the
    /// locals that it binds before it uses them.
    pub(in crate::compile) fn block_changes(
        &mut self,
        statements: &[Statement],
        of: &Function,
        rebound: &[usize],
    ) -> bool {
        let mut own = fresh::locals(statements);
        own.retain(|id| rebound.contains(id));
        let mut changes = false;
        visit::block(statements, &mut |node| {
            changes |= self.visit(node, of, &own)
        });
        changes
    }

    /// Whether an expression modifies lists.
    pub(in crate::compile) fn expression_changes(
        &mut self,
        one: &Expression,
        of: &Function,
    ) -> bool {
        let mut changes = false;
        visit::expression(one, &mut |node| changes |= self.visit(node, of, &[]));
        changes
    }

    /// Whether a comprehension modifies lists other than its result.
    pub(in crate::compile) fn comprehension_changes(
        &mut self,
        one: &Comprehension,
        of: &Function,
    ) -> bool {
        let mut changes = false;
        let mut visit = |node: Node<'_>| changes |= self.visit(node, of, &[]);
        for clause in &one.clauses {
            visit::iteration(&clause.over, &mut visit);
            clause
                .conditions
                .iter()
                .for_each(|test| visit::expression(test, &mut visit));
        }
        visit::expression(&one.item, &mut visit);
        changes
    }

    /// Returns and resets the number of visited nodes.
    pub(in crate::compile) fn take_visited(&mut self) -> usize {
        std::mem::take(&mut self.visited)
    }

    /// Whether a node itself modifies a list that is not one of `own`.
    fn visit(&mut self, node: Node<'_>, function: &Function, own: &[usize]) -> bool {
        self.visited += 1;
        let is_own = |list: &Expression| fresh::root(list).is_some_and(|id| own.contains(&id));
        match node {
            Node::Place(Place::Item { list, .. }) => !is_own(list),
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
                changes && !is_own(object)
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

/// The functions reachable from `roots` by calls, including `roots`.
fn reached(program: &Program, roots: &[FunctionId]) -> Vec<FunctionId> {
    let mut found: Vec<FunctionId> = roots.to_vec();
    let mut next = 0;
    while let Some(&FunctionId(id)) = found.get(next) {
        next += 1;
        visit::block(&program.functions[id as usize].body, &mut |node| {
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
    visit::block(statements, &mut |node| bound(node, found));
}

/// The locals of a target.
pub(in crate::compile) fn bound_in_target(target: &Target, found: &mut Vec<usize>) {
    visit::target(target, &mut |node| bound(node, found));
}

fn bound(node: Node<'_>, found: &mut Vec<usize>) {
    if let Node::Place(Place::Local(LocalId(id), _)) = node
        && !found.contains(&(*id as usize))
    {
        found.push(*id as usize);
    }
}
