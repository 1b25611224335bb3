//! What is written is read.

use std::convert::Infallible;
use std::ops::Range;

use kibitz_game::{Plies, RunContext, Value, Wdl};
use kibitz_tablebase::{Entry, Level, Table, TableError, TableWriter};

use crate::support::{Content, bytes, mix, new_path};

fn round_trips(content: &Content, block_bytes: u32) {
    let (_directory, path) = new_path();
    let context = RunContext::new();
    let length = content
        .write(&path, block_bytes, Level::Fast, &context)
        .unwrap();
    let table = Table::open(&path).unwrap();
    assert_eq!(table.file_len(), length);
    assert_eq!(table.description(), &content.description());
    assert_eq!(Content::probe(&table).unwrap(), *content);
    assert_eq!(Content::scan(&table).unwrap(), *content);
    table.verify(&context).unwrap();
    for column in table.columns() {
        assert!(column.compressed <= length);
        assert_eq!(column.blocks == 0, table.positions() == 0);
    }
    let end = table.positions();
    assert!(matches!(
        table.get(end),
        Err(TableError::OutOfRange { item, positions, .. }) if item == end && positions == end
    ));
}

#[test]
fn codes_of_all_lengths() {
    for (distinct, bits) in [
        (1, 1),
        (2, 1),
        (3, 2),
        (5, 4),
        (17, 8),
        (257, 16),
        (65_537, 32),
    ] {
        let content = Content::values(70_000, distinct);
        round_trips(&content, 16 << 10);
        let (_directory, path) = new_path();
        content
            .write(&path, 64, Level::Fast, &RunContext::new())
            .unwrap();
        let table = Table::open(&path).unwrap();
        assert_eq!(table.columns()[0].bits, bits);
        assert_eq!(table.columns()[0].entries as u64, distinct);
    }
}

#[test]
fn sizes_at_block_borders() {
    for (distinct, block_items) in [(2, 512), (3, 256), (9, 128), (17, 64), (300, 32)] {
        let borders = [0, 1, block_items, 3 * block_items].into_iter();
        let around = borders.flat_map(|border: u64| [border.saturating_sub(1), border, border + 1]);
        for positions in around {
            round_trips(&Content::values(positions, distinct), 64);
        }
    }
    // The usual size of blocks, of one byte per item.
    for positions in [16_383, 16_384, 16_385, 5 * 16_384] {
        round_trips(&Content::values(positions, 100), 16 << 10);
    }
}

#[test]
fn all_columns() {
    for positions in [0, 1, 21, 22, 1000] {
        round_trips(&Content::full(positions), 64);
    }
    round_trips(&Content::full(20_000), 16 << 10);
    let only_rows = Content {
        rows: Some((
            8,
            (0..5000u64).flat_map(|i| (i * i).to_be_bytes()).collect(),
        )),
        ..Content::default()
    };
    round_trips_without_values(&only_rows);
}

fn round_trips_without_values(content: &Content) {
    let (_directory, path) = new_path();
    content
        .write(&path, 16 << 10, Level::Best, &RunContext::new())
        .unwrap();
    let table = Table::open(&path).unwrap();
    assert_eq!(Content::probe(&table).unwrap(), *content);
    let error = table.get(0).unwrap_err();
    assert!(matches!(
        error,
        TableError::NoColumn {
            column: "value",
            ..
        }
    ));
    assert!(
        error
            .to_string()
            .ends_with("has no column `value`, only `row`; make it again with this column")
    );
}

#[test]
fn extreme_entries() {
    let entries: Vec<Entry> = vec![
        Wdl::Win.into(),
        Wdl::Draw.into(),
        Wdl::Loss.into(),
        Value::Win(Plies::new(u32::MAX)).into(),
        Value::Loss(Plies::new(u32::MAX)).into(),
        Value::Loss(Plies::ZERO).into(),
    ];
    let content = Content {
        values: Some(entries.into_iter().map(Some).chain([None]).collect()),
        scores: Some(
            [i64::MIN, i64::MAX, 0, -1, 5000, -5000]
                .map(Some)
                .into_iter()
                .chain([None])
                .collect(),
        ),
        ..Content::default()
    };
    round_trips(&content, 64);
}

