//! `kibitz gen --out`: numbered files with inputs and answers, and their list.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;
use kibitz_game::RunContext;
use kibitz_game::contest::{Bias, Input, Size};
use kibitz_query::{BiasMix, CaseSpec, Session};
use serde::Serialize;

use crate::failure::Failure;

/// Approximate maximum length of an input, in bytes.
const MAX_LEN: u64 = 8 << 20;
/// How often an input that is equal to another one is generated again.
const MAX_ATTEMPTS: u64 = 20;

/// One test in the list.
#[derive(Serialize)]
struct Test {
    index: u32,
    input: String,
    answer: String,
    /// The subtask.
    group: &'static str,
    description: &'static str,
    cases: u64,
    seed: u64,
    bytes: usize,
}

#[derive(Serialize)]
struct Manifest<'a> {
    game: &'a str,
    seed: u64,
    tests: Vec<Test>,
}

/// How the cases of a test are generated.
struct Level {
    group: &'static str,
    description: &'static str,
    bias: BiasMix,
    /// The range of a size whose default is smaller than the contest's limits.
    size: fn(&Size<'_>) -> RangeInclusive<u64>,
    /// The maximum number of cases.
    cases: u64,
}

const LEVELS: [Level; 4] = [
    Level {
        group: "1",
        description: "few small cases",
        bias: BiasMix::Mixed,
        size: |size| size.usual.clone(),
        cases: 10,
    },
    Level {
        group: "2",
        description: "cases of medium size",
        bias: BiasMix::Mixed,
        size: |size| *size.contest.start()..=medium(*size.usual.end(), *size.contest.end()),
        cases: 1000,
    },
    Level {
        group: "3",
        description: "cases up to the limits",
        bias: BiasMix::Mixed,
        size: |size| size.contest.clone(),
        cases: u64::MAX,
    },
    Level {
        group: "3",
        description: "the largest cases",
        bias: BiasMix::Only(Bias::Long),
        size: |size| *size.contest.end()..=*size.contest.end(),
        cases: u64::MAX,
    },
];

/// The geometric mean.
fn medium(low: u64, high: u64) -> u64 {
    (low as f64 * high as f64).sqrt() as u64
}

/// The level of a test: a quarter of the tests each for the first two, and an
/// eighth, at least one, for the last.
fn level(index: u32, files: u32) -> &'static Level {
    let later = files - index;
    if later <= files / 8 {
        &LEVELS[3]
    } else if 4 * index <= files {
        &LEVELS[0]
    } else if 2 * index <= files {
        &LEVELS[1]
    } else {
        &LEVELS[2]
    }
}

/// Writes the files.
pub(super) fn write(
    game: &Session,
    folder: &Path,
    files: u32,
    seed: u64,
    context: &RunContext,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut seen = HashSet::new();
    let mut tests = Vec::new();
    let stage = context.stage("writing tests", Some(files.into()));
    for index in 1..=files {
        let level = level(index, files);
        let (spec, text) = new_input(game, level, seed, &mut seen, context)?;
        let mut answers = Vec::new();
        let mut source = Input::new("a test", text.as_slice());
        game.judge(&mut source, &mut answers, context)?;
        let [input, answer] = ["in", "out"].map(|end| format!("{index:02}.{end}"));
        write_new(folder, &input, &text)?;
        write_new(folder, &answer, &answers)?;
        tests.push(Test {
            index,
            input,
            answer,
            group: level.group,
            description: level.description,
            cases: spec.cases,
            seed: spec.seed,
            bytes: text.len(),
        });
        // A stop is noticed by the next test.
        let _ = stage.advance_to(index.into());
    }
    let manifest = Manifest {
        game: game.info().name,
        seed,
        tests,
    };
    let text = serde_json::to_string_pretty(&manifest).context("cannot write the list")? + "\n";
    write_new(folder, "tests.json", text.as_bytes())
}

/// An input that differs from all before, if there is one.
fn new_input(
    game: &Session,
    level: &Level,
    seed: u64,
    seen: &mut HashSet<Vec<u8>>,
    context: &RunContext,
) -> Result<(CaseSpec, Vec<u8>), Failure> {
    let mut sizes = Vec::new();
    game.sizes(&mut |size| {
        if size.usual != size.contest {
            sizes.push((size.name.to_owned(), (level.size)(size)));
        }
    })?;
    let mut spec = CaseSpec {
        cases: 1,
        bias: level.bias,
        sizes,
        ..CaseSpec::default()
    };
    let length = generated(game, &spec, context)?.len() as u64;
    let most = (MAX_LEN / length.max(1)).max(1);
    spec.cases = level.cases.min(game.most_cases()?).min(most);
    for attempt in 0..MAX_ATTEMPTS {
        let number = seen.len() as u64 * MAX_ATTEMPTS + attempt;
        spec.seed = seed.wrapping_mul(1_000_000).wrapping_add(number);
        let mut text = generated(game, &spec, context)?;
        // The first case may have been shorter than most.
        while text.len() as u64 > MAX_LEN && spec.cases > 1 {
            spec.cases = (spec.cases * MAX_LEN / text.len() as u64).max(1);
            text = generated(game, &spec, context)?;
        }
        if seen.insert(text.clone()) {
            return Ok((spec, text));
        }
    }
    Err(Failure::Usage(
        format!("there are no more than {} different inputs", seen.len()),
        Some("give a smaller --files".to_owned()),
    ))
}

fn generated(game: &Session, spec: &CaseSpec, context: &RunContext) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    game.generate(spec, &mut text, context)?;
    Ok(text)
}

/// Writes a file that does not exist.
fn write_new(folder: &Path, name: &str, text: &[u8]) -> Result<(), Failure> {
    let path = folder.join(name);
    let file = File::create_new(&path);
    let written = file.and_then(|mut file| file.write_all(text));
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
