//! Reading a table: one file, or a directory with its parts.

use std::ops::Range;
use std::path::{Path, PathBuf};

use kibitz_game::Grundy;

use crate::division::Division;
use crate::error::{Damage, TableError};
use crate::part::Part;
use crate::part_file::{Coded, ColumnInfo, Columns, PartFile};
use crate::symbol::Symbol;
use crate::{Description, Entry};

/// The usual size of the cache of decoded blocks.
const CACHE_BYTES: usize = 64 << 20;

/// An open table: a file, or a directory with all parts of a table. Threads may share it.
///
/// Opening checks everything but the blocks; a block is checked whenever it is decoded. Probes
/// ([`get`](Table::get) etc.) keep decoded blocks in a cache, scans
/// ([`get_range`](Table::get_range)) do not.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    description: Description,
    /// In order; one if the table is a single file.
    pub(crate) parts: Vec<PartFile>,
    infos: Vec<ColumnInfo>,
    pub(crate) division: Division,
}

impl Table {
    /// Opens a table, with a cache of 64 MiB for decoded blocks.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is not a table or is damaged, or parts are
    /// missing.
    pub fn open(path: impl AsRef<Path>) -> Result<Table, TableError> {
        Table::open_with_cache(path, CACHE_BYTES)
    }

    /// Opens a table with a cache of this many bytes, at least one block of each part.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is not a table or is damaged, or parts are
    /// missing.
    pub fn open_with_cache(path: impl AsRef<Path>, bytes: usize) -> Result<Table, TableError> {
        let path = path.as_ref();
        let names = match path.is_dir() {
            true => Part::files(path)?,
            false => vec![path.to_owned()],
        };
        let cache = bytes / names.len().max(1);
        let parts: Result<Vec<PartFile>, _> = names
            .iter()
            .map(|name| PartFile::open(name, cache))
            .collect();
        Table::of_parts(path, parts?)
    }

    /// The table that these files are, in order.
    fn of_parts(path: &Path, parts: Vec<PartFile>) -> Result<Table, TableError> {
        let mut whole: Option<Description> = None;
        let mut numbers = Vec::new();
        for (index, part) in (0..).zip(&parts) {
            let damaged = |problem: &str| Err(Damage::new(problem).of(part.path()));
            let mut found = part.description().clone();
            let own = found.part.take();
            let own = own.unwrap_or_else(|| Part::whole(found.positions));
            let count = parts.len();
            if (own.index, own.parts as usize) != (index, count)
                || own.shard_bits > Part::MAX_SHARD_BITS
                || own.first.is_none() && own.items() != found.positions
            {
                return damaged(&format!(
                    "its header does not say that it is part {index} of {count}; open the \
                     directory with all parts"
                ));
            }
            numbers.push((own, found.positions));
            found.positions = own.positions;
            match &whole {
                None => whole = Some(found),
                Some(first) if *first != found => {
                    return damaged("it is a part of another table than part 0");
                }
                Some(_) => {}
            }
        }
        let division = Division::of(&numbers);
        let apart = || Damage::new("its parts do not belong to one table").of(path);
        let division = division.ok_or_else(apart)?;
        let infos = sum_infos(&parts).map_err(|damage| damage.of(path))?;
        Ok(Table {
            path: path.to_owned(),
            description: whole.unwrap_or_default(),
            parts,
            infos,
            division,
        })
    }

    /// What the positions of the table are.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The path of the file, or of the directory of the parts.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of positions, holes included.
    #[must_use]
    #[inline]
    pub fn positions(&self) -> u64 {
        self.description.positions
    }

