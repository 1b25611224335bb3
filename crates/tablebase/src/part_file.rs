//! Reading one file of a table.

use std::ops::Range;
use std::path::Path;

use kibitz_game::Grundy;

use crate::cache::Cache;
use crate::codes;
use crate::error::{Damage, TableError};
use crate::file::{Blocks, TableFile};
use crate::header::{Header, ROW};
use crate::symbol::Symbol;
use crate::{Description, Entry};

/// An open file, with a whole table or a part of one. Items are numbered from 0.
#[derive(Debug)]
pub(crate) struct PartFile {
    pub(crate) file: TableFile,
    description: Description,
    pub(crate) columns: Columns,
    infos: Vec<ColumnInfo>,
    cache: Cache,
}

/// What a column of a table is, and how well it is compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its name: `value`, `grundy`, `score`, `depth` or `row`.
    pub name: String,
    /// The length of an item in bits.
    pub bits: u32,
    /// The number of different values; 0 for rows.
    pub entries: usize,
    /// The number of blocks.
    pub blocks: u64,
    /// The length of its blocks in the file, in bytes.
    pub compressed: u64,
    /// The length of its blocks before compression, in bytes.
    pub uncompressed: u64,
}

/// The columns that a table may have.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(crate) value: Option<Coded<Entry>>,
    pub(crate) grundy: Option<Coded<Grundy>>,
    pub(crate) score: Option<Coded<i64>>,
    pub(crate) depth: Option<Coded<u32>>,
    pub(crate) row: Option<Rows>,
}

/// A column of codes.
#[derive(Debug)]
pub(crate) struct Coded<S> {
    pub(crate) blocks: Blocks,
    /// By code.
    entries: Vec<Option<S>>,
}

/// A column of rows.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) blocks: Blocks,
    /// The length of a row in bytes.
    pub(crate) bytes: usize,
}

impl<S: Symbol> Coded<S> {
    /// The value of an item in a decoded block.
    #[inline]
    fn item(&self, block: &[u8], place: usize) -> Result<Option<S>, Damage> {
        let code = codes::get(block, self.blocks.layout.bits(), place);
        let entry = code.and_then(|code| self.entries.get(code as usize));
        entry.copied().ok_or_else(|| self.invalid(code))
    }

    #[cold]
    fn invalid(&self, code: Option<u32>) -> Damage {
        let column = S::COLUMN;
        let entries = self.entries.len();
        let Some(code) = code else {
            return Damage::new(format!("a block of its column `{column}` is too short"));
        };
        Damage::new(format!(
            "its column `{column}` has a code {code}, expected one of a dictionary of {entries} \
             entries"
        ))
    }

    /// Appends the values of some items of a decoded block.
    pub(crate) fn items(
        &self,
        block: &[u8],
        places: Range<usize>,
        into: &mut Vec<Option<S>>,
    ) -> Result<(), Damage> {
        into.reserve(places.len());
        for place in places {
            into.push(self.item(block, place)?);
        }
        Ok(())
    }
}

