//! Python's richer forms, rewritten into the forms that the checker knows, on
//! the syntax tree.
//!
//! | module | rewrites |
//! | --- | --- |
//! | `imports` | imports, annotations, decorators |
//! | `iterators` | nothing: refuses iterators of the library that are not consumed where they are made |
//! | `kept` | iterators that a name keeps for the next statement |
//! | `lazy` | nothing: requires that what such an iterator reads does not change |
//! | `keys` | built-in functions as keys to lambdas |
//! | `library` | calls of the library (`itertools`: those of `itertools` and `functools`; `mapping`: `map` and `filter`) |
//! | `adjacency` | tables of sets that the module fills |
//! | `unordered` | combinations of sets that are consumed in any order |
//! | `stars` | `*` in displays and calls |
//! | `formatting` | `%` and `format` to f-strings, computed widths to calls |
//! | `reductions` | `reduce` and `accumulate` with a function to functions with a loop |
//! | `returned` | `moves` that returns a list |
//! | `roles` | `moves = lambda …`, and entry points that functions of the file call |
//! | `records` | classes that only have fields to functions, members of enumerations to values |
//! | `enumerations` | calls with enumerations |
//! | `methods` | methods of records to functions |
//! | `new_types` | `NewType` |
//! | `slices` | slices that are assigned, `del` |
//! | `statements` | `:=`, `*` in targets, `yield from` |
//! | `matches`, `tries`, `sets` | `match`, `try`, sets that are changed |
//! | `dicts` | nothing: adds the functions that dicts consist of |
//! | `closures` | nested functions and lambdas to functions of the module (`alpha`: other names) |
//! | `hygiene` | locals named like functions of Python or the library |
//! | `tables` | lists of functions to lists of numbers (`table_calls`, `dispatch`: calls) |
//! | `specialise` | functions that get functions to copies of them (`higher`: which, `callables`, `passed`: what they get) |
//! | `generators` | helper generators into the loops that consume them (`consumer`) |
//! | `consumers` | consumers of generators inside expressions to functions with such a loop |
//! | `rebound` | names that are bound anew, to several variables |
//! | `recursion` | generators that call themselves to functions that return lists |
//! | `template` | new code, written as text |
//! | `scope`, `free`, `stores`, `flow` | nothing: names, and where statements lead |
//!
//! New nodes have the place of what they replace, so diagnostics point into the
//! file. New names contain a `.`, which no name of the file does.

mod adjacency;
mod alpha;
mod callables;
mod closures;
mod consumer;
mod consumers;
mod dicts;
mod dispatch;
mod enumerations;
mod flow;
mod formatting;
mod free;
mod generators;
mod higher;
mod hygiene;
mod imports;
mod iterators;
mod itertools;
mod kept;
mod keys;
mod lazy;
mod library;
mod mapping;
mod matches;
mod methods;
mod new_types;
mod passed;
mod rebound;
mod records;
mod recursion;
mod reductions;
mod returned;
mod roles;
pub(super) mod scope;
mod sets;
mod slices;
mod specialise;
mod stars;
mod statements;
mod stores;
mod table_calls;
mod tables;
mod template;
mod tries;
mod unordered;

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{Expr, Stmt, StmtFunctionDef, Suite};
use ruff_text_size::{Ranged, TextRange};

pub(super) use dicts::GROUPS;
pub(super) use imports::LIBRARY;
use methods::Method;
pub(super) use records::Record;
use records::{Enumeration, EnumerationKind};

use super::parse::span;
use crate::source::Diagnostic;

/// The names of `float("inf")` and `float("-inf")`.
pub(super) const INFINITY: &str = "inf.";
pub(super) const MINUS_INFINITY: &str = "minus_inf.";

/// The end of a name that means a variable of the module, even where a local hides it.
pub(super) const MODULE: &str = ".module";

/// Most statements that the generators of a file may expand to.
const MAX_EXPANDED: usize = 20_000;

