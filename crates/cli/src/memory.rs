//! What the system is asked about memory.

/// Asks the allocator to keep freed memory for the next allocation. The judge
/// gives a case's memory back and takes as much for the next one; going to the
/// system each time costs more than solving the case.
pub(crate) fn keep_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const KEPT: libc::c_int = 64 << 20;
        // SAFETY: `mallopt` takes two numbers and only changes how the
        // allocator behaves; no other thread runs yet.
        unsafe {
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
            libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT);
        }
    }
}

/// Asks the allocator to give large pieces of freed memory back to the system
/// at once, so that the memory that a command has is what it has claimed. By
/// itself it keeps larger and larger pieces, between others that are in use.
pub(crate) fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 1 << 20;
        // SAFETY: as above.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}

/// The bytes that a command may use: those that somebody allowed, or else the
/// smaller of 4 GiB and half of the machine's memory.
pub(crate) fn budget(allowed: Option<u64>) -> u64 {
    const MOST: u64 = 4 << 30;
    let usual = || of_the_machine().map_or(MOST, |bytes| MOST.min(bytes / 2));
    allowed.unwrap_or_else(usual)
}

/// The bytes of memory that the machine has, where it tells.
fn of_the_machine() -> Option<u64> {
    #[cfg(unix)]
    {
        // SAFETY: `sysconf` takes a number, returns a number, and has no
        // other effect.
        let (pages, bytes) = unsafe {
            (
                libc::sysconf(libc::_SC_PHYS_PAGES),
                libc::sysconf(libc::_SC_PAGESIZE),
            )
        };
        u64::try_from(pages)
            .ok()?
            .checked_mul(u64::try_from(bytes).ok()?)
    }
    #[cfg(not(unix))]
    None
}
