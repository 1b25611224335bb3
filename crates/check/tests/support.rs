//! Tables of given entries, and wrong entries.

use std::convert::Infallible;
use std::ops::Range;

use kibitz_game::{CatalogueGame, Grundy, Plies, RunContext, Settings, Value};
use kibitz_tablebase::{Description, Entry, Table, TableWriter};

pub(crate) type Entries = Vec<Option<Entry>>;

/// The entries as a table file; the file is deleted at once, the mapping stays.
pub(crate) fn table(entries: &[Option<Entry>]) -> Table {
    written(entries, None, None)
}

/// The same with Grundy values.
pub(crate) fn table_with_grundy(entries: &[Option<Entry>], grundy: &[Option<Grundy>]) -> Table {
    written(entries, Some(grundy), None)
}

/// The same with scores.
pub(crate) fn table_with_scores(entries: &[Option<Entry>], scores: &[Option<i64>]) -> Table {
    written(entries, None, Some(scores))
}

fn written(
    entries: &[Option<Entry>],
    grundy: Option<&[Option<Grundy>]>,
    scores: Option<&[Option<i64>]>,
) -> Table {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let description = Description {
        positions: entries.len() as u64,
        ..Description::default()
    };
    let place = |numbers: Range<u64>| numbers.start as usize..numbers.end as usize;
    let values = |numbers, into: &mut Vec<_>| {
        into.extend_from_slice(&entries[place(numbers)]);
        Ok(())
    };
    let grundy_values = |numbers, into: &mut Vec<_>| {
        into.extend_from_slice(&grundy.unwrap_or_default()[place(numbers)]);
        Ok(())
    };
    let score_values = |numbers, into: &mut Vec<_>| {
        into.extend_from_slice(&scores.unwrap_or_default()[place(numbers)]);
        Ok(())
    };
    let mut writer = TableWriter::<Infallible>::new(description).values(&values);
    if grundy.is_some() {
        writer = writer.grundy(&grundy_values);
    }
    if scores.is_some() {
        writer = writer.scores(&score_values);
    }
    writer.write(&path, &RunContext::new()).unwrap();
    Table::open(&path).unwrap()
}

/// A game with some parameters set.
pub(crate) fn open<G: CatalogueGame>(set: &[(&str, &str)]) -> G {
    let settings = Settings::new(G::INFO, set.iter().copied()).unwrap();
    G::with(&settings).unwrap()
}

/// Other entries than this one: another result, the same result one ply later and one earlier, and
/// none.
pub(crate) fn others(entry: Option<Entry>) -> Vec<Option<Entry>> {
    let values = |n: u32| [Value::Win(Plies::new(n)), Value::Loss(Plies::new(n))];
    let plies = entry.and_then(Entry::plies).map_or(4, Plies::get);
    let near = plies.saturating_sub(1)..=plies + 1;
    let mut all: Entries = near.flat_map(values).map(|v| Some(v.into())).collect();
    all.extend([None, Some(Value::Draw.into())]);
    all.retain(|other| *other != entry);
    all
}
