//! Every example of the project is a valid rule file.

use std::path::Path;

use kibitz_rules::check::check;
use kibitz_rules::source::Source;

#[test]
fn every_example_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "py") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name, std::fs::read_to_string(&path).unwrap());
        if let Err(diagnostic) = check(source.clone(), &[]) {
            panic!("error: {}", diagnostic.render(&source));
        }
        count += 1;
    }
    assert!(count >= 12, "{count} examples");
}
