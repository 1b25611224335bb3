//! Calls of compiled code: one worker for each thread.

use std::sync::Arc;

use kibitz_game::{Claim, Watch};

use super::code::Code;
use super::context::{Context, RESULT_WORDS, Status};
use crate::tree::FunctionId;

/// How large an arena begins, and how large it can become, in words.
const FIRST_ARENA: usize = 1 << 13;
const LARGEST_ARENA: usize = 1 << 25;
/// The least room for rows, in words.
const FIRST_ROOM: usize = 1 << 10;
/// The most room for rows that a call is given, in words.
const LARGEST_ROOM: usize = 1 << 28;
/// How much of the machine's stack a call may use, in bytes. Threads have 2 MiB.
const STACK: usize = 1 << 19;

/// Steps between two looks at the clock: some tens of milliseconds.
const PACE: i64 = 1 << 20;
/// Words of an arena and of rows that need no claim.
const UNCLAIMED: usize = 1 << 17;
/// What arena and rows are, in messages.
const WHAT: &str = "what one call of a rule file makes";

/// How a call of compiled code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Well: the result has been appended.
    Done,
    /// With a fault, or beyond what compiled code can do: nothing has been
    /// appended, and the interpreter answers.
    Fault,
}

/// Calls compiled code. Cheap to make; each thread has its own.
#[derive(Debug)]
pub struct Worker {
    code: Arc<Code>,
    arena: Vec<i64>,
    context: Box<Context>,
    budget: Option<Budget>,
}

/// What watches over the calls, and what they have taken.
#[derive(Debug)]
struct Budget {
    watch: Watch,
    /// Steps since the clock was looked at.
    steps: i64,
    /// The memory of the arena, and that of the most rows at once.
    claim: Claim,
    arena: usize,
    rows: usize,
}

impl Budget {
    /// Looks at the clock after so many steps, if it is time; whether to go on.
    fn go_on(&mut self, steps: i64) -> bool {
        self.steps += steps;
        if self.steps < PACE {
            return true;
        }
        self.steps = 0;
        self.watch.check().is_ok()
    }

    /// Claims room for so many words of the arena and of rows; whether there is
    /// as much.
    fn claim(&mut self, arena: usize, rows: usize) -> bool {
        let words = |arena: usize, rows: usize| (arena + rows).saturating_sub(UNCLAIMED);
        let (arena, rows) = (arena.max(self.arena), rows.max(self.rows));
        let more = words(arena, rows) - words(self.arena, self.rows);
        if self.claim.grow(WHAT, 8 * more as u64).is_err() {
            return false;
        }
        (self.arena, self.rows) = (arena, rows);
        true
    }
}

// SAFETY: the addresses in the context are set before each call, to memory that
// the worker or its caller owns during the call, and mean nothing after it.
unsafe impl Send for Worker {}

impl Worker {
    pub(super) fn new(code: Arc<Code>, watch: Option<&Watch>) -> Worker {
        let budget = watch.and_then(|watch| {
            Some(Budget {
                watch: watch.clone(),
                steps: 0,
                claim: watch.claim(WHAT, 0).ok()?,
                arena: 0,
                rows: 0,
            })
        });
        Worker {
            code,
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
                results: [0; RESULT_WORDS],
                slots_end: std::ptr::null(),
                arena: std::ptr::null(),
                tables: std::ptr::null(),
            }),
        }
    }

    /// Runs a generator on a position. Appends a row for each position that it
    /// yields: its slots, then 1 where the same player moves again, else 0. For
    /// `symmetry` a row is a cell and 0.
    ///
    /// # Panics
    ///
    /// If `slots` are not as many as a position has, and if a check of a debug
    /// build finds that the code is wrong.
    pub fn generate(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        self.run(function, slots, out)
    }

    /// Calls a function on a position. Appends the words of what it returns: an
    /// optional value is 1 and the value or 0 and anything; a position its
    /// slots.
    ///
    /// # Panics
    ///
    /// If `slots` are not as many as a position has, and if a check of a debug
    /// build finds that the code is wrong.
    pub fn call(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        self.run(function, slots, out)
    }

    fn run(&mut self, function: FunctionId, slots: &[i64], out: &mut Vec<i64>) -> Outcome {
        let Some(entry) = self.code.entry(function) else {
            return Outcome::Fault;
        };
        assert_eq!(slots.len(), entry.slots, "the slots of a position");
        loop {
            let before = out.len();
            let context = &mut *self.context;
            let room = out.spare_capacity_mut();
            let range = room.as_mut_ptr_range();
            context.slots = slots.as_ptr();
            context.slots_end = slots.as_ptr_range().end;
            context.tables = self.code.tables();
            context.out = range.start.cast();
            context.out_end = range.end.cast();
            let arena = self.arena.as_mut_ptr_range();
            context.arena = arena.start;
            context.top = arena.start;
            context.arena_end = arena.end;
            context.fuel = entry.fuel;
            context.stack_limit = here().saturating_sub(STACK);
            // SAFETY: the code was generated for this context. It reads as many
            // slots as were counted above, writes rows and lists only within
            // the rooms that the context names, both ours while it runs, and
            // uses no more stack than the limit allows.
            let status = unsafe { (entry.code)(context) };
            // Where the time is up, the interpreter finds out.
            let steps = entry.fuel.saturating_sub(context.fuel);
            if !self.budget.as_mut().is_none_or(|one| one.go_on(steps)) {
                return Outcome::Fault;
            }
            if status == Status::Done as i64 {
                let written = (context.out as usize - range.start as usize) / 8;
                // SAFETY: the code has written so many words from the end on.
                unsafe { out.set_len(before + written) };
                return Outcome::Done;
            }
            assert_ne!(
                status,
                Status::Broken as i64,
                "compiled rules reached outside of their memory"
            );
            let is_larger = match status {
                _ if status == Status::MoreRoom as i64 => self.enlarge(),
                _ if status == Status::MoreRows as i64 => self.add_room(out),
                _ => false,
            };
            // Calls are pure: with more room they are made again.
            if !is_larger {
                return Outcome::Fault;
            }
        }
    }

    /// A larger arena; whether there can be one.
    fn enlarge(&mut self) -> bool {
        let words = (2 * self.arena.len()).max(FIRST_ARENA);
        if words > LARGEST_ARENA || !self.may_take(words, 0) {
            return false;
        }
        self.arena = Vec::new();
        self.arena = vec![0; words];
        true
    }

    /// More room for rows; whether there can be any.
    fn add_room(&mut self, out: &mut Vec<i64>) -> bool {
        let room = (2 * (out.capacity() - out.len())).max(FIRST_ROOM);
        if room > LARGEST_ROOM || !self.may_take(0, out.len() + room) {
            return false;
        }
        out.reserve_exact(room);
        true
    }

    /// Whether the memory budget has room for an arena and for rows of so many
    /// words.
    fn may_take(&mut self, arena: usize, rows: usize) -> bool {
        let budget = self.budget.as_mut();
        budget.is_none_or(|budget| budget.claim(arena, rows))
    }
}

/// About where the stack is now.
#[inline(never)]
fn here() -> usize {
    let mark = 0_u8;
    std::hint::black_box(&raw const mark) as usize
}
