//! The state of the checker: functions with the types they are called with.

use std::cell::Cell;
use std::collections::HashMap;

use super::file::{Definition, File};
use super::kinds::{Cell as ItemCell, Clash, Ty, Types};
use super::literal::Setting;
use crate::source::{Mistake, Source, Span};
use crate::tree::{Function, LocalId, Type};

/// What looks through the program.
pub(super) struct Checker<'a> {
    pub(super) source: &'a Source,
    pub(super) file: File<'a>,
    pub(super) types: Types,
    pub(super) instances: Vec<Instance>,
    by_call: HashMap<(Owner, Vec<Type>), usize>,
    /// What is known of the module's names.
    pub(super) globals: Vec<Ty>,
    /// Values that replace those of the file.
    pub(super) settings: Vec<Setting>,
    /// The functions that are being looked at, the innermost last.
    pub(super) frames: Vec<Frame>,
    /// How deep the functions that are being looked at are nested, together.
    nested: usize,
    /// Expressions that this round has looked at, and all rounds before it.
    looks: Cell<(u64, u64)>,
    /// The types of a position's fields, as far as they are known.
    pub(super) fields: Option<Vec<Ty>>,
    cells: HashMap<(usize, Span, u32), ItemCell>,
    /// How often the program has been looked at.
    pub(super) round: u32,
    /// Whether nothing new can be learnt any more: types are what they are.
    pub(super) is_last_round: bool,
    /// The functions of the finished program: instances, in their order. Known
    /// in the last round.
    pub(super) reached: Vec<usize>,
}

/// Whose code an instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// The module's own body.
    Module,
    /// A function of the file, by its number.
    Function(usize),
}

/// A function with the types that it is called with.
pub(super) struct Instance {
    pub(super) owner: Owner,
    pub(super) locals: Vec<Known>,
    /// The locals of comprehensions and lambdas, by where their names stand.
    pub(super) inner: HashMap<(Span, u32), LocalId>,
    /// What it returns, as far as it is known; of a generator, what it yields.
    pub(super) returns: Ty,
    pub(super) task: Task,
    /// The round in which it was looked at last.
    pub(super) seen: u32,
    pub(super) tree: Option<Function>,
    /// The instances that it calls.
    pub(super) calls: Vec<usize>,
}

/// What is known of a local.
pub(super) struct Known {
    pub(super) name: String,
    pub(super) ty: Ty,
    /// Where it first got a value.
    pub(super) first: Option<Span>,
}

/// What a function is for, which decides what it may yield or return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Called by other functions.
    Help,
    /// `start`: its yields say what a position is.
    Start,
    /// Yields moves: `moves`, `left`, `right`.
    Moves,
    /// Yields parts: `split`.
    Parts,
    /// Yields cells: `symmetry`.
    Cells,
    /// The module's body.
    Module,
}

/// A function that is being looked at.
pub(super) struct Frame {
    pub(super) instance: usize,
    /// Names of comprehensions and lambdas around the present expression.
    pub(super) scopes: Vec<(String, LocalId)>,
    pub(super) loops: usize,
}

/// Functions that a program may be made of, counting each list of argument
/// types.
const MOST_INSTANCES: usize = 2_000;

/// Expressions, and parts of their types, that a program may be made of: each
/// function counts once for every list of argument types. Files have a tenth of
/// them at most, unless they are written to have more.
const MOST_EXPRESSIONS: u64 = 1_000_000;

/// The same for all rounds together.
const MOST_LOOKS: u64 = 30 * MOST_EXPRESSIONS;

/// Statements and expressions inside each other, those of functions inside
/// the calls that led to them: what the checker's stack is deep enough for.
const MOST_NESTED: usize = 20_000;