    /// The length of the file, or of all parts, in bytes.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        let lengths = self.parts.iter().map(|part| part.file.bytes().len() as u64);
        lengths.sum()
    }

    /// The columns in the order of the file; of parts, the sums and the largest dictionaries.
    #[must_use]
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.infos
    }

    /// Whether Grundy values are stored.
    #[must_use]
    #[inline]
    pub fn has_grundy(&self) -> bool {
        self.parts[0].columns.grundy.is_some()
    }

    /// Whether values are stored.
    #[must_use]
    #[inline]
    pub fn has_values(&self) -> bool {
        self.parts[0].columns.value.is_some()
    }

    /// Whether depths are stored.
    #[must_use]
    #[inline]
    pub fn has_depths(&self) -> bool {
        self.parts[0].columns.depth.is_some()
    }

    /// Whether scores are stored.
    #[must_use]
    #[inline]
    pub fn has_scores(&self) -> bool {
        self.parts[0].columns.score.is_some()
    }

    /// The value of a position; `None` for a hole.
    ///
    /// # Errors
    /// Returns an error if there is no such position or no such column, or the block is damaged.
    #[inline]
    pub fn get(&self, item: u64) -> Result<Option<Entry>, TableError> {
        self.probe(|columns| columns.value.as_ref(), item)
    }

    /// The Grundy value of a position; `None` if it has none.
    ///
    /// # Errors
    /// Returns an error if there is no such position or no such column, or the block is damaged.
    pub fn grundy(&self, item: u64) -> Result<Option<Grundy>, TableError> {
        self.probe(|columns| columns.grundy.as_ref(), item)
    }

    /// The score of a position; `None` if it has none.
    ///
    /// # Errors
    /// Returns an error if there is no such position or no such column, or the block is damaged.
    pub fn score(&self, item: u64) -> Result<Option<i64>, TableError> {
        self.probe(|columns| columns.score.as_ref(), item)
    }

    /// The depth of a position, i.e. the fewest moves from the root; `None` if it has none.
    ///
    /// # Errors
    /// Returns an error if there is no such position or no such column, or the block is damaged.
    pub fn depth(&self, item: u64) -> Result<Option<u32>, TableError> {
        self.probe(|columns| columns.depth.as_ref(), item)
    }

    /// Appends the values of some positions to `into`; `None` for a hole. It decodes block after
    /// block, and neither reads nor fills the cache.
    ///
    /// # Errors
    /// Returns an error if the range is not within the table, there is no such column, or a block
    /// is damaged.
    pub fn get_range(
        &self,
        items: Range<u64>,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), TableError> {
        self.scan(|columns| columns.value.as_ref(), items, into)
    }

    /// Appends the Grundy values of some positions to `into`, like [`get_range`](Table::get_range).
    ///
    /// # Errors
    /// The same as [`get_range`](Table::get_range).
    pub fn grundy_range(
        &self,
        items: Range<u64>,
        into: &mut Vec<Option<Grundy>>,
    ) -> Result<(), TableError> {
        self.scan(|columns| columns.grundy.as_ref(), items, into)
    }

    /// Appends the scores of some positions to `into`, like [`get_range`](Table::get_range).
    ///
    /// # Errors
    /// The same as [`get_range`](Table::get_range).
    pub fn score_range(
        &self,
        items: Range<u64>,
        into: &mut Vec<Option<i64>>,
    ) -> Result<(), TableError> {
        self.scan(|columns| columns.score.as_ref(), items, into)
    }

    /// Appends the depths of some positions to `into`, like [`get_range`](Table::get_range).
    ///
    /// # Errors
    /// The same as [`get_range`](Table::get_range).
    pub fn depth_range(
        &self,
        items: Range<u64>,
        into: &mut Vec<Option<u32>>,
    ) -> Result<(), TableError> {
        self.scan(|columns| columns.depth.as_ref(), items, into)
    }

    #[inline]
    fn probe<S: Symbol>(
        &self,
        column: impl Fn(&Columns) -> Option<&Coded<S>>,
        item: u64,
    ) -> Result<Option<S>, TableError> {
        let (part, item) = self.place(item)?;
        part.probe(column(&part.columns), item)
    }

    fn scan<S: Symbol>(
        &self,
        column: impl Fn(&Columns) -> Option<&Coded<S>>,
        items: Range<u64>,
        into: &mut Vec<Option<S>>,
    ) -> Result<(), TableError> {
        self.in_parts(items, |part, items| {
            part.scan(column(&part.columns), items, into)
        })
    }

    /// The part of a position, and its number there.
    #[inline]
    pub(crate) fn place(&self, item: u64) -> Result<(&PartFile, u64), TableError> {
        self.check_item(item)?;
        if let [whole] = &self.parts[..] {
            return Ok((whole, item));
        }
        let (part, item) = self.division.place(item);
        Ok((&self.parts[part], item))
    }

    /// The position with a number in a part.
    pub(crate) fn item(&self, part: usize, place: u64) -> u64 {
        match self.parts.len() {
            1 => place,
            _ => self.division.item(part, place),
        }
    }

    /// Passes the parts of a range to `visit`, in order, each with the numbers there.
    pub(crate) fn in_parts(
        &self,
        items: Range<u64>,
        mut visit: impl FnMut(&PartFile, Range<u64>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        if items.is_empty() {
            return Ok(());
        }
        self.check_item(items.end - 1)?;
        let mut start = items.start;
        while start < items.end {
            let (part, first) = self.place(start)?;
            let count = self.division.run(start).min(items.end - start);
            visit(part, first..first + count)?;
            start += count;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn check_item(&self, item: u64) -> Result<(), TableError> {
        if item < self.positions() {
            return Ok(());
        }
        Err(TableError::OutOfRange {
            path: self.path.clone(),
            item,
            positions: self.positions(),
        })
    }
}

/// The columns of all parts together.
fn sum_infos(parts: &[PartFile]) -> Result<Vec<ColumnInfo>, Damage> {
    let mut sum = parts[0].infos().to_vec();
    for part in &parts[1..] {
        if part.infos().len() != sum.len() {
            return Err(Damage::new("its parts have different columns"));
        }
        for (sum, info) in sum.iter_mut().zip(part.infos()) {
            if sum.name != info.name {
                return Err(Damage::new("its parts have different columns"));
            }
            sum.bits = sum.bits.max(info.bits);
            sum.entries = sum.entries.max(info.entries);
            sum.blocks += info.blocks;
            sum.compressed += info.compressed;
            sum.uncompressed += info.uncompressed;
        }
    }
    Ok(sum)
}
