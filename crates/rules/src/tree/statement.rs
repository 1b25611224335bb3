//! Statements.

use super::{Binary, Expression, GlobalId, Iteration, LocalId};
use crate::source::Span;

/// Statements in order.
pub type Block = Vec<Statement>;

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its place.
    pub span: Span,
    /// The kind of statement.
    pub kind: StatementKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `a = b = value`: the value is evaluated once, then assigned from left to
    /// right.
    Assign {
        /// The targets.
        targets: Vec<Target>,
        /// The value.
        value: Expression,
    },
    /// `place op= value`. On a list, `+=` extends it in place (visible through
    /// all names of the list) and `*=` repeats it in place.
    Augment {
        /// The place.
        place: Place,
        /// The operator.
        operator: Binary,
        /// The right side.
        value: Expression,
    },
    /// `if test: … else: …`; an `elif` is an `if` inside the `else`.
    If {
        /// The condition.
        test: Expression,
        /// The block if it is true.
        then: Block,
        /// The block if it is false.
        otherwise: Block,
    },
    /// `while test: … else: …`.
    While {
        /// The condition.
        test: Expression,
        /// The loop body.
        body: Block,
        /// The `else` block, run if the loop ends without `break`.
        otherwise: Block,
    },
    /// `for target in over: … else: …`.
    For {
        /// The target of each item.
        target: Target,
        /// The iterable.
        over: Box<Iteration>,
        /// The loop body.
        body: Block,
        /// The `else` block, run if the loop ends without `break`.
        otherwise: Block,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`, with a value except in generators.
    Return(Option<Expression>),
    /// `yield`.
    Yield(Yield),
    /// `assert test, message`.
    Assert {
        /// The condition.
        test: Expression,
        /// The message if it is false: a string.
        message: Option<Expression>,
    },
    /// An expression statement.
    Evaluate(Expression),
}

/// A yielded position. Lists are copied.
#[derive(Clone, Debug)]
pub struct Yield {
    /// The label of the move: a string. Evaluated only if labels are requested.
    pub label: Option<Expression>,
    /// Whether the same player moves again.
    pub is_again: bool,
    /// In score play, if the move has points: twice the points, plus 1 if the same player moves
    /// again.
    pub tag: Option<Expression>,
    /// The fields in order, each of the type of its field (a list of bools is
    /// assignable to one of ints). The lengths of lists must be checked at run
    /// time. For `symmetry`: one `int`.
    ///
    /// If the source yields one expression that is a tuple (a name, a call),
    /// this is that expression, and the fields are its items; likewise for a
    /// row, whose length must then be checked at run time.
    pub fields: Vec<Expression>,
}

/// An assignment target.
#[derive(Clone, Debug)]
pub enum Target {
    /// A name or an item.
    Place(Place),
    /// Several targets, for a tuple, a row or a list of exactly as many items;
    /// the lengths of rows and lists must be checked at run time, before
    /// anything is bound.
    Unpack(Vec<Target>, Span),
}

/// A storage location.
#[derive(Clone, Debug)]
pub enum Place {
    /// A local.
    Local(LocalId, Span),
    /// A global, in the module's body only.
    Global(GlobalId, Span),
    /// An item of a list.
    Item {
        /// The list.
        list: Expression,
        /// The index; negative numbers count from the end.
        index: Expression,
        /// `list[index]` in the source.
        span: Span,
    },
}
