//! A large stack for recursive passes over trees.

/// Sufficient for the syntax tree of any accepted file, and for the passes over
/// checked trees, whose depth is bounded by `check::nesting`. Only address
/// space: pages are committed on first touch and released afterwards.
const STACK: usize = 1 << 30;

/// Runs a function on a large stack; `None` if the system cannot allocate it.
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
