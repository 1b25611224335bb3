//! Forged files, which have valid checksums and contradictory content: errors, no panic, and no
//! memory out of proportion.

use std::fs;
use std::io::Read;
use std::path::Path;

use kibitz_bruteforce::alone;
use kibitz_game::RunContext;
use kibitz_tablebase::{Table, TableError};
use serde_json::{Value, json};
use zstd::bulk::compress;

use crate::support::forge::Forgery;
use crate::support::{Content, bytes, new_path};

/// More virtual memory than this is out of proportion: the test files have a few kilobytes, but a
/// frame of zstd may ask for a window, and the allocator takes memory in large pieces.
const MAX_GROWTH: u64 = 200 << 20;

/// Reads a little of every column: the number of positions may be wrong.
fn read(path: &Path) -> Result<(), TableError> {
    let table = Table::open(path)?;
    table.verify(&RunContext::new().threads(1))?;
    let end = table.positions();
    for item in [0, 1, end / 2, end.saturating_sub(1)]
        .into_iter()
        .filter(|item| *item < end)
    {
        table.get(item)?;
        table.grundy(item)?;
        table.score(item)?;
        table.depth(item)?;
        let row = table.row(item)?;
        assert_eq!(table.find_row(&row)?, Some(item));
    }
    Ok(())
}

/// The peak of virtual memory so far, in bytes; `None` if the system does not say.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmPeak:"))?;
    Some(
        line.trim()
            .strip_suffix(" kB")?
            .trim()
            .parse::<u64>()
            .ok()?
            << 10,
    )
}

/// In a process of its own: the system measures the memory of the whole process.
#[test]
fn forged_files_are_refused() {
    alone("forged::forged_files_are_refused", check_files);
}

fn check_files() {
    // Blocks of 64 bytes: 2 of `value`, 3 of `grundy`, 3 of `score`, 3 of `depth`, 8 of
    // `row`.
    let file = bytes(&Content::full(150), 64);
    let original = Forgery::new(&file, 19);
    let (_directory, path) = new_path();
    let is_accepted = |forgery: &Forgery| {
        fs::write(&path, forgery.file()).unwrap();
        read(&path)
    };
    assert!(original.file() == file, "the parts make up the original");
    is_accepted(&original).unwrap();
    let forged = forged(&original);
    let before = peak();
    for (what, forgery) in forged {
        let error = match is_accepted(&forgery) {
            Ok(()) => panic!("accepted: {what}"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains("is damaged: "), "{what}: {error}");
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after - before < MAX_GROWTH, "{before} {after}");
    }
}

/// Forged files, and what is wrong with each.
fn forged(original: &Forgery) -> Vec<(String, Forgery)> {
    let mut forged = Vec::new();
    let mut field = |pointer: &str, values: Vec<Value>| {
        for value in values {
            forged.push((
                format!("{pointer} {value:.80}"),
                original.with(pointer, value),
            ));
        }
    };
    let counts = [
        0,
        1,
        75,
        149,
        151,
        300,
        1 << 40,
        (1 << 63) - 1,
        u64::MAX - 1,
        u64::MAX,
    ];
    let mut numbers: Vec<Value> = counts.into_iter().map(Value::from).collect();
    numbers.extend([
        json!(-1),
        json!(1.5),
        json!("150"),
        json!(null),
        json!([150]),
    ]);
    field("/positions", numbers.clone());
    let sizes = [
        0,
        1,
        32,
        63,
        65,
        96,
        128,
        1 << 20,
        1 << 21,
        1 << 31,
        u64::from(u32::MAX),
    ];
    field("/block_bytes", sizes.into_iter().map(Value::from).collect());
    field(
        "/columns",
        vec![json!([]), json!({}), json!([{}]), json!([[]]), json!(null)],
    );
    for column in 0..4 {
        let widths = [
            0,
            1,
            2,
            3,
            4,
            5,
            7,
            8,
            9,
            16,
            24,
            32,
            64,
            1 << 31,
            u64::from(u32::MAX),
        ];
        let pointer = format!("/columns/{column}/bits");
        let own = serde_json::from_slice::<Value>(&original.header).unwrap();
        let own = own.pointer(&pointer).unwrap().as_u64().unwrap();
        let other = widths.into_iter().filter(|bits| *bits != own);
        field(&pointer, other.map(Value::from).collect());
        let pointer = format!("/columns/{column}/dictionary");
        let many: Vec<String> = (0..70_000).map(|n| n.to_string()).collect();
        let moves: Vec<String> = (0..70_000).map(|n| format!("W{n}")).collect();
        let mut dictionaries = vec![
            json!(null),
            json!([]),
            json!(["-"]),
            json!(["-", "-"]),
            json!(["5", "5", "6"]),
            json!(["D", "D", "W1", "L0", "-"]),
            json!(["W01"]),
            json!(["w1"]),
            json!([""]),
            json!([7]),
            json!([["-"]]),
            json!({"-": 0}),
            json!("-"),
            json!(many),
            json!(moves),
        ];
        // One entry less, of which there is a code.
        dictionaries.extend(match column {
            0 => vec![json!(["-", "D", "L1"])],
            1 => vec![json!(["-", "0"])],
            2 => vec![json!(["-", "-32", "7"])],
            _ => vec![json!(["-", "0", "7"])],
        });
        field(&pointer, dictionaries);
        let pointer = format!("/columns/{column}/name");
        let names = ["", "row", "values", "Value", "\u{0}", "grundy\u{0}"];
        field(&pointer, names.into_iter().map(Value::from).collect());
    }
    let lengths = [
        0,
        8,
        16,
        20,
        23,
        25,
        32,
        512,
        520,
        4096,
        1 << 31,
        u64::from(u32::MAX),
    ];
    field(
        "/columns/4/bits",
        lengths.into_iter().map(Value::from).collect(),
    );
    field("/columns/4/name", vec![json!("value"), json!("rows")]);
    field(
        "/columns/4/transform",
        vec![json!(null), json!("none"), json!(1)],
    );
    field(
        "/columns/4",
        vec![
            json!({"name": "row", "bits": 24}),
            json!({"name": "row", "bits": 24, "transform": "differences", "dictionary": ["-"]}),
            json!({"name": "row", "bits": 24, "transform": "differences", "more": 1}),
        ],
    );
    let many: Vec<Value> = (0..100_000)
        .map(|n| json!({"name": n.to_string(), "bits": 1}))
        .collect();
    field("/columns", vec![many.into()]);
    let many: Vec<String> = (0..1_048_577).map(|n| n.to_string()).collect();
    field("/columns/1/dictionary", vec![json!(many)]);
    field(
        "/packing",
        vec![
            json!([]),
            json!([[0, 16]]),
            json!([[0, 65]]),
            json!([[0]]),
            json!([[0, 8], [0, 8], [0, 9]]),
            json!([[0.5, 24]]),
            json!({}),
        ],
    );
    field("/source", vec![json!(1), json!([])]);
    field("/game", vec![json!(null), json!(1)]);
    field("/symmetry", vec![json!(null), json!(1), json!("true")]);
    field(
        "/parameters",
        vec![
            json!({}),
            json!([["a"]]),
            json!([["a", "b", "c"]]),
            json!([["a", 1]]),
        ],
    );

    let text = str::from_utf8(&original.header).unwrap();
    for header in [
        String::new(),
        "{}".to_owned(),
        "null".to_owned(),
        "\u{0}".to_owned(),
        format!("{text} ,"),
        format!("{text}{text}"),
        text.replacen('{', "{\"more\":1,", 1),
        text.replacen('{', "{\"game\":\"\",", 1),
        text.replace("}]}", "}]"),
        "[".repeat(100_000),
        "{\"game\":".repeat(100_000),
        text.replace("[\"-\",", &"[".repeat(100_000)),
    ] {
        let what = format!("header {header:.40}");
        forged.push((what, original.with_header(header.into_bytes())));
    }
    forged.extend(forged_indexes(original));
    forged.extend(forged_blocks(original));
    forged
}

