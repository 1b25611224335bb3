//! Tables of given entries, and wrong entries.

use std::convert::Infallible;

use kibitz_game::{CatalogueGame, Plies, RunContext, Settings, Value};
use kibitz_tablebase::{Description, Entry, Table, TableWriter};

pub(crate) type Entries = Vec<Option<Entry>>;

/// The entries as a table file; the file is deleted at once, the mapping stays.
pub(crate) fn table(entries: &[Option<Entry>]) -> Table {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let description = Description {
        positions: entries.len() as u64,
        ..Description::default()
    };
    TableWriter::<Infallible>::new(description)
        .values(&|numbers, into| {
            into.extend_from_slice(&entries[numbers.start as usize..numbers.end as usize]);
            Ok(())
        })
        .write(&path, &RunContext::new())
        .unwrap();
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
