//! Expressions.

use super::{FunctionId, GlobalId, LocalId, Target, Type};
use crate::source::Span;

/// An expression, its type and its place.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its place.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// The operation.
    pub kind: Kind,
}

/// The operation of an expression.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number.
    Int(i64),
    /// `True` or `False`.
    Bool(bool),
    /// `None`.
    None,
    /// A string.
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
    /// `a + b` and others. The operand types determine the operation: numbers;
    /// `+` of two lists, tuples or strings; `*` of a list, tuple or string with
    /// a number, on either side. `+` of two tuples of known length results in a
    /// tuple; every other operation on tuples or rows results in a row.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `a < b <= c`: each operand once, with short-circuit evaluation.
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    /// `a and b and c`: the first false operand, or the last. Operands have the
    /// type of the whole, or one that is assignable to it.
    And(Vec<Expression>),
    /// `a or b or c`: the first true operand, or the last.
    Or(Vec<Expression>),
    /// `then if test else otherwise`.
    Conditional {
        /// The condition.
        test: Box<Expression>,
        /// The value if it is true.
        then: Box<Expression>,
        /// The value if it is false.
        otherwise: Box<Expression>,
    },
    /// The value inside an optional expression; a fault if it is `None`.
    Unwrap(Box<Expression>),
    /// `object[index]` of a list, a tuple, a row or a string; negative numbers
    /// count from the end. A tuple whose items differ in type has a constant
    /// index.
    Index(Box<Expression>, Box<Expression>),
    /// `object[start:stop:step]` of a list, a row or a string, or of a tuple,
    /// which results in a row.
    Slice {
        /// The sequence.
        object: Box<Expression>,
        /// The start.
        start: Option<Box<Expression>>,
        /// The exclusive end.
        stop: Option<Box<Expression>>,
        /// The step.
        step: Option<Box<Expression>>,
    },
    /// A call of a function of the file that is not a generator.
    Call(FunctionId, Vec<Expression>),
    /// A list method, e.g. `list.append(x)`.
    Method(Method, Box<Expression>, Vec<Expression>),
    /// A string method, e.g. `text.count("x")`, with strings as arguments.
    Text(TextMethod, Box<Expression>, Vec<Expression>),
    /// A built-in function, e.g. `len(x)`.
    Builtin(Builtin, Vec<Expression>),
    /// `[f(x) for x in xs if p(x)]`, or the same in `any(…)`, `sum(…)` … The
    /// plain calls `sum(xs)`, `sorted(xs)`, `list(xs)` are also represented as
    /// comprehensions: `sum(x for x in xs)`.
    Gather(Gathering, Box<Comprehension>),
    /// `f"{a}: {b}"`: the concatenated pieces, with expressions converted by
    /// `str`.
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
    /// `not a`, of any type: numbers, strings, lists, tuples, optional values.
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
    /// `==`, of any two values of the same type, or numbers, or optionals.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`, of numbers, strings, lists, or tuples and rows (also of different
    /// lengths).
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `a in b`: `b` is a list, a tuple, a row, a string, or `range(…)` as a
    /// [`Builtin::Range`].
    In,
    /// `a not in b`.
    NotIn,
    /// `a is None`.
    IsNone,
    /// `a is not None`.
    IsNotNone,
}

/// List methods; `join` is a [`Gathering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `append(x)`.
    Append,
    /// `pop()` or `pop(i)`.
    Pop,
    /// `insert(i, x)`: `i` is clamped to the list, as in Python.
    Insert,
    /// `index(x)`: a fault if it is not in the list.
    Index,
    /// `count(x)`; also of tuples.
    Count,
    /// `copy()`.
    Copy,
    /// `extend(xs)`: the argument is a list, possibly the same one.
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

