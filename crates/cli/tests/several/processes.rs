//! Builds by several processes, and signals to them.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::table_files::{build, text};

pub(super) fn kibitz(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kibitz"));
    command
        .args(arguments)
        .stdout(Stdio::null())
        .env_remove("KIBITZ_SECRET");
    command
}

/// A build of a game into a directory.
pub(super) fn build_parts(game: &[&str], directory: &Path, more: &[&str]) -> Command {
    let output = ["-o", text(directory)];
    kibitz(&[&["build"], game, &output, more].concat())
}

pub(super) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The file that the parts in a directory make.
pub(super) fn merge(parts: &Path) -> Vec<u8> {
    let file = parts.with_extension("merged");
    let merged = kibitz(&["merge", text(parts), "-o", text(&file)])
        .output()
        .unwrap();
    assert!(merged.status.success(), "{}", stderr(&merged));
    std::fs::read(file).unwrap()
}

/// Builds with some numbers of processes, and compares with the file of one.
pub(super) fn is_the_same(game: &str, set: &[&str], numbers: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), game, set, &[])).unwrap();
    for processes in numbers {
        let parts = directory.path().join(processes);
        let game = [&[game], set].concat();
        let built = build_parts(&game, &parts, &["--processes", processes])
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", stderr(&built));
        assert!(merge(&parts) == expected, "{game:?} by {processes}");
        let names: Vec<_> = std::fs::read_dir(&parts)
            .unwrap()
            .map(|f| f.unwrap())
            .collect();
        let is_rest = |name: &str| name.starts_with("checkpoint") || name.ends_with("tmp");
        assert!(
            !names
                .iter()
                .any(|f| is_rest(&f.file_name().to_string_lossy()))
        );
    }
}

/// The processes that a process has started.
pub(super) fn children(process: u32) -> Vec<u32> {
    let list = format!("/proc/{process}/task/{process}/children");
    let list = std::fs::read_to_string(list).unwrap_or_default();
    list.split_whitespace()
        .map(|id| id.parse().unwrap())
        .collect()
}

/// Whether a process that another one has started executes the program. Before that, its parent
/// waits for it without a limit, so a signal to stop would stop both.
pub(super) fn is_executed(process: u32) -> bool {
    let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    let mut variables = environment.split(|byte| *byte == 0);
    variables.any(|variable| variable.starts_with(b"KIBITZ_PEERS="))
}

pub(super) fn signal(name: &str, process: u32) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.is_ok());
}

pub(super) fn is_running(process: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A zombie waits for a parent that was killed.
    !state.is_empty() && !state.contains(") Z ")
}

/// Waits for something that happens within seconds.
pub(super) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a build has written some more checkpoints, or has ended.
pub(super) fn wait_for_checkpoints(child: &mut Child, parts: &Path, count: usize) {
    let names = || {
        let files = std::fs::read_dir(parts).into_iter().flatten().flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("checkpoint-") && !name.ends_with("tmp"))
    };
    let before: HashSet<String> = names().collect();
    let mut written = HashSet::new();
    wait_until("there are checkpoints", || {
        written.extend(names().filter(|name| !before.contains(name)));
        written.len() >= count || child.try_wait().unwrap().is_some()
    });
}

/// Whatever process is killed, whenever: the others end, and the same command, or one with another
/// number of processes, continues, and ends with the same table.
pub(super) fn continues_when_killed(game: &[&str], checkpoint: &str, kills: u32) {
    let directory = tempfile::tempdir().unwrap();
    let expected = std::fs::read(build(directory.path(), game[0], &game[1..], &[])).unwrap();
    let parts = directory.path().join("parts");
    let start = |processes: &str| {
        let often = ["--checkpoint", checkpoint, "--processes", processes];
        let mut command = build_parts(game, &parts, &often);
        command.stderr(Stdio::piped());
        command
    };
    let (mut continued, mut killed) = (0, 0);
    for kill in 0..kills {
        let processes = ["3", "2", "3", "3", "1"][kill as usize % 5];
        let mut child = start(processes).spawn().unwrap();
        // Some are killed at the start, the others at a moment after checkpoints.
        wait_for_checkpoints(&mut child, &parts, kill as usize * 3 % 8);
        std::thread::sleep(Duration::from_micros(u64::from(kill * 7919 % 100) * 200));
        let mut all = children(child.id());
        all.insert(0, child.id());
        let victim = kill as usize % all.len();
        signal("-9", all[victim]);
        let ended = child.wait_with_output().unwrap();
        let error = stderr(&ended);
        continued += usize::from(error.contains("continuing from the checkpoint"));
        wait_until("the other processes end", || {
            !all.iter().any(|id| is_running(*id))
        });
        if ended.status.success() {
            assert!(merge(&parts) == expected);
            continue;
        }
        killed += 1;
        // Otherwise it is the first process, which reports failures.
        if victim > 0 {
            assert_eq!(ended.status.code(), Some(4), "{error}");
            assert!(error.contains("process"), "{error}");
        }
    }
    assert!(
        killed > 3 && continued > 0,
        "{killed} killed, {continued} continued"
    );
    let last = start("2").output().unwrap();
    assert!(last.status.success(), "{}", stderr(&last));
    assert!(merge(&parts) == expected);
}