#[test]
fn scan_of_any_range() {
    let content = Content::full(1000);
    let (_directory, path) = new_path();
    content
        .write(&path, 64, Level::Fast, &RunContext::new())
        .unwrap();
    let table = Table::open(&path).unwrap();
    let values = content.values.unwrap();
    let (bytes, rows) = content.rows.unwrap();
    for i in 0..300 {
        let (a, b) = (mix(2 * i) % 1001, mix(2 * i + 1) % 1001);
        let range = a.min(b)..a.max(b);
        let mut some = Vec::new();
        table.get_range(range.clone(), &mut some).unwrap();
        assert_eq!(some, values[range.start as usize..range.end as usize]);
        let mut some = Vec::new();
        table.row_range(range.clone(), &mut some).unwrap();
        let at = |item: u64| (item * u64::from(bytes)) as usize;
        assert_eq!(some, rows[at(range.start)..at(range.end)]);
    }
    assert!(table.get_range(5..1001, &mut Vec::new()).is_err());
    assert!(table.get_range(5000..u64::MAX, &mut Vec::new()).is_err());
    table.get_range(7..7, &mut Vec::new()).unwrap();
}

#[test]
fn find_row_agrees_with_linear_search() {
    for positions in [0, 1, 21, 22, 500] {
        let content = Content::full(positions);
        let (_directory, path) = new_path();
        content
            .write(&path, 64, Level::Fast, &RunContext::new())
            .unwrap();
        let table = Table::open(&path).unwrap();
        let (_, rows) = content.rows.unwrap();
        let rows: Vec<&[u8]> = rows.chunks(3).collect();
        let near = rows.iter().flat_map(|row| {
            let number = u32::from_be_bytes([0, row[0], row[1], row[2]]);
            [number.saturating_sub(1), number, number + 1]
        });
        for number in near.chain([0, 1, 0x00FF_FFFF]) {
            let row = &number.to_be_bytes()[1..];
            let expected = rows.iter().position(|other| *other == row);
            assert_eq!(
                table.find_row(row).unwrap(),
                expected.map(|item| item as u64)
            );
        }
        let error = table.find_row(&[1, 2]).unwrap_err();
        assert!(matches!(
            error,
            TableError::RowLength {
                found: 2,
                expected: 3,
                ..
            }
        ));
    }
}

#[test]
fn content_of_file_does_not_depend_on_threads() {
    let content = Content::full(30_000);
    for level in [Level::Fast, Level::Best] {
        let files = [1, 2, 5].map(|threads| {
            let (_directory, path) = new_path();
            let context = RunContext::new().threads(threads);
            content.write(&path, 1024, level, &context).unwrap();
            std::fs::read(&path).unwrap()
        });
        assert!(files[0] == files[1] && files[0] == files[2]);
    }
}

#[test]
fn threads_share_a_table_with_a_small_cache() {
    let content = Content::values(20_000, 60);
    let (_directory, path) = new_path();
    content
        .write(&path, 256, Level::Fast, &RunContext::new())
        .unwrap();
    let table = Table::open_with_cache(&path, 1000).unwrap();
    let values = content.values.unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, values) = (&table, &values);
            scope.spawn(move || {
                for i in 0..5000 {
                    let item = mix(thread << 32 | i) % 20_000;
                    assert_eq!(table.get(item).unwrap(), values[item as usize]);
                }
            });
        }
    });
}

#[test]
fn source_is_asked_only_for_existing_items() {
    let (_directory, path) = new_path();
    let source = |range: Range<u64>, into: &mut Vec<Option<Entry>>| {
        assert!(range.start < range.end && range.end <= 3000);
        into.extend(range.map(|_| None));
        Ok::<(), Infallible>(())
    };
    let content = Content::values(3000, 1);
    let writer = TableWriter::new(content.description()).values(&source);
    writer.write(&path, &RunContext::new()).unwrap();
    let written = std::fs::read(&path).unwrap();
    assert!(written == bytes(&content, 16 << 10));
}
