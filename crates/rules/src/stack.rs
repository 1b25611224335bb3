//! A stack for what goes down a tree by calling itself.

/// Enough for the syntax tree of any file that is read, however deep, and for
/// the passes over checked trees, whose depth is bounded by `check::nesting`.
/// It is address space: only what is used takes memory, and only for so long.
const STACK: usize = 1 << 30;

/// Runs a function on a deep stack; `None` where the system has no room for it.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, work).ok()?;
        match thread.join() {
            Ok(result) => Some(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
