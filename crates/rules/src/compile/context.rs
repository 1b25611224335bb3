//! The interface between generated code and its caller.

/// The words read and written by a call, at fixed offsets.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Context {
    /// The position's slots.
    pub(super) slots: *const i64,
    /// Where the next row is written.
    pub(super) out: *mut i64,
    /// The end of the row space.
    pub(super) out_end: *mut i64,
    /// The first free word of the arena.
    pub(super) top: *mut i64,
    /// The end of the arena.
    pub(super) arena_end: *mut i64,
    /// Remaining steps.
    pub(super) fuel: i64,
    /// Remaining call depth.
    pub(super) depth: i64,
    /// The lowest address that the stack may grow to.
    pub(super) stack_limit: usize,
    /// The values of the case.
    pub(super) case: *const i64,
    /// Results of calls, and arguments that do not fit into registers.
    pub(super) results: [i64; RESULT_WORDS],
    /// The end of the position's slots; this and the following are for guards.
    pub(super) slots_end: *const i64,
    /// The end of the values of the case and of their lists.
    pub(super) case_end: *const i64,
    /// The beginning of the arena.
    pub(super) arena: *const i64,
    /// The tables of the module.
    pub(super) tables: *const Vec<Box<[i64]>>,
}

/// Maximum number of words that a call can return.
pub(super) const RESULT_WORDS: usize = 64;

/// Offset of the slots' address in bytes; the others follow.
pub(super) const SLOTS: i32 = 0;
/// See [`Context::out`].
pub(super) const OUT: i32 = 8;
/// See [`Context::out_end`].
pub(super) const OUT_END: i32 = 16;
/// See [`Context::top`].
pub(super) const TOP: i32 = 24;
/// See [`Context::arena_end`].
pub(super) const ARENA_END: i32 = 32;
/// See [`Context::fuel`].
pub(super) const FUEL: i32 = 40;
/// See [`Context::depth`].
pub(super) const DEPTH: i32 = 48;
/// See [`Context::stack_limit`].
pub(super) const STACK_LIMIT: i32 = 56;
/// See [`Context::case`].
pub(super) const CASE: i32 = 64;
/// See [`Context::results`].
pub(super) const RESULTS: i32 = 72;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(super) enum Status {
    /// Success.
    Done = 0,
    /// A fault.
    Fault = 1,
    /// The arena was too small.
    MoreRoom = 2,
    /// The row space was too small.
    MoreRows = 3,
    /// A guard failed: a compiler bug.
    Broken = 4,
}

// The offsets above are those of the fields.
const _: () = {
    use std::mem::offset_of;
    assert!(offset_of!(Context, slots) == SLOTS as usize);
    assert!(offset_of!(Context, out) == OUT as usize);
    assert!(offset_of!(Context, out_end) == OUT_END as usize);
    assert!(offset_of!(Context, top) == TOP as usize);
    assert!(offset_of!(Context, arena_end) == ARENA_END as usize);
    assert!(offset_of!(Context, fuel) == FUEL as usize);
    assert!(offset_of!(Context, depth) == DEPTH as usize);
    assert!(offset_of!(Context, stack_limit) == STACK_LIMIT as usize);
    assert!(offset_of!(Context, case) == CASE as usize);
    assert!(offset_of!(Context, results) == RESULTS as usize);
};
