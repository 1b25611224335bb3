//! Tables for the tests.

pub(crate) mod forge;

use std::convert::Infallible;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kibitz_game::{Grundy, Plies, RunContext, Value, Wdl};
use kibitz_tablebase::{
    Description, Entry, Level, Packing, Slot, Table, TableError, TableWriter, WriteError,
};
use tempfile::TempDir;

/// The content of a table in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Content {
    pub(crate) values: Option<Vec<Option<Entry>>>,
    pub(crate) grundy: Option<Vec<Option<Grundy>>>,
    pub(crate) scores: Option<Vec<Option<i64>>>,
    pub(crate) depths: Option<Vec<Option<u32>>>,
    /// The length of a row, and all rows.
    pub(crate) rows: Option<(u32, Vec<u8>)>,
}

/// The packing of vectors with one slot for each byte of a row.
fn packing(bytes: u32) -> Packing {
    Packing::new(vec![Slot { low: 0, bits: 8 }; bytes as usize]).unwrap()
}

/// A mixing function for pseudo-random contents.
pub(crate) fn mix(n: u64) -> u64 {
    let mut n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    n = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ n >> 31
}

/// The `n`-th of a list of all possible entries, beginning with the hole.
pub(crate) fn entry(n: u64) -> Option<Entry> {
    let plies = Plies::new((n / 2) as u32);
    match n {
        0 => None,
        1 => Some(Wdl::Draw.into()),
        n if n % 2 == 0 => Some(Value::Loss(plies).into()),
        _ => Some(Value::Win(plies).into()),
    }
}

impl Content {
    /// Values of `positions` positions with `distinct` different ones, if there are enough
    /// positions.
    pub(crate) fn values(positions: u64, distinct: u64) -> Content {
        let pick = |i| if i < distinct { i } else { mix(i) % distinct };
        Content {
            values: Some((0..positions).map(|i| entry(pick(i))).collect()),
            ..Content::default()
        }
    }

    /// All columns.
    pub(crate) fn full(positions: u64) -> Content {
        let grundy = |i| (!mix(i).is_multiple_of(3)).then(|| Grundy::new(mix(i) % 20));
        let score = |i| (!mix(i).is_multiple_of(5)).then(|| mix(i) as i64 >> 58);
        let depth = |i| (!mix(i).is_multiple_of(7)).then(|| (mix(i) % 20) as u32);
        let row = |i: u64| (i * 100 + mix(i) % 100).to_be_bytes()[5..].to_vec();
        Content {
            grundy: Some((0..positions).map(grundy).collect()),
            scores: Some((0..positions).map(score).collect()),
            depths: Some((0..positions).map(depth).collect()),
            rows: Some((3, (0..positions).flat_map(row).collect())),
            ..Content::values(positions, 5)
        }
    }

    /// The number of positions.
    pub(crate) fn positions(&self) -> u64 {
        let rows = self
            .rows
            .as_ref()
            .map(|(bytes, rows)| rows.len() / *bytes as usize);
        let counts = [
            self.values.as_ref().map(Vec::len),
            self.grundy.as_ref().map(Vec::len),
            self.scores.as_ref().map(Vec::len),
            self.depths.as_ref().map(Vec::len),
            rows,
        ];
        counts.into_iter().flatten().next().unwrap_or(0) as u64
    }

    pub(crate) fn description(&self) -> Description {
        Description {
            game: "example".to_owned(),
            parameters: vec![("size".to_owned(), "3".to_owned())],
            rules: "00ff".to_owned(),
            numbering: "index".to_owned(),
            root: Some("a \"start\"".to_owned()),
            symmetry: true,
            positions: self.positions(),
            packing: self.rows.as_ref().map(|(bytes, _)| packing(*bytes)),
            source: Some("def moves(n):\n    ...\n".to_owned()),
            part: None,
        }
    }

