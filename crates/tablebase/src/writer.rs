//! Writing a table.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use kibitz_game::{Grundy, RunContext};

use crate::encode::{CodedColumn, Output, write_rows};
use crate::error::WriteError;
use crate::format::{BLOCK_BYTES, MAX_HEADER, prefix_and_header};
use crate::header::{Column, Header, is_block_size, row_lengths};
use crate::job::{Job, Shape, invalid, with_fitting_threads};
use crate::symbol::Symbol;
use crate::{Description, Entry, temporary};

/// How much time to spend on compression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Quickly written: zstd level 3.
    #[default]
    Fast,
    /// As small as possible, but many times slower to write: zstd level 19. Reading is as fast.
    Best,
}

impl Level {
    /// The level of zstd.
    pub(crate) fn zstd(self) -> i32 {
        match self {
            Level::Fast => 3,
            Level::Best => 19,
        }
    }
}

/// Appends the values of a range of items to the vector, `None` for a hole. It is called for each
/// item at least twice, from several threads, and must give the same values each time.
pub type Source<'a, T, E> = dyn Fn(Range<u64>, &mut Vec<Option<T>>) -> Result<(), E> + Sync + 'a;

/// Appends the rows of a range of items to the vector, one after the other. Rows are in ascending
/// order (bytewise), and no two are equal.
pub type RowSource<'a, E> = dyn Fn(Range<u64>, &mut Vec<u8>) -> Result<(), E> + Sync + 'a;

/// Checks that a table can be written to `path`, for callers that take long to make one: its
/// directory exists, and what has this name is nothing, a table, or an empty file.
///
/// # Errors
/// Returns the error that [`TableWriter::write`] would return.
pub fn check_target<E: Error>(path: &Path) -> Result<(), WriteError<E>> {
    temporary::check_target(path).map_err(|failed| WriteError::System {
        path: path.to_owned(),
        doing: failed.doing,
        error: failed.error,
    })
}

/// Writes a table file.
///
/// ```
/// use std::convert::Infallible;
///
/// use kibitz_game::{Plies, RunContext, Value};
/// use kibitz_tablebase::{Description, Entry, Table, TableWriter};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("matches.kbz");
/// // Take one or two matches; a player who cannot take loses.
/// let value = |n: u64| match Plies::new(n.div_ceil(3) as u32 * 2) {
///     even if n % 3 == 0 => Value::Loss(even),
///     even => Value::Win(Plies::new(even.get() - 1)),
/// };
/// let description = Description {
///     game: "matches".to_owned(),
///     numbering: "index".to_owned(),
///     positions: 100,
///     ..Description::default()
/// };
/// TableWriter::<Infallible>::new(description)
///     .values(&|items, into| {
///         into.extend(items.map(|n| Some(Entry::from(value(n)))));
///         Ok(())
///     })
///     .write(&path, &RunContext::new())?;
///
/// let table = Table::open(&path)?;
/// assert_eq!(table.get(7)?.unwrap().to_string(), "W5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableWriter<'a, E> {
    description: Description,
    level: Level,
    block_bytes: u32,
    values: Option<&'a Source<'a, Entry, E>>,
    distinct_values: Option<&'a Source<'a, Entry, E>>,
    grundy: Option<&'a Source<'a, Grundy, E>>,
    scores: Option<&'a Source<'a, i64, E>>,
    depths: Option<&'a Source<'a, u32, E>>,
    rows: Option<(u32, &'a RowSource<'a, E>)>,
}

