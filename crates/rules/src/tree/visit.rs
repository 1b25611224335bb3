//! Pre-order traversal of statements, expressions and places.

use super::{
    Comprehension, Expression, Gathering, Iteration, IterationKind, Kind, Piece, Place, Statement,
    StatementKind, Target,
};

/// A node of the tree.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    /// A statement; its parts follow.
    Statement(&'a Statement),
    /// An expression; its parts follow.
    Expression(&'a Expression),
    /// An assigned place.
    Place(&'a Place),
}

/// Visits every statement, expression and place of a block, except labels and
/// messages, which are not compiled.
pub(crate) fn block<'a>(statements: &'a [Statement], visit: &mut dyn FnMut(Node<'a>)) {
    for one in statements {
        statement(one, visit);
    }
}

fn statement<'a>(one: &'a Statement, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Statement(one));
    match &one.kind {
        StatementKind::Assign { targets, value } => {
            expression(value, visit);
            targets.iter().for_each(|one| target(one, visit));
        }
        StatementKind::Augment {
            place: to, value, ..
        } => {
            place(to, visit);
            expression(value, visit);
        }
        StatementKind::If {
            test,
            then,
            otherwise,
        } => {
            expression(test, visit);
            block(then, visit);
            block(otherwise, visit);
        }
        StatementKind::While {
            test,
            body,
            otherwise,
        } => {
            expression(test, visit);
            block(body, visit);
            block(otherwise, visit);
        }
        StatementKind::For {
            target: to,
            over,
            body,
            otherwise,
        } => {
            iteration(over, visit);
            target(to, visit);
            block(body, visit);
            block(otherwise, visit);
        }
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(None) => {}
        StatementKind::Return(Some(value)) | StatementKind::Evaluate(value) => {
            expression(value, visit);
        }
        StatementKind::Yield(yielded) => {
            let tag = yielded.tag.iter();
            tag.chain(&yielded.fields)
                .for_each(|field| expression(field, visit));
        }
        StatementKind::Assert { test, .. } => expression(test, visit),
    }
}

/// Visits the places of a target and their parts.
pub(crate) fn target<'a>(to: &'a Target, visit: &mut dyn FnMut(Node<'a>)) {
    match to {
        Target::Place(to) => place(to, visit),
        Target::Unpack(parts, _) => parts.iter().for_each(|part| target(part, visit)),
    }
}

/// Visits a place and its parts.
pub(crate) fn place<'a>(to: &'a Place, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Place(to));
    if let Place::Item { list, index, .. } = to {
        expression(list, visit);
        expression(index, visit);
    }
}

/// Visits an iterable.
pub(crate) fn iteration<'a>(over: &'a Iteration, visit: &mut dyn FnMut(Node<'a>)) {
    match &over.kind {
        IterationKind::Range { start, stop, step } => {
            start.iter().for_each(|one| expression(one, visit));
            expression(stop, visit);
            step.iter().for_each(|one| expression(one, visit));
        }
        IterationKind::Sequence(sequence) => expression(sequence, visit),
        IterationKind::Enumerate(inner, start) => {
            iteration(inner, visit);
            start.iter().for_each(|one| expression(one, visit));
        }
        IterationKind::Zip(parts) => parts.iter().for_each(|part| iteration(part, visit)),
        IterationKind::Reversed(inner) => iteration(inner, visit),
    }
}

/// Visits an expression and its parts.
pub(crate) fn expression<'a>(one: &'a Expression, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Expression(one));
    match &one.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::None | Kind::Str(_) => {}
        Kind::Local(_) | Kind::Global(_) => {}
        Kind::Tuple(items) | Kind::List(items) | Kind::And(items) | Kind::Or(items) => {
            items.iter().for_each(|item| expression(item, visit));
        }
        Kind::Unary(_, a) | Kind::Unwrap(a) => expression(a, visit),
        Kind::Binary(_, a, b) | Kind::Index(a, b) => {
            expression(a, visit);
            expression(b, visit);
        }
        Kind::Compare(first, rest) => {
            expression(first, visit);
            rest.iter()
                .for_each(|(_, operand)| expression(operand, visit));
        }
        Kind::Conditional {
            test,
            then,
            otherwise,
        } => {
            expression(test, visit);
            expression(then, visit);
            expression(otherwise, visit);
        }
        Kind::Slice {
            object,
            start,
            stop,
            step,
        } => {
            expression(object, visit);
            for bound in [start, stop, step].into_iter().flatten() {
                expression(bound, visit);
            }
        }
        Kind::Call(_, arguments) | Kind::Builtin(_, arguments) => {
            arguments
                .iter()
                .for_each(|argument| expression(argument, visit));
        }
        Kind::Method(_, object, arguments) | Kind::Text(_, object, arguments) => {
            expression(object, visit);
            arguments
                .iter()
                .for_each(|argument| expression(argument, visit));
        }
        Kind::Gather(gathering, comprehension) => {
            gather(gathering, visit);
            clauses(comprehension, visit);
        }
        Kind::Format(pieces) => {
            for piece in pieces {
                if let Piece::Value(value, _) = piece {
                    expression(value, visit);
                }
            }
        }
    }
}

fn gather<'a>(gathering: &'a Gathering, visit: &mut dyn FnMut(Node<'a>)) {
    match gathering {
        Gathering::Sum(Some(start)) => expression(start, visit),
        Gathering::Min { key, default } | Gathering::Max { key, default } => {
            key.iter().for_each(|key| expression(&key.body, visit));
            default.iter().for_each(|one| expression(one, visit));
        }
        Gathering::Sorted { key, reverse } => {
            key.iter().for_each(|key| expression(&key.body, visit));
            reverse.iter().for_each(|one| expression(one, visit));
        }
        Gathering::Join(separator) => expression(separator, visit),
        Gathering::List
        | Gathering::Row
        | Gathering::Any
        | Gathering::All
        | Gathering::Sum(None) => {}
    }
}

fn clauses<'a>(comprehension: &'a Comprehension, visit: &mut dyn FnMut(Node<'a>)) {
    for clause in &comprehension.clauses {
        iteration(&clause.over, visit);
        target(&clause.target, visit);
        clause
            .conditions
            .iter()
            .for_each(|one| expression(one, visit));
    }
    expression(&comprehension.item, visit);
}
