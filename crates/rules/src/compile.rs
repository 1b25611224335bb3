//! Compiler: the checked tree to machine code, with Cranelift.
//!
//! Code generation is an online partial evaluation. Every expression evaluates
//! to a value with static information: a constant, an interval (value-range
//! analysis), a *virtual* list whose items are SSA values so that no list is
//! allocated (scalar replacement with partial escape analysis), or a table of
//! the module. Constants fold: branches disappear, loops over known ranges are
//! unrolled, helper functions are inlined, and checks that cannot fail are
//! omitted. At a join point the information common to all predecessors is kept;
//! a loop that is not unrolled starts without what its body changes.
//!
//! | module | content |
//! | --- | --- |
//! | `known` | static information: values, intervals, tables |
//! | `before` | analyses that precede code generation |
//! | `blocks` | basic blocks, facts, checks and joins |
//! | `numbers`, `expressions`, `lists`, `texts` | expressions, by type of result |
//! | `loops` | loops and comprehensions |
//! | `functions`, `unit` | statements and functions |
//! | `context`, `layout`, `runtime` | interface between generated code and Rust |
//! | `code`, `worker` | executable code and its calls |
//! | `case` | the values of a case, which code for cases reads |

mod before;
mod blocks;
mod case;
mod code;
mod context;
mod expressions;
mod functions;
mod known;
mod layout;
mod lists;
mod loops;
mod numbers;
mod runtime;
mod texts;
mod unit;
mod worker;

use std::sync::Arc;

use kibitz_game::RunContext;

pub use case::{CaseGlobal, CaseValues};
pub use worker::{Outcome, Worker};

use self::code::{Code, Entry};
use self::known::constants;
use self::known::table::Constant;
use self::unit::{Role, Unit};
use crate::fault::Limits;
use crate::interpret::Machine;
use crate::rules::SettingValue;
use crate::shape::Shape;
use crate::shape::codec::Codec;
use crate::source::Span;
use crate::stack;
use crate::tree::{FunctionId, GlobalId, Program};

/// Maximum number of steps of a call of compiled code, which does not check the
/// deadline: under one second. Longer calls fall back to the interpreter, which
/// does.
const MAX_FUEL: u64 = 20_000_000;

/// Why there is no code: the processor, or a construct of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not compiled: {what}")]
pub struct NotCompiled {
    /// What cannot be compiled.
    pub what: String,
    /// Its place in the file; `None` for the program as a whole.
    pub span: Option<Span>,
}

impl NotCompiled {
    fn new(what: impl Into<String>) -> NotCompiled {
        NotCompiled {
            what: what.into(),
            span: None,
        }
    }
}

/// The slots of positions, and how they share words, if they do.
type Slots<'s> = (&'s Shape, Option<Arc<Codec>>);

/// The compiled functions of a program. Clones share the code.
#[derive(Clone, Debug)]
pub struct Compiled {
    code: Arc<Code>,
    left_out: Vec<(FunctionId, NotCompiled)>,
    /// The values of the case that the code reads.
    case: Option<Arc<CaseValues>>,
}

impl Compiled {
    /// Compiles the entry points. Those that cannot be compiled fall back to
    /// the interpreter ([`Compiled::left_out`]).
    ///
    /// # Errors
    /// Returns [`NotCompiled`] if the program as a whole cannot be compiled.
    pub fn new(machine: &Machine, shape: &Shape, limits: Limits) -> Result<Compiled, NotCompiled> {
        Compiled::with_guards(machine, shape, limits, cfg!(debug_assertions))
    }

    /// The same with or without a check of every list access, which
    /// [`Compiled::new`] includes in debug builds only; a worker panics if one
    /// fails.
    pub fn with_guards(
        machine: &Machine,
        shape: &Shape,
        limits: Limits,
        has_guards: bool,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::made(
            machine,
            &roles(machine.program()),
            &[],
            (shape, None),
            limits,
            has_guards,
        )
    }

    /// The same for positions whose slots share words.
    ///
    /// # Errors
    /// As for [`Compiled::new`].
    pub(crate) fn with_codec(
        machine: &Machine,
        (shape, codec): (&Shape, Arc<Codec>),
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::made(
            machine,
            &roles(machine.program()),
            &[],
            (shape, Some(codec)),
            limits,
            cfg!(debug_assertions),
        )
    }

    /// Compiles `start` for all cases of the file's contest; the code reads some globals from
    /// the values of a case ([`Worker::set_case`]).
    ///
    /// # Errors
    /// Returns [`NotCompiled`] if it cannot be compiled.
    pub fn start_of_cases(
        machine: &Machine,
        of_case: &[CaseGlobal],
        shape: &Shape,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        let has_guards = cfg!(debug_assertions);
        let start = machine.program().roles.start;
        let roles: Vec<_> = start.map(|id| (id, Role::Start)).into_iter().collect();
        let mut compiled =
            Compiled::made(machine, &roles, of_case, (shape, None), limits, has_guards)?;
        match compiled.left_out.pop() {
            Some((_, why)) => Err(why),
            None => Ok(compiled),
        }
    }

    /// Compiles the entry points for all cases of the file's contest; the code reads some
    /// globals from the values of a case ([`Compiled::with_case`]).
    ///
    /// # Errors
    /// As for [`Compiled::new`].
    pub fn rules_of_cases(
        machine: &Machine,
        of_case: &[CaseGlobal],
        shape: &Shape,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        let roles = roles(machine.program());
        let has_guards = cfg!(debug_assertions);
        Compiled::made(machine, &roles, of_case, (shape, None), limits, has_guards)
    }