impl<'a, E: Error + Send> TableWriter<'a, E> {
    /// A writer of a table without columns.
    #[must_use]
    pub fn new(description: Description) -> TableWriter<'a, E> {
        TableWriter {
            description,
            level: Level::default(),
            block_bytes: BLOCK_BYTES,
            values: None,
            distinct_values: None,
            grundy: None,
            scores: None,
            depths: None,
            rows: None,
        }
    }

    /// Sets the level of compression.
    #[must_use]
    pub fn level(mut self, level: Level) -> TableWriter<'a, E> {
        self.level = level;
        self
    }

    /// Sets the size of blocks before compression: a power of two from 64 bytes to 1 MiB. The
    /// default is 16 KiB; a probe that is not in the cache decodes one block.
    #[must_use]
    pub fn block_bytes(mut self, bytes: u32) -> TableWriter<'a, E> {
        self.block_bytes = bytes;
        self
    }

    /// Adds the column `value`.
    #[must_use]
    pub fn values(mut self, source: &'a Source<'a, Entry, E>) -> TableWriter<'a, E> {
        self.values = Some(source);
        self
    }

    /// Sets a faster source for the dictionary of the column `value`. It gives each value of a
    /// range at least once, and none that no position has; the order and the number are free.
    #[must_use]
    pub fn distinct_values(mut self, source: &'a Source<'a, Entry, E>) -> TableWriter<'a, E> {
        self.distinct_values = Some(source);
        self
    }

    /// Adds the column `grundy`.
    #[must_use]
    pub fn grundy(mut self, source: &'a Source<'a, Grundy, E>) -> TableWriter<'a, E> {
        self.grundy = Some(source);
        self
    }

    /// Adds the column `score`.
    #[must_use]
    pub fn scores(mut self, source: &'a Source<'a, i64, E>) -> TableWriter<'a, E> {
        self.scores = Some(source);
        self
    }

    /// Adds the column `depth`.
    #[must_use]
    pub fn depths(mut self, source: &'a Source<'a, u32, E>) -> TableWriter<'a, E> {
        self.depths = Some(source);
        self
    }

    /// Adds the column `row`, whose items have `bytes` bytes each.
    #[must_use]
    pub fn rows(mut self, bytes: u32, source: &'a RowSource<'a, E>) -> TableWriter<'a, E> {
        self.rows = Some((bytes, source));
        self
    }

    /// Writes the file and returns its length. Until it is complete it has a temporary name, that
    /// of `path` with `.tmp` added; then it replaces a file at `path`. The content does not depend
    /// on the number of threads.
    ///
    /// # Errors
    /// Returns an error if a source fails or does not give what it should, the file cannot be
    /// written, or the run is cancelled. Then there is no new file, and an old one is unchanged.
    pub fn write(self, path: impl AsRef<Path>, context: &RunContext) -> Result<u64, WriteError<E>> {
        let path = path.as_ref();
        let shape = self.shape().map_err(|problem| invalid(path, problem))?;
        let job = Job {
            path: path.to_owned(),
            shape,
            context: &with_fitting_threads(shape, context),
        };
        let mut output = Output::create(&job)?;
        let values = collect(&job, self.values, self.distinct_values)?;
        let grundy = collect(&job, self.grundy, None)?;
        let scores = collect(&job, self.scores, None)?;
        let depths = collect(&job, self.depths, None)?;

        let json = |error: serde_json::Error| job.invalid(error);
        let headers = [
            values.as_ref().map(CodedColumn::header),
            grundy.as_ref().map(CodedColumn::header),
            scores.as_ref().map(CodedColumn::header),
            depths.as_ref().map(CodedColumn::header),
        ];
        let columns: Result<Vec<Column>, _> = headers.into_iter().flatten().collect();
        let mut columns = columns.map_err(json)?;
        columns.extend(self.rows.map(|(bytes, _)| Column::rows(bytes)));
        let header = Header::new(self.description, self.block_bytes, columns);
        let header = serde_json::to_vec(&header).map_err(json)?;
        if header.len() > MAX_HEADER {
            return Err(job.invalid(format_args!(
                "its header would have {} bytes, at most {MAX_HEADER} are possible; \
                 shorten the texts of its description",
                header.len()
            )));
        }
        output.append(&job, &prefix_and_header(&header))?;

        write(&job, &mut output, values)?;
        write(&job, &mut output, grundy)?;
        write(&job, &mut output, scores)?;
        write(&job, &mut output, depths)?;
        if let Some((bytes, source)) = self.rows {
            write_rows(&job, &mut output, bytes, source)?;
        }
        output.finish(&job)
    }

    /// Checks what does not depend on the sources.
    fn shape(&self) -> Result<Shape, String> {
        if !is_block_size(self.block_bytes) {
            return Err(format!(
                "a block size of {} bytes is not a power of two from 64 to 1048576",
                self.block_bytes
            ));
        }
        let has_codes = self.values.is_some()
            || self.grundy.is_some()
            || self.scores.is_some()
            || self.depths.is_some();
        if !has_codes && self.rows.is_none() {
            return Err("it has no column; add one, e.g. the values".to_owned());
        }
        let lengths = row_lengths(self.block_bytes);
        if let Some((bytes, _)) = self.rows.filter(|(bytes, _)| !lengths.contains(bytes)) {
            return Err(format!(
                "rows of {bytes} bytes are not possible, only {} to {}",
                lengths.start(),
                lengths.end()
            ));
        }
        Ok(Shape {
            positions: self.description.positions,
            block_bytes: self.block_bytes,
            level: self.level,
        })
    }
}

/// The first pass over a column, if there is one.
fn collect<'a, S: Symbol, E: Error + Send>(
    job: &Job<'_>,
    source: Option<&'a Source<'a, S, E>>,
    distinct: Option<&Source<'_, S, E>>,
) -> Result<Option<CodedColumn<'a, S, E>>, WriteError<E>> {
    source
        .map(|source| CodedColumn::collect(job, source, distinct))
        .transpose()
}

/// The second pass over a column, if there is one.
fn write<S: Symbol, E: Error + Send>(
    job: &Job<'_>,
    output: &mut Output,
    column: Option<CodedColumn<'_, S, E>>,
) -> Result<(), WriteError<E>> {
    column.map_or(Ok(()), |column| column.write(job, output))
}

impl<E> std::fmt::Debug for TableWriter<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableWriter")
            .field("description", &self.description)
            .field("level", &self.level)
            .field("block_bytes", &self.block_bytes)
            .finish_non_exhaustive()
    }
}
