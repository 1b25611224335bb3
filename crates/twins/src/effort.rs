//! How much the tests do.

/// Whether the long runs are wanted, as `./test --full` does.
#[must_use]
pub fn is_full() -> bool {
    std::env::var("KIBITZ_FULL_TESTS").is_ok_and(|value| value == "1")
}

/// One number usually, another in a full run.
#[must_use]
pub fn rounds(usual: usize, full: usize) -> usize {
    if is_full() { full } else { usual }
}
