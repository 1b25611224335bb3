//! Every example in the README and in the tour, and the output of every command.
//! `TRYCMD=overwrite cargo test -p kibitz --test examples` updates the outputs.

#[test]
fn the_readme_the_tour_and_the_commands_are_true() {
    // The examples name files relative to the top of the repository.
    std::env::set_current_dir("../..").unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("docs/tour.md")
        .case("crates/cli/tests/commands/*.md")
        .case("crates/cli/tests/commands/*.toml");
}

/// The rule file that the README prints is the one that its commands solve.
#[test]
fn the_readme_prints_the_file_that_it_solves() {
    let readme = include_str!("../../../README.md");
    let file = include_str!("../../../docs/matches.py");
    assert!(readme.contains(&format!("```python\n{file}```\n")));
}
