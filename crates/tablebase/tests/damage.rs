//! Damaged files: an error, never a panic and never a wrong value.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::LazyLock;

use kibitz_game::RunContext;
use kibitz_tablebase::{Table, TableError};
use proptest::prelude::*;

use crate::support::forge::Forgery;
use crate::support::{Content, bytes, new_path};

/// A table of all columns with several blocks each, and its file.
fn small() -> &'static (Content, Vec<u8>) {
    static SMALL: LazyLock<(Content, Vec<u8>)> = LazyLock::new(|| {
        let content = Content::full(150);
        let file = bytes(&content, 64);
        (content, file)
    });
    &SMALL
}

/// Everything that can be read from a file, the same by probes, by scans and by searches.
fn read_all(path: &Path) -> Result<Content, TableError> {
    let table = Table::open(path)?;
    let probed = Content::probe(&table);
    let scanned = Content::scan(&table);
    table.verify(&RunContext::new().threads(1))?;
    let (probed, scanned) = (probed?, scanned?);
    assert_eq!(probed, scanned);
    if let Some((bytes, rows)) = &probed.rows {
        for (item, row) in (0..).zip(rows.chunks(*bytes as usize)) {
            assert_eq!(table.find_row(row)?, Some(item));
        }
    }
    Ok(probed)
}

/// Reads a file with this content.
fn read_bytes(file: &[u8]) -> Result<Content, TableError> {
    let (_directory, path) = new_path();
    std::fs::write(&path, file).unwrap();
    read_all(&path)
}

/// No byte is without effect: whichever is changed, opening the file or reading it fails.
#[test]
fn every_changed_byte_is_detected() {
    let (content, file) = small();
    assert_eq!(read_bytes(file).unwrap(), *content);
    let (_directory, path) = new_path();
    std::fs::write(&path, file).unwrap();
    let mut changing = File::options().write(true).open(&path).unwrap();
    let mut set = |at: usize, byte: u8| {
        changing.seek(SeekFrom::Start(at as u64)).unwrap();
        changing.write_all(&[byte]).unwrap();
    };
    for (at, byte) in file.iter().enumerate() {
        for flip in [0x01, 0x80, 0xFF] {
            set(at, byte ^ flip);
            assert!(read_all(&path).is_err(), "byte {at} of {}", file.len());
        }
        set(at, *byte);
    }
    assert!(read_all(&path).is_ok());
}

#[test]
fn every_truncation_is_refused_on_opening() {
    let (_, file) = small();
    let (_directory, path) = new_path();
    std::fs::write(&path, file).unwrap();
    let shrinking = File::options().write(true).open(&path).unwrap();
    for length in (0..file.len()).rev() {
        shrinking.set_len(length as u64).unwrap();
        assert!(Table::open(&path).is_err(), "{length} of {}", file.len());
    }
}

#[test]
fn appended_bytes_are_refused_on_opening() {
    let (_, file) = small();
    let (_directory, path) = new_path();
    let tails: [&[u8]; 5] = [
        &[0],
        b"KIBITZTB",
        file,
        &file[file.len() - 40..],
        &[0xFF; 100],
    ];
    for tail in tails {
        std::fs::write(&path, [file, tail].concat()).unwrap();
        assert!(Table::open(&path).is_err(), "{} bytes", tail.len());
    }
}

/// A change of a block does not prevent probes of other blocks.
#[test]
fn damaged_block_affects_its_items_only() {
    let content = Content::values(10_000, 60);
    let file = bytes(&content, 64);
    let (_directory, path) = new_path();
    let mut damaged = file.clone();
    damaged[file.len() / 3] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let table = Table::open(&path).unwrap();
    let values = content.values.unwrap();
    let failed = (0..10_000).filter(|item| match table.get(*item) {
        Ok(value) => {
            assert_eq!(value, values[*item as usize]);
            false
        }
        Err(error) => {
            assert!(matches!(error, TableError::Damaged { .. }), "{error}");
            true
        }
    });
    assert_eq!(failed.count(), 64);
    assert!(table.verify(&RunContext::new()).is_err());
}

#[test]
fn messages_name_file_and_remedy() {
    let (_, file) = small();
    let (directory, path) = new_path();
    let message = |file: &[u8]| {
        std::fs::write(&path, file).unwrap();
        let message = read_all(&path).unwrap_err().to_string();
        message.replace(path.to_str().unwrap(), "FILE")
    };
    assert_eq!(
        message(b"#!/bin/sh"),
        "FILE is not a table file: it begins with \"#!/bin/s\", expected `KIBITZTB`; give a file \
         that kibitz has written as a table"
    );
    assert_eq!(
        message(b""),
        "FILE is not a table file: it begins with \"\", expected `KIBITZTB`; give a file that \
         kibitz has written as a table"
    );
    let newer = [&file[..8], &2u32.to_le_bytes(), &file[12..]].concat();
    assert_eq!(
        message(&newer),
        "the table FILE has format version 2, but this program reads version 1; use a newer kibitz"
    );
    let longer = [&file[..], b"12345678"].concat();
    assert_eq!(
        message(&longer),
        "the table FILE is damaged: it ends with `12345678`, expected `KIBITZTB`: it is \
         incomplete, or has bytes after its end; copy it again from its origin or make it again"
    );
    let message = |path: &Path| {
        let message = Table::open(path).unwrap_err().to_string();
        message.replace(directory.path().to_str().unwrap(), "DIRECTORY")
    };
    assert_eq!(
        message(&directory.path().join("none.kbz")),
        "cannot read the table DIRECTORY/none.kbz: No such file or directory (os error 2); check \
         the path"
    );
    assert_eq!(
        message(directory.path()),
        "cannot read the table DIRECTORY: it is a directory without parts of a table; give the \
         path of a file, or finish the build that writes the parts"
    );
    #[cfg(unix)]
    assert_eq!(
        message(Path::new("/dev/null")),
        "cannot read the table /dev/null: it is a device or a pipe, expected a file"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// A part of the file replaced by another part, by random bytes or by nothing.
    #[test]
    fn spliced_files_are_refused(
        at in 0.0..1.0,
        removed in 0usize..80,
        from in 0.0..1.0,
        copied in 0usize..80,
        random in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let (content, file) = small();
        let place = |part: f64| (part * file.len() as f64) as usize;
        let (at, from) = (place(at), place(from));
        let mut spliced = file[..at].to_vec();
        spliced.extend(&file[from..file.len().min(from + copied)]);
        spliced.extend(&random);
        spliced.extend(&file[file.len().min(at + removed)..]);
        match read_bytes(&spliced) {
            Ok(read) => prop_assert!(spliced == *file && read == *content),
            Err(_) => prop_assert!(spliced != *file),
        }
    }

    /// Bytes changed before the checksums are computed: an error or other content, no panic.
    #[test]
    fn files_with_valid_checksums_do_not_cause_panics(
        changes in prop::collection::vec((0usize..17, any::<usize>(), any::<u8>()), 1..4),
    ) {
        let (_, file) = small();
        let mut forgery = Forgery::new(file, 16);
        for (part, at, byte) in changes {
            let bytes = forgery.blocks.get_mut(part).unwrap_or(&mut forgery.header);
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let _ = read_bytes(&forgery.file());
    }

    /// Any bytes after the magic.
    #[test]
    fn random_files_are_refused(random in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read_bytes(&random).is_err());
        let mut file = b"KIBITZTB\x01\x00\x00\x00".to_vec();
        file.extend(&random);
        prop_assert!(read_bytes(&file).is_err());
    }
}
