//! Crates whose library is not compiled for unit tests include the modules that have tests in
//! their integration tests.

use std::fs;
use std::path::{Path, PathBuf};

/// The source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .collect()
}

/// Checks that `tests`, a file of the tests of the current package, includes every module of
/// `src` that has tests.
///
/// # Panics
///
/// If one is missing: its tests would never run.
pub fn assert_includes_tests(tests: &str) {
    let mut count = 0;
    for path in sources(Path::new("src")) {
        if fs::read_to_string(&path).unwrap().contains("#[test]") {
            let line = format!("#[path = \"../{}\"]", path.display());
            assert!(tests.contains(&line), "no {line}");
            count += 1;
        }
    }
    assert!(count > 0, "no tests in src");
}
