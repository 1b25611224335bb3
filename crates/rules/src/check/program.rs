//! The rounds over a program, and the tree that the last one leaves.

use super::bound;
use super::instance::{Checker, Owner, Task};
use super::kinds::Ty;
use super::options::Options;
use super::roles::RoleTable;
use crate::source::{Mistake, Source, Span};
use crate::tree::{FunctionId, Global, LocalId, Program, Type};

/// Rounds after which the types of any program have settled: each round but
/// the last learns something, and there is little to learn.
const MOST_ROUNDS: u32 = 200;

/// The instances that a file's roles are, after a round.
pub(super) struct Looked {
    pub(super) module: usize,
    pub(super) roles: RoleTable<usize>,
}

impl Checker<'_> {
    pub(super) fn program(mut self) -> Result<Program, Mistake> {
        let options = Options::read(&self.file)?;
        self.check_roles()?;
        loop {
            self.types.has_changed = false;
            let looked = self.look_at_all(&options)?;
            if self.is_last_round {
                return Ok(self.finished(&looked, options));
            }
            if !self.types.has_changed {
                // The last round will meet what this one met.
                self.is_last_round = true;
                self.reached = self.reached_from(&looked);
            }
            if self.round > MOST_ROUNDS {
                return Err(Mistake::of_file("the types of this file do not settle")
                    .help("a value may not contain itself"));
            }
        }
    }

    fn look_at_all(&mut self, options: &Options) -> Result<Looked, Mistake> {
        self.next_round();
        let module = self.instance(Owner::Module, Task::Module, &[], Span::default())?;
        let roles = self.look_at_roles(options)?;
        Ok(Looked { module, roles })
    }

    /// The number of an instance in the finished program.
    pub(super) fn function_id(&self, instance: usize) -> FunctionId {
        let number = self.reached.iter().position(|&one| one == instance);
        FunctionId(number.unwrap_or(0) as u32)
    }

    /// Collects what the last round made.
    fn finished(mut self, looked: &Looked, options: Options) -> Program {
        let reached = self.reached.clone();
        let functions = reached.iter().filter_map(|&number| {
            let mut function = self.instances[number].tree.take()?;
            function.is_recursive = self.can_reach(number, number);
            bound::mark(&mut function);
            Some(function)
        });
        let functions = functions.collect();
        let fields = self.fields.iter().flatten().map(|ty| self.field_type(ty));
        Program {
            source: Source::new("", ""),
            functions,
            module: self.function_id(looked.module),
            roles: looked.roles.map(|number| self.function_id(number)).into(),
            globals: self.settled_globals(),
            parameters: self.parameters(),
            fields: self.field_names().into_iter().zip(fields).collect(),
            play: options.play,
            cycles: options.cycles,
            claim_of: options.claim_of,
        }
    }

    /// Whether an instance calls another, directly or through others.
    fn can_reach(&self, from: usize, to: usize) -> bool {
        let mut found = self.instances[from].calls.clone();
        let mut next = 0;
        while next < found.len() {
            if found[next] == to {
                return true;
            }
            for &callee in &self.instances[found[next]].calls {
                if !found.contains(&callee) {
                    found.push(callee);
                }
            }
            next += 1;
        }
        false
    }

    fn settled_globals(&self) -> Vec<Global> {
        let globals = self.file.globals.iter().zip(&self.globals);
        globals
            .map(|((name, _), ty)| Global {
                name: (*name).to_owned(),
                ty: self.types.settled(ty),
            })
            .collect()
    }

    /// A list field is one of ints, whatever its items were called.
    fn field_type(&self, ty: &Ty) -> Type {
        match ty {
            Ty::List(_) => Type::List(Box::new(Type::Int)),
            other => self.types.settled(other),
        }
    }

    /// The instances that the module and the roles can call, in a fixed order.
    fn reached_from(&self, looked: &Looked) -> Vec<usize> {
        let mut found = vec![looked.module];
        found.extend(looked.roles.iter());
        found.sort_unstable();
        found.dedup();
        let mut next = 0;
        while next < found.len() {
            for &callee in &self.instances[found[next]].calls {
                if !found.contains(&callee) {
                    found.push(callee);
                }
            }
            next += 1;
        }
        found
    }

    /// The type of a local, as the tree has it.
    pub(super) fn local_type(&self, instance: usize, local: LocalId) -> Ty {
        self.instances[instance].locals[local.0 as usize].ty.clone()
    }
}
