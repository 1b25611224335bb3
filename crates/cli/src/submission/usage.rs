//! Waiting for a program, with what it has used.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use kibitz_query::{Memory, Usage};
use rustix::process::Pid;

/// How a program ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) status: ExitStatus,
    pub(super) usage: Usage,
}

/// The unit of `ru_maxrss` in bytes.
const MAXRSS_UNIT: u64 = if cfg!(target_vendor = "apple") {
    1
} else {
    1024
};

/// Reaps a child, once it has exited. What it used includes its descendants, as far as they were
/// waited for.
pub(super) fn reap(child: Pid) -> io::Result<Exit> {
    let (mut status, mut used) = (0, no_usage());
    loop {
        // SAFETY: both places are writable and live as long as the call.
        let found = unsafe {
            libc::wait4(
                child.as_raw_nonzero().get(),
                &raw mut status,
                0,
                &raw mut used,
            )
        };
        if found == child.as_raw_nonzero().get() {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // Until it replaced its memory by the program, the child had that of this process.
    let own_peak = peak(&own_usage()?);
    let memory = match peak(&used) {
        bytes if bytes > own_peak => Memory::Peak(bytes),
        bytes => Memory::AtMost(bytes),
    };
    let time = duration(used.ru_utime) + duration(used.ru_stime);
    Ok(Exit {
        status: ExitStatus::from_raw(status),
        usage: Usage { time, memory },
    })
}

/// The unit of processor times in `/proc`.
#[cfg(target_os = "linux")]
pub(super) fn ticks_per_second() -> f64 {
    // SAFETY: the call takes no address.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    ticks.max(1) as f64
}

fn own_usage() -> io::Result<libc::rusage> {
    let mut used = no_usage();
    // SAFETY: the place is writable and lives as long as the call.
    match unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut used) } {
        0 => Ok(used),
        _ => Err(io::Error::last_os_error()),
    }
}

fn no_usage() -> libc::rusage {
    // SAFETY: it consists of numbers, and 0 is a value of each.
    unsafe { std::mem::zeroed() }
}

fn peak(used: &libc::rusage) -> u64 {
    u64::try_from(used.ru_maxrss).unwrap_or(0) * MAXRSS_UNIT
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}
