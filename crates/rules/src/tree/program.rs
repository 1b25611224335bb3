//! Programs and functions.

use std::sync::Arc;

use super::{Block, Type};
use crate::contest::ContestFormat;
use crate::source::{Source, Span};

/// A checked rule file.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub source: Source,
    /// The hash of its meaning: see [`Rules::meaning`](crate::Rules::meaning).
    pub meaning: u128,
    /// Its functions, one instance per tuple of argument types.
    pub functions: Arc<[Function]>,
    /// The body of the module: no parameters; its statements store into
    /// globals.
    pub module: FunctionId,
    /// The names that the module's body binds.
    pub globals: Vec<Global>,
    /// The entry points.
    pub roles: Roles,
    /// The constants that can be set by the user.
    pub parameters: Vec<Parameter>,
    /// The fields of a position with their types: `int`, `bool` or a list of
    /// ints.
    pub fields: Vec<(String, Type)>,
    /// The play convention.
    pub play: PlayConvention,
    /// The meaning of infinite play.
    pub cycles: Cycles,
    /// The meaning of `claim`'s result.
    pub claim_of: ClaimOf,
    /// Whether something may be an int or a bool, which only its text shows.
    pub mixes_bools: bool,
    /// The format of its contest.
    pub contest: Option<Arc<ContestFormat>>,
}

/// The number of a function in [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// The number of a global in [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// The number of a local in [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A function instance.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// Parameters first, in order, then all other names. A comprehension has
    /// its own locals, distinct from those of the same name outside.
    pub locals: Vec<Local>,
    /// The number of parameters among the locals.
    pub parameters: usize,
    /// Its statements.
    pub body: Block,
    /// Whether it yields. A generator's `return` ends it.
    pub is_generator: bool,
    /// Its return type; of a generator, the type that it yields: the tuple of a
    /// position's fields (an `int` for `symmetry`).
    pub returns: Type,
    /// Whether it can call itself, directly or indirectly.
    pub is_recursive: bool,
    /// Where it is written.
    pub origin: Origin,
}

/// Where a function is written. Faults of a function that is not in the file are those of its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rule file.
    File,
    /// One of the functions that dicts consist of.
    Dicts,
    /// A function or a method of Python's library.
    Library,
}

/// A local name of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: String,
    /// Its type, the same everywhere in the function.
    pub ty: Type,
    /// Whether some use may precede every assignment; such a use must be
    /// checked at run time.
    pub may_be_unbound: bool,
}

/// A name that the module's body binds. Functions can read it but modify
/// neither it nor its lists.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A global that can be set by the user.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The global.
    pub global: GlobalId,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The default as written in the file.
    pub default: String,
    /// The trailing comment of its line, if any, without the `#`.
    pub comment: Option<String>,
    /// The place of its value in the file.
    pub span: Span,
}

/// The entry points of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// Yields the starting position, or several, which form a sum.
    pub start: Option<FunctionId>,
    /// Yields the successors.
    pub moves: Option<FunctionId>,
    /// Yields Left's options.
    pub left: Option<FunctionId>,
    /// Yields Right's options.
    pub right: Option<FunctionId>,
    /// Returns `None`, 1, -1 or 0; in score play `None` or a score.
    pub over: Option<FunctionId>,
    /// Returns the author's conjecture about a position.
    pub claim: Option<FunctionId>,
    /// Yields the components of a position.
    pub split: Option<FunctionId>,
    /// Returns the canonical form of a position.
    pub canon: Option<FunctionId>,
    /// Yields the images of a cell.
    pub symmetry: Option<FunctionId>,
    /// Returns a picture of a position.
    pub show: Option<FunctionId>,
    /// Returns the answer of a contest for a result.
    pub answer: Option<FunctionId>,
}

/// What a player without a legal move gets, and what the players want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PlayConvention {
    /// A loss.
    #[default]
    Normal,
    /// A win.
    Misere,
    /// No more points; both players maximise the difference of their points.
    Score,
}

/// The meaning of infinite play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cycles {
    /// A draw.
    #[default]
    Draw,
    /// An error in the rules.
    Error,
}

/// The meaning of `claim`'s result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ClaimOf {
    /// Whether the mover wins.
    #[default]
    Win,
    /// 1, 0 or -1.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The score, in score play.
    Score,
}
