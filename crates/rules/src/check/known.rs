//! Built-in functions of Python and kibitz that rule files may call.

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Abs,
    Again,
    All,
    Any,
    Bool,
    Chr,
    Copy,
    Counter,
    Deepcopy,
    DefaultDict,
    Deque,
    Dict,
    Divmod,
    Enumerate,
    Frozenset,
    Gcd,
    Grid,
    /// A value that is immutable, in code of desugaring.
    Immutable,
    Int,
    Isqrt,
    Len,
    List,
    Max,
    Min,
    Move,
    Ord,
    Points,
    Popcount,
    Pow,
    Range,
    /// A tuple of ints as a range that is a value, in code of desugaring.
    Ranged,
    Reversed,
    Set,
    Sorted,
    Str,
    Sum,
    Tuple,
    /// The items of a set in any order, and other values as they are, in code of desugaring.
    Unordered,
    Zip,
}

/// Functions that need no import.
const BUILT_IN: &[(&str, Known)] = &[
    ("abs", Known::Abs),
    ("all", Known::All),
    ("any", Known::Any),
    ("bool", Known::Bool),
    ("chr", Known::Chr),
    ("dict", Known::Dict),
    ("divmod", Known::Divmod),
    ("enumerate", Known::Enumerate),
    ("frozenset", Known::Frozenset),
    ("int", Known::Int),
    ("len", Known::Len),
    ("list", Known::List),
    ("max", Known::Max),
    ("min", Known::Min),
    ("ord", Known::Ord),
    ("pow", Known::Pow),
    ("range", Known::Range),
    ("reversed", Known::Reversed),
    ("set", Known::Set),
    ("sorted", Known::Sorted),
    ("str", Known::Str),
    ("sum", Known::Sum),
    ("tuple", Known::Tuple),
    ("zip", Known::Zip),
];

const MATH: &[(&str, Known)] = &[("gcd", Known::Gcd), ("isqrt", Known::Isqrt)];

/// Functions of the library, and others that desugaring calls, under the names that it gives them.
const LIBRARY: &[(&str, Known)] = &[
    ("copy.", Known::Copy),
    ("Counter.", Known::Counter),
    ("deepcopy.", Known::Deepcopy),
    ("defaultdict.", Known::DefaultDict),
    ("deque.", Known::Deque),
    ("immutable.", Known::Immutable),
    ("ranged.", Known::Ranged),
    ("unordered.", Known::Unordered),
];

const KIBITZ: &[(&str, Known)] = &[
    ("move", Known::Move),
    ("again", Known::Again),
    ("points", Known::Points),
    ("grid", Known::Grid),
    ("popcount", Known::Popcount),
];

fn find(list: &[(&str, Known)], name: &str) -> Option<Known> {
    list.iter()
        .find(|(own, _)| *own == name)
        .map(|(_, known)| *known)
}

impl Known {
    pub(super) fn built_in(name: &str) -> Option<Known> {
        find(BUILT_IN, name)
    }

    pub(super) fn of_math(name: &str) -> Option<Known> {
        find(MATH, name)
    }

    pub(super) fn of_library(name: &str) -> Option<Known> {
        find(LIBRARY, name)
    }

    pub(super) fn of_kibitz(name: &str) -> Option<Known> {
        find(KIBITZ, name)
    }

    /// The names of the functions of `math` and `kibitz`.
    pub(super) fn imported_names() -> [(&'static str, Vec<&'static str>); 2] {
        let names = |list: &[(&'static str, Known)]| list.iter().map(|(name, _)| *name).collect();
        [("math", names(MATH)), ("kibitz", names(KIBITZ))]
    }

    /// All names that need no import, for suggestions.
    pub(super) fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        let all = BUILT_IN.iter().chain(MATH).chain(KIBITZ);
        let mut own = all.filter(|(_, known)| *known == self);
        own.next().map_or("", |(name, _)| name)
    }
}
