//! Table files of rule files: `check_table` finds every planted wrong item.

use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kibitz_game::{Grundy, Plies, RunContext, Value, Wdl};
use kibitz_query::{Level, RequestedFields, Session, TableCheck, TableFile, open};
use kibitz_tablebase::{Description, Entry, TableWriter};

use super::example;

/// The content of a table that lists positions.
#[derive(Clone)]
struct Content {
    description: Description,
    row_len: usize,
    values: Vec<Option<Entry>>,
    grundy: Option<Vec<Option<Grundy>>>,
    depths: Vec<Option<u32>>,
    rows: Vec<Vec<u8>>,
}

impl Content {
    fn read(table: &TableFile) -> Content {
        let numbers = 0..table.positions();
        Content {
            description: table.description().clone(),
            row_len: table.row_len().unwrap(),
            values: numbers.clone().map(|n| table.get(n).unwrap()).collect(),
            grundy: (table.has_grundy())
                .then(|| numbers.clone().map(|n| table.grundy(n).unwrap()).collect()),
            depths: numbers.clone().map(|n| table.depth(n).unwrap()).collect(),
            rows: numbers.map(|n| table.row(n).unwrap()).collect(),
        }
    }

    fn write(&self, path: &Path) {
        fn items<T: Copy>(all: &[T], numbers: Range<u64>) -> &[T] {
            &all[numbers.start as usize..numbers.end as usize]
        }
        let values = |numbers, into: &mut Vec<_>| {
            into.extend(items(&self.values, numbers));
            Ok::<(), Infallible>(())
        };
        let depths = |numbers, into: &mut Vec<_>| {
            into.extend(items(&self.depths, numbers));
            Ok(())
        };
        let grundy = |numbers, into: &mut Vec<_>| {
            into.extend(items(self.grundy.as_deref().unwrap(), numbers));
            Ok(())
        };
        let rows = |numbers: Range<u64>, into: &mut Vec<u8>| {
            numbers.for_each(|n| into.extend(&self.rows[n as usize]));
            Ok(())
        };
        let description = Description {
            positions: self.rows.len() as u64,
            ..self.description.clone()
        };
        let mut writer = TableWriter::new(description)
            .values(&values)
            .depths(&depths)
            .rows(self.row_len as u32, &rows);
        if self.grundy.is_some() {
            writer = writer.grundy(&grundy);
        }
        writer.write(path, &RunContext::new()).unwrap();
    }

    /// Without a position.
    fn without(&self, number: usize) -> Content {
        let mut fewer = self.clone();
        fewer.values.remove(number);
        fewer.depths.remove(number);
        fewer.rows.remove(number);
        if let Some(grundy) = &mut fewer.grundy {
            grundy.remove(number);
        }
        fewer
    }

    /// With one item of a position changed in every way that should be noticed.
    fn wrong(&self, number: usize) -> Vec<(&'static str, Content)> {
        let with = |change: &dyn Fn(&mut Content)| {
            let mut content = self.clone();
            change(&mut content);
            content
        };
        let entry = self.values[number].unwrap();
        let mut wrong = vec![("removed", self.without(number))];
        let mut entries: Vec<Entry> = match entry.value() {
            Some(Value::Draw) => vec![Value::Win(Plies::new(3)).into()],
            Some(value) => {
                let plies = entry.plies().unwrap();
                let longer = Plies::new(plies.get() + 2);
                vec![
                    Value::Draw.into(),
                    value.with_plies(longer),
                    opposite(value, plies),
                ]
            }
            None => vec![match entry.wdl() {
                Wdl::Win => Wdl::Loss.into(),
                _ => Wdl::Win.into(),
            }],
        };
        entries.retain(|other| *other != entry);
        for other in entries {
            wrong.push((
                "value",
                with(&|content| content.values[number] = Some(other)),
            ));
        }
        wrong.push(("no value", with(&|content| content.values[number] = None)));
        let depth = self.depths[number].unwrap();
        wrong.push((
            "deeper",
            with(&|content| content.depths[number] = Some(depth + 1)),
        ));
        if depth > 0 {
            let less = |content: &mut Content| content.depths[number] = Some(depth - 1);
            wrong.push(("less deep", with(&less)));
        }
        if let Some(grundy) = &self.grundy {
            let other = grundy[number].map(|value| value ^ Grundy::new(1));
            let change = |content: &mut Content| {
                content.grundy.as_mut().unwrap()[number] = other;
            };
            wrong.push(("grundy", with(&change)));
        }
        wrong
    }
}

/// The value for the other player.
fn opposite(value: Value, plies: Plies) -> Entry {
    match value {
        Value::Win(_) => Value::Loss(plies).into(),
        _ => Value::Win(plies).into(),
    }
}

trait WithPlies {
    fn with_plies(self, plies: Plies) -> Entry;
}

impl WithPlies for Value {
    fn with_plies(self, plies: Plies) -> Entry {
        match self {
            Value::Win(_) => Value::Win(plies).into(),
            _ => Value::Loss(plies).into(),
        }
    }
}

fn check(session: &Session, path: &Path) -> TableCheck {
    let table = TableFile::open(path).unwrap();
    session.check_table(&table, &RunContext::new()).unwrap()
}

