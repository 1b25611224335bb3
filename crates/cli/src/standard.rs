//! Detection of a closed standard output.
//!
//! Before `main`, Rust's runtime replaces closed standard streams by
//! `/dev/null`, so output would be lost without an error. The descriptor is
//! therefore checked earlier, in a constructor that the loader calls.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod at_load {
    use super::{IS_CLOSED, Ordering};

    extern "C" fn check_stdout() {
        // SAFETY: `F_GETFD` takes an integer and has no side effects; it returns
        // -1 if the descriptor is not open.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    // SAFETY: the section is a list of functions of this type, which the loader
    // calls once each before `main`. `check_stdout` does not need Rust's runtime:
    // it makes one system call and stores to an atomic that is initialised at
    // compile time; it cannot panic or allocate.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static CHECK: extern "C" fn() = check_stdout;
}

/// Returns an error if standard output was closed when the program started.
pub(crate) fn check_output() -> io::Result<()> {
    match IS_CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(()),
    }
}
