//! Fixed-point iteration over the program, and the tree built by the last
//! round.

use super::definite_assignment;
use super::entry_points::RoleTable;
use super::instance::{Checker, Owner, Task};
use super::options::Options;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Source, Span};
use crate::tree::{FunctionId, Global, LocalId, Program};

/// Maximum number of rounds. Each round but the last raises some type, and the
/// lattice of types is shallow, so real programs need few.
const MAX_ROUNDS: u32 = 200;

/// The instances of a file's roles after a round.
pub(super) struct RoundResult {
    pub(super) module: usize,
    pub(super) roles: RoleTable<usize>,
}

impl Checker<'_> {
    pub(super) fn program(mut self) -> Result<Program, Diagnostic> {
        self.options = Options::read(&self.file)?;
        self.check_roles()?;
        loop {
            self.types.has_changed = false;
            self.has_skipped = false;
            let result = self.run_round()?;
            if self.is_last_round {
                return Ok(self.finished(&result));
            }
            if !self.types.has_changed && self.has_skipped && !self.forces_unknown {
                // What is still unknown remains so: a dict that is always empty.
                self.forces_unknown = true;
                continue;
            }
            if !self.types.has_changed {
                // The next round repeats this one with final types.
                self.is_last_round = true;
                self.reached = self.reached_from(&result);
            }
            if self.round > MAX_ROUNDS {
                return Err(
                    Diagnostic::of_file("type inference of this file does not terminate")
                        .help("a value cannot contain itself"),
                );
            }
        }
    }

    fn run_round(&mut self) -> Result<RoundResult, Diagnostic> {
        self.next_round();
        let module = self.instance(Owner::Module, Task::Module, &[], Span::default())?;
        let roles = self.infer_roles()?;
        Ok(RoundResult { module, roles })
    }

    /// The number of an instance in the final program.
    pub(super) fn function_id(&self, instance: usize) -> FunctionId {
        let number = self.reached.iter().position(|&one| one == instance);
        FunctionId(number.unwrap_or(0) as u32)
    }

    /// Collects the result of the last round.
    fn finished(mut self, result: &RoundResult) -> Program {
        let reached = self.reached.clone();
        let functions = reached.iter().filter_map(|&number| {
            let mut function = self.instances[number].tree.take()?;
            function.is_recursive = self.can_reach(number, number);
            definite_assignment::mark(&mut function);
            Some(function)
        });
        let functions = functions.collect();
        let fields = self.fields.iter().flatten();
        let fields = fields.map(|ty| self.types.field(ty));
        Program {
            source: Source::new("", ""),
            meaning: 0,
            functions,
            module: self.function_id(result.module),
            roles: result.roles.map(|number| self.function_id(number)).into(),
            globals: self.final_globals(),
            parameters: self.parameters(),
            fields: self.field_names().into_iter().zip(fields).collect(),
            play: self.options.play,
            cycles: self.options.cycles,
            claim_of: self.options.claim_of,
            mixes_bools: self.types.mixes_bools,
            contest: None,
        }
    }

    /// Whether an instance calls another, directly or indirectly.
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

    fn final_globals(&self) -> Vec<Global> {
        let globals = self.file.globals.iter().zip(&self.globals);
        globals
            .map(|((name, _), ty)| Global {
                name: (*name).to_owned(),
                ty: self.types.finalised(ty),
            })
            .collect()
    }

    /// The instances reachable from the module and the roles, in a fixed order.
    fn reached_from(&self, result: &RoundResult) -> Vec<usize> {
        let mut found = vec![result.module];
        found.extend(result.roles.iter());
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

    /// The inferred type of a local.
    pub(super) fn local_type(&self, instance: usize, local: LocalId) -> Ty {
        self.instances[instance].locals[local.0 as usize].ty.clone()
    }
}
