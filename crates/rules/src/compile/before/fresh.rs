//! Lists that a block creates itself: it may modify them without modifying any
//! list that existed before.

use crate::tree::visit::{self, Node};
use crate::tree::{
    Binary, Builtin, Expression, Gathering, Kind, LocalId, Method, Place, Statement, StatementKind,
    Target, Type,
};

/// The bindings of a block.
#[derive(Default)]
struct Bindings {
    /// Bindings to lists that are new throughout, by local.
    fresh: Vec<usize>,
    /// All bindings.
    all: Vec<usize>,
    /// Locals whose lists get lists as items.
    mixed: Vec<usize>,
}

/// The locals that are bound to lists that are new throughout, and to nothing
/// else.
pub(super) fn locals(statements: &[Statement]) -> Vec<usize> {
    let mut bindings = Bindings::default();
    visit::block(statements, &mut |node| bindings.note(node));
    let count = |all: &[usize], id: usize| all.iter().filter(|one| **one == id).count();
    let Bindings { fresh, all, mixed } = bindings;
    let mut only = fresh.clone();
    only.retain(|&id| count(&fresh, id) == count(&all, id) && !mixed.contains(&id));
    only
}

impl Bindings {
    fn note(&mut self, node: Node<'_>) {
        match node {
            Node::Statement(Statement {
                kind: StatementKind::Assign { targets, value },
                ..
            }) if is_new(value) => {
                for target in targets {
                    if let Target::Place(Place::Local(LocalId(id), _)) = target {
                        self.fresh.push(*id as usize);
                    }
                }
            }
            Node::Place(Place::Local(LocalId(id), _)) => self.all.push(*id as usize),
            Node::Place(Place::Item { list, .. }) => self.note_items(list),
            Node::Expression(Expression {
                kind: Kind::Method(Method::Append | Method::Insert | Method::Extend, object, _),
                ..
            }) => self.note_items(object),
            _ => {}
        }
    }

    /// Notes a list that gets items.
    fn note_items(&mut self, list: &Expression) {
        if let (Some(id), Type::List(item)) = (root(list), &list.ty)
            && has_list(item)
        {
            self.mixed.push(id);
        }
    }
}

/// The local that an expression is, or is an item of.
pub(super) fn root(e: &Expression) -> Option<usize> {
    match &e.kind {
        Kind::Local(LocalId(id)) => Some(*id as usize),
        Kind::Index(object, _) => root(object),
        _ => None,
    }
}

/// Whether an expression makes a list, and all lists in it.
fn is_new(e: &Expression) -> bool {
    let Type::List(item) = &e.ty else {
        return false;
    };
    match &e.kind {
        Kind::List(items) => items.iter().all(|item| !has_list(&item.ty) || is_new(item)),
        Kind::Gather(Gathering::List, from) => !has_list(item) || is_new(&from.item),
        Kind::Builtin(Builtin::Deepcopy, _) => true,
        Kind::Gather(Gathering::Sorted { .. }, _)
        | Kind::Slice { .. }
        | Kind::Method(Method::Copy, ..)
        | Kind::Binary(Binary::Add | Binary::Multiply, ..) => !has_list(item),
        _ => false,
    }
}

/// Whether values of a type contain lists that can be modified.
fn has_list(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Str | Type::None => false,
        Type::List(_) => true,
        Type::Optional(inner) | Type::Row(inner) | Type::Set(inner) => has_list(inner),
        Type::Tuple(items) => items.iter().any(has_list),
    }
}
