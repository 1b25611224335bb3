//! Table files of rule files that are built out of core: byte for byte those built in memory, also
//! after interruptions; other working files are refused or left alone.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kibitz_game::{Progress, RunContext, Scratch};
use kibitz_query::{GameSource, Level, QueryError, Session};
use kibitz_rules::fault::Limits;

/// An example with some parameters set.
fn example(name: &str, set: &[(&str, &str)]) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.py"));
    let source = GameSource::new(path.to_str().unwrap(), Limits::default()).unwrap();
    source.open(set.iter().copied()).unwrap()
}

/// Little memory, all of which is needed beside a solution in memory: hence none is made.
fn context(path: &Path, threads: usize) -> RunContext {
    let directory = PathBuf::from(format!("{}.work", path.display()));
    let context = RunContext::new().memory(32 << 20).threads(threads);
    context.with_scratch(Scratch {
        spare: 32 << 20,
        ..Scratch::new(directory)
    })
}

/// The table of a game, built in memory.
fn expected(session: &Session, directory: &Path) -> Vec<u8> {
    let path = directory.join("expected.kbz");
    let context = RunContext::new();
    session
        .build_table(&path, None, Level::Fast, &context)
        .unwrap();
    std::fs::read(path).unwrap()
}

fn names(directory: &Path) -> Vec<String> {
    let files = std::fs::read_dir(directory).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// Examples with cycles, extra turns, two players with different moves, symmetries, ties, misère
/// play.
const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("quixo", &[]),
    ("chopsticks", &[]),
    ("hare_and_hounds", &[]),
    ("domineering", &[("rows", "3"), ("cols", "3")]),
    ("dots_and_boxes", &[]),
    ("tictactoe", &[]),
    ("misere_nim", &[]),
    ("three_mens_morris", &[]),
];

#[test]
fn tables_built_on_disk_are_those_built_in_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    for (i, (name, set)) in GAMES.iter().enumerate() {
        let session = example(name, set);
        let expected = expected(&session, directory.path());
        let context = context(&path, 1 + i % 2);
        session
            .build_table(&path, None, Level::Fast, &context)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(std::fs::read(&path).unwrap() == expected, "{name}");
        assert_eq!(names(directory.path()).len(), 2, "{name}");
    }
}

/// Cancels a run at a report of progress.
struct CancelAt {
    context: RunContext,
    left: AtomicUsize,
}

impl Progress for CancelAt {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance_to(&self, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.context.cancel();
        }
    }
    fn end(&self) {}
}

/// Built with many interruptions, each time a little further.
#[test]
fn interrupted_builds_continue() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let session = example("quixo", &[]);
    let expected = expected(&session, directory.path());
    let mut interruptions = 0;
    loop {
        let plain = context(&path, 1);
        let scratch = Scratch {
            interval: Duration::ZERO,
            ..plain.scratch().unwrap().clone()
        };
        let plain = plain.with_scratch(scratch);
        let context = plain.clone().report_to(Arc::new(CancelAt {
            context: plain,
            left: AtomicUsize::new(9 + interruptions),
        }));
        match session.build_table(&path, None, Level::Fast, &context) {
            Err(QueryError::Stop(_)) => interruptions += 1,
            Err(other) => panic!("{other}"),
            Ok(_) => break,
        }
    }
    assert!(interruptions > 3, "{interruptions}");
    assert!(std::fs::read(&path).unwrap() == expected);
    assert_eq!(names(directory.path()).len(), 2);
}

/// Working files of another root are refused if they are needed, and left alone if not.
#[test]
fn working_files_of_others_are_not_touched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let session = example("tictactoe", &[]);
    let other = example("quixo", &[]);
    let begun = context(&path, 1);
    let scratch = Scratch {
        interval: Duration::ZERO,
        ..begun.scratch().unwrap().clone()
    };
    let begun = begun.with_scratch(scratch);
    let cancelled = begun.clone().report_to(Arc::new(CancelAt {
        context: begun,
        left: AtomicUsize::new(20),
    }));
    let stopped = other.build_table(&path, None, Level::Fast, &cancelled);
    assert!(matches!(stopped, Err(QueryError::Stop(_))), "{stopped:?}");
    let work = directory.path().join("table.kbz.work");
    let files = names(&work);
    assert!(files.iter().any(|name| name == "checkpoint"));

    let refused = session.build_table(&path, None, Level::Fast, &context(&path, 1));
    let message = refused.unwrap_err().to_string();
    let part = "has the working files of quixo from ";
    assert!(message.contains(part), "{message}");
    assert!(
        message.contains("expected those of tictactoe from "),
        "{message}"
    );

    let enough = context(&path, 1).memory(1 << 30);
    session
        .build_table(&path, None, Level::Fast, &enough)
        .unwrap();
    assert_eq!(names(&work), files);
}
