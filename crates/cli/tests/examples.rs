//! Every example in the README, and the output of every command, as people see
//! it. `TRYCMD=overwrite cargo test -p kibitz --test examples` writes anew.

#[test]
fn the_readme_and_the_commands_are_true() {
    // The README's examples name files as seen from the top.
    std::env::set_current_dir("../..").unwrap();
    trycmd::TestCases::new()
        .case("README.md")
        .case("crates/cli/tests/commands/*.md")
        .case("crates/cli/tests/commands/*.toml");
}
