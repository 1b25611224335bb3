//! Runs programs as whole processes and measures their resource usage.

use std::fmt;
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// A command line with its input and output files.
#[derive(Clone, Debug)]
pub struct Job {
    program: PathBuf,
    args: Vec<String>,
    input: PathBuf,
    output: PathBuf,
}

/// Resource usage of a process.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Wall time from before the start until the exit.
    pub wall: Duration,
    /// User and system time of all its threads.
    pub cpu: Duration,
    /// The peak resident set in bytes. Linux starts a child's count at the
    /// parent's own peak, so a benchmark that reports memory must stay small.
    pub peak: u64,
}

impl Job {
    /// A program that reads `input` and writes `output`.
    pub fn new(program: &Path, args: &[&str], input: &Path, output: &Path) -> Self {
        Self {
            program: program.to_owned(),
            args: args.iter().map(ToString::to_string).collect(),
            input: input.to_owned(),
            output: output.to_owned(),
        }
    }

    /// The output file.
    pub fn output(&self) -> &Path {
        &self.output
    }

    /// Runs the program once. A failing program is an error.
    pub fn run(&self) -> io::Result<Usage> {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        command.stdin(self.explain(File::open(&self.input))?);
        command.stdout(self.explain(File::create(&self.output))?);
        let start = Instant::now();
        let child = self.explain(command.spawn())?;
        let (status, usage) = wait(&child)?;
        let wall = start.elapsed();
        if !status.success() {
            return Err(io::Error::other(format!("{self}: {status}")));
        }
        Ok(Usage {
            wall,
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            peak: usage.ru_maxrss as u64 * MAXRSS_UNIT,
        })
    }

    fn explain<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), format!("{self}: {error}")))
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, input) = (self.program.display(), self.input.display());
        write!(f, "{program} {} < {input}", self.args.join(" "))
    }
}

const MAXRSS_UNIT: u64 = if cfg!(target_vendor = "apple") {
    1
} else {
    1024
};

/// Waits with `wait4`, because `Child::wait` does not report resource usage.
fn wait(child: &Child) -> io::Result<(ExitStatus, libc::rusage)> {
    let pid = child.id() as libc::pid_t;
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are valid for their types, and `pid` is a child
        // of this process that is not waited for elsewhere.
        let waited = unsafe { libc::wait4(pid, &mut status, 0, usage.as_mut_ptr()) };
        if waited == pid {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: `wait4` initialised it, and all zeros are a valid `rusage`, too.
    let usage = unsafe { usage.assume_init() };
    Ok((ExitStatus::from_raw(status), usage))
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

/// The usage of a job in each of several rounds.
#[derive(Clone, Debug, Default)]
pub struct Runs(Vec<Usage>);

impl Runs {
    /// The median of a quantity, the lower of two middle ones.
    pub fn median<T: Ord>(&self, of: impl Fn(&Usage) -> T) -> T {
        let mut all: Vec<T> = self.0.iter().map(of).collect();
        all.sort_unstable();
        all.swap_remove((all.len() - 1) / 2)
    }

    /// The minimum of a quantity.
    pub fn min<T: Ord>(&self, of: impl Fn(&Usage) -> T) -> T {
        self.0.iter().map(of).min().expect("at least one round")
    }
}

impl FromIterator<Usage> for Runs {
    fn from_iter<I: IntoIterator<Item = Usage>>(usages: I) -> Self {
        Self(usages.into_iter().collect())
    }
}

/// Runs the jobs alternately, round by round, so that changes of the machine's
/// speed affect all equally. The caller warms up.
pub fn interleave<const N: usize>(jobs: [&Job; N], rounds: usize) -> io::Result<[Runs; N]> {
    let mut runs = std::array::from_fn(|_| Runs::default());
    for _ in 0..rounds {
        for (job, runs) in jobs.iter().zip(&mut runs) {
            runs.0.push(job.run()?);
        }
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(micros: u64) -> Usage {
        let time = Duration::from_micros(micros);
        Usage {
            wall: time,
            cpu: time,
            peak: micros,
        }
    }

    #[test]
    fn median_and_minimum() {
        let runs: Runs = [5, 1, 4].into_iter().map(usage).collect();
        assert_eq!(runs.median(|used| used.peak), 4);
        assert_eq!(runs.min(|used| used.cpu), Duration::from_micros(1));
        let even: Runs = [5, 1, 4, 2].into_iter().map(usage).collect();
        assert_eq!(even.median(|used| used.peak), 2);
    }

    #[test]
    fn failing_program_is_an_error() {
        let null = Path::new("/dev/null");
        let job = |program| Job::new(Path::new(program), &[], null, null);
        assert!(job("/no/such/program").run().is_err());
        let error = job("false").run().expect_err("false fails");
        assert!(error.to_string().contains("false"), "{error}");
    }

    #[test]
    fn usage_has_time_and_memory() {
        let null = Path::new("/dev/null");
        let used = Job::new(Path::new("true"), &[], null, null)
            .run()
            .expect("true succeeds");
        assert!(used.peak > 0);
        assert!(used.wall > Duration::ZERO);
    }
}
