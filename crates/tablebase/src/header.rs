//! The header of a file: JSON that describes the table and its columns.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::codes::bits_for;
use crate::dictionary::MAX_ENTRIES;
use crate::differences::DIFFERENCES;
use crate::error::Damage;
use crate::format::BLOCK_SIZES;
use crate::symbol::{DictionaryEntry, Symbol};
use crate::{Description, Packing, Part};

/// The name of the column of rows.
pub(crate) const ROW: &str = "row";

/// There are as many kinds of columns.
const MAX_COLUMNS: usize = 5;

/// The header; the order of its fields is their order in the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    game: String,
    parameters: Vec<(String, String)>,
    rules: String,
    numbering: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    pub(crate) positions: u64,
    symmetry: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packing: Option<Packing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    pub(crate) block_bytes: u32,
    pub(crate) columns: Vec<Column>,
}

/// A column of the table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// The length of an item in bits.
    pub(crate) bits: u32,
    /// The entries by code, unless the items are rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dictionary: Option<Box<RawValue>>,
    /// What was done to blocks before compression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    transform: Option<String>,
}

impl Header {
    pub(crate) fn new(description: Description, block_bytes: u32, columns: Vec<Column>) -> Header {
        let Description {
            game,
            parameters,
            rules,
            numbering,
            root,
            symmetry,
            positions,
            packing,
            source,
            part,
        } = description;
        Header {
            game,
            parameters,
            rules,
            numbering,
            root,
            positions,
            symmetry,
            packing,
            source,
            part,
            block_bytes,
            columns,
        }
    }

    /// The description of the table.
    pub(crate) fn description(&self) -> Description {
        Description {
            game: self.game.clone(),
            parameters: self.parameters.clone(),
            rules: self.rules.clone(),
            numbering: self.numbering.clone(),
            root: self.root.clone(),
            symmetry: self.symmetry,
            positions: self.positions,
            packing: self.packing.clone(),
            source: self.source.clone(),
            part: self.part,
        }
    }

    /// Reads a header and checks all of it but the dictionaries.
    pub(crate) fn parse(json: &[u8]) -> Result<Header, Damage> {
        let invalid = |error| Damage::new(format!("its header is not as expected: {error}"));
        let header: Header = serde_json::from_slice(json).map_err(invalid)?;
        if !is_block_size(header.block_bytes) {
            return Err(Damage::new(format!(
                "its blocks have {} bytes, expected a power of two from {} to {}",
                header.block_bytes,
                BLOCK_SIZES.start(),
                BLOCK_SIZES.end()
            )));
        }
        if !(1..=MAX_COLUMNS).contains(&header.columns.len()) {
            return Err(Damage::new(format!(
                "its header lists {} columns, expected 1 to {MAX_COLUMNS}",
                header.columns.len()
            )));
        }
        for (i, column) in header.columns.iter().enumerate() {
            let name = &column.name;
            if header.columns[..i].iter().any(|other| other.name == *name) {
                return Err(Damage::new(format!("its header has two columns `{name}`")));
            }
        }
        let rows = header.columns.iter().find(|column| column.name == ROW);
        if let (Some(packing), Some(rows)) = (&header.packing, rows)
            && rows.bits as usize != 8 * packing.row_len()
        {
            return Err(Damage::new(format!(
                "its rows have {} bits, expected {} for its packing",
                rows.bits,
                8 * packing.row_len()
            )));
        }
        Ok(header)
    }
}

/// Whether blocks may have this size.
pub(crate) fn is_block_size(bytes: u32) -> bool {
    BLOCK_SIZES.contains(&bytes) && bytes.is_power_of_two()
}

/// The range of lengths of a row in bytes.
pub(crate) fn row_lengths(block_bytes: u32) -> std::ops::RangeInclusive<u32> {
    1..=block_bytes
}

impl Column {
    /// A column of codes.
    ///
    /// # Errors
    /// Returns an error if the texts cannot be written as JSON.
    pub(crate) fn coded(name: &str, dictionary: &[String]) -> serde_json::Result<Column> {
        Ok(Column {
            name: name.to_owned(),
            bits: bits_for(dictionary.len()),
            dictionary: Some(serde_json::value::to_raw_value(dictionary)?),
            transform: None,
        })
    }

    /// A column of rows of `bytes` bytes.
    pub(crate) fn rows(bytes: u32) -> Column {
        Column {
            name: ROW.to_owned(),
            bits: 8 * bytes,
            dictionary: None,
            transform: Some(DIFFERENCES.to_owned()),
        }
    }

    /// The entries of the dictionary by code.
    pub(crate) fn entries<S: Symbol>(&self) -> Result<Vec<Option<S>>, Damage> {
        let name = &self.name;
        let (Some(json), None) = (&self.dictionary, &self.transform) else {
            return Err(Damage::new(format!(
                "its column `{name}` has no dictionary, or a transform; expected a dictionary only"
            )));
        };
        let invalid = |error| {
            Damage::new(format!(
                "the dictionary of its column `{name}` is not as expected: {error}"
            ))
        };
        // Before they take memory. No valid text has a comma.
        let commas = json.get().bytes().filter(|byte| *byte == b',').count();
        if commas >= MAX_ENTRIES {
            return Err(Damage::new(format!(
                "the dictionary of its column `{name}` has {} entries, expected at most \
                 {MAX_ENTRIES}",
                commas + 1
            )));
        }
        let entries: Vec<DictionaryEntry<S>> = serde_json::from_str(json.get()).map_err(invalid)?;
        let entries: Vec<Option<S>> = entries.into_iter().map(|entry| entry.0).collect();
        let expected = bits_for(entries.len());
        if self.bits != expected {
            return Err(Damage::new(format!(
                "its column `{name}` has {} bits, expected {expected} for a dictionary of {} \
                 entries",
                self.bits,
                entries.len()
            )));
        }
        let mut sorted: Vec<Option<i128>> = entries.iter().map(|e| e.map(S::key)).collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Damage::new(format!(
                "the dictionary of its column `{name}` has an entry twice"
            )));
        }
        Ok(entries)
    }

    /// The length of a row in bytes.
    pub(crate) fn row_bytes(&self, block_bytes: u32) -> Result<usize, Damage> {
        let lengths = row_lengths(block_bytes);
        if self.dictionary.is_some() || self.transform.as_deref() != Some(DIFFERENCES) {
            return Err(Damage::new(format!(
                "its column `{ROW}` has a dictionary, or not the transform `{DIFFERENCES}`; \
                 expected this transform and no dictionary"
            )));
        }
        if !self.bits.is_multiple_of(8) || !lengths.contains(&(self.bits / 8)) {
            return Err(Damage::new(format!(
                "its column `{ROW}` has {} bits, expected a multiple of 8 from 8 to {}",
                self.bits,
                8 * u64::from(block_bytes)
            )));
        }
        Ok((self.bits / 8) as usize)
    }
}
