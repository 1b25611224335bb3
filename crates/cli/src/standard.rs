//! Whether standard output is there at all.
//!
//! Rust's runtime opens `/dev/null` in the place of a standard stream that is
//! closed, before `main` begins. Whatever is written is then lost, and nothing
//! reports it. So the question is asked before that, by a function that the
//! loader calls among the constructors of the program.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod at_load {
    use super::{IS_CLOSED, Ordering};

    extern "C" fn look() {
        // SAFETY: `F_GETFD` takes a number and has no effect but its result;
        // -1 means that there is no such descriptor.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    // SAFETY: the section is a list of functions of this type, which the loader
    // calls once each before `main`. `look` needs nothing of Rust's runtime: it
    // makes one system call and stores to an atomic that is initialised at
    // compile time; it cannot panic or allocate.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}

/// Fails where standard output was closed when the program began.
pub(crate) fn check_output() -> io::Result<()> {
    match IS_CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(()),
    }
}
