//! `examples/tables/reader.py`, which shares no code with this crate, reads the same from a table.

use std::fmt::{Display, Write};
use std::path::Path;
use std::process::Command;

use kibitz_game::RunContext;
use kibitz_tablebase::Level;

use crate::support::{Content, new_path};

/// What the reader prints.
fn python(arguments: &[&str]) -> String {
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tables/reader.py");
    let mut command = Command::new("python3");
    let output = command.arg("-B").arg(reader).args(arguments).output();
    let output = output.expect("python3 is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines that the reader prints for a table of these items.
fn expected(content: &Content) -> String {
    fn text<T: Display>(item: Option<T>) -> String {
        item.map_or("-".to_owned(), |item| item.to_string())
    }
    let mut lines = String::new();
    for i in 0..content.positions() as usize {
        write!(lines, "{i}").unwrap();
        if let Some(values) = &content.values {
            write!(lines, " {}", text(values[i])).unwrap();
        }
        if let Some(grundy) = &content.grundy {
            write!(lines, " {}", text(grundy[i])).unwrap();
        }
        if let Some(scores) = &content.scores {
            write!(lines, " {}", text(scores[i])).unwrap();
        }
        if let Some(depths) = &content.depths {
            write!(lines, " {}", text(depths[i])).unwrap();
        }
        if let Some((bytes, rows)) = &content.rows {
            let row = rows.chunks(*bytes as usize).nth(i).unwrap();
            lines.push(' ');
            row.iter()
                .for_each(|byte| write!(lines, "{byte:02x}").unwrap());
        }
        lines.push('\n');
    }
    lines
}

#[test]
fn python_reads_the_same() {
    let contents = [0, 1, 250].map(Content::full).into_iter();
    let lengths = [1, 2, 3, 5, 17, 257, 65_537].into_iter();
    let of_lengths = lengths.map(|distinct| (Content::values(distinct.max(300), distinct), 64));
    for (content, block_bytes) in contents.map(|content| (content, 64)).chain(of_lengths) {
        let (_directory, path) = new_path();
        // The reader decodes a block for every item, so it reads only some of a large table.
        content
            .write(&path, block_bytes, Level::Best, &RunContext::new())
            .unwrap();
        let path = path.to_str().unwrap();
        let all = expected(&content);
        if content.positions() < 1000 {
            let read = python(&[path, "--all"]);
            assert_eq!(read, all);
        } else {
            let items = [0, 1, 15, 16, 65_535, 65_536];
            let texts = items.map(|item: usize| item.to_string());
            let mut arguments = vec![path];
            arguments.extend(texts.iter().map(String::as_str));
            let read = python(&arguments);
            let lines: Vec<&str> = all.lines().collect();
            assert_eq!(
                read.lines().collect::<Vec<_>>(),
                items.map(|item| lines[item])
            );
        }
    }
}

#[test]
fn python_prints_the_header() {
    let (_directory, path) = new_path();
    let content = Content::full(10);
    content
        .write(&path, 64, Level::Fast, &RunContext::new())
        .unwrap();
    let read = python(&[path.to_str().unwrap()]);
    let header: serde_json::Value = serde_json::from_str(&read).unwrap();
    assert_eq!(header["positions"], 10);
    assert_eq!(header["root"], "a \"start\"");
    assert_eq!(header["columns"][4]["transform"], "differences");
}
