//! Encoding of columns: a first pass over a source finds the dictionary, a second one writes the
//! blocks.

use std::error::Error;
use std::ops::Range;

use kibitz_game::Reservation;

use crate::codes::{self, bits_for};
use crate::dictionary::{Dictionary, Distinct, MAX_ENTRIES};
use crate::differences;
use crate::error::WriteError;
use crate::format::{BLOCK_BYTES, FOOTER, Footer, checksum};
use crate::header::Column;
use crate::job::{CompressedBlock, Job, PART};
use crate::layout::Layout;
use crate::symbol::{HOLE, Symbol};
use crate::temporary::TemporaryFile;
use crate::writer::{RowSource, Source};

/// A column of codes whose dictionary is known.
pub(crate) struct CodedColumn<'a, S, E> {
    source: &'a Source<'a, S, E>,
    dictionary: Dictionary<S>,
}

impl<'a, S: Symbol, E: Error + Send> CodedColumn<'a, S, E> {
    /// The first pass: finds the dictionary, by `distinct` if there is such a source.
    pub(crate) fn collect(
        job: &Job<'_>,
        source: &'a Source<'a, S, E>,
        distinct: Option<&Source<'_, S, E>>,
    ) -> Result<CodedColumn<'a, S, E>, WriteError<E>> {
        // How long a code will be is not known yet.
        let layout = Layout::new(job.shape.positions, 8, BLOCK_BYTES);
        let step = |blocks: Range<u64>| {
            let mut found = Distinct::new();
            let mut items = Vec::new();
            for block in blocks {
                let range = layout.items_of(block..block + 1);
                match distinct {
                    Some(distinct) => job.read_distinct(distinct, range, &mut items)?,
                    None => job.read(source, range, &mut items)?,
                }
                found.extend(&items);
            }
            Ok(found)
        };
        let stage = format!("finding the different entries of `{}`", S::COLUMN);
        let mut all = Distinct::new();
        job.in_batches(&stage, layout, step, |found| {
            all.merge(&found);
            if all.is_too_large() {
                return Err(job.invalid(format_args!(
                    "the column `{}` has more than {MAX_ENTRIES} different values, too many for \
                     a table",
                    S::COLUMN
                )));
            }
            Ok(())
        })?;
        let dictionary = all.into_dictionary();
        Ok(CodedColumn { source, dictionary })
    }

    /// Its part of the header.
    pub(crate) fn header(&self) -> serde_json::Result<Column> {
        Column::coded(S::COLUMN, &self.dictionary.texts())
    }

    /// The second pass: writes the blocks.
    pub(crate) fn write(&self, job: &Job<'_>, output: &mut Output) -> Result<(), WriteError<E>> {
        let bits = bits_for(self.dictionary.len());
        let layout = Layout::new(job.shape.positions, bits, job.shape.block_bytes);
        let step = |blocks: Range<u64>| {
            let mut compressor = job.compressor()?;
            let (mut items, mut codes, mut packed) = (Vec::new(), Vec::new(), Vec::new());
            let mut compressed = Vec::new();
            for block in blocks {
                let range = layout.items_of(block..block + 1);
                packed.clear();
                for start in range.clone().step_by(PART as usize) {
                    let part = start..range.end.min(start + PART);
                    job.read(self.source, part, &mut items)?;
                    let encoded = self.dictionary.encode(&items, &mut codes);
                    encoded.map_err(|at| changed(job, start + at as u64, items[at]))?;
                    codes::pack(&codes, bits, &mut packed);
                }
                compressed.push(job.compress(&mut compressor, &packed)?);
            }
            Ok(compressed)
        };
        let stage = format!("writing the column `{}`", S::COLUMN);
        job.in_batches(&stage, layout, step, |blocks: Vec<CompressedBlock>| {
            blocks.iter().try_for_each(|block| output.block(job, block))
        })
    }
}

/// The error that an item had another value in the first pass.
fn changed<S: Symbol, E: Error>(job: &Job<'_>, item: u64, now: Option<S>) -> WriteError<E> {
    let now = now.map_or(HOLE.to_owned(), |symbol| symbol.to_string());
    job.invalid(format_args!(
        "the source of `{}` gave `{now}` for position {item} and another value before; \
         this is an error of the program",
        S::COLUMN
    ))
}

/// Some blocks of rows.
#[derive(Debug, Default)]
struct RowBlocks {
    compressed: Vec<CompressedBlock>,
    /// The first row of each.
    firsts: Vec<u8>,
    /// The last row of the last.
    last: Vec<u8>,
}

