//! Calls of compiled code: one worker per thread.

use std::sync::Arc;

use kibitz_game::{Reservation, RunContext};

use super::case::CaseValues;
use super::code::Code;
use super::context::{Context, RESULT_WORDS, Status};
use crate::tree::FunctionId;

/// Initial and maximum size of an arena, in words.
const INITIAL_ARENA: usize = 1 << 13;
const MAX_ARENA: usize = 1 << 25;
/// Initial row space, in words.
const INITIAL_ROW_SPACE: usize = 1 << 10;
/// Maximum row space of a call, in words.
const MAX_ROW_SPACE: usize = 1 << 28;
/// Maximum stack use of a call, in bytes. Threads have 2 MiB.
const STACK: usize = 1 << 19;

/// Steps between two checks of the run context: some tens of milliseconds.
const CHECK_INTERVAL: i64 = 1 << 20;
/// Words of arena and rows that are used without a reservation.
const UNRESERVED: usize = 1 << 17;
/// Name of arena and rows in messages.
const WHAT: &str = "one call of a rule file";

/// How a call of compiled code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success: the result has been appended.
    Done,
    /// A fault, or a limit of compiled code: nothing has been appended; call
    /// the interpreter.
    Fault,
}

/// Calls compiled code. Cheap to create; each thread has its own.
#[derive(Debug)]
pub struct Worker {
    code: Arc<Code>,
    /// The values of the case that the code reads.
    case: Option<Arc<CaseValues>>,
    arena: Vec<i64>,
    context: Box<Context>,
    budget: Option<Budget>,
}

/// The run context of the calls, and their memory reservation.
#[derive(Debug)]
struct Budget {
    run: RunContext,
    /// Steps since the run context was last checked.
    steps: i64,
    /// The memory of the arena and of the largest row space.
    reservation: Reservation,
    arena: usize,
    rows: usize,
}

impl Budget {
    /// Counts steps and checks the run context at intervals; returns whether to
    /// continue.
    fn check_steps(&mut self, steps: i64) -> bool {
        self.steps += steps;
        if self.steps < CHECK_INTERVAL {
            return true;
        }
        self.steps = 0;
        self.run.check().is_ok()
    }

    /// Reserves words of arena and rows; returns whether the memory was
    /// granted.
    fn reserve(&mut self, arena: usize, rows: usize) -> bool {
        let words = |arena: usize, rows: usize| (arena + rows).saturating_sub(UNRESERVED);
        let (arena, rows) = (arena.max(self.arena), rows.max(self.rows));
        let more = words(arena, rows) - words(self.arena, self.rows);
        if self.reservation.grow(WHAT, 8 * more as u64).is_err() {
            return false;
        }
        (self.arena, self.rows) = (arena, rows);
        true
    }
}

// SAFETY: the addresses in the context are set before each call, to memory that
// the worker or its caller owns during the call, and are not used after it.
unsafe impl Send for Worker {}

impl Worker {
    pub(super) fn new(code: Arc<Code>, run: Option<&RunContext>) -> Worker {
        let budget = run.and_then(|run| {
            Some(Budget {
                run: run.clone(),
                steps: 0,
                reservation: run.reserve(WHAT, 0).ok()?,
                arena: 0,
                rows: 0,
            })
        });
        Worker {
            code,
            case: None,
            budget,
            arena: Vec::new(),
            context: Box::new(Context {
                slots: std::ptr::null(),
                out: std::ptr::null_mut(),
                out_end: std::ptr::null_mut(),
                top: std::ptr::null_mut(),
                arena_end: std::ptr::null_mut(),
                fuel: 0,
                depth: 0,
                stack_limit: 0,
                case: std::ptr::null(),
                results: [0; RESULT_WORDS],
                slots_end: std::ptr::null(),
                case_end: std::ptr::null(),
                arena: std::ptr::null(),
                tables: std::ptr::null(),
            }),
        }
    }

    /// Sets the values that code for cases reads.
    ///
    /// # Panics
    ///
    /// If they are values for other code.
    pub fn set_case(&mut self, case: Arc<CaseValues>) {
        assert!(case.fit(self.code.case()), "the values of a case");
        self.case = Some(case);
    }

