//! Every example in the README and in the tour, and the output of every command.
//! `TRYCMD=overwrite cargo test -p kibitz --test all examples` updates the outputs.

/// In a process of its own: it changes the current directory.
#[test]
fn the_readme_the_tour_and_the_commands_are_true() {
    let name = "examples::the_readme_the_tour_and_the_commands_are_true";
    kibitz_bruteforce::alone(name, run_examples);
}

fn run_examples() {
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
