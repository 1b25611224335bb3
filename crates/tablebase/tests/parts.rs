//! Tables in parts: each answers like one file, and merged it is that file.

use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;

use kibitz_game::{Grundy, Plies, RunContext, Value};
use kibitz_tablebase::{Description, Entry, Level, Part, Table, TableWriter};

const POSITIONS: u64 = 1000;
const SHARD_BITS: u32 = 5;

fn description() -> Description {
    Description {
        game: "parts".to_owned(),
        numbering: "index".to_owned(),
        positions: POSITIONS,
        ..Description::default()
    }
}

/// Writes the positions with these numbers, in order.
fn write(path: &Path, description: Description, items: &[u64]) {
    let of = |range: Range<u64>| items[range.start as usize..range.end as usize].iter();
    TableWriter::<Infallible>::new(description)
        .block_bytes(64)
        .values(&|range, into| {
            into.extend(of(range).map(|n| {
                let value = Value::Win(Plies::new((n * n % 97) as u32));
                (n % 7 > 0).then(|| Entry::from(value))
            }));
            Ok(())
        })
        .grundy(&|range, into| {
            into.extend(of(range).map(|n| Some(Grundy::new(n % 11))));
            Ok(())
        })
        .scores(&|range, into| {
            into.extend(of(range).map(|n| Some(*n as i64 - 500)));
            Ok(())
        })
        .depths(&|range, into| {
            into.extend(of(range).map(|n| Some((n % 13) as u32)));
            Ok(())
        })
        .rows(2, &|range, into| {
            into.extend(of(range).flat_map(|n| ((3 * n) as u16).to_be_bytes()));
            Ok(())
        })
        .write(path, &RunContext::new())
        .unwrap();
}

/// Writes a table in some number of parts, whose positions are chosen one by one.
fn write_parts(directory: &Path, parts: u32) {
    for index in 0..parts {
        let is_own = |n: &u64| (n / 32) % u64::from(parts) == u64::from(index);
        let items: Vec<u64> = (0..POSITIONS).filter(is_own).collect();
        let description = Description {
            positions: items.len() as u64,
            part: Some(Part {
                index,
                parts,
                positions: POSITIONS,
                shard_bits: SHARD_BITS,
                first: None,
            }),
            ..description()
        };
        write(
            &directory.join(Part::file_name(index, parts)),
            description,
            &items,
        );
    }
}

#[test]
fn parts_answer_like_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("whole.kbz");
    write(&path, description(), &(0..POSITIONS).collect::<Vec<u64>>());
    let whole = Table::open(&path).unwrap();
    // With 40 parts some are empty.
    for parts in [1, 2, 3, 40] {
        let directory = tempfile::tempdir().unwrap();
        write_parts(directory.path(), parts);
        let table = Table::open(directory.path()).unwrap();
        assert_eq!(table.description(), whole.description());
        table.verify(&RunContext::new()).unwrap();
        for n in 0..POSITIONS {
            assert_eq!(table.get(n).unwrap(), whole.get(n).unwrap());
            assert_eq!(table.grundy(n).unwrap(), whole.grundy(n).unwrap());
            assert_eq!(table.score(n).unwrap(), whole.score(n).unwrap());
            assert_eq!(table.depth(n).unwrap(), whole.depth(n).unwrap());
            let row = whole.row(n).unwrap();
            assert_eq!(table.row(n).unwrap(), row);
            assert_eq!(table.find_row(&row).unwrap(), Some(n));
        }
        assert_eq!(table.find_row(&1_u16.to_be_bytes()).unwrap(), None);
        assert!(table.get(POSITIONS).is_err());
        for range in [0..POSITIONS, 17..17, 31..33, 100..900] {
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            table.get_range(range.clone(), &mut found).unwrap();
            whole.get_range(range.clone(), &mut expected).unwrap();
            assert_eq!(found, expected);
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            table.row_range(range.clone(), &mut found).unwrap();
            whole.row_range(range, &mut expected).unwrap();
            assert_eq!(found, expected);
        }
        let bytes = |table: &Table, name: &str| {
            let path = directory.path().join(name);
            table.merge(&path, Level::Fast, &RunContext::new()).unwrap();
            std::fs::read(path).unwrap()
        };
        assert_eq!(bytes(&table, "merged"), bytes(&whole, "copied"));
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let name = |index, parts| directory.path().join(Part::file_name(index, parts));
    let refused = |expected: &str| {
        let error = Table::open(directory.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    refused("is a directory");
    write_parts(directory.path(), 3);
    // One under the name of another.
    let second = std::fs::read(name(1, 3)).unwrap();
    std::fs::copy(name(2, 3), name(1, 3)).unwrap();
    refused("its header does not say that it is part 1 of 3");
    std::fs::write(name(1, 3), second).unwrap();
    Table::open(directory.path()).unwrap();
    std::fs::copy(name(0, 3), name(0, 2)).unwrap();
    refused("it has parts of several tables");
    std::fs::remove_file(name(0, 2)).unwrap();
    std::fs::remove_file(name(0, 3)).unwrap();
    refused("it has 2 of the 3 parts");
    let alone = Table::open(name(1, 3)).unwrap_err().to_string();
    assert!(
        alone.contains("open the directory with all parts"),
        "{alone}"
    );
    // A part of a table of another game.
    write_parts(directory.path(), 3);
    let is_own = |n: &u64| (n / 32) % 3 == 2;
    let items: Vec<u64> = (0..POSITIONS).filter(is_own).collect();
    let part = Table::open(directory.path()).unwrap();
    let other = Description {
        game: "other".to_owned(),
        positions: items.len() as u64,
        part: Some(Part {
            index: 2,
            parts: 3,
            positions: POSITIONS,
            shard_bits: SHARD_BITS,
            first: None,
        }),
        ..part.description().clone()
    };
    write(&name(2, 3), other, &items);
    refused("it is a part of another table than part 0");
}
