//! Random programs, at the positions that come with them and at others.

use std::path::Path;
use std::process::Command;

use super::twin::Twin;

/// How many programs; `./test --full` runs more.
fn count() -> usize {
    kibitz_twins::rounds(500, 5_000)
}

#[test]
fn random_programs_do_the_same() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/generate.py");
    let seed = std::env::var("KIBITZ_SEED").unwrap_or_else(|_| "2".to_owned());
    let output = Command::new("python3")
        .arg(script)
        .args([seed, count().to_string()])
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "the generator failed");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut rng = fastrand::Rng::with_seed(11);
    let mut compared = 0;
    let mut left_out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let program: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let source = program["source"].as_str().expect("text");
        // Some programs have a mistake, or a fault in their module.
        let Ok(mut twin) = Twin::new(&format!("program {number}\n{source}"), source, &[]) else {
            continue;
        };
        for (id, why) in twin.compiled.left_out() {
            let name = &twin.program.functions[id.0 as usize].name;
            left_out.push(format!("program {number}, {name}: {why}"));
        }
        twin.explore(20, 40, &mut rng);
        compared += 1;
    }
    assert!(compared * 10 > count() * 8, "only {compared} programs");
    assert!(
        left_out.len() * 20 < compared,
        "not compiled: {left_out:#?}"
    );
}
