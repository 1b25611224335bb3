//! Goes through everything in a piece of a program.

use super::{
    Comprehension, Expression, Gathering, Iteration, IterationKind, Kind, Piece, Place, Statement,
    StatementKind, Target,
};

/// Something in a program.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    /// A statement; what is in it follows.
    Statement(&'a Statement),
    /// An expression; what is in it follows.
    Expression(&'a Expression),
    /// A place that is stored into.
    Place(&'a Place),
}

/// Shows every statement, expression and place of a block. Labels and messages
/// are left out: they are not compiled.
pub(crate) fn block<'a>(statements: &'a [Statement], see: &mut dyn FnMut(Node<'a>)) {
    for one in statements {
        statement(one, see);
    }
}

fn statement<'a>(one: &'a Statement, see: &mut dyn FnMut(Node<'a>)) {
    see(Node::Statement(one));
    match &one.kind {
        StatementKind::Assign { targets, value } => {
            expression(value, see);
            targets.iter().for_each(|one| target(one, see));
        }
        StatementKind::Augment {
            place: to, value, ..
        } => {
            place(to, see);
            expression(value, see);
        }
        StatementKind::If {
            test,
            then,
            otherwise,
        } => {
            expression(test, see);
            block(then, see);
            block(otherwise, see);
        }
        StatementKind::While {
            test,
            body,
            otherwise,
        } => {
            expression(test, see);
            block(body, see);
            block(otherwise, see);
        }
        StatementKind::For {
            target: to,
            over,
            body,
            otherwise,
        } => {
            iteration(over, see);
            target(to, see);
            block(body, see);
            block(otherwise, see);
        }
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(None) => {}
        StatementKind::Return(Some(value)) | StatementKind::Evaluate(value) => {
            expression(value, see);
        }
        StatementKind::Yield(yielded) => {
            yielded
                .fields
                .iter()
                .for_each(|field| expression(field, see));
        }
        StatementKind::Assert { test, .. } => expression(test, see),
    }
}

/// Shows the places of a target and what is in them.
pub(crate) fn target<'a>(to: &'a Target, see: &mut dyn FnMut(Node<'a>)) {
    match to {
        Target::Place(to) => place(to, see),
        Target::Unpack(parts, _) => parts.iter().for_each(|part| target(part, see)),
    }
}

/// Shows a place and what is in it.
pub(crate) fn place<'a>(to: &'a Place, see: &mut dyn FnMut(Node<'a>)) {
    see(Node::Place(to));
    if let Place::Item { list, index, .. } = to {
        expression(list, see);
        expression(index, see);
    }
}

/// Shows what is gone through.
pub(crate) fn iteration<'a>(over: &'a Iteration, see: &mut dyn FnMut(Node<'a>)) {
    match &over.kind {
        IterationKind::Range { start, stop, step } => {
            start.iter().for_each(|one| expression(one, see));
            expression(stop, see);
            step.iter().for_each(|one| expression(one, see));
        }
        IterationKind::Sequence(sequence) => expression(sequence, see),
        IterationKind::Enumerate(inner, start) => {
            iteration(inner, see);
            start.iter().for_each(|one| expression(one, see));
        }
        IterationKind::Zip(parts) => parts.iter().for_each(|part| iteration(part, see)),
        IterationKind::Reversed(inner) => iteration(inner, see),
    }
}

/// Shows an expression and what is in it.
pub(crate) fn expression<'a>(one: &'a Expression, see: &mut dyn FnMut(Node<'a>)) {
    see(Node::Expression(one));
    match &one.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::None | Kind::Str(_) => {}
        Kind::Local(_) | Kind::Global(_) => {}
        Kind::Tuple(items) | Kind::List(items) | Kind::And(items) | Kind::Or(items) => {
            items.iter().for_each(|item| expression(item, see));
        }
        Kind::Unary(_, a) | Kind::Unwrap(a) => expression(a, see),
        Kind::Binary(_, a, b) | Kind::Index(a, b) => {
            expression(a, see);
            expression(b, see);
        }
        Kind::Compare(first, rest) => {
            expression(first, see);
            rest.iter()
                .for_each(|(_, operand)| expression(operand, see));
        }
        Kind::Conditional {
            test,
            then,
            otherwise,
        } => {
            expression(test, see);
            expression(then, see);
            expression(otherwise, see);
        }
        Kind::Slice {
            object,
            start,
            stop,
            step,
        } => {
            expression(object, see);
            for bound in [start, stop, step].into_iter().flatten() {
                expression(bound, see);
            }
        }
        Kind::Call(_, arguments) | Kind::Builtin(_, arguments) => {
            arguments
                .iter()
                .for_each(|argument| expression(argument, see));
        }
        Kind::Method(_, object, arguments) => {
            expression(object, see);
            arguments
                .iter()
                .for_each(|argument| expression(argument, see));
        }
        Kind::Gather(gathering, comprehension) => {
            gather(gathering, see);
            clauses(comprehension, see);
        }
        Kind::Format(pieces) => {
            for piece in pieces {
                if let Piece::Value(value, _) = piece {
                    expression(value, see);
                }
            }
        }
    }
}

fn gather<'a>(gathering: &'a Gathering, see: &mut dyn FnMut(Node<'a>)) {
    match gathering {
        Gathering::Sum(Some(start)) => expression(start, see),
        Gathering::Min { key, default } | Gathering::Max { key, default } => {
            key.iter().for_each(|key| expression(&key.body, see));
            default.iter().for_each(|one| expression(one, see));
        }
        Gathering::Sorted { key, reverse } => {
            key.iter().for_each(|key| expression(&key.body, see));
            reverse.iter().for_each(|one| expression(one, see));
        }
        Gathering::Join(separator) => expression(separator, see),
        Gathering::List
        | Gathering::Row
        | Gathering::Any
        | Gathering::All
        | Gathering::Sum(None) => {}
    }
}

fn clauses<'a>(comprehension: &'a Comprehension, see: &mut dyn FnMut(Node<'a>)) {
    for clause in &comprehension.clauses {
        iteration(&clause.over, see);
        target(&clause.target, see);
        clause
            .conditions
            .iter()
            .for_each(|one| expression(one, see));
    }
    expression(&comprehension.item, see);
}
