//! Rule files as people write Python (`tests/rules/natural`): how many are
//! accepted, and whether all their positions and moves are CPython's.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kibitz_game::{Side, SuccessorBuffer, Turn};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Claimed, Failure, Rules, Worker};
use serde_json::{Value as Json, json};

use crate::interpret::cpython::run_script;

/// How many files are accepted, and how many of them are compiled completely.
const ACCEPTED: (usize, usize) = (165, 164);

/// The files that loop over a set where they yield: the order of their moves is not defined.
const UNORDERED: [&str; 4] = [
    "difference_set.py",
    "dodgem.py",
    "moore_nim_club.py",
    "shiritori.py",
];

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/natural");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn open(path: &Path) -> Result<Rules, Failure> {
    let text = std::fs::read_to_string(path).unwrap();
    Rules::open(Source::new(name(path), text), &[], Limits::default())
}

/// The rows that a function yields, in text notation.
fn steps(rules: &Rules, rows: &[i64]) -> Json {
    let slots = rules.shape().slots();
    let step = |step: &[i64]| {
        let (turn, points) = SuccessorBuffer::turn_and_points(step[slots]);
        let is_again = turn == Turn::Same;
        json!([rules.shape().write(&step[..slots]), is_again, points])
    };
    rows.chunks_exact(slots + 1).map(step).collect()
}

/// What CPython's script writes about a position, and the rows that follow it.
fn entry(rules: &Rules, worker: &mut Worker<'_>, row: &[i64]) -> Result<(Json, Vec<i64>), Failure> {
    let over = worker.over(row)?;
    let mut entry = json!({ "over": over });
    let mut all = Vec::new();
    if over.is_none() {
        let movers = match rules.has_sides() {
            true => vec![("left", Some(Side::Left)), ("right", Some(Side::Right))],
            false => vec![("moves", None)],
        };
        for (name, side) in movers {
            let mut rows = Vec::new();
            worker.moves(row, side, &mut rows)?;
            entry[name] = steps(rules, &rows);
            all.extend(rows);
        }
    }
    if let Some(claim) = worker.claim(row)? {
        entry["claim"] = match claim {
            Claimed::Bool(truth) => json!(truth),
            Claimed::Int(number) => json!(number),
        };
    }
    Ok((entry, all))
}

/// The whole graph of a file, with text written and read back.
fn graph(rules: &Rules) -> Result<BTreeMap<String, Json>, Failure> {
    let mut worker = rules.worker();
    let slots = rules.shape().slots();
    let mut found: BTreeMap<String, Json> = BTreeMap::new();
    let mut queue: Vec<Box<[i64]>> = rules.start()?.parts().to_vec();
    while let Some(row) = queue.pop() {
        let text = rules.shape().write(&row);
        if found.contains_key(&text) {
            continue;
        }
        let side = rules.has_sides().then_some(Side::Left);
        rules.compare([(&*row, side)])?;
        let position = rules.position_of(&rules.node_of(&row, side));
        let written = rules.write_position(&position);
        let read = rules.read_position(&written).expect("it was written");
        assert_eq!(read, position, "{written}");
        let (entry, all) = entry(rules, &mut worker, &row)?;
        found.insert(text, entry);
        for step in all.chunks_exact(slots + 1) {
            worker.parts(step[..slots].to_vec(), &mut queue)?;
        }
    }
    Ok(found)
}

/// The accepted files, and the diagnostics of the others.
fn opened() -> (Vec<(String, Rules)>, Vec<Failure>) {
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    for path in files() {
        match open(&path) {
            Ok(rules) => accepted.push((name(&path), rules)),
            Err(failure) => refused.push(failure),
        }
    }
    (accepted, refused)
}

#[test]
fn natural_files_mean_what_they_mean_in_cpython() {
    let (accepted, _) = opened();
    assert_same(&accepted);
}

/// Compares the graphs of files with CPython's.
fn assert_same(accepted: &[(String, Rules)]) {
    let names: Vec<&str> = accepted.iter().map(|(name, _)| name.as_str()).collect();
    let expected = run_script("natural.py", &names, String::new());
    let mut wrong = Vec::new();
    for ((name, rules), expected) in accepted.iter().zip(&expected) {
        match graph(rules) {
            Ok(found) if json!(found) == expected["positions"] => {}
            Ok(found)
                if UNORDERED.contains(&name.as_str())
                    && in_order(json!(found)) == in_order(expected["positions"].clone()) => {}
            Ok(found) => {
                let difference = difference(&found, &expected["positions"]);
                wrong.push(format!("{name}: {difference}"));
            }
            Err(failure) => wrong.push(failure.to_string()),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A graph with the moves of each position sorted.
fn in_order(mut graph: Json) -> Json {
    for entry in graph.as_object_mut().expect("positions").values_mut() {
        for name in ["moves", "left", "right"] {
            if let Some(moves) = entry.get_mut(name).and_then(Json::as_array_mut) {
                moves.sort_by_key(Json::to_string);
            }
        }
    }
    graph
}

/// `KIBITZ_REPORT=1` makes it fail and list what is refused or interpreted.
#[test]
fn most_natural_files_are_accepted() {
    let (accepted, refused) = opened();
    let mut report: Vec<String> = refused.iter().map(Failure::to_string).collect();
    let mut compiled = 0;
    for (name, rules) in &accepted {
        let left_out = rules.not_compiled();
        compiled += usize::from(left_out.is_empty());
        let line = |(function, why): &(&str, Failure)| format!("{name}: {function}: {why}");
        report.extend(left_out.iter().map(line));
    }
    let counts = (accepted.len(), compiled);
    report.push(format!(
        "(accepted, compiled) is {counts:?} of {}",
        files().len()
    ));
    let is_asked = std::env::var_os("KIBITZ_REPORT").is_some();
    assert!(counts == ACCEPTED && !is_asked, "{}", report.join("\n"));
}

/// The Python files in `docs/language.md` and the first one in the tutorial, written to a folder.
fn documented(folder: &Path) -> Vec<PathBuf> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let [page, tutorial] = ["language.md", "tutorial.md"]
        .map(|name| std::fs::read_to_string(docs.join(name)).unwrap());
    let blocks = page.split("```python\n").skip(1);
    let blocks = blocks.chain(tutorial.split("```python\n").skip(1).take(1));
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap());
    let write = |(number, block): (usize, &str)| {
        let path = folder.join(format!("example{number}.py"));
        std::fs::write(&path, block).unwrap();
        path
    };
    blocks.enumerate().map(write).collect()
}

#[test]
fn documented_files_mean_what_they_mean_in_cpython() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language");
    std::fs::create_dir_all(&folder).unwrap();
    let files = documented(&folder);
    assert!(files.len() >= 4, "{} files", files.len());
    let rules: Vec<(String, Rules)> = files
        .iter()
        .map(|path| (path.display().to_string(), open(path).unwrap()))
        .collect();
    assert_same(&rules);
}

/// The first position at which two graphs differ.
fn difference(found: &BTreeMap<String, Json>, expected: &Json) -> String {
    let expected = expected.as_object().expect("positions");
    for (position, here) in found {
        if expected.get(position) != Some(here) {
            return format!(
                "{position}: {here} here, {:?} in CPython",
                expected.get(position)
            );
        }
    }
    format!(
        "{} positions here, {} in CPython",
        found.len(),
        expected.len()
    )
}
