//! Writing: failures leave nothing behind, and say what to do.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{RunContext, StopReason, Wdl};
use kibitz_tablebase::{Description, Entry, Level, Table, TableWriter, WriteError};

use crate::support::{Content, new_path};

#[derive(Debug)]
struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl std::error::Error for Broken {}

fn description(positions: u64) -> Description {
    Description {
        positions,
        ..Description::default()
    }
}

/// The error of writing a table with these values, after which the directory is empty.
fn failure(
    positions: u64,
    source: impl Fn(Range<u64>, &mut Vec<Option<Entry>>) -> Result<(), Broken> + Sync,
) -> String {
    let (directory, path) = new_path();
    let writer = TableWriter::new(description(positions)).values(&source);
    let error = writer
        .write(&path, &RunContext::new().threads(2))
        .unwrap_err();
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    error.to_string().replace(path.to_str().unwrap(), "FILE")
}

#[test]
fn failing_source_leaves_no_file() {
    let message = failure(100_000, |range, into| {
        into.extend(range.clone().map(|_| None));
        if range.contains(&70_000) {
            Err(Broken)
        } else {
            Ok(())
        }
    });
    assert_eq!(message, "broken");
}

#[test]
fn source_of_another_length_is_reported() {
    let message = failure(100_000, |range, into| {
        into.extend(range.skip(1).map(|_| None));
        Ok(())
    });
    assert_eq!(
        message,
        "cannot write the table FILE: the source gave 16383 items for positions 0 to 16383, \
         expected 16384; this is an error of the program"
    );
}

