//! Every example, at reachable and at random positions.

use std::path::Path;

use super::back_ends::BackEnds;

/// Scale factor; `./test --full` sets a larger one.
fn scale() -> usize {
    kibitz_bruteforce::rounds(1, 30)
}

#[test]
fn examples_agree_in_both_back_ends() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut rng = fastrand::Rng::with_seed(5);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    for path in files {
        if path.extension().is_none_or(|ending| ending != "py") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut back_ends = BackEnds::new(&name, &text, &[]).unwrap();
        assert_eq!(back_ends.compiled.left_out(), &[], "{name}");
        back_ends.explore(300 * scale(), 300 * scale(), &mut rng);
    }
}

/// Files as people write Python; those that are refused are counted elsewhere.
#[test]
fn natural_files_agree_in_both_back_ends() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/natural");
    let mut rng = fastrand::Rng::with_seed(6);
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".py") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(mut back_ends) = BackEnds::new(&name, &text, &[]) else {
            continue;
        };
        back_ends.explore(100 * scale(), 100 * scale(), &mut rng);
        compared += 1;
    }
    assert!(compared >= 70, "only {compared} files");
}