/// A file being rewritten.
#[derive(Default)]
struct Desugar {
    /// What the library's names stand for: `it.product` or `product` for
    /// `itertools.product`.
    library: HashMap<String, String>,
    /// All names that the file binds in any scope.
    bound: HashSet<String>,
    /// The helper generators by name, rewritten except for their own loops over
    /// generators.
    generators: HashMap<String, StmtFunctionDef>,
    /// The variables of the enclosing function that a generator shares with it: its first
    /// parameters.
    shared: HashMap<String, Vec<String>>,
    /// The generators that call themselves, in any scope.
    recursive: HashSet<String>,
    /// New functions of the module.
    functions: Vec<Stmt>,
    /// Number of the next new name.
    next: usize,
    /// Statements that generators have expanded to.
    expanded: usize,
    /// The functions with a `*` parameter, and how many precede it.
    variadic: HashMap<String, usize>,
    /// The functions decorated with `@cache` or `@lru_cache`.
    cached: HashSet<String>,
    /// The locals of the function, or generator, that is being expanded.
    locals: Vec<String>,
    /// Those of them that are numbers.
    numbers: HashSet<String>,
    /// The current function.
    function: Option<StmtFunctionDef>,
    /// Whether the current statement is in a function.
    is_in_function: bool,
    /// The names of the functions of the module.
    names: HashSet<String>,
    /// Those that may change lists, dicts or deques that they have not made.
    changing: HashSet<String>,
    /// The variables of the module.
    variables: HashSet<String>,
    /// The classes of records, and the enumerations.
    records: HashMap<String, Record>,
    enumerations: HashMap<String, Enumeration>,
    /// The methods of records by name.
    methods: HashMap<String, Method>,
}

/// A rewritten module.
pub(super) struct Desugared {
    pub(super) body: Suite,
    /// The functions decorated with `@cache` or `@lru_cache`.
    pub(super) cached: HashSet<String>,
    /// The classes of records: functions of the module.
    pub(super) records: HashMap<String, Record>,
    /// Whether the file has an `IntEnum`.
    pub(super) has_enumeration: bool,
}

/// Rewrites a module.
pub(super) fn desugar(module: &[Stmt]) -> Result<Desugared, Diagnostic> {
    let mut module = module.to_vec();
    let imported = hygiene::imported(&module);
    hygiene::rename(&mut module, &imported);
    let module = &module[..];
    let mut desugar = Desugar {
        bound: scope::bound(module),
        ..Desugar::default()
    };
    let dicts = dicts::functions(module);
    let names = dicts.iter().filter_map(Stmt::as_function_def_stmt);
    desugar.names = names.map(|node| node.name.to_string()).collect();
    let functions = module.iter().cloned().map(roles::defined);
    let bound = desugar.bound.clone();
    let functions = functions.map(|stmt| returned::yielded(stmt, &bound));
    let mut module: Vec<Stmt> = functions.collect();
    roles::copied(&mut module);
    let mut module = desugar.imports(&module)?;
    kept::consume(&desugar, &mut module);
    adjacency::rewrite(&desugar, &mut module);
    desugar.recursive = recursion::recursive(&module);
    desugar.check_iterators(&module)?;
    let module = desugar.lift_functions(module)?;
    let module = desugar.function_tables(module)?;
    let mut module = desugar.specialised(module)?;
    desugar.named_keys(&mut module);
    for stmt in &module {
        match stmt {
            Stmt::FunctionDef(node) => {
                desugar.names.insert(node.name.to_string());
            }
            other => {
                let stored = scope::stored_in(std::slice::from_ref(other));
                desugar.variables.extend(stored);
            }
        }
    }
    desugar.note_changing(&module);
    let mut body = Vec::new();
    for stmt in module {
        body.extend(desugar.statement(stmt)?);
    }
    let mut body = desugar.expand_generators(body)?;
    for stmt in &mut body {
        if let Stmt::FunctionDef(node) = stmt {
            rebound::rename(node, |name| desugar.fresh(name));
        }
    }
    body.extend(dicts);
    Ok(Desugared {
        body,
        cached: desugar.cached,
        records: desugar.records,
        has_enumeration: desugar
            .enumerations
            .values()
            .any(|one| one.kind == EnumerationKind::Ints),
    })
}

impl Desugar {
    /// A new name.
    fn fresh(&mut self, of: &str) -> String {
        self.next += 1;
        format!("{of}.{}", self.next)
    }

    /// Whether a name means the built-in function.
    fn is_built_in(&self, expr: &Expr, name: &str) -> bool {
        matches!(expr, Expr::Name(node) if node.id == name) && !self.bound.contains(name)
    }
}

fn refused(at: TextRange, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::at(span(at), message.into()).help(help.into())
}

/// The place of a node.
fn place(node: &impl Ranged) -> TextRange {
    node.range()
}
