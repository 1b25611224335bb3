//! Running the command with limits, and the guarantees for any rule file.

use crate::budgets::child::{self, Ended};

const MIB: u64 = 1 << 20;
/// Memory limit of the command.
const MEMORY: u64 = 64 * MIB;
/// Maximum resident memory: 1.1 times the limit, plus the program.
const RESIDENT: u64 = MEMORY + MEMORY / 10 + 64 * MIB;
/// Limit of the address space, to protect the machine from a defect.
const ADDRESSES: u64 = 8192 * MIB;
/// Time limit in seconds, far more than the limit of steps allows.
const SECONDS: &str = "20";

/// Runs the command within its limits.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    let memory = MEMORY.to_string();
    let limits = ["--memory", &memory, "--time", SECONDS, "--fuel", "1000000"];
    child::run(&[arguments, &limits].concat(), ADDRESSES)
}

/// The first violated guarantee, if any.
pub(crate) fn violation(ended: &Ended) -> Option<String> {
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
