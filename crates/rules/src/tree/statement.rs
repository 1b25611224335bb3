//! What a function does.

use super::{Binary, Expression, GlobalId, Iteration, LocalId};
use crate::source::Span;

/// Statements, one after the other.
pub type Block = Vec<Statement>;

/// A statement and where it stands.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `a = b = value`: the value once, then the targets from left to right.
    Assign {
        /// The targets.
        targets: Vec<Target>,
        /// The value.
        value: Expression,
    },
    /// `place op= value`. On a list, `+=` extends it in place (also through
    /// other names of the same list) and `*=` repeats it in place.
    Augment {
        /// Where.
        place: Place,
        /// Which operation.
        operator: Binary,
        /// The right side.
        value: Expression,
    },
    /// `if test: … else: …`; an `elif` is an `if` inside the `else`.
    If {
        /// The condition.
        test: Expression,
        /// Where it is true.
        then: Block,
        /// Where it is false.
        otherwise: Block,
    },
    /// `while test: … else: …`.
    While {
        /// The condition.
        test: Expression,
        /// What is repeated.
        body: Block,
        /// What is done when the loop ends without `break`.
        otherwise: Block,
    },
    /// `for target in over: … else: …`.
    For {
        /// What each item is bound to.
        target: Target,
        /// What is gone through.
        over: Box<Iteration>,
        /// What is repeated.
        body: Block,
        /// What is done when the loop ends without `break`.
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
        /// What must be true.
        test: Expression,
        /// What to say where it is not: text.
        message: Option<Expression>,
    },
    /// An expression for its effect.
    Evaluate(Expression),
}

/// A position that a generator yields. Lists are copied.
#[derive(Clone, Debug)]
pub struct Yield {
    /// What the move is called: text. Only to be evaluated where names are
    /// asked for.
    pub label: Option<Expression>,
    /// Whether the same player moves again.
    pub is_again: bool,
    /// The fields, in their order, each of the type of its field (a list of
    /// bools may stand for one of ints). The lengths of lists must be checked
    /// when the program runs. Of `symmetry`: one `int`.
    ///
    /// Where the source yields one expression that is a tuple (a name, a call),
    /// this has that one expression, and the fields are its items; of a row,
    /// too, whose length must then be checked when the program runs.
    pub fields: Vec<Expression>,
}

/// What a value is bound to.
#[derive(Clone, Debug)]
pub enum Target {
    /// A name or an item.
    Place(Place),
    /// Several, for a tuple, a row or a list of exactly so many items; the
    /// lengths of rows and lists must be checked when the program runs, before anything is bound.
    Unpack(Vec<Target>, Span),
}

/// Something that holds a value.
#[derive(Clone, Debug)]
pub enum Place {
    /// A local.
    Local(LocalId, Span),
    /// A global, in the module's own body.
    Global(GlobalId, Span),
    /// An item of a list.
    Item {
        /// The list.
        list: Expression,
        /// Which item; negative numbers count from the end.
        index: Expression,
        /// `list[index]` in the source.
        span: Span,
    },
}