#[test]
fn source_with_other_values_in_the_second_pass_is_reported() {
    let calls = AtomicU64::new(0);
    let message = failure(10, |range, into| {
        let wdl = if calls.fetch_add(1, Ordering::Relaxed) == 0 {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        into.extend(range.map(|_| Some(wdl.into())));
        Ok(())
    });
    assert_eq!(
        message,
        "cannot write the table FILE: the source of `value` gave `L` for position 0 and another \
         value before; this is an error of the program"
    );
}

#[test]
fn rows_in_no_order_are_reported() {
    // Within a block, between blocks, and between the steps of two threads.
    for wrong in [5, 16, 16 * 16, 2000] {
        let (directory, path) = new_path();
        let mut rows: Vec<u8> = (0..3000u32).flat_map(u32::to_be_bytes).collect();
        rows.copy_within(4 * wrong - 4..4 * wrong, 4 * wrong);
        let content = Content {
            rows: Some((4, rows)),
            ..Content::default()
        };
        let error = content.write(&path, 64, Level::Fast, &RunContext::new().threads(2));
        let message = error.unwrap_err().to_string();
        assert!(
            message.contains(&format!("the row of position {wrong} is not above")),
            "{message}"
        );
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}

#[test]
fn cancelled_run_keeps_the_old_file() {
    let (directory, path) = new_path();
    let old = Content::values(10, 3);
    old.write(&path, 64, Level::Fast, &RunContext::new())
        .unwrap();
    let context = RunContext::new().threads(2);
    let source = |range: Range<u64>, into: &mut Vec<Option<Entry>>| {
        context.cancel();
        into.extend(range.map(|_| None));
        Ok::<(), Broken>(())
    };
    let writer = TableWriter::new(description(1 << 20)).values(&source);
    let error = writer.write(&path, &context).unwrap_err();
    assert!(matches!(error, WriteError::Stop(StopReason::Cancelled)));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    assert_eq!(Content::probe(&Table::open(&path).unwrap()).unwrap(), old);
}

#[test]
fn new_file_replaces_the_old_one_while_it_is_open() {
    let (directory, path) = new_path();
    let (old, new) = (Content::values(5000, 30), Content::values(3000, 4));
    old.write(&path, 64, Level::Fast, &RunContext::new())
        .unwrap();
    let table = Table::open(&path).unwrap();
    new.write(&path, 64, Level::Fast, &RunContext::new())
        .unwrap();
    assert_eq!(Content::probe(&table).unwrap(), old);
    assert_eq!(Content::probe(&Table::open(&path).unwrap()).unwrap(), new);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn memory_is_reserved() {
    let (_directory, path) = new_path();
    let content = Content::values(5000, 30);
    let write = |memory| content.write(&path, 64, Level::Fast, &RunContext::new().memory(memory));
    let error = write(1 << 10).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("buffers for writing a table needs"),
        "{error}"
    );
    write(1 << 30).unwrap();
}

#[test]
fn impossible_tables_are_refused() {
    let (directory, path) = new_path();
    let none = |_: Range<u64>, _: &mut Vec<u8>| Ok::<(), Broken>(());
    let writer = || TableWriter::new(description(1));
    for (writer, expected) in [
        (writer(), "it has no column; add one, e.g. the values"),
        (
            writer().rows(0, &none),
            "rows of 0 bytes are not possible, only 1 to 16384",
        ),
        (
            writer().rows(16_385, &none),
            "rows of 16385 bytes are not possible, only 1 to 16384",
        ),
        (
            writer().rows(1, &none).block_bytes(1000),
            "a block size of 1000 bytes is not a power of two from 64 to 1048576",
        ),
    ] {
        let error = writer
            .write(&path, &RunContext::new())
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            format!("cannot write the table {}: {expected}", path.display())
        );
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// A link stays, and the file that it names is replaced; what is not a file stays, too.
#[cfg(unix)]
#[test]
fn links_and_devices_are_not_replaced() {
    let (directory, path) = new_path();
    let content = Content::values(10, 3);
    let write = |path: &std::path::Path| content.write(path, 64, Level::Fast, &RunContext::new());
    fs::write(&path, "").unwrap();
    let link = directory.path().join("link.kbz");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let length = write(&link).unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::symlink_metadata(&path).unwrap().len(), length);
    let socket = directory.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let error = write(&socket).unwrap_err().to_string();
    assert!(
        error.contains("it is not a regular file; choose another path"),
        "{error}"
    );
    assert!(socket.exists());
}

#[test]
fn errors_of_the_system_say_what_to_do() {
    let (directory, path) = new_path();
    let directory = directory.path();
    let content = Content::values(10, 3);
    let message = |path: &std::path::Path| {
        let error = content
            .write(path, 64, Level::Fast, &RunContext::new())
            .unwrap_err();
        error
            .to_string()
            .replace(directory.to_str().unwrap(), "DIR")
    };
    assert_eq!(
        message(directory),
        "cannot write the table DIR: creating it: is a directory; give the path of a file"
    );
    assert_eq!(
        message(&directory.join("none/table.kbz")),
        "cannot write the table DIR/none/table.kbz: creating it: No such file or directory \
         (os error 2); check the path: its directory must exist"
    );
    for (name, content) in [("rules.py", "def start():\n"), ("short", "KIBITZ")] {
        let other = directory.join(name);
        fs::write(&other, content).unwrap();
        assert_eq!(
            message(&other),
            format!(
                "cannot write the table DIR/{name}: creating it: it exists and is not a table \
                 file, so it is not overwritten; choose another path"
            )
        );
        assert_eq!(fs::read_to_string(&other).unwrap(), content);
    }
    let other = fs::File::create(directory.join("table.kbz.tmp")).unwrap();
    other.lock().unwrap();
    assert_eq!(
        message(&path),
        "cannot write the table DIR/table.kbz: creating DIR/table.kbz.tmp: File exists (os error \
         17); another run is writing this table: wait until it ends, or choose another path"
    );
    assert!(directory.join("table.kbz.tmp").exists());
}

/// A device that is always full stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported() {
    use std::io::Write;

    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let error = full.and_then(|mut file| file.write_all(b"x")).unwrap_err();
    let error: WriteError<Broken> = WriteError::System {
        path: "table.kbz".into(),
        doing: "writing after 7 bytes".to_owned(),
        error,
    };
    assert_eq!(
        error.to_string(),
        "cannot write the table table.kbz: writing after 7 bytes: No space left on device (os \
         error 28); free some space, or choose a path on another file system"
    );
}
