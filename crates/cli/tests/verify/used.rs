//! Processor time and memory of programs under test.

use std::fs;
use std::path::Path;

use crate::verify::programs::{Verified, verify};

/// Runs `kibitz verify marbles` on a script that does something and then answers correctly.
fn after(script: &str, options: &[&str]) -> Verified {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.sh");
    let kibitz = assert_cmd::cargo::cargo_bin!("kibitz");
    let text = format!("{script}\nexec '{}' judge marbles\n", kibitz.display());
    fs::write(&file, text).unwrap();
    verify(
        "marbles",
        Path::new("/bin/sh"),
        file.to_str().unwrap(),
        options,
    )
}

const ONE: [&str; 4] = ["--cases", "1", "--shrink", "no"];

#[test]
fn a_program_that_sleeps_may_take_more_than_its_limit() {
    let verified = after("sleep 3.5", &[&ONE[..], &["--limit", "3"]].concat());
    assert_eq!(verified.code, Some(0), "{}", verified.document);
    let seconds = verified.document["usage"]["seconds"].as_f64().unwrap();
    assert!(seconds < 3.0, "{seconds}");
}

#[test]
fn a_program_that_sleeps_too_long_is_stopped() {
    let verified = after("sleep 1000", &[&ONE[..], &["--limit", "0.5"]].concat());
    assert_eq!(verified.text("verdict"), "time limit");
}

/// The shell waits for a child that computes.
#[test]
fn descendants_count() {
    let spins = "(while true; do true; done)";
    let verified = after(spins, &[&ONE[..], &["--limit", "0.5"]].concat());
    assert_eq!(verified.text("verdict"), "time limit");
    let used = "python3 -c 'import time\nwhile time.process_time() < 0.4: pass'";
    let verified = after(used, &[&ONE[..], &["--limit", "60"]].concat());
    assert_eq!(verified.code, Some(0), "{}", verified.document);
    let usage = &verified.document["usage"];
    assert!(usage["seconds"].as_f64().unwrap() >= 0.4, "{usage}");
    assert_eq!(
        (usage["first_case"].as_u64(), usage["last_case"].as_u64()),
        (Some(1), Some(1))
    );
}

#[test]
fn the_peak_of_memory_is_reported() {
    let peak = |megabytes: u64| {
        let script = format!("python3 -c 'x = bytearray({megabytes} << 20)'");
        let verified = after(&script, &[&ONE[..], &["--limit", "60"]].concat());
        let usage = verified.document["usage"].clone();
        (
            usage["memory"].as_u64().unwrap() >> 20,
            usage["memory_is_bound"] == true,
        )
    };
    let (most, is_bound) = peak(600);
    assert!((600..700).contains(&most) && !is_bound, "{most} {is_bound}");
    // That of kibitz itself may be larger.
    let (most, is_bound) = peak(1);
    assert!(most < 600 || is_bound, "{most}");
}
