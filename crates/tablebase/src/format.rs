//! The constants of the file format and its fixed parts, the prefix and the footer. See
//! `docs/table-format.md`.

use std::fmt::Display;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::Damage;

/// The first and the last bytes of a file.
pub(crate) const MAGIC: [u8; 8] = *b"KIBITZTB";
/// The version of the format.
pub(crate) const VERSION: u32 = 1;
/// The length of the prefix: magic, version, length of the header.
pub(crate) const PREFIX: usize = 16;
/// The length of a checksum.
pub(crate) const CHECKSUM: usize = 8;
/// The length of the footer.
pub(crate) const FOOTER: usize = 40;
/// The length of a block's record in the index.
pub(crate) const RECORD: usize = 16;
/// Maximum length of the header.
pub(crate) const MAX_HEADER: usize = 32 << 20;
/// The usual size of a block before compression.
pub(crate) const BLOCK_BYTES: u32 = 16 << 10;
/// Allowed block sizes are the powers of two in this range.
pub(crate) const BLOCK_SIZES: std::ops::RangeInclusive<u32> = 64..=1 << 20;

/// The checksum of some bytes: XXH3 of 64 bits, seed 0.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Compares a checksum with the stored one.
pub(crate) fn check(what: impl Display, bytes: &[u8], stored: u64) -> Result<(), Damage> {
    let found = checksum(bytes);
    if found == stored {
        return Ok(());
    }
    Err(Damage::new(format!(
        "{what} has checksum {found:016x}, expected {stored:016x}"
    )))
}

/// The little-endian number at an offset; `None` beyond the end.
pub(crate) fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// The end of a file: where its index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Footer {
    /// The offset of the index in the file.
    pub(crate) index_at: u64,
    /// The checksum of the index.
    pub(crate) index_checksum: u64,
    /// The length of the file.
    pub(crate) file_len: u64,
}

impl Footer {
    /// The footer as bytes.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.index_at, self.index_checksum, self.file_len];
        let mut bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.extend(MAGIC);
        bytes
    }

    /// Reads the footer at the end of a file.
    pub(crate) fn read(file: &[u8]) -> Result<Footer, Damage> {
        let short = || Damage::new(format!("its {} bytes are too few for a footer", file.len()));
        let bytes: &[u8; FOOTER] = file.last_chunk().ok_or_else(short)?;
        let (content, magic) = bytes.split_at(FOOTER - MAGIC.len());
        if magic != MAGIC {
            return Err(Damage::new(format!(
                "it ends with `{}`, expected `{}`: it is incomplete, or has bytes after its end",
                magic.escape_ascii(),
                MAGIC.escape_ascii()
            )));
        }
        let field = |i: usize| number(content, 8 * i).ok_or_else(short);
        check("its footer", &content[..24], field(3)?)?;
        let footer = Footer {
            index_at: field(0)?,
            index_checksum: field(1)?,
            file_len: field(2)?,
        };
        if footer.file_len != file.len() as u64 {
            return Err(Damage::new(format!(
                "it has {} bytes, expected {} according to its footer",
                file.len(),
                footer.file_len
            )));
        }
        Ok(footer)
    }
}

/// The prefix, the header and their checksum as bytes.
pub(crate) fn prefix_and_header(header: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}
