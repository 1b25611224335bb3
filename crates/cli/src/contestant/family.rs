//! A program and everything that it starts: limited, and ended together.
//!
//! On Linux this process declares itself the reaper of its descendants: one
//! whose parent has ended becomes its child, whatever it did to get away (a
//! group or a session of its own, a double fork). So as long as there is a
//! descendant, there is a child, and `wait` tells when there is none. Other
//! systems end the program's process group.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};

/// Makes a program start in a process group of its own, where Ctrl-C at a
/// terminal does not reach it, with so much memory, and without core dumps.
pub(super) fn limit(command: &mut Command, memory: u64) {
    command.process_group(0);
    let prepare = move || {
        let at_most = |bytes| Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        setrlimit(Resource::Core, at_most(0))?;
        setrlimit(Resource::As, at_most(memory))?;
        // Where this process is killed, the program is not left alone.
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(())
    };
    // SAFETY: between fork and exec the closure makes three system calls and
    // nothing else: it takes no lock, allocates nothing and touches no memory
    // that another thread could have left in disorder.
    unsafe { command.pre_exec(prepare) };
}

/// Makes this process the one that descendants fall to.
pub(super) fn adopt() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// Ends a program and all that it has started; returns when nothing is left.
pub(super) fn end(child: &mut Child) -> io::Result<()> {
    // The number of a group that has ended may be another's by now; where
    // descendants are found one by one, nothing is lost by leaving it alone.
    let is_running = child.try_wait()?.is_none();
    if (is_running || cfg!(not(target_os = "linux")))
        && let Some(group) = Pid::from_raw(child.id() as i32)
    {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // An error only says that it has ended already.
    let _ = child.kill();
    child.wait()?;
    end_descendants()
}

#[cfg(not(target_os = "linux"))]
fn end_descendants() -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
use descendants::end_descendants;

#[cfg(target_os = "linux")]
mod descendants {
    //! The sweep: kill all descendants again and again until none is left.
    //! A process that forks as fast as it can may have gone when it is killed,
    //! and its child not yet have been seen; but they share a process group,
    //! and a group is killed as a whole.

    use std::collections::HashMap;
    use std::fs;
    use std::io;
    use std::time::{Duration, Instant};

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitOptions, getpgrp, getpid, kill_process, kill_process_group, wait,
    };

    /// A process that cannot be ended in this time never will be.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// Time for those that were killed to go.
    const PAUSE: Duration = Duration::from_millis(1);

    /// Kills all descendants of this process; returns when there are none.
    pub(super) fn end_descendants() -> io::Result<()> {
        let began = Instant::now();
        loop {
            if !is_child_left()? {
                return Ok(());
            }
            let left = listed()?;
            for process in &left {
                // One that has ended meanwhile needs no killing.
                let _ = kill_process(process.pid, Signal::KILL);
                if process.group != getpgrp() {
                    let _ = kill_process_group(process.group, Signal::KILL);
                }
            }
            if began.elapsed() > PATIENCE {
                let pids: Vec<String> = left.iter().map(|p| p.pid.to_string()).collect();
                let message = format!("process {} cannot be ended", pids.join(", "));
                return Err(io::Error::other(message));
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Takes leave of all children that have ended; says whether one has not.
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
    fn listed() -> io::Result<Vec<Process>> {
        let mut children: HashMap<Pid, Vec<Process>> = HashMap::new();
        for entry in fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let pid = name.to_str().and_then(parse_pid);
            // A process that has gone meanwhile has no parent any more.
            if let Some(process) = pid.and_then(look_up) {
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

    fn look_up(pid: Pid) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // `pid (name) state parent group …`; a name may contain anything.
        let (_, after_name) = stat.rsplit_once(')')?;
        let mut words = after_name.split_whitespace().skip(1);
        Some(Process {
            pid,
            parent: parse_pid(words.next()?)?,
            group: parse_pid(words.next()?)?,
        })
    }
}