/// Writes the column of rows.
pub(crate) fn write_rows<E: Error + Send>(
    job: &Job<'_>,
    output: &mut Output,
    bytes: u32,
    source: &RowSource<'_, E>,
) -> Result<(), WriteError<E>> {
    let layout = Layout::new(job.shape.positions, 8 * bytes, job.shape.block_bytes);
    let bytes = bytes as usize;
    let step = |blocks: Range<u64>| {
        let mut compressor = job.compressor()?;
        let (mut rows, mut transformed) = (Vec::new(), Vec::new());
        let mut result = RowBlocks::default();
        for block in blocks.clone() {
            let range = layout.items_of(block..block + 1);
            job.context.check()?;
            rows.clear();
            source(range.clone(), &mut rows).map_err(WriteError::Source)?;
            job.check_length(&range, rows.len(), bytes)?;
            check_order(job, range.start, &result.last, &rows, bytes)?;
            result.firsts.extend(&rows[..bytes]);
            result.last = rows[rows.len() - bytes..].to_vec();
            transformed.clear();
            differences::encode(&rows, bytes, &mut transformed);
            let block = job.compress(&mut compressor, &transformed)?;
            result.compressed.push(block);
        }
        Ok((layout.items_of(blocks).start, result))
    };
    let mut last = Vec::new();
    job.in_batches(
        "writing the rows",
        layout,
        step,
        |(item, rows): (u64, RowBlocks)| {
            check_order(job, item, &last, &rows.firsts[..bytes], bytes)?;
            last = rows.last;
            output.first_rows.extend(&rows.firsts);
            rows.compressed
                .iter()
                .try_for_each(|block| output.block(job, block))
        },
    )
}

/// Checks that rows, of items from `first` on, are in ascending order and above the row before
/// them, if there is one.
fn check_order<E: Error>(
    job: &Job<'_>,
    first: u64,
    before: &[u8],
    rows: &[u8],
    bytes: usize,
) -> Result<(), WriteError<E>> {
    let mut before = before;
    for (item, row) in (first..).zip(rows.chunks(bytes)) {
        if row <= before {
            return Err(job.invalid(format_args!(
                "the row of position {item} is not above that of the position before; rows must \
                 be in ascending order, and no two equal; this is an error of the program"
            )));
        }
        before = row;
    }
    Ok(())
}

/// The file that is being written, and its index so far.
#[derive(Debug)]
pub(crate) struct Output {
    file: TemporaryFile,
    records: Vec<u8>,
    first_rows: Vec<u8>,
    _memory: Reservation,
}

impl Output {
    /// Creates the file under its temporary name.
    pub(crate) fn create<E: Error>(job: &Job<'_>) -> Result<Output, WriteError<E>> {
        job.context.check()?;
        let memory = job
            .context
            .reserve("buffers for writing a table", job.memory())?;
        let file = TemporaryFile::create(&job.path).map_err(|failed| job.failed(failed))?;
        Ok(Output {
            file,
            records: Vec::new(),
            first_rows: Vec::new(),
            _memory: memory,
        })
    }

    /// Appends some bytes.
    pub(crate) fn append<E: Error>(
        &mut self,
        job: &Job<'_>,
        bytes: &[u8],
    ) -> Result<(), WriteError<E>> {
        self.file.write(bytes).map_err(|failed| job.failed(failed))
    }

    /// Appends a block.
    fn block<E: Error>(
        &mut self,
        job: &Job<'_>,
        block: &CompressedBlock,
    ) -> Result<(), WriteError<E>> {
        self.records.extend(self.file.written().to_le_bytes());
        self.records.extend(block.checksum.to_le_bytes());
        self.append(job, &block.bytes)
    }

    /// Writes index and footer, and gives the file its name. Returns its length.
    pub(crate) fn finish<E: Error>(mut self, job: &Job<'_>) -> Result<u64, WriteError<E>> {
        let index_at = self.file.written();
        let index = [self.records.as_slice(), &self.first_rows].concat();
        let file_len = index_at + (index.len() + FOOTER) as u64;
        let footer = Footer {
            index_at,
            index_checksum: checksum(&index),
            file_len,
        };
        self.append(job, &index)?;
        self.append(job, &footer.to_bytes())?;
        self.file.commit().map_err(|failed| job.failed(failed))?;
        Ok(file_len)
    }
}
