//! State of the checker: instances, i.e. functions with their argument types.

use std::cell::Cell;
use std::collections::HashMap;

use super::dict::{Changes, LiveDict};
use super::file::{Definition, File};
use super::literal::Setting;
use super::options::Options;
use super::type_vars::{Cell as ItemCell, Ty, TypeMismatch, Types};
use crate::source::{Diagnostic, Source, Span};
use crate::tree::{Function, LocalId, Type};

/// The type checker.
pub(super) struct Checker<'a> {
    pub(super) source: &'a Source,
    pub(super) file: File<'a>,
    pub(super) options: Options,
    pub(super) types: Types,
    pub(super) instances: Vec<Instance>,
    by_call: HashMap<(Owner, Vec<Type>), usize>,
    /// The inferred types of the module's names.
    pub(super) globals: Vec<Ty>,
    /// Overrides of parameters.
    pub(super) settings: Vec<Setting>,
    /// The functions being checked, the innermost last.
    pub(super) frames: Vec<Frame>,
    /// Total nesting depth of the functions being checked.
    nested: usize,
    /// Work units (expressions and parts of their types) of this round and of
    /// all earlier rounds.
    work: Cell<(u64, u64)>,
    /// The types of a position's fields, once inferred.
    pub(super) fields: Option<Vec<Ty>>,
    cells: HashMap<(usize, Span, u32), ItemCell>,
    /// Rounds over the program so far.
    pub(super) round: u32,
    /// Whether the types have reached the fixed point.
    pub(super) is_last_round: bool,
    /// The functions of the final program: reachable instances in order. Set
    /// for the last round.
    pub(super) reached: Vec<usize>,
    /// Whether a call of a function of `dicts.py` was left out in this round because its
    /// types are not known yet, and whether such calls are no longer left out.
    pub(super) has_skipped: bool,
    pub(super) forces_unknown: bool,
}

/// The code that an instance belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// The module body.
    Module,
    /// A function of the file, by number.
    Function(usize),
}

/// A function with its argument types.
pub(super) struct Instance {
    pub(super) owner: Owner,
    pub(super) locals: Vec<Known>,
    /// The locals of comprehensions and lambdas, by the place of their names.
    pub(super) inner: HashMap<(String, Span, u32), LocalId>,
    /// The return type inferred so far; of a generator, the type it yields.
    pub(super) returns: Ty,
    pub(super) task: Task,
    /// The round in which it was last checked.
    pub(super) seen: u32,
    pub(super) tree: Option<Function>,
    /// The instances that it calls.
    pub(super) calls: Vec<usize>,
    /// Whether it changes the sizes of dicts, itself or by calls.
    pub(super) changes: Changes,
}

/// What is inferred about a local.
pub(super) struct Known {
    pub(super) name: String,
    pub(super) ty: Ty,
    /// Its first binding.
    pub(super) first: Option<Span>,
}

/// The purpose of a function, which determines what it may yield or return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A helper, called by other functions.
    Help,
    /// `start`: its yields determine the fields of a position.
    Start,
    /// Yields moves: `moves`, `left`, `right`.
    Moves,
    /// Yields components: `split`.
    Parts,
    /// Yields cells: `symmetry`.
    Cells,
    /// The module's body.
    Module,
}

/// A function being checked.
pub(super) struct Frame {
    pub(super) instance: usize,
    /// Names of the comprehensions and lambdas that enclose the current
    /// expression.
    pub(super) scopes: Vec<(String, LocalId)>,
    pub(super) loops: usize,
    /// The dicts that the iterables checked last iterate over.
    pub(super) live: Vec<LiveDict>,
    /// What the code checked so far does to the sizes of dicts.
    pub(super) changes: Changes,
}

/// Maximum number of instances.
const MAX_INSTANCES: usize = 2_000;

/// Maximum number of work units of a program: expressions and parts of their
/// types, counted per instance. At least ten times what realistic files need.
const MAX_EXPRESSIONS: u64 = 1_000_000;

/// The same limit for all rounds together.
const MAX_TOTAL_EXPRESSIONS: u64 = 30 * MAX_EXPRESSIONS;

/// Maximum total nesting of the functions being checked; sized to the checker's
/// stack.
const MAX_NESTED: usize = 20_000;

