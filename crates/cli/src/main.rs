//! The `kibitz` command.
fn main() {}
