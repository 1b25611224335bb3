//! A mapped file: checks of everything but the blocks, and decoding of blocks.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use memmap2::{Advice, Mmap};
use zstd::bulk::Decompressor;

use crate::differences;
use crate::error::{Damage, TableError};
use crate::format::{CHECKSUM, FOOTER, Footer, MAGIC, MAX_HEADER, PREFIX, VERSION, check, number};
use crate::header::{Header, ROW};
use crate::index::Index;
use crate::layout::Layout;

/// The blocks of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    /// The number of its first block among those of all columns.
    pub(crate) first: u64,
    pub(crate) layout: Layout,
    /// The length of a row in bytes if the items are rows.
    row_bytes: Option<usize>,
}

/// A table file in memory, with a checked index.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    map: Mmap,
    index: Index,
    columns: Vec<Blocks>,
}

impl TableFile {
    /// Maps a file and checks its header, footer and index.
    pub(crate) fn open(path: &Path) -> Result<(TableFile, Header), TableError> {
        let map = map(path).map_err(|error| TableError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let damaged = |damage: Damage| damage.of(path);
        let length = header_length(path, &map)?;
        let header = header(&map, length).map_err(damaged)?;
        let (columns, index) = index(&map, &header, PREFIX + length + CHECKSUM).map_err(damaged)?;
        let file = TableFile {
            path: path.to_owned(),
            map,
            index,
            columns,
        };
        Ok((file, header))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The whole file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The blocks of the columns in the order of the header.
    pub(crate) fn columns(&self) -> &[Blocks] {
        &self.columns
    }

    /// The length of a column's blocks in the file.
    pub(crate) fn compressed(&self, blocks: Blocks) -> u64 {
        let end = blocks.first + blocks.layout.blocks();
        self.index.length(&self.map, blocks.first..end)
    }

    /// The block of the column of rows that has a row if any does.
    pub(crate) fn block_of_row(&self, row: &[u8]) -> Option<u64> {
        self.index.block_of_row(&self.map, row)
    }

    /// The first row of a block of the column of rows, according to the index.
    pub(crate) fn first_row(&self, block: u64) -> &[u8] {
        self.index.first_row(&self.map, block as usize)
    }

    /// Checks and decodes a block, numbered within its column, and replaces what `into` has.
    pub(crate) fn decode(
        &self,
        blocks: Blocks,
        block: u64,
        into: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let number = blocks.first + block;
        let (place, checksum) = self.index.block(&self.map, number);
        let damaged = |damage: Damage| damage.of(&self.path);
        let compressed = self.map.get(place).unwrap_or_default();
        check(format_args!("its block {number}"), compressed, checksum).map_err(damaged)?;
        let expected = blocks.layout.bytes_of(block);
        into.clear();
        into.resize(expected, 0);
        match decompress(compressed, into) {
            Ok(length) if length == expected => {
                if let Some(bytes) = blocks.row_bytes {
                    let planes = std::mem::take(into);
                    differences::decode(&planes, bytes, into);
                }
                Ok(())
            }
            Ok(length) => Err(damaged(Damage::new(format!(
                "its block {number} is decompressed to {length} bytes, expected {expected}"
            )))),
            Err(error) => Err(damaged(Damage::new(format!(
                "its block {number} cannot be decompressed to {expected} bytes: {error}"
            )))),
        }
    }
}

/// Decompresses a block into a buffer of exactly its size, and returns its length. A longer one is
/// an error.
fn decompress(compressed: &[u8], into: &mut [u8]) -> io::Result<usize> {
    thread_local! {
        /// Its memory is as expensive as decoding a block.
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            None => decompressor.insert(Decompressor::new()?),
        };
        decompressor.decompress_to_buffer(compressed, into)
    })
}

/// Maps a file for random access.
fn map(path: &Path) -> io::Result<Mmap> {
    // Before it is opened, which waits for a writer if it is a pipe.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other(
            "it is a device or a pipe, expected a file",
        ));
    }
    let file = File::open(path)?;
    // SAFETY: the map is only read, and nothing is assumed about its bytes that is not checked when
    // they are used. Tables are never changed in place: a new one is written beside the old one and
    // renamed, which leaves an open file as it was. If another program nevertheless changes the
    // file, a checksum fails, or the system ends the process when it is truncated.
    let map = unsafe { Mmap::map(&file)? };
    // Only a hint: probes are in no order.
    #[cfg(unix)]
    let _ = map.advise(Advice::Random);
    Ok(map)
}

/// Checks the prefix and returns the length of the header.
fn header_length(path: &Path, file: &[u8]) -> Result<usize, TableError> {
    let found = &file[..file.len().min(MAGIC.len())];
    if found != MAGIC {
        return Err(TableError::NotATable {
            path: path.to_owned(),
            found: found.escape_ascii().to_string(),
        });
    }
    let numbers = number(file, MAGIC.len()).ok_or_else(|| {
        Damage::new(format!(
            "it ends after {} bytes, expected a header",
            file.len()
        ))
        .of(path)
    })?;
    let (version, length) = (numbers as u32, (numbers >> 32) as usize);
    if version != VERSION {
        return Err(TableError::Version {
            path: path.to_owned(),
            found: version,
        });
    }
    Ok(length)
}

/// Checks the header against its checksum, and reads it.
fn header(file: &[u8], length: usize) -> Result<Header, Damage> {
    let around = PREFIX + CHECKSUM + FOOTER;
    if length > MAX_HEADER || length > file.len().saturating_sub(around) {
        return Err(Damage::new(format!(
            "its header has {length} bytes, expected at most {}: it has {} bytes in all",
            file.len().saturating_sub(around).min(MAX_HEADER),
            file.len()
        )));
    }
    let (covered, rest) = file.split_at(PREFIX + length);
    check("its header", covered, number(rest, 0).unwrap_or_default())?;
    Header::parse(&covered[PREFIX..])
}

/// Checks the footer and the index.
fn index(file: &[u8], header: &Header, blocks_at: usize) -> Result<(Vec<Blocks>, Index), Damage> {
    let footer = Footer::read(file)?;
    let positions = header.positions;
    let mut first = 0u64;
    let mut rows = (0, 0);
    let mut columns = Vec::new();
    for column in &header.columns {
        let layout = Layout::new(positions, column.bits, header.block_bytes);
        let is_row = column.name == ROW;
        let row_bytes = is_row
            .then(|| column.row_bytes(header.block_bytes))
            .transpose()?;
        columns.push(Blocks {
            first,
            layout,
            row_bytes,
        });
        let blocks = layout.blocks();
        rows = row_bytes.map_or(rows, |bytes| (blocks, bytes));
        first = first.checked_add(blocks).ok_or_else(|| {
            Damage::new(format!(
                "its {positions} positions are more than a file can have"
            ))
        })?;
    }
    let index = Index::check(file, footer, blocks_at, first, rows)?;
    Ok((columns, index))
}
