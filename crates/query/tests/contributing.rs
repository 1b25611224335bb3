//! The example game of CONTRIBUTING.md: `page` is exactly the code of that
//! page.

#[allow(unreachable_pub, reason = "in the catalogue the game is public")]
mod page;

/// The page's Rust blocks, separated by blank lines.
fn code_of(page: &str) -> String {
    let blocks = page.split("```rust\n").skip(1);
    let code: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    code.join("\n")
}

#[test]
fn page_has_the_code_of_this_test() {
    let page = include_str!("../../../CONTRIBUTING.md");
    assert_eq!(include_str!("contributing/page.rs"), code_of(page));
}
