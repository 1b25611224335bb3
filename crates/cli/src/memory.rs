//! Allocator settings and the default memory limit.

/// Makes the allocator keep freed memory. The judge frees and reallocates about
/// the same memory for every case; returning it to the system in between costs
/// more than solving the case.
pub(crate) fn keep_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const KEPT: libc::c_int = 64 << 20;
        // SAFETY: `mallopt` takes two integers and only changes allocator
        // settings; no other thread runs yet.
        unsafe {
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
            libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT);
        }
    }
}

/// Makes the allocator return large freed blocks to the system immediately, so
/// that the process's memory matches what is reserved. By default glibc raises
/// its mmap threshold dynamically and keeps ever larger freed blocks in the heap,
/// where blocks in use prevent trimming.
pub(crate) fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 1 << 20;
        // SAFETY: as in `keep_freed`.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}

/// The memory limit in bytes: `allowed` if given, else the smaller of 4 GiB and
/// half of the machine's memory.
pub(crate) fn budget(allowed: Option<u64>) -> u64 {
    const MAX: u64 = 4 << 30;
    let usual = || physical_memory().map_or(MAX, |bytes| MAX.min(bytes / 2));
    allowed.unwrap_or_else(usual)
}

/// The machine's physical memory in bytes, if known.
fn physical_memory() -> Option<u64> {
    #[cfg(unix)]
    {
        // SAFETY: `sysconf` takes and returns an integer and has no side
        // effects.
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