    /// The same code with the values of a case, given as for [`Compiled::case`].
    pub fn with_case<'v>(
        &self,
        values: impl Iterator<Item = &'v SettingValue> + Clone,
    ) -> Option<Compiled> {
        Some(Compiled {
            case: Some(self.case(values, None)?.into()),
            ..self.clone()
        })
    }

    /// The values of a case, in the order of the globals that the code reads; `None` if one is
    /// not of its type or length. The memory of another case is used again.
    pub fn case<'v>(
        &self,
        values: impl Iterator<Item = &'v SettingValue> + Clone,
        other: Option<CaseValues>,
    ) -> Option<CaseValues> {
        self.code.case().values(values, other)
    }

    fn made(
        machine: &Machine,
        roles: &[(FunctionId, Role)],
        of_case: &[CaseGlobal],
        slots: Slots<'_>,
        limits: Limits,
        has_guards: bool,
    ) -> Result<Compiled, NotCompiled> {
        if limits.depth == 0 {
            return Err(NotCompiled::new("a call depth limit of 0"));
        }
        let program = machine.program();
        let globals = 0..program.globals.len() as u32;
        let constants: Vec<Option<Constant>> = globals
            .map(|id| machine.global(GlobalId(id)).map(constants::constant))
            .collect();
        let compiled = stack::deep(|| {
            let new_unit = |ids: &[FunctionId]| {
                Unit::new(
                    program,
                    &constants,
                    slots.clone(),
                    limits,
                    ids,
                    of_case,
                    has_guards,
                )
            };
            Compiled::with_units(&new_unit, roles, slots.clone(), limits)
        });
        compiled.unwrap_or_else(|| {
            Err(NotCompiled::new(
                "not enough memory for the compiler's stack",
            ))
        })
    }

    fn with_units<'p>(
        new_unit: &dyn Fn(&[FunctionId]) -> Result<Unit<'p>, NotCompiled>,
        roles: &[(FunctionId, Role)],
        (shape, codec): Slots<'_>,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        let ids: Vec<FunctionId> = roles.iter().map(|(id, _)| *id).collect();
        let mut left_out: Vec<(FunctionId, NotCompiled)> = Vec::new();
        // A function that fails leaves declarations behind, so compilation restarts
        // without it.
        loop {
            let mut unit = new_unit(&ids)?;
            let program = unit.program;
            let mut codes = Vec::new();
            let mut failed = None;
            for &(id, role) in roles {
                if left_out.iter().any(|(out, _)| *out == id) {
                    continue;
                }
                match unit.entry(id, role) {
                    Ok(code) => codes.push((id, role, code)),
                    Err(error) => {
                        failed = Some((id, error));
                        break;
                    }
                }
            }
            if let Some(failed) = failed {
                left_out.push(failed);
                continue;
            }
            let parts = unit.finish()?;
            let mut entries = vec![None; program.functions.len()];
            for (id, role, code) in codes {
                let address = parts.module.get_finalized_function(code);
                // SAFETY: `Unit::entry` generated a function of this type.
                let code = unsafe {
                    std::mem::transmute::<
                        *const u8,
                        unsafe extern "C" fn(*mut context::Context) -> i64,
                    >(address)
                };
                let slots = match (role, &codec) {
                    (Role::Start, _) => 0,
                    (Role::Cells, _) => 1,
                    (Role::Positions | Role::Position | Role::Plain, Some(codec)) => codec.words(),
                    (Role::Positions | Role::Position | Role::Plain, None) => shape.slots(),
                };
                let fuel = limits.fuel.min(MAX_FUEL) as i64;
                entries[id.0 as usize] = Some(Entry { code, slots, fuel });
            }
            let code = Arc::new(Code::new(parts, entries));
            return Ok(Compiled {
                code,
                left_out,
                case: None,
            });
        }
    }

    /// The functions that could not be compiled, with the reason.
    #[must_use]
    pub fn left_out(&self) -> &[(FunctionId, NotCompiled)] {
        &self.left_out
    }

    /// Whether a function was compiled.
    #[must_use]
    pub fn has(&self, function: FunctionId) -> bool {
        self.code.entry(function).is_some()
    }

    /// A worker that calls the code, for one thread. It uses the thread's run
    /// context.
    #[must_use]
    pub fn worker(&self) -> Worker {
        let mut worker = Worker::new(self.code.clone(), RunContext::of_thread().as_ref());
        if let Some(case) = &self.case {
            worker.set_case(Arc::clone(case));
        }
        worker
    }
}

/// The entry points, which are compiled if possible.
pub fn entry_points(program: &Program) -> impl Iterator<Item = FunctionId> {
    roles(program).into_iter().map(|(id, _)| id)
}

/// The entry points, the most frequently called first: they get the larger
/// shares of the size budget for unrolling.
fn roles(program: &Program) -> Vec<(FunctionId, Role)> {
    let roles = &program.roles;
    let all = [
        (roles.moves, Role::Positions),
        (roles.left, Role::Positions),
        (roles.right, Role::Positions),
        (roles.over, Role::Plain),
        (roles.canon, Role::Position),
        (roles.split, Role::Positions),
        (roles.claim, Role::Plain),
        (roles.symmetry, Role::Cells),
    ];
    all.into_iter()
        .filter_map(|(id, role)| Some((id?, role)))
        .collect()
}
