//! Parts of the library with tests inside, each built by itself: building all
//! of the library once more for their sake would take long.

#[path = "../src/rules/group.rs"]
#[allow(dead_code, reason = "the library uses all of it")]
mod group;

#[test]
fn all_tests_inside_the_library_run_here() {
    let forgotten = kibitz_twins::forgotten_tests(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(forgotten, Vec::<String>::new());
}
