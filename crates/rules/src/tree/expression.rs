//! What a program computes.

use super::{FunctionId, GlobalId, LocalId, Target, Type};
use crate::source::Span;

/// An expression, its type and where it stands.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Where.
    pub span: Span,
    /// What its value is.
    pub ty: Type,
    /// What it computes.
    pub kind: Kind,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number.
    Int(i64),
    /// `True` or `False`.
    Bool(bool),
    /// `None`.
    None,
    /// Text.
    Str(String),
    /// The value of a local.
    Local(LocalId),
    /// The value of a global.
    Global(GlobalId),
    /// A tuple.
    Tuple(Vec<Expression>),
    /// A new list.
    List(Vec<Expression>),
    /// `-a`, `+a`, `~a` or `not a`.
    Unary(Unary, Box<Expression>),
    /// `a + b` and the like. Which types it is for shows in the operands'
    /// types: numbers; `+` of two lists, of two tuples, of two texts; `*` of a
    /// list, a tuple or a text with a number, on either side. `+` of two tuples
    /// of known length gives a tuple; every other operation on tuples or rows
    /// gives a row.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a < b <= c`: each operand once, and no further after a false one.
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    /// `a and b and c`: the first that is false, or the last. Operands have the
    /// type of the whole, or one that may stand for it.
    And(Vec<Expression>),
    /// `a or b or c`: the first that is true, or the last.
    Or(Vec<Expression>),
    /// `then if test else otherwise`.
    Conditional {
        /// The condition.
        test: Box<Expression>,
        /// The value where it is true.
        then: Box<Expression>,
        /// The value where it is false.
        otherwise: Box<Expression>,
    },
    /// The value of an optional expression where a value is needed: a fault
    /// where it is `None`.
    Unwrap(Box<Expression>),
    /// `object[index]` of a list, a tuple, a row or a text; negative numbers count
    /// from the end. A tuple whose items differ in type has a constant index.
    Index(Box<Expression>, Box<Expression>),
    /// `object[start:stop:step]` of a list, a row or a text; of a tuple, too,
    /// and that gives a row.
    Slice {
        /// What is cut.
        object: Box<Expression>,
        /// From where.
        start: Option<Box<Expression>>,
        /// To where.
        stop: Option<Box<Expression>>,
        /// In which steps.
        step: Option<Box<Expression>>,
    },
    /// A call of a function of the file that is no generator.
    Call(FunctionId, Vec<Expression>),
    /// `list.append(x)` and the like.
    Method(Method, Box<Expression>, Vec<Expression>),
    /// `len(x)` and the like.
    Builtin(Builtin, Vec<Expression>),
    /// `[f(x) for x in xs if p(x)]`, or the same in `any(…)`, `sum(…)` … The
    /// plain calls `sum(xs)`, `sorted(xs)`, `list(xs)` are comprehensions, too:
    /// `sum(x for x in xs)`.
    Gather(Gathering, Box<Comprehension>),
    /// `f"{a}: {b}"`: the pieces one after the other, expressions as `str` shows
    /// them.
    Format(Vec<Piece>),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`.
    Minus,
    /// `+a`.
    Plus,
    /// `~a`.
    Invert,
    /// `not a`, of any type: numbers, texts, lists, tuples, optional values.
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `//`.
    FloorDivide,
    /// `%`.
    Modulo,
    /// `**`.
    Power,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `&`; of two bools a bool.
    And,
    /// `|`; of two bools a bool.
    Or,
    /// `^`; of two bools a bool.
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`, of any two values of the same type, or numbers, or optional ones.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`, of numbers, texts, lists, or tuples and rows (also of different
    /// lengths).
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `a in b`: `b` is a list, a tuple, a row, a text, or `range(…)` as a
    /// [`Builtin::Range`].
    In,
    /// `a not in b`.
    NotIn,
    /// `a is None`.
    IsNone,
    /// `a is not None`.
    IsNotNone,
}

/// Methods of lists; `join` is a [`Gathering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `append(x)`.
    Append,
    /// `pop()` or `pop(i)`.
    Pop,
    /// `insert(i, x)`: `i` is clamped to the list, as in Python.
    Insert,
    /// `index(x)`: a fault where it is not there.
    Index,
    /// `count(x)`; of tuples, too.
    Count,
    /// `copy()`.
    Copy,
    /// `extend(xs)`: the argument is a list; extending by itself is all right.
    Extend,
    /// `reverse()`.
    Reverse,
    /// `sort()`, in place; ascending.
    Sort,
    /// `remove(x)`.
    Remove,
    /// `clear()`.
    Clear,
}