impl<'a> Checker<'a> {
    pub(super) fn new(
        source: &'a Source,
        file: File<'a>,
        set: &[(String, String)],
    ) -> Result<Checker<'a>, Mistake> {
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
            looks: Cell::default(),
            fields: None,
            cells: HashMap::new(),
            round: 0,
            is_last_round: false,
            reached: Vec::new(),
        })
    }

    /// Begins another round.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
        let (round, before) = self.looks.get();
        self.looks.set((0, before + round));
    }

    /// Notes that an expression of a type was looked at.
    pub(super) fn note_look(&self, ty: &Type) {
        let (round, before) = self.looks.get();
        self.looks.set((round + ty.parts() as u64, before));
    }

    /// Refuses a program of too many expressions.
    pub(super) fn check_looks(&self, at: Span) -> Result<(), Mistake> {
        let (round, before) = self.looks.get();
        if round <= MOST_EXPRESSIONS && before + round <= MOST_LOOKS {
            return Ok(());
        }
        let message = format!(
            "the file comes to more than {MOST_EXPRESSIONS} expressions and parts of their types"
        );
        Err(Mistake::at(at, message)
            .help("write long tuples as lists, and call functions with fewer different types"))
    }

    /// The instance for a call with arguments of these types, looked at in this
    /// round.
    pub(super) fn instance(
        &mut self,
        owner: Owner,
        task: Task,
        arguments: &[Ty],
        at: Span,
    ) -> Result<usize, Mistake> {
        let key: Vec<Type> = arguments.iter().map(|ty| self.types.settled(ty)).collect();
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
            self.learn_local(number, LocalId(slot as u32), joined);
        }
        if self.instances[number].seen < self.round {
            let own = self.definition(number).map_or(0, |d| d.nesting);
            self.nested += own;
            if self.nested > MOST_NESTED {
                let message = "the functions that lead to this call are nested too deeply";
                return Err(Mistake::at(at, message)
                    .help("let fewer functions call each other from inside long expressions"));
            }
            self.look_at(number)?;
            self.nested -= own;
        }
        Ok(number)
    }

    fn add_instance(&mut self, owner: Owner, task: Task, at: Span) -> Result<usize, Mistake> {
        if self.instances.len() >= MOST_INSTANCES {
            let message = "this function is called with too many different types of arguments";
            return Err(Mistake::at(at, message)
                .help("a function that calls itself with larger and larger tuples has no end"));
        }
        let names = match owner {
            Owner::Module => &[][..],
            Owner::Function(number) => &self.file.definitions[number].locals,
        };
        let known = |name: &&str| Known {
            name: (*name).to_owned(),
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
        });
        Ok(self.instances.len() - 1)
    }

    /// The frame of the function that is being looked at.
    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("code stands in a function or in the module")
    }

    /// The instance that is being looked at.
    pub(super) fn current(&self) -> &Instance {
        &self.instances[self.current_number()]
    }

    pub(super) fn current_number(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.instance)
    }

    /// The definition behind an instance.
    pub(super) fn definition(&self, number: usize) -> Option<&Definition<'a>> {
        match self.instances[number].owner {
            Owner::Module => None,
            Owner::Function(function) => Some(&self.file.definitions[function]),
        }
    }

    /// The cell of the list that an expression makes. Each round finds the same
    /// cell again, with all that was learnt about it. `depth` tells lists apart
    /// that stand at the same place.
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
        if let Some(&local) = instance.inner.get(&(at, tag)) {
            return local;
        }
        let local = LocalId(instance.locals.len() as u32);
        instance.locals.push(Known {
            name: name.to_owned(),
            ty: Ty::Unknown,
            first: Some(at),
        });
        instance.inner.insert((at, tag), local);
        local
    }

    /// Remembers the type of a local.
    pub(super) fn learn_local(&mut self, instance: usize, local: LocalId, ty: Ty) {
        let known = &mut self.instances[instance].locals[local.0 as usize];
        if !self.types.is_same(&known.ty, &ty) {
            known.ty = ty;
            self.types.has_changed = true;
        }
    }

    /// Joins two types of one thing.
    pub(super) fn join(&mut self, a: &Ty, b: &Ty, at: Span) -> Result<Ty, Mistake> {
        let joined = self.types.join(a, b);
        match joined {
            Ok(ty) if self.types.is_too_deep(&ty) => {
                Err(Mistake::at(at, "this value is nested without end")
                    .help("a value may not contain itself, nor a tuple that grows with each round"))
            }
            Ok(ty) => Ok(ty),
            Err(Clash) => {
                let (a, b) = (self.types.settled(a), self.types.settled(b));
                Err(Mistake::at(at, format!("{a} and {b} cannot be one thing"))
                    .help("every name, list and result has one type in a rule file"))
            }
        }
    }
}
