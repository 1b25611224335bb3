//! Layout, comments, docstrings and line ends do not change the hash.

use super::scanner::{Kind, kinds};
use super::{files, meaning};

/// Rewrites every line that is not continued by a backslash or inside a string.
fn each_line(text: &str, rewrite: impl Fn(&str) -> String) -> String {
    let kinds = kinds(text);
    let mut start = 0;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        let is_inside = |at: usize| kinds.get(at) == Some(&Kind::Text);
        let begins_inside = start > 0 && is_inside(start - 1);
        let is_plain = !begins_inside && !is_inside(end) && !text[..end].ends_with('\\');
        match is_plain {
            true => out += &rewrite(&text[start..end]),
            false => out += &text[start..end],
        }
        out.push('\n');
        start += line.len();
    }
    out
}

/// Inserts text after every byte of code that a test accepts.
fn after_code(text: &str, is_place: impl Fn(char) -> bool, inserted: &str) -> String {
    let kinds = kinds(text);
    let mut out = String::new();
    for (at, letter) in text.char_indices() {
        out.push(letter);
        if kinds[at] == Kind::Code && is_place(letter) {
            out.push_str(inserted);
        }
    }
    out
}

fn is_complete_header(line: &str) -> bool {
    line.starts_with("def ") && line.ends_with(':')
}

#[test]
fn layout_does_not_change_the_hash() {
    for (name, text) in files() {
        let indented = |line: &str| {
            let width = line.len() - line.trim_start_matches(' ').len();
            format!("{}{line}", " ".repeat(width))
        };
        let documented = |line: &str| match is_complete_header(line) {
            true => {
                format!("{line}\n    \"\"\"Says # what\n\nit does.\"\"\"\n    'More.' ' And more.'")
            }
            false => line.to_owned(),
        };
        let changed = [
            (
                "comments",
                each_line(&text, |line| format!("{line}  # note")),
            ),
            (
                "lines of comments",
                each_line(&text, |line| format!("{line}\n  # note\n# note")),
            ),
            (
                "blank lines",
                each_line(&text, |line| format!("{line}\n\n   ")),
            ),
            (
                "trailing spaces",
                each_line(&text, |line| format!("{line} \t ")),
            ),
            ("indentation", each_line(&text, indented)),
            ("docstrings", each_line(&text, documented)),
            ("a docstring of the file", format!("\"The game.\"\n{text}")),
            (
                "line breaks",
                after_code(&text, |c| "([".contains(c), "\n\n  "),
            ),
            ("spaces", after_code(&text, |c| ",([:".contains(c), "  ")),
            ("CRLF", text.replace('\n', "\r\n")),
            ("CR", text.replace('\n', "\r")),
            ("byte order mark", format!("\u{feff}{text}")),
            ("no final line end", text.trim_end().to_owned()),
        ];
        for (what, changed) in changed {
            assert_ne!(changed, text, "{name}: {what}");
            assert_eq!(
                meaning(&changed),
                meaning(&text),
                "{name}: {what}\n{changed}"
            );
        }
    }
}
