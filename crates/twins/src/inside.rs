//! Tests inside libraries that are not built with tests.

use std::fs;
use std::path::Path;

/// The files of a package that have tests inside and are not named in its
/// `tests/parts.rs`, which builds such files by themselves: their tests would
/// never run. `package` is its folder.
#[must_use]
pub fn forgotten_tests(package: &str) -> Vec<String> {
    let package = Path::new(package);
    let parts = fs::read_to_string(package.join("tests/parts.rs")).expect("tests/parts.rs");
    not_named(package, &parts)
}

fn not_named(package: &Path, parts: &str) -> Vec<String> {
    let mut forgotten = Vec::new();
    let mut folders = vec![package.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("a folder of sources").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            let own = path.strip_prefix(package).expect("within the package");
            let named = format!("#[path = \"../{}\"]", own.display());
            if text.contains("#[test]") && !parts.contains(&named) {
                forgotten.push(named);
            }
        }
    }
    forgotten
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_forgotten() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let own = "#[path = \"../src/inside.rs\"]".to_owned();
        assert!(not_named(package, "").contains(&own));
        assert!(!not_named(package, &own).contains(&own));
    }
}
