//! Resource limits of a process tree, and its termination.
//!
//! On Linux this process becomes a child subreaper: a descendant whose parent has
//! exited becomes its child, even after `setsid`, `setpgid` or a double fork. So
//! as long as there is a descendant, there is a child, and `wait` reports when
//! there is none. On other systems the program's process group is killed.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};

/// Makes a program start in its own process group, so that Ctrl-C in a terminal
/// does not reach it, with limited address space and without core dumps.
pub(super) fn limit(command: &mut Command, memory: u64) {
    command.process_group(0);
    let prepare = move || {
        let at_most = |bytes| Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        setrlimit(Resource::Core, at_most(0))?;
        setrlimit(Resource::As, at_most(memory))?;
        // If this process is killed, so is the program.
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(())
    };
    // SAFETY: between fork and exec the closure only makes three system calls: it
    // takes no lock, does not allocate, and accesses no memory that another
    // thread could have left in an inconsistent state.
    unsafe { command.pre_exec(prepare) };
}

/// Makes this process the reaper of orphaned descendants.
pub(super) fn become_subreaper() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// Kills a program and all its descendants; returns when none is left.
pub(super) fn end(child: &mut Child) -> io::Result<()> {
    // The id of a group that has exited may have been reused. On Linux the group
    // need not be killed, because descendants are found one by one.
    let is_running = child.try_wait()?.is_none();
    if (is_running || cfg!(not(target_os = "linux")))
        && let Some(group) = Pid::from_raw(child.id() as i32)
    {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // Fails only if it has exited already.
    let _ = child.kill();
    child.wait()?;
    kill_descendants()
}

#[cfg(not(target_os = "linux"))]
fn kill_descendants() -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
use descendants::kill_descendants;

#[cfg(target_os = "linux")]
mod descendants {
    //! Kills all descendants repeatedly until none is left. A process that forks
    //! rapidly may exit before it is killed while its child is not listed yet;
    //! but they share a process group, which is killed as a whole.

    use std::collections::HashMap;
    use std::fs;
    use std::io;
    use std::time::{Duration, Instant};

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitOptions, getpgrp, getpid, kill_process, kill_process_group, wait,
    };

    /// Give up on processes that are still alive after this time.
    const TIMEOUT: Duration = Duration::from_secs(10);
    /// Pause between rounds, for killed processes to exit.
    const PAUSE: Duration = Duration::from_millis(1);

    /// Kills all descendants of this process; returns when there are none.
    pub(super) fn kill_descendants() -> io::Result<()> {
        let began = Instant::now();
        loop {
            if !is_child_left()? {
                return Ok(());
            }
            let left = list_descendants()?;
            for process in &left {
                // It may have exited meanwhile.
                let _ = kill_process(process.pid, Signal::KILL);
                if process.group != getpgrp() {
                    let _ = kill_process_group(process.group, Signal::KILL);
                }
            }
            if began.elapsed() > TIMEOUT {
                let pids: Vec<String> = left.iter().map(|p| p.pid.to_string()).collect();
                let message = format!("cannot kill process {}", pids.join(", "));
                return Err(io::Error::other(message));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Reaps all exited children; returns whether one is still alive.
    fn is_child_left() -> io::Result<bool> {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return Ok(true),
                Err(Errno::CHILD) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Process {
        pid: Pid,
        parent: Pid,
        group: Pid,
    }

    /// All descendants of this process.
    fn list_descendants() -> io::Result<Vec<Process>> {
        let mut children: HashMap<Pid, Vec<Process>> = HashMap::new();
        for entry in fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let pid = name.to_str().and_then(parse_pid);
            // `None` if the process has exited meanwhile.
            if let Some(process) = pid.and_then(read_stat) {
                children.entry(process.parent).or_default().push(process);
            }
        }
        let mut found = Vec::new();
        let mut open = vec![getpid()];
        while let Some(parent) = open.pop() {
            let own = children.remove(&parent).unwrap_or_default();
            open.extend(own.iter().map(|process| process.pid));
            found.extend(own);
        }
        Ok(found)
    }

    fn parse_pid(text: &str) -> Option<Pid> {
        text.parse().ok().and_then(Pid::from_raw)
    }

    fn read_stat(pid: Pid) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // `pid (name) state parent group …`; the name may contain any character.
        let (_, after_name) = stat.rsplit_once(')')?;
        let mut fields = after_name.split_whitespace().skip(1);
        Some(Process {
            pid,
            parent: parse_pid(fields.next()?)?,
            group: parse_pid(fields.next()?)?,
        })
    }
}
