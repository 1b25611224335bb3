//! A game that was written by CONTRIBUTING.md alone: `page` is the code of that
//! page and nothing else.

#[allow(unreachable_pub, reason = "in the catalogue the game is public")]
mod page;

/// The contents of the page's Rust blocks, with an empty line between them.
fn code_of(page: &str) -> String {
    let blocks = page.split("```rust\n").skip(1);
    let code: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    code.join("\n")
}

#[test]
fn the_game_is_what_the_page_says() {
    let page = include_str!("../../../../CONTRIBUTING.md");
    assert_eq!(include_str!("page.rs"), code_of(page));
}
