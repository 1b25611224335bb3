//! The example in `docs/table-format.md` is the file that the crate writes.

use std::fmt::Write;
use std::path::Path;

use kibitz_game::{Plies, RunContext, Value};
use kibitz_tablebase::{Description, Entry, TableWriter};

use crate::support::new_path;

/// Take one or two of ten matches; a player who cannot take loses.
fn matches() -> Vec<u8> {
    let (_directory, path) = new_path();
    let description = Description {
        game: "matches".to_owned(),
        parameters: vec![("most".to_owned(), "2".to_owned())],
        rules: "5eed".to_owned(),
        numbering: "index".to_owned(),
        root: None,
        symmetry: false,
        positions: 10,
        ..Description::default()
    };
    let value = |n: u64| match 2 * (n / 3) as u32 {
        rounds if n.is_multiple_of(3) => Value::Loss(Plies::new(rounds)),
        rounds => Value::Win(Plies::new(rounds + 1)),
    };
    let source = |range: std::ops::Range<u64>, into: &mut Vec<Option<Entry>>| {
        into.extend(range.map(|n| Some(value(n).into())));
        Ok::<(), std::convert::Infallible>(())
    };
    let writer = TableWriter::new(description).values(&source);
    writer.write(&path, &RunContext::new()).unwrap();
    std::fs::read(&path).unwrap()
}

/// The bytes of a part of the file with its offset, eight to a line.
fn dump(file: &[u8], part: std::ops::Range<usize>) -> String {
    let mut text = String::new();
    for at in part.clone().step_by(8) {
        write!(text, "{at:4} ").unwrap();
        for byte in &file[at..part.end.min(at + 8)] {
            write!(text, " {byte:02x}").unwrap();
        }
        text.push('\n');
    }
    text
}

#[test]
fn example_in_the_document_is_true() {
    let file = matches();
    let header = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let footer = file.len() - 40;
    let index = u64::from_le_bytes(file[footer..footer + 8].try_into().unwrap()) as usize;
    let json = str::from_utf8(&file[16..16 + header]).unwrap();
    let blocks = 16 + header + 8;
    let parts = [
        ("prefix", dump(&file, 0..16)),
        ("header", format!("{json}\n")),
        (
            "checksum of prefix and header",
            dump(&file, 16 + header..blocks),
        ),
        ("block", dump(&file, blocks..index)),
        ("index", dump(&file, index..footer)),
        ("footer", dump(&file, footer..file.len())),
    ];
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/table-format.md");
    let document = std::fs::read_to_string(document).unwrap();
    let code = |part: &str| format!("```\n{part}```\n");
    let missing = parts
        .iter()
        .filter(|(_, part)| !document.contains(&code(part)));
    let missing: Vec<String> = missing
        .map(|(name, part)| format!("{name}\n{part}"))
        .collect();
    assert!(
        missing.is_empty(),
        "not in the document:\n{}",
        missing.join("\n")
    );
}