fn forged_indexes(original: &Forgery) -> Vec<(String, Forgery)> {
    let mut forged = Vec::new();
    for block in 0..original.blocks.len() {
        for by in [-1, 1, -20, 20, -1 << 40, 1 << 40, i64::MIN, i64::MAX] {
            let shift = Some((block, by));
            forged.push((
                format!("block {block} shifted by {by}"),
                Forgery {
                    shift,
                    ..original.clone()
                },
            ));
        }
    }
    let shifts = [-1, 1, 16, -16, 40, -40, 1000, -1000, i64::MIN, i64::MAX];
    for by in shifts {
        for footer_shift in [(by, 0), (0, by), (by, by)] {
            let what = format!("footer shifted by {footer_shift:?}");
            forged.push((
                what,
                Forgery {
                    footer_shift,
                    ..original.clone()
                },
            ));
        }
    }
    let gap = Forgery {
        gap: vec![0; 16],
        ..original.clone()
    };
    forged.push(("a gap before the index".to_owned(), gap));
    let mut fewer = original.clone();
    fewer.blocks.pop();
    forged.push(("a block less".to_owned(), fewer));
    let mut more = original.clone();
    more.blocks.push(more.blocks[0].clone());
    forged.push(("a block more".to_owned(), more));
    for change in [
        vec![],
        vec![0; original.first_rows.len()],
        original.first_rows[3..].to_vec(),
    ] {
        forged.push((
            "other first rows".to_owned(),
            Forgery {
                first_rows: change,
                ..original.clone()
            },
        ));
    }
    let mut first_rows = original.first_rows.clone();
    first_rows[5] ^= 1;
    forged.push((
        "another first row".to_owned(),
        Forgery {
            first_rows,
            ..original.clone()
        },
    ));
    forged
}

fn forged_blocks(original: &Forgery) -> Vec<(String, Forgery)> {
    let mut forged = Vec::new();
    // A block of 64 bytes is among these; none of them has the right content.
    let zstd = |bytes: &[u8]| compress(bytes, 3).unwrap();
    let bomb = zstd::encode_all(std::io::repeat(0).take(1 << 30), 1).unwrap();
    let half = zstd(&[0; 32]);
    let skippable = [
        &0x184D_2A50u32.to_le_bytes()[..],
        &4u32.to_le_bytes(),
        &[1; 4],
    ]
    .concat();
    let mut no_size = zstd(&[1; 1000]);
    no_size.truncate(12);
    for (what, bytes) in [
        ("nothing", Vec::new()),
        ("one byte", vec![0]),
        ("no frame", vec![7; 100]),
        ("an empty frame", zstd(&[])),
        ("too little", half.clone()),
        ("too much", zstd(&[0; 65])),
        ("a bomb", bomb),
        ("three halves", half.repeat(3)),
        ("a skippable frame alone", skippable.clone()),
        (
            "a half and a skippable frame",
            [&half[..], &skippable].concat(),
        ),
        ("an incomplete frame", no_size),
        (
            "codes beyond the dictionary, and rows in no order",
            zstd(&[0xFF; 64]),
        ),
    ] {
        for block in [0, 2, 5, 8, 12] {
            let forgery = original.with_block(block, bytes.clone());
            forged.push((format!("{what} as block {block}"), forgery));
        }
    }
    let swapped = original
        .with_block(11, original.blocks[12].clone())
        .with_block(12, original.blocks[11].clone());
    forged.push(("blocks of rows swapped".to_owned(), swapped));
    forged
}
