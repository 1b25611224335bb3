//! The private modules that have tests inside. They are compiled here, because unit tests of the
//! library would compile the whole crate once more.

#![allow(dead_code, reason = "the library uses the rest")]

#[path = "../src/files/rule_file/by_rows.rs"]
mod by_rows;
#[path = "../src/contest/verify/lines.rs"]
mod lines;
#[path = "../src/files/rule_file/row_index.rs"]
mod row_index;
#[path = "../src/many/template.rs"]
mod template;

#[test]
fn all_modules_with_tests_are_here() {
    kibitz_bruteforce::assert_includes_tests(include_str!("private.rs"));
}
