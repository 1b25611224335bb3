//! The parts of a file.

use std::sync::Arc;

use super::{Block, Type};
use crate::source::{Source, Span};

/// A checked rule file.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub source: Source,
    /// Its functions, each once for every list of argument types that it is
    /// called with.
    pub functions: Arc<[Function]>,
    /// The body of the module: no parameters; its statements store into
    /// globals.
    pub module: FunctionId,
    /// The names that the module's body binds.
    pub globals: Vec<Global>,
    /// The functions that kibitz asks.
    pub roles: Roles,
    /// What can be set from outside.
    pub parameters: Vec<Parameter>,
    /// The types of a position's fields, with their names: `int`, `bool` or a
    /// list of ints.
    pub fields: Vec<(String, Type)>,
    /// Who wins when nobody can move.
    pub play: Play,
    /// What endless play means.
    pub cycles: Cycles,
    /// What `claim` returns.
    pub claim_of: ClaimOf,
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

/// A function with the types it is called with.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Parameters first, in their order, then all other names. A comprehension
    /// has its own locals, distinct from those of the same name outside.
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub parameters: usize,
    /// What it does.
    pub body: Block,
    /// Whether it yields. A generator's `return` ends it.
    pub is_generator: bool,
    /// What it returns; of a generator, what each `yield` gives: the tuple of
    /// the fields of a position (an `int` for `symmetry`).
    pub returns: Type,
    /// Whether it can come to call itself, directly or through others.
    pub is_recursive: bool,
}

/// A name inside a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: String,
    /// Its type, the same everywhere in the function.
    pub ty: Type,
    /// Whether some use might come before any assignment: such a use must be
    /// checked when the program runs.
    pub may_be_unbound: bool,
}

/// A name that the module's body binds. Functions read it and cannot change
/// it, nor the lists in it.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A global that can be set from outside.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Which global.
    pub global: GlobalId,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The value in the file, as written there.
    pub default: String,
    /// The comment at the end of its line, if any, without the `#`.
    pub comment: Option<String>,
    /// Where it is set in the file.
    pub span: Span,
}

/// The functions that a file can have for kibitz.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// Yields the starting position, or several: a sum.
    pub start: Option<FunctionId>,
    /// Yields the next positions.
    pub moves: Option<FunctionId>,
    /// Yields Left's options.
    pub left: Option<FunctionId>,
    /// Yields Right's options.
    pub right: Option<FunctionId>,
    /// Returns `None`, 1, -1 or 0.
    pub over: Option<FunctionId>,
    /// Returns what the author believes of a position.
    pub claim: Option<FunctionId>,
    /// Yields the independent parts of a position.
    pub split: Option<FunctionId>,
    /// Returns the representative of a position.
    pub canon: Option<FunctionId>,
    /// Yields the images of a cell.
    pub symmetry: Option<FunctionId>,
    /// Returns a picture for people.
    pub show: Option<FunctionId>,
}

/// Who wins when the player to move cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Play {
    /// The other one.
    #[default]
    Normal,
    /// The player who cannot move.
    Misere,
}

/// What endless play means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Cycles {
    /// A draw.
    #[default]
    Draw,
    /// A mistake in the rules.
    Error,
}

/// What `claim` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ClaimOf {
    /// Whether the mover wins.
    #[default]
    Win,
    /// 1, 0 or -1.
    Outcome,
    /// The Grundy value.
    Grundy,
}
