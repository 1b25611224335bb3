//! Resource limits of a process tree, and its termination.
//!
//! On Linux this process becomes a child subreaper: a descendant whose parent has
//! exited becomes its child, even after `setsid`, `setpgid` or a double fork. So
//! as long as there is a descendant, there is a child, and `wait` reports when
//! there is none. On other systems the program's process group is killed.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(not(target_os = "linux"))]
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group,
    setrlimit, waitid,
};

use super::usage::{Exit, reap};

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

/// The number of running programs. A descendant that has left its process group belongs to none
/// of them in particular, so such descendants are killed when the last program has ended.
static RUNNING: Mutex<usize> = Mutex::new(0);

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program. Dropping it kills its process tree.
pub(super) struct Running {
    /// Its pipes. It is waited for only by [`reap`].
    child: Child,
    exit: Option<Exit>,
    is_over: bool,
}

impl Running {
    pub(super) fn start(command: &mut Command) -> io::Result<Running> {
        let mut count = running();
        become_subreaper()?;
        let child = command.spawn()?;
        *count += 1;
        Ok(Running {
            child,
            exit: None,
            is_over: false,
        })
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub(super) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// How the program exited, if it has.
    pub(super) fn exited(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.exit.is_none() {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let state = match waitid(WaitId::Pid(self.pid()), options) {
                Err(Errno::INTR) => None,
                state => state?,
            };
            if state.is_some() {
                self.reap()?;
            }
        }
        Ok(self.exit.map(|exit| exit.status))
    }

    /// Kills the program and its descendants.
    pub(super) fn end(&mut self) -> io::Result<Exit> {
        let exit = match self.exit {
            Some(exit) => exit,
            None => self.reap()?,
        };
        if !std::mem::replace(&mut self.is_over, true) {
            let mut count = running();
            *count -= 1;
            if *count == 0 {
                kill_descendants()?;
            }
        }
        Ok(exit)
    }

    /// Kills the program with its process group, and waits for it. Before that the id of the
    /// group cannot be that of another.
    fn reap(&mut self) -> io::Result<Exit> {
        // Fail only if all have exited.
        let _ = kill_process_group(self.pid(), Signal::KILL);
        let _ = kill_process(self.pid(), Signal::KILL);
        let exit = reap(self.pid())?;
        self.exit = Some(exit);
        Ok(exit)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Makes this process the reaper of orphaned descendants.
fn become_subreaper() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn processor_time(_: Pid) -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
fn kill_descendants() -> io::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
use descendants::kill_descendants;
#[cfg(target_os = "linux")]
pub(super) use descendants::processor_time;

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

    use super::super::usage::ticks_per_second;

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
            let left = list_descendants(getpid())?;
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
        /// Processor time, with that of the children that it has waited for.
        ticks: u64,
    }

    /// The processor time of a program and its descendants, with those that they have waited for.
    pub(in super::super) fn processor_time(program: Pid) -> Option<Duration> {
        let tree = list_descendants(program).ok()?;
        let tree = tree.iter().map(|process| process.pid).chain([program]);
        let ticks: u64 = tree
            .filter_map(read_stat)
            .map(|process| process.ticks)
            .sum();
        Some(Duration::from_secs_f64(ticks as f64 / ticks_per_second()))
    }

    /// All descendants of a process.
    fn list_descendants(ancestor: Pid) -> io::Result<Vec<Process>> {
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
        let mut open = vec![ancestor];
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
            // utime, stime, cutime and cstime, the 14th to the 17th field.
            ticks: fields
                .skip(8)
                .take(4)
                .filter_map(|ticks| ticks.parse::<u64>().ok())
                .sum(),
        })
    }
}