impl PartFile {
    /// Opens a file with a cache of this many bytes, at least one block.
    pub(crate) fn open(path: &Path, cache_bytes: usize) -> Result<PartFile, TableError> {
        let (file, header) = TableFile::open(path)?;
        let damaged = |damage: Damage| damage.of(path);
        let (columns, infos) = columns(&file, &header).map_err(damaged)?;
        Ok(PartFile {
            file,
            description: header.description(),
            columns,
            infos,
            cache: Cache::new(cache_bytes, header.block_bytes),
        })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// The number of items.
    #[inline]
    pub(crate) fn items(&self) -> u64 {
        self.description.positions
    }

    /// The columns in the order of the file.
    pub(crate) fn infos(&self) -> &[ColumnInfo] {
        &self.infos
    }

    #[inline]
    pub(crate) fn probe<S: Symbol>(
        &self,
        column: Option<&Coded<S>>,
        item: u64,
    ) -> Result<Option<S>, TableError> {
        let column = column.ok_or_else(|| self.no_column(S::COLUMN))?;
        self.check_item(item)?;
        let (block, place) = column.blocks.layout.place(item);
        let found = self.with_block(column.blocks, block, |bytes| column.item(bytes, place))?;
        found.map_err(|damage| self.damaged(damage))
    }

    pub(crate) fn scan<S: Symbol>(
        &self,
        column: Option<&Coded<S>>,
        items: Range<u64>,
        into: &mut Vec<Option<S>>,
    ) -> Result<(), TableError> {
        let column = column.ok_or_else(|| self.no_column(S::COLUMN))?;
        self.scan_blocks(column.blocks, items, |bytes, places| {
            column.items(bytes, places, into)
        })
    }

    /// Visits the blocks of some items, decoded, with the places of the items in the block.
    pub(crate) fn scan_blocks(
        &self,
        blocks: Blocks,
        items: Range<u64>,
        mut visit: impl FnMut(&[u8], Range<usize>) -> Result<(), Damage>,
    ) -> Result<(), TableError> {
        if items.is_empty() {
            return Ok(());
        }
        self.check_item(items.end - 1)?;
        let (first, last) = (
            blocks.layout.place(items.start).0,
            blocks.layout.place(items.end - 1).0,
        );
        let mut bytes = Vec::new();
        for block in first..=last {
            self.file.decode(blocks, block, &mut bytes)?;
            let all = blocks.layout.items_of(block..block + 1);
            let begin = items.start.max(all.start) - all.start;
            let end = items.end.min(all.end) - all.start;
            visit(&bytes, begin as usize..end as usize).map_err(|damage| self.damaged(damage))?;
        }
        Ok(())
    }

    /// Reads a block, from the cache if possible.
    #[inline]
    pub(crate) fn with_block<R>(
        &self,
        blocks: Blocks,
        block: u64,
        read: impl Fn(&[u8]) -> R,
    ) -> Result<R, TableError> {
        let number = blocks.first + block;
        if let Some(found) = self.cache.read(number, &read) {
            return Ok(found);
        }
        let mut bytes = Vec::new();
        self.file.decode(blocks, block, &mut bytes)?;
        let found = read(&bytes);
        self.cache.insert(number, bytes.into_boxed_slice());
        Ok(found)
    }

    #[inline]
    pub(crate) fn check_item(&self, item: u64) -> Result<(), TableError> {
        if item < self.items() {
            return Ok(());
        }
        Err(TableError::OutOfRange {
            path: self.path().to_owned(),
            item,
            positions: self.items(),
        })
    }

    #[cold]
    pub(crate) fn no_column(&self, column: &'static str) -> TableError {
        let present: Vec<String> = self.infos.iter().map(|c| format!("`{}`", c.name)).collect();
        TableError::NoColumn {
            path: self.path().to_owned(),
            column,
            present: present.join(", "),
        }
    }

    #[cold]
    pub(crate) fn damaged(&self, damage: Damage) -> TableError {
        damage.of(self.path())
    }
}

/// The columns of a file by name, and in its order.
fn columns(file: &TableFile, header: &Header) -> Result<(Columns, Vec<ColumnInfo>), Damage> {
    let mut columns = Columns::default();
    let mut infos = Vec::new();
    for (column, blocks) in header.columns.iter().zip(file.columns()) {
        let blocks = *blocks;
        let entries = match column.name.as_str() {
            Entry::COLUMN => coded(&mut columns.value, blocks, column.entries()?),
            Grundy::COLUMN => coded(&mut columns.grundy, blocks, column.entries()?),
            i64::COLUMN => coded(&mut columns.score, blocks, column.entries()?),
            u32::COLUMN => coded(&mut columns.depth, blocks, column.entries()?),
            ROW => {
                let bytes = column.row_bytes(header.block_bytes)?;
                columns.row = Some(Rows { blocks, bytes });
                0
            }
            other => {
                return Err(Damage::new(format!(
                    "its header has a column {other:?}, expected `{}`, `{}`, `{}`, `{}` or \
                     `{ROW}`",
                    Entry::COLUMN,
                    Grundy::COLUMN,
                    i64::COLUMN,
                    u32::COLUMN
                )));
            }
        };
        infos.push(ColumnInfo {
            name: column.name.clone(),
            bits: column.bits,
            entries,
            blocks: blocks.layout.blocks(),
            compressed: file.compressed(blocks),
            uncompressed: blocks.layout.bytes(),
        });
    }
    Ok((columns, infos))
}

/// Sets a column of codes and returns the number of its entries.
fn coded<S>(column: &mut Option<Coded<S>>, blocks: Blocks, entries: Vec<Option<S>>) -> usize {
    let count = entries.len();
    *column = Some(Coded { blocks, entries });
    count
}
