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
/// play, and Grundy values.
const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("quixo", &[]),
    ("chopsticks", &[]),
    ("hare_and_hounds", &[]),
    ("domineering", &[("rows", "3"), ("cols", "3")]),
    ("dots_and_boxes", &[]),
    ("tictactoe", &[]),
    ("misere_nim", &[]),
    ("three_mens_morris", &[]),
    ("chomp", &[]),
    ("cram", &[]),
    ("wythoff", &[]),
    ("nim_with_a_pass", &[]),
    ("l_game", &[]),
];

#[test]
fn tables_built_on_disk_are_those_built_in_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let all = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    let all = all.unwrap().map(|file| file.unwrap().path());
    let all = all.filter(|path| path.extension().is_some_and(|extension| extension == "py"));
    let all: Vec<String> = all
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let all = all.iter().map(|name| (name.as_str(), &[][..]));
    let all = all.filter(|_| kibitz_bruteforce::is_full());
    for (i, (name, set)) in GAMES.iter().copied().chain(all).enumerate() {
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

/// Cancels a run some reports of progress after the first checkpoint.
struct CancelAfter {
    context: RunContext,
    checkpoint: PathBuf,
    left: AtomicUsize,
}

impl Progress for CancelAfter {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance_to(&self, _: u64) {
        if self.checkpoint.exists() && self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.context.cancel();
        }
    }
    fn end(&self) {}
}

/// A context with a checkpoint after every step, cancelled some reports after the first one.
fn cancelled(path: &Path, left: usize) -> RunContext {
    let plain = context(path, 1);
    let scratch = plain.scratch().unwrap().clone();
    let checkpoint = scratch.directory.join("checkpoint");
    let plain = plain.with_scratch(Scratch {
        interval: Duration::ZERO,
        ..scratch
    });
    plain.clone().report_to(Arc::new(CancelAfter {
        context: plain,
        checkpoint,
        left: AtomicUsize::new(left),
    }))
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
        let context = cancelled(&path, 9 + interruptions);
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
    let stopped = other.build_table(&path, None, Level::Fast, &cancelled(&path, 5));
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
