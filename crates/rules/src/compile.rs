//! Compiled rules: machine code of the checked tree, by Cranelift.
//!
//! Code generation is a partial evaluation. Every expression gives a value of
//! which something is known: a number, or between which numbers it lies; a list
//! whose items are at hand, so that no list needs to be made; a table of the
//! module. What is known folds: branches vanish, loops over known ranges are
//! unrolled, helper functions are built into their callers, and checks that
//! cannot fail are left out. Where paths of the program meet, what all of them
//! know is kept; a loop that is not unrolled forgets what its rounds change.
//!
//! | module | what |
//! | --- | --- |
//! | `known` | what is known at a place of the program |
//! | `before` | what is found out before |
//! | `blocks` | blocks, facts and checks; where paths meet |
//! | `numbers`, `expressions`, `lists` | expressions, by what they give |
//! | `loops` | loops and comprehensions |
//! | `functions`, `unit` | statements and functions |
//! | `context`, `layout`, `runtime` | what code and its surroundings share |
//! | `code`, `worker` | code in memory, and calls of it |

mod before;
mod blocks;
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
mod unit;
mod worker;

use std::sync::Arc;

use kibitz_game::Watch;

pub use worker::{Outcome, Worker};

use self::code::{Code, Entry};
use self::known::constants;
use self::known::table::Constant;
use self::unit::{Role, Unit};
use crate::fault::Limits;
use crate::interpret::Machine;
use crate::shape::Shape;
use crate::source::Span;
use crate::stack;
use crate::tree::{FunctionId, GlobalId, Program};

/// The most steps of a call of compiled code, which does not look at the clock:
/// less than a second. Longer calls are made by the interpreter, which does.
const MOST_FUEL: u64 = 20_000_000;

/// Why there is no code: the processor, or something in the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not compiled: {what}")]
pub struct NotCompiled {
    /// What cannot be compiled.
    pub what: String,
    /// Where it stands in the file; nothing for the program as a whole.
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

/// The compiled functions of a program. Copies share the code.
#[derive(Clone, Debug)]
pub struct Compiled {
    code: Arc<Code>,
    left_out: Vec<(FunctionId, NotCompiled)>,
}

impl Compiled {
    /// Compiles the functions that kibitz asks of positions. Those that cannot
    /// be compiled are left to the interpreter ([`Compiled::left_out`]); it is
    /// an error if the program as a whole cannot.
    pub fn new(
        program: &Program,
        machine: &Machine,
        shape: &Shape,
        limits: Limits,
    ) -> Result<Compiled, NotCompiled> {
        Compiled::with_guards(program, machine, shape, limits, cfg!(debug_assertions))
    }

    /// The same with or without a check of every access to a list, which
    /// [`Compiled::new`] makes in debug builds only: a worker panics where one
    /// fails.
    pub fn with_guards(
        program: &Program,
        machine: &Machine,
        shape: &Shape,
        limits: Limits,
        has_guards: bool,
    ) -> Result<Compiled, NotCompiled> {
        let globals = 0..program.globals.len() as u32;
        let constants: Vec<Option<Constant>> = globals
            .map(|id| machine.global(GlobalId(id)).map(constants::constant))
            .collect();
        let compiled = stack::deep(|| {
            Compiled::with_constants(program, &constants, shape, limits, has_guards)
        });
        compiled.unwrap_or_else(|| {
            Err(NotCompiled::new(
                "there is not enough memory for the compiler's stack",
            ))
        })
    }

    fn with_constants(
        program: &Program,
        constants: &[Option<Constant>],
        shape: &Shape,
        limits: Limits,
        has_guards: bool,
    ) -> Result<Compiled, NotCompiled> {
        if limits.depth == 0 {
            return Err(NotCompiled::new("a program that may not call anything"));
        }
        let roles = roles(program);
        let ids: Vec<FunctionId> = roles.iter().map(|(id, _)| *id).collect();
        let mut left_out: Vec<(FunctionId, NotCompiled)> = Vec::new();
        // A function that fails leaves pieces behind, so all begin anew without
        // it.
        loop {
            let mut unit = Unit::new(program, constants, shape, limits, &ids, has_guards)?;
            let mut codes = Vec::new();
            let mut failed = None;
            for &(id, role) in &roles {
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
                let slots = if role == Role::Cells {
                    1
                } else {
                    shape.slots()
                };
                let fuel = limits.fuel.min(MOST_FUEL) as i64;
                entries[id.0 as usize] = Some(Entry { code, slots, fuel });
            }
            let code = Arc::new(Code::new(parts, entries));
            return Ok(Compiled { code, left_out });
        }
    }

    /// The functions that could not be compiled, and why.
    #[must_use]
    pub fn left_out(&self) -> &[(FunctionId, NotCompiled)] {
        &self.left_out
    }

    /// Whether a function was compiled.
    #[must_use]
    pub fn has(&self, function: FunctionId) -> bool {
        self.code.entry(function).is_some()
    }

    /// Something to call the code with, for one thread. What watches over this
    /// thread watches over its calls, too.
    #[must_use]
    pub fn worker(&self) -> Worker {
        Worker::new(self.code.clone(), Watch::of_thread().as_ref())
    }
}

/// The functions that kibitz asks of positions, and that are compiled where that
/// is possible.
pub fn asked(program: &Program) -> impl Iterator<Item = FunctionId> {
    roles(program).into_iter().map(|(id, _)| id)
}

/// The functions that kibitz asks of positions, the busiest first: what is left
/// of the room for unrolled loops is theirs.
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