impl<'a> Checker<'a> {
    pub(super) fn new(
        source: &'a Source,
        file: File<'a>,
        set: &[(String, String)],
    ) -> Result<Checker<'a>, Diagnostic> {
        let globals = vec![Ty::Unknown; file.globals.len()];
        let settings = Setting::read(&file, source, set)?;
        Ok(Checker {
            source,
            file,
            types: Types::default(),
            instances: Vec::new(),
            by_call: HashMap::new(),
            globals,
            settings,
            frames: Vec::new(),
            nested: 0,
            work: Cell::default(),
            fields: None,
            cells: HashMap::new(),
            round: 0,
            options: Options::default(),
            is_last_round: false,
            reached: Vec::new(),
            has_skipped: false,
            forces_unknown: false,
        })
    }

    /// Starts the next round.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
        let (round, before) = self.work.get();
        self.work.set((0, before + round));
    }

    /// Counts the work of an expression of a type.
    pub(super) fn count_work(&self, ty: &Type) {
        let (round, before) = self.work.get();
        self.work.set((round + ty.parts() as u64, before));
    }

    /// Rejects a program that exceeds the work limits.
    pub(super) fn check_work(&self, at: Span) -> Result<(), Diagnostic> {
        let (round, before) = self.work.get();
        if round <= MAX_EXPRESSIONS && before + round <= MAX_TOTAL_EXPRESSIONS {
            return Ok(());
        }
        let message = format!(
            "the file expands to more than {MAX_EXPRESSIONS} expressions and parts of their types"
        );
        Err(Diagnostic::at(at, message)
            .help("use lists instead of long tuples, and call functions with fewer different argument types"))
    }

    /// The instance for a call with arguments of these types, checked in this
    /// round.
    pub(super) fn instance(
        &mut self,
        owner: Owner,
        task: Task,
        arguments: &[Ty],
        at: Span,
    ) -> Result<usize, Diagnostic> {
        let key: Vec<Type> = arguments
            .iter()
            .map(|ty| self.types.finalised(ty))
            .collect();
        let number = match self.by_call.get(&(owner, key.clone())) {
            Some(&number) => number,
            None => {
                let number = self.add_instance(owner, task, at)?;
                self.by_call.insert((owner, key), number);
                self.types.has_changed = true;
                number
            }
        };
        for (slot, ty) in arguments.iter().enumerate() {
            let known = self.instances[number].locals[slot].ty.clone();
            let joined = self.join(&known, ty, at)?;
            self.set_local_type(number, LocalId(slot as u32), joined);
        }
        if self.instances[number].seen < self.round {
            let own = self.definition(number).map_or(0, |d| d.nesting);
            self.nested += own;
            if self.nested > MAX_NESTED {
                let message = "the chain of functions that leads to this call is nested too deeply";
                return Err(Diagnostic::at(at, message)
                    .help("shorten the chain of calls, or split long expressions"));
            }
            self.check_instance(number)?;
            self.nested -= own;
        }
        Ok(number)
    }

    fn add_instance(&mut self, owner: Owner, task: Task, at: Span) -> Result<usize, Diagnostic> {
        if self.instances.len() >= MAX_INSTANCES {
            let message = "this function is called with too many different argument types";
            return Err(Diagnostic::at(at, message)
                .help("a function cannot call itself with ever larger tuples"));
        }
        let names = match owner {
            Owner::Module => &[][..],
            Owner::Function(number) => &self.file.definitions[number].locals,
        };
        let known = |name: &&str| Known {
            name: written(name).to_owned(),
            ty: Ty::Unknown,
            first: None,
        };
        self.instances.push(Instance {
            owner,
            locals: names.iter().map(known).collect(),
            inner: HashMap::new(),
            returns: Ty::Unknown,
            task,
            seen: 0,
            tree: None,
            calls: Vec::new(),
            changes: Changes::default(),
        });
        Ok(self.instances.len() - 1)
    }

    /// The frame of the function being checked.
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a frame is open while code is checked")
    }

    /// The instance being checked.
    pub(super) fn current(&self) -> &Instance {
        &self.instances[self.current_number()]
    }

    pub(super) fn current_number(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.instance)
    }

    /// The definition of an instance's function.
    pub(super) fn definition(&self, number: usize) -> Option<&Definition<'a>> {
        match self.instances[number].owner {
            Owner::Module => None,
            Owner::Function(function) => Some(&self.file.definitions[function]),
        }
    }

    /// The type cell of the list that an expression creates. Every round finds
    /// the same cell, with everything inferred so far. `depth` distinguishes
    /// lists created at the same place.
    pub(super) fn cell_at(&mut self, at: Span, depth: u32) -> ItemCell {
        let key = (self.current_number(), at, depth);
        if let Some(&cell) = self.cells.get(&key) {
            return cell;
        }
        let cell = self.types.new_cell(Ty::Unknown);
        self.cells.insert(key, cell);
        cell
    }

    /// A local of a comprehension or a lambda.
    pub(super) fn inner_local(&mut self, name: &str, at: Span, tag: u32) -> LocalId {
        let number = self.current_number();
        let instance = &mut self.instances[number];
        let key = (name.to_owned(), at, tag);
        if let Some(&local) = instance.inner.get(&key) {
            return local;
        }
        let local = LocalId(instance.locals.len() as u32);
        instance.locals.push(Known {
            name: name.to_owned(),
            ty: Ty::Unknown,
            first: Some(at),
        });
        instance.inner.insert(key, local);
        local
    }

    /// Records the type of a local.
    pub(super) fn set_local_type(&mut self, instance: usize, local: LocalId, ty: Ty) {
        let known = &mut self.instances[instance].locals[local.0 as usize];
        if !self.types.is_same(&known.ty, &ty) {
            known.ty = ty;
            self.types.has_changed = true;
        }
    }

    /// Joins two types.
    pub(super) fn join(&mut self, a: &Ty, b: &Ty, at: Span) -> Result<Ty, Diagnostic> {
        let joined = self.types.join(a, b);
        match joined {
            Ok(ty) if self.types.is_too_deep(&ty) => Err(Diagnostic::at(
                at,
                "the type of this value is infinitely nested",
            )
            .help("a value cannot contain itself, nor a tuple that grows in each iteration")),
            Ok(ty) => Ok(ty),
            Err(TypeMismatch) => {
                let (a, b) = (self.types.described(a), self.types.described(b));
                Err(
                    Diagnostic::at(at, format!("{a} and {b} cannot be joined into one type"))
                        .help("every name, list and result has one type in a rule file"),
                )
            }
        }
    }
}

/// A name as the file has it: what desugaring adds to a name follows a `.`.
pub(super) fn written(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}