/// Functions of Python and of `kibitz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `len(x)` of a list, a tuple, a text or a [`Builtin::Range`].
    Len,
    /// `abs(x)`.
    Abs,
    /// `divmod(a, b)`: a tuple.
    Divmod,
    /// `pow(a, b)` or `pow(a, b, m)`.
    Pow,
    /// `int(x)` of a number.
    Int,
    /// `bool(x)` of anything.
    Bool,
    /// `min(a, b, …)` of at least two values.
    Min,
    /// `max(a, b, …)` of at least two values.
    Max,
    /// `str(x)`.
    Str,
    /// `math.gcd(a, b, …)`: of at least one value.
    Gcd,
    /// `math.isqrt(a)`.
    Isqrt,
    /// `popcount(x)`: how many ones it has; a fault where it is negative.
    Popcount,
    /// `grid(rows, cols, cells, letters)`: text.
    Grid,
    /// `range(stop)`, `range(start, stop)` or `range(start, stop, step)`; only
    /// as the right side of `in` and inside `len`. Its type is a list of ints.
    Range,
    /// `ord(x)` of a text of one character.
    Ord,
    /// `chr(x)`: text.
    Chr,
}

/// What becomes of the items of a comprehension.
#[derive(Clone, Debug)]
pub enum Gathering {
    /// `[…]` or `list(…)`: a new list.
    List,
    /// `any(…)`: stops at the first true item.
    Any,
    /// `all(…)`: stops at the first false item.
    All,
    /// `sum(…, start)`, of numbers.
    Sum(Option<Box<Expression>>),
    /// `min(…, key=, default=)`.
    Min {
        /// By what items are compared.
        key: Option<Box<Key>>,
        /// The value where there are none; a fault without it.
        default: Option<Box<Expression>>,
    },
    /// `max(…, key=, default=)`: of equal ones the first.
    Max {
        /// By what items are compared.
        key: Option<Box<Key>>,
        /// The value where there are none; a fault without it.
        default: Option<Box<Expression>>,
    },
    /// `sorted(…, key=, reverse=)`: a new list; stable, also in reverse.
    Sorted {
        /// By what items are compared.
        key: Option<Box<Key>>,
        /// Whether largest first.
        reverse: Option<Box<Expression>>,
    },
    /// `tuple(…)`: a row.
    Row,
    /// `separator.join(…)`: text.
    Join(Box<Expression>),
}

/// `key=lambda x: …`, or `key=f`, which is `lambda x: f(x)`.
#[derive(Clone, Debug)]
pub struct Key {
    /// The name that the lambda binds.
    pub parameter: LocalId,
    /// The key of an item.
    pub body: Expression,
}

/// `item for target in over if condition …`.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The first clause is evaluated before anything else; there is at least
    /// one.
    pub clauses: Vec<Clause>,
    /// What each round gives.
    pub item: Expression,
}

/// `for target in over if condition if condition`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What each item is bound to: locals of the comprehension's own.
    pub target: Target,
    /// What is gone through.
    pub over: Iteration,
    /// What must be true.
    pub conditions: Vec<Expression>,
}

/// Something to go through.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Where.
    pub span: Span,
    /// What each round gives.
    pub item: Type,
    /// What is gone through.
    pub kind: IterationKind,
}

/// What is gone through.
#[derive(Clone, Debug)]
pub enum IterationKind {
    /// `range(start, stop, step)`, evaluated once, before the first round; a
    /// step of 0 is a fault.
    Range {
        /// From where; 0 where it is left out.
        start: Option<Expression>,
        /// To where.
        stop: Expression,
        /// In which steps; 1 where it is left out.
        step: Option<Expression>,
    },
    /// A list, a tuple (its items have one type, or may stand for it), a row or
    /// a text, evaluated once. A list is looked at anew in each round, by its
    /// index: one that grows is gone through to its new end.
    Sequence(Expression),
    /// `enumerate(xs, start)`: pairs.
    Enumerate(Box<Iteration>, Option<Expression>),
    /// `zip(xs, ys, …)`: tuples, to the end of the shortest.
    Zip(Vec<Iteration>),
    /// `reversed(xs)` of a range or a sequence, by index from its end, which is
    /// fixed at the beginning.
    Reversed(Box<Iteration>),
}

/// A piece of an f-string.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text as it is.
    Text(String),
    /// A value as `str` shows it, padded by a format such as `3`, `<5`, `02`;
    /// empty for none.
    Value(Expression, String),
}