#[test]
fn planted_wrong_items_are_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let games: [(&str, &[(&str, &str)]); 6] = [
        ("chopsticks", &[]),
        ("kayles", &[]),
        ("domineering", &[("rows", "2"), ("cols", "3")]),
        ("dots_and_boxes", &[("rows", "1"), ("cols", "2")]),
        ("misere_nim", &[]),
        ("chomp", &[]),
    ];
    let games = games.map(|(name, set)| (name, example(name, set)));
    let sums = SUMS.map(|(name, _)| (name, open(name, []).unwrap()));
    for (name, session) in games.into_iter().chain(sums) {
        let context = RunContext::new();
        session
            .build_table(&path, None, Level::Fast, &context)
            .unwrap();
        let content = Content::read(&TableFile::open(&path).unwrap());
        let step = content
            .rows
            .len()
            .div_ceil(kibitz_bruteforce::rounds(8, 100));
        for number in (0..content.rows.len()).step_by(step) {
            for (what, wrong) in content.wrong(number) {
                wrong.write(&path);
                let checked = check(&session, &path);
                assert!(
                    matches!(checked, TableCheck::Wrong { .. }),
                    "{name}: {what} of number {number} is accepted: {checked:?}"
                );
            }
        }
        content.write(&path);
        let checked = check(&session, &path);
        assert!(
            matches!(checked, TableCheck::Correct(_)),
            "{name}: {checked:?}"
        );
    }
}

/// Built-in games whose tables list components: one that the table of the default position has, and
/// a position that it does not have.
const SUMS: [(&str, [&str; 2]); 7] = [
    ("nim", ["6", "1 9"]),
    ("boxes", ["2 2 3 2 2 1 2", "9 9 9"]),
    ("piles", ["3 1", "7 7 7"]),
    ("euclid", ["10 12", "99 98"]),
    ("ed", ["2 2", "9 9/1 1"]),
    ("subtraction", ["18", "30"]),
    ("octal", ["12", "14"]),
];

/// A strict table has what it lists and refuses the rest; a fitting one solves the rest.
#[test]
fn tables_of_sums_give_the_values_of_components() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let context = RunContext::new();
    let of = |session: &Session, p| session.probe(p, RequestedFields::ALL, &context);
    let stored = || Arc::new(TableFile::open(&path).unwrap());
    for (name, [inside, outside]) in SUMS {
        let session = open(name, []).unwrap();
        session
            .build_table(&path, None, Level::Fast, &context)
            .unwrap();
        let right = of(&session, inside).unwrap();
        let strict = session.with_table(stored()).unwrap();
        assert_eq!(of(&strict, inside).unwrap(), right);
        let error = of(&strict, outside).unwrap_err().to_string();
        assert!(error.contains("not those reachable from"), "{error}");
        let fitting = session.with_fitting_table(&[stored()]);
        for p in [inside, outside] {
            assert_eq!(of(&fitting, p).unwrap(), of(&session, p).unwrap());
        }
        // The values are those of the file.
        let mut other = Content::read(&stored());
        for grundy in other.grundy.iter_mut().flatten().flatten() {
            *grundy ^= Grundy::new(64);
        }
        other.write(&path);
        let changed = session.with_table(stored()).unwrap();
        let changed = of(&changed, inside).unwrap().grundy;
        assert_eq!(changed, right.grundy.map(|grundy| grundy ^ Grundy::new(64)));
    }
}

/// Positions that are not reachable from the root are not accepted, whatever their values.
#[test]
fn listed_positions_are_reachable() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table.kbz");
    let session = example("subtraction", &[]);
    let context = RunContext::new();
    session
        .build_table(&path, None, Level::Fast, &context)
        .unwrap();
    let mut content = Content::read(&TableFile::open(&path).unwrap());
    // The table of the same root, called that of a predecessor's.
    let root = content.description.root.clone().unwrap();
    let smaller: String = root.replace(|c: char| c.is_ascii_digit(), "") + "1";
    content.description.root = Some(smaller);
    content.write(&path);
    let checked = check(&session, &path);
    assert!(matches!(checked, TableCheck::Wrong { .. }), "{checked:?}");
}

/// With a fitting table, what the table does not have is solved; other tables are not used.
#[test]
fn fitting_tables_are_used_for_what_they_have() {
    let directory = tempfile::tempdir().unwrap();
    let context = RunContext::new();
    let build = |session: &Session, name: &str, root| {
        let path = directory.path().join(name);
        session
            .build_table(&path, Some(root), Level::Fast, &context)
            .unwrap();
        Arc::new(TableFile::open(path).unwrap())
    };
    let session = example("subtraction", &[]);
    let other = build(
        &example("subtraction", &[("take", "[1, 2]")]),
        "other.kbz",
        "9",
    );
    let own = build(&session, "own.kbz", "9");
    let attached = session.with_fitting_table(&[other.clone(), own.clone()]);
    for position in ["9", "4", "0", "12", "20"] {
        let of = |session: &Session| session.probe(position, RequestedFields::ALL, &context);
        assert_eq!(of(&attached).unwrap(), of(&session).unwrap(), "{position}");
        let stats = |session: &Session| {
            let stats = session.stats(position, &context).unwrap();
            serde_json::to_string(&stats).unwrap()
        };
        assert_eq!(stats(&attached), stats(&session), "{position}");
    }
    // A component of the root is not the root.
    let sum = example("nim", &[]);
    let attached = sum.with_fitting_table(&[build(&sum, "sum.kbz", "3 + 4 + 5")]);
    for position in ["3 + 4 + 5", "3", "4 + 5", "6 + 1"] {
        let stats = |session: &Session| {
            let stats = session.stats(position, &context).unwrap();
            serde_json::to_string(&stats).unwrap()
        };
        assert_eq!(stats(&attached), stats(&sum), "{position}");
    }
    let strict = session.with_table(own).unwrap();
    assert!(strict.probe("12", RequestedFields::ALL, &context).is_err());
    assert!(session.with_table(other).is_err());
}
