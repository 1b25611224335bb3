//! The modules that have tests inside. They are compiled here, because unit tests of the
//! library would compile the whole crate once more.

#![allow(dead_code, unreachable_pub, reason = "the library uses the rest")]

#[path = "../src/rules/group.rs"]
mod group;
#[path = "../src/source.rs"]
mod source;

#[test]
fn all_modules_with_tests_are_here() {
    kibitz_bruteforce::assert_includes_tests(include_str!("private.rs"));
}
