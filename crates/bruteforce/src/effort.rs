//! How thorough the tests are.

/// Whether the long tests run, as with `./test --full`.
#[must_use]
pub fn is_full() -> bool {
    std::env::var("KIBITZ_FULL_TESTS").is_ok_and(|value| value == "1")
}

/// The number of rounds: `usual`, or `full` in a full run.
#[must_use]
pub fn rounds(usual: usize, full: usize) -> usize {
    if is_full() { full } else { usual }
}
