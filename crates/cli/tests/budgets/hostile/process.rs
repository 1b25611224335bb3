//! The command with a budget, and what it promises whatever a file holds.

use crate::child::{self, Ended};

const MIB: u64 = 1 << 20;
/// The budget that the command is given.
const MEMORY: u64 = 64 * MIB;
/// Its resident memory may be this large: 1.1 times the budget, and the program.
const RESIDENT: u64 = MEMORY + MEMORY / 10 + 64 * MIB;
/// Where the system ends it, so that a mistake does not take the machine's memory.
const ADDRESSES: u64 = 8192 * MIB;
/// Seconds that it is given, far more than the fuel of its calls allows.
const SECONDS: &str = "20";

/// Runs the command within its limits.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    let memory = MEMORY.to_string();
    let limits = ["--memory", &memory, "--time", SECONDS, "--fuel", "1000000"];
    child::run(&[arguments, &limits].concat(), ADDRESSES)
}

/// What no rule file may bring about.
pub(crate) fn broken_promise(ended: &Ended) -> Option<String> {
    match ended.code {
        Some(0..=3) => {}
        Some(code) => return Some(format!("exit code {code}")),
        None => return Some("ended by a signal, or killed because it hung".to_owned()),
    }
    if ended.stderr.contains("panicked") {
        return Some("a panic".to_owned());
    }
    let resident = ended.memory;
    (resident > RESIDENT).then(|| format!("{resident} bytes resident, {RESIDENT} allowed"))
}
