//! Changes of the rules change the hash.

use std::collections::HashMap;

use kibitz_rules::tree::Program;

use super::names::{extent, functions, replaced};
use super::scanner::{Kind, kinds, words};
use super::{files, meaning, program};

/// Checks that changed files that are still valid have another hash; returns
/// how many these are.
fn all_differ(file: &str, text: &str, changed: impl IntoIterator<Item = String>) -> usize {
    let before = meaning(text);
    let changed = changed.into_iter();
    let valid = changed.filter_map(|changed| Some((program(&changed)?.meaning, changed)));
    valid
        .inspect(|(after, changed)| assert_ne!(*after, before, "{file}:\n{changed}"))
        .count()
}

#[test]
fn all_files_differ() {
    let mut found: HashMap<u128, String> = HashMap::new();
    for (file, text) in files() {
        let other = found.insert(meaning(&text), file.clone());
        assert_eq!(other, None, "{file}");
    }
}

#[test]
fn numbers_change_the_hash() {
    let mut count = 0;
    for (file, text) in files() {
        let numbers = words(&text).into_iter().filter_map(|place| {
            let number: u64 = text[place.clone()].parse().ok()?;
            let (before, after) = (&text[..place.start], &text[place.end..]);
            Some(format!("{before}{}{after}", number + 1))
        });
        count += all_differ(&file, &text, numbers);
    }
    assert!(count > 500, "{count} changed numbers");
}

#[test]
fn comparisons_change_the_hash() {
    let mut count = 0;
    for (file, text) in files() {
        let kinds = kinds(&text);
        let changed = [
            (" < ", " <= "),
            (" <= ", " < "),
            (" > ", " >= "),
            (" >= ", " > "),
        ];
        let changed = changed.into_iter().flat_map(|(old, new)| {
            let found = text.match_indices(old);
            let code = found.filter(|(at, _)| kinds[*at] == Kind::Code);
            code.map(|(at, _)| format!("{}{new}{}", &text[..at], &text[at + old.len()..]))
                .collect::<Vec<_>>()
        });
        count += all_differ(&file, &text, changed);
    }
    assert!(count > 100, "{count} changed comparisons");
}

#[test]
fn deleted_statements_change_the_hash() {
    let mut count = 0;
    for (file, text) in files() {
        let kinds = kinds(&text);
        let mut start = 0;
        let mut changed = Vec::new();
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let is_code =
                |at: usize| kinds[at] == Kind::Code && !text.as_bytes()[at].is_ascii_whitespace();
            if (start..end).any(is_code) {
                let indentation = &line[..line.len() - line.trim_start().len()];
                changed.push(format!("{}{}", &text[..start], &text[end..]));
                changed.push(format!(
                    "{}{indentation}pass\n{}",
                    &text[..start],
                    &text[end..]
                ));
            }
            start = end;
        }
        count += all_differ(&file, &text, changed);
    }
    assert!(count > 400, "{count} deleted statements");
}

/// The checked tree without places and without the names of locals.
fn structure(program: &Program) -> String {
    let mut functions = program.functions.to_vec();
    for function in &mut functions {
        for local in &mut function.locals {
            local.name.clear();
        }
    }
    let text = format!(
        "{functions:?} {:?} {:?} {:?} {:?}",
        program.globals,
        program.fields,
        program.roles,
        (program.play, program.cycles, program.claim_of)
    );
    let mut parts = text.split("Span {");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |out, part| out + part.split_once('}').unwrap().1)
}

/// Names are exchanged at random; if the hash stays, the checked tree stays.
/// The checker resolves names independently of the hash.
#[test]
fn equal_hashes_imply_equal_trees() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut equal, mut different) = (0, 0);
    for (file, text) in files() {
        let before = program(&text).unwrap();
        let functions = functions(&before);
        for _ in 0..60 {
            let function = functions[random.usize(..functions.len())];
            let part = match random.u8(..4) {
                0 => 0..text.len(),
                _ => extent(&text, function),
            };
            let mut places = words(&text);
            places.retain(|place| part.contains(&place.start));
            let mut pick = || places[random.usize(..places.len())].clone();
            let (one, two) = (pick(), pick());
            let (name, other) = (&text[one.clone()], &text[two]);
            let changed = match random.bool() {
                // One occurrence becomes another name.
                true => replaced(&text, &one, name, other),
                // Two names change places.
                false => {
                    let changed = replaced(&text, &part, name, "exchanged");
                    let part = part.start..part.end + changed.len() - text.len();
                    let shorter = replaced(&changed, &part, other, name);
                    let part = 0..shorter.len();
                    replaced(&shorter, &part, "exchanged", other)
                }
            };
            let Some(after) = program(&changed) else {
                continue;
            };
            if after.meaning == before.meaning {
                assert_eq!(structure(&after), structure(&before), "{file}:\n{changed}");
                equal += usize::from(changed != text);
            } else {
                different += 1;
            }
        }
    }
    assert!(
        equal > 20 && different > 200,
        "{equal} equal, {different} different"
    );
}