/// String methods; `join` is a [`Gathering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextMethod {
    /// `count(part)`, without overlaps.
    Count,
    /// `find(part)`: -1 if it is not there.
    Find,
    /// `rfind(part)`.
    Rfind,
    /// `index(part)`: a fault if it is not there.
    Index,
    /// `startswith(part)`.
    StartsWith,
    /// `endswith(part)`.
    EndsWith,
    /// `replace(old, new)`.
    Replace,
    /// `split(separator)`: a list of strings; without it, at whitespace.
    Split,
    /// `strip(letters)`, `lstrip` and `rstrip`; without it, whitespace.
    Strip,
    /// `lstrip(letters)`.
    LeftStrip,
    /// `rstrip(letters)`.
    RightStrip,
    /// `upper()`.
    Upper,
    /// `lower()`.
    Lower,
    /// `isupper()`.
    IsUpper,
    /// `islower()`.
    IsLower,
    /// `isdigit()` of ASCII text; a fault otherwise.
    IsDigit,
    /// `isalpha()` of ASCII text.
    IsAlpha,
    /// `isalnum()` of ASCII text.
    IsAlphanumeric,
    /// `int(text)`: a fault unless it is a decimal number.
    Parse,
}

/// Built-in functions of Python and `kibitz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `len(x)` of a list, a tuple, a string or a [`Builtin::Range`].
    Len,
    /// `abs(x)`.
    Abs,
    /// `divmod(a, b)`: a tuple.
    Divmod,
    /// `pow(a, b)` or `pow(a, b, m)`.
    Pow,
    /// `int(x)` of a number.
    Int,
    /// `bool(x)` of any value.
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
    /// `popcount(x)`: the number of one bits; a fault if it is negative.
    Popcount,
    /// `x.bit_length()`.
    BitLength,
    /// `grid(rows, cols, cells, letters)`: a string.
    Grid,
    /// `range(stop)`, `range(start, stop)` or `range(start, stop, step)`; only
    /// as the right operand of `in` and inside `len`. Its type is a list of
    /// ints.
    Range,
    /// `ord(x)` of a one-character string.
    Ord,
    /// `chr(x)`: a string.
    Chr,
    /// `copy.deepcopy(x)` of a value that contains lists: a list that occurs twice in it is
    /// one list in the copy.
    Deepcopy,
}

/// The consumer of a comprehension's items.
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
        /// The sort key.
        key: Option<Box<Key>>,
        /// The value if there are no items; a fault without it.
        default: Option<Box<Expression>>,
    },
    /// `max(…, key=, default=)`: the first of equal items.
    Max {
        /// The sort key.
        key: Option<Box<Key>>,
        /// The value if there are no items; a fault without it.
        default: Option<Box<Expression>>,
    },
    /// `sorted(…, key=, reverse=)`: a new list; stable, also in reverse.
    Sorted {
        /// The sort key.
        key: Option<Box<Key>>,
        /// Whether in descending order.
        reverse: Option<Box<Expression>>,
    },
    /// `tuple(…)`: a row.
    Row,
    /// `separator.join(…)`: a string.
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
    /// The clauses, at least one. The first iterable is evaluated before
    /// anything else.
    pub clauses: Vec<Clause>,
    /// The item of each iteration.
    pub item: Expression,
}

/// `for target in over if condition if condition`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The target of each item: locals of the comprehension.
    pub target: Target,
    /// The iterable.
    pub over: Iteration,
    /// The conditions.
    pub conditions: Vec<Expression>,
}

/// An iterable.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Its place.
    pub span: Span,
    /// The type of its items.
    pub item: Type,
    /// The kind of iterable.
    pub kind: IterationKind,
}

/// The kinds of iterables.
#[derive(Clone, Debug)]
pub enum IterationKind {
    /// `range(start, stop, step)`, evaluated once, before the first iteration;
    /// a step of 0 is a fault.
    Range {
        /// The start; 0 by default.
        start: Option<Expression>,
        /// The exclusive end.
        stop: Expression,
        /// The step; 1 by default.
        step: Option<Expression>,
    },
    /// A list, a tuple (its items have one type, or are assignable to it), a
    /// row or a string, evaluated once. A list is read by index in each
    /// iteration: one that grows is iterated to its new end.
    Sequence(Expression),
    /// `enumerate(xs, start)`: pairs.
    Enumerate(Box<Iteration>, Option<Expression>),
    /// `zip(xs, ys, …)`: tuples, to the end of the shortest.
    Zip(Vec<Iteration>),
    /// `reversed(xs)` of a range or a sequence, by index from its end, which is
    /// fixed at the start.
    Reversed(Box<Iteration>),
}

/// A piece of an f-string.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// A value converted by `str`, with a format specification such as `3`,
    /// `<5`, `02`; empty for none.
    Value(Expression, String),
}
