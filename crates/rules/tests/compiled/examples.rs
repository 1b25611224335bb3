//! Every example, at positions that can be reached and at others.

use std::path::Path;

use super::twin::Twin;

/// `./test --full` tries more.
fn scale() -> usize {
    kibitz_twins::rounds(1, 30)
}

#[test]
fn every_example_does_the_same() {
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
        let mut twin = Twin::new(&name, &text, &[]).unwrap();
        assert_eq!(twin.compiled.left_out(), &[], "{name}");
        twin.explore(300 * scale(), 300 * scale(), &mut rng);
    }
}