    /// Writes the table.
    pub(crate) fn write(
        &self,
        path: &Path,
        block_bytes: u32,
        level: Level,
        context: &RunContext,
    ) -> Result<u64, WriteError<Infallible>> {
        fn source<T: Copy + Sync>(
            items: Option<&Vec<Option<T>>>,
        ) -> impl Fn(Range<u64>, &mut Vec<Option<T>>) -> Result<(), Infallible> + Sync {
            move |range, into| {
                let range = range.start as usize..range.end as usize;
                into.extend(items.into_iter().flat_map(|items| &items[range.clone()]));
                Ok(())
            }
        }
        let (values, grundy, scores, depths) = (
            source(self.values.as_ref()),
            source(self.grundy.as_ref()),
            source(self.scores.as_ref()),
            source(self.depths.as_ref()),
        );
        let (bytes, all) = self.rows.clone().unwrap_or_default();
        let rows = |range: Range<u64>, into: &mut Vec<u8>| {
            let at = |item: u64| item as usize * bytes as usize;
            into.extend(&all[at(range.start)..at(range.end)]);
            Ok(())
        };
        let mut writer = TableWriter::new(self.description())
            .block_bytes(block_bytes)
            .level(level);
        if self.values.is_some() {
            writer = writer.values(&values);
        }
        if self.grundy.is_some() {
            writer = writer.grundy(&grundy);
        }
        if self.scores.is_some() {
            writer = writer.scores(&scores);
        }
        if self.depths.is_some() {
            writer = writer.depths(&depths);
        }
        if self.rows.is_some() {
            writer = writer.rows(bytes, &rows);
        }
        writer.write(path, context)
    }

    /// Everything that can be read from a table, by probes.
    pub(crate) fn probe(table: &Table) -> Result<Content, TableError> {
        let has = |name| table.columns().iter().any(|column| column.name == name);
        let mut content = Content::default();
        if has("value") {
            let values = content.values.insert(Vec::new());
            for item in 0..table.positions() {
                values.push(table.get(item)?);
            }
        }
        if has("grundy") {
            let grundy = content.grundy.insert(Vec::new());
            for item in 0..table.positions() {
                grundy.push(table.grundy(item)?);
            }
        }
        if has("score") {
            let scores = content.scores.insert(Vec::new());
            for item in 0..table.positions() {
                scores.push(table.score(item)?);
            }
        }
        if has("depth") {
            let depths = content.depths.insert(Vec::new());
            for item in 0..table.positions() {
                depths.push(table.depth(item)?);
            }
        }
        if let Some(bytes) = table.row_len() {
            let (_, rows) = content.rows.insert((bytes as u32, Vec::new()));
            for item in 0..table.positions() {
                rows.extend(table.row(item)?);
            }
        }
        Ok(content)
    }

    /// Everything that can be read from a table, by scans.
    pub(crate) fn scan(table: &Table) -> Result<Content, TableError> {
        let has = |name| table.columns().iter().any(|column| column.name == name);
        let all = 0..table.positions();
        let mut content = Content::default();
        if has("value") {
            table.get_range(all.clone(), content.values.insert(Vec::new()))?;
        }
        if has("grundy") {
            table.grundy_range(all.clone(), content.grundy.insert(Vec::new()))?;
        }
        if has("score") {
            table.score_range(all.clone(), content.scores.insert(Vec::new()))?;
        }
        if has("depth") {
            table.depth_range(all.clone(), content.depths.insert(Vec::new()))?;
        }
        if let Some(bytes) = table.row_len() {
            let (_, rows) = content.rows.insert((bytes as u32, Vec::new()));
            table.row_range(all, rows)?;
        }
        Ok(content)
    }
}

/// A path in a new directory.
pub(crate) fn new_path() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    (directory, path)
}

/// The bytes of the table with blocks of this size.
pub(crate) fn bytes(content: &Content, block_bytes: u32) -> Vec<u8> {
    let (_directory, path) = new_path();
    let context = RunContext::new().threads(1);
    content
        .write(&path, block_bytes, Level::Fast, &context)
        .unwrap();
    std::fs::read(&path).unwrap()
}