    /// The values of the case that was set last, if nothing else uses them.
    pub fn take_case(&mut self) -> Option<CaseValues> {
        self.case.take().and_then(Arc::into_inner)
    }

    /// Runs a generator on a position. Appends a row for each yielded position:
    /// its slots, then 1 if the same player moves again, else 0. For `symmetry`
    /// a row is a cell and 0.
    ///
    /// # Panics
    ///
    /// If the number of `slots` is not that of a position, or if a guard of a
    /// debug build detects a compiler bug.
    pub fn generate(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        self.run(function, slots, out)
    }

    /// Calls a function on a position. Appends the words of its result: an
    /// optional is 1 and the value, or 0 and an arbitrary value; a position is
    /// its slots.
    ///
    /// # Panics
    ///
    /// If the number of `slots` is not that of a position, or if a guard of a
    /// debug build detects a compiler bug.
    pub fn call(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        self.run(function, slots, out)
    }

    fn run(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        let Some(entry) = self.code.entry(function) else {
            return Outcome::Fault;
        };
        assert_eq!(slots.len(), entry.slots, "the slots of a position");
        let case = match &self.case {
            Some(case) => case.memory().as_ptr_range(),
            None if self.code.case().is_empty() => std::ptr::null()..std::ptr::null(),
            None => return Outcome::Fault,
        };
        loop {
            let before = out.len();
            let context = &mut *self.context;
            let space = out.spare_capacity_mut();
            let range = space.as_mut_ptr_range();
            context.slots = slots.as_ptr();
            context.slots_end = slots.as_ptr_range().end;
            (context.case, context.case_end) = (case.start, case.end);
            context.tables = self.code.tables();
            context.out = range.start.cast();
            context.out_end = range.end.cast();
            let arena = self.arena.as_mut_ptr_range();
            context.arena = arena.start;
            context.top = arena.start;
            context.arena_end = arena.end;
            context.fuel = entry.fuel;
            context.stack_limit = here().saturating_sub(STACK);
            // SAFETY: the code was generated for this context. It reads exactly the
            // slots counted above and the values of a case with its own layout, writes rows and lists only within the areas that
            // the context names, both owned by this call, and uses no more stack
            // than the limit allows.
            let status = unsafe { (entry.code)(context) };
            // If the time is up, the interpreter reports it.
            let steps = entry.fuel.saturating_sub(context.fuel);
            if !self
                .budget
                .as_mut()
                .is_none_or(|one| one.check_steps(steps))
            {
                return Outcome::Fault;
            }
            if status == Status::Done as i64 {
                let written = (context.out as usize - range.start as usize) / 8;
                // SAFETY: the code has written this many words from the end.
                unsafe { out.set_len(before + written) };
                return Outcome::Done;
            }
            assert_ne!(
                status,
                Status::Broken as i64,
                "compiled rules accessed memory out of bounds"
            );
            let is_larger = match status {
                _ if status == Status::MoreRoom as i64 => self.enlarge(),
                _ if status == Status::MoreRows as i64 => self.add_room(out),
                _ => false,
            };
            // Calls are pure, so they are repeated with more space.
            if !is_larger {
                return Outcome::Fault;
            }
        }
    }

    /// Enlarges the arena; returns whether that was possible.
    fn enlarge(&mut self) -> bool {
        let words = (2 * self.arena.len()).max(INITIAL_ARENA);
        if words > MAX_ARENA || !self.may_reserve(words, 0) {
            return false;
        }
        self.arena = Vec::new();
        self.arena = vec![0; words];
        true
    }

    /// Enlarges the row space; returns whether that was possible.
    fn add_room(&mut self, out: &mut Vec<i64>) -> bool {
        let space = (2 * (out.capacity() - out.len())).max(INITIAL_ROW_SPACE);
        if space > MAX_ROW_SPACE || !self.may_reserve(0, out.len() + space) {
            return false;
        }
        out.reserve_exact(space);
        true
    }

    /// Whether the memory budget allows this many words of arena and rows.
    fn may_reserve(&mut self, arena: usize, rows: usize) -> bool {
        let budget = self.budget.as_mut();
        budget.is_none_or(|budget| budget.reserve(arena, rows))
    }
}

/// The approximate stack pointer.
#[inline(never)]
fn here() -> usize {
    let mark = 0_u8;
    std::hint::black_box(&raw const mark) as usize
}
