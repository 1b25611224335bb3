//! Names of locals do not change the hash; names that are visible outside a
//! function do.

use std::collections::BTreeSet;
use std::ops::Range;

use kibitz_rules::tree::{Function, Program};

use super::scanner::words;
use super::{files, meaning, program};

/// The places of a function: from `def` up to the next line at the margin.
pub(crate) fn extent(text: &str, function: &Function) -> Range<usize> {
    let name = function.span.start as usize;
    let start = text[..name].rfind("def").unwrap();
    let lines = text[name..]
        .match_indices('\n')
        .map(|(at, _)| name + at + 1);
    let is_margin = |at: &usize| {
        let next = text[*at..].chars().next();
        next.is_none_or(|letter| !letter.is_whitespace() && !")]#".contains(letter))
    };
    let mut ends = lines.filter(is_margin);
    start..ends.next().unwrap_or(text.len())
}

/// Replaces a word in a part of a text.
pub(crate) fn replaced(text: &str, part: &Range<usize>, word: &str, by: &str) -> String {
    let mut out = String::new();
    let mut end = 0;
    for place in words(text) {
        if part.contains(&place.start) && &text[place.clone()] == word {
            out += &text[end..place.start];
            out += by;
            end = place.end;
        }
    }
    out + &text[end..]
}

/// The functions of a file, each once, without the module body.
pub(crate) fn functions(program: &Program) -> Vec<&Function> {
    let is_named = |one: &(usize, &Function)| one.0 != program.module.0 as usize;
    let functions = program.functions.iter().enumerate().filter(is_named);
    let mut functions: Vec<_> = functions.map(|(_, function)| function).collect();
    functions.sort_by_key(|function| function.span.start);
    functions.dedup_by_key(|function| function.span);
    functions
}

/// The names of the locals of a function that occur in its text.
fn locals<'a>(text: &str, part: &Range<usize>, function: &'a Function) -> BTreeSet<&'a str> {
    let names = function.locals.iter().map(|local| local.name.as_str());
    // Some locals of the checked tree have no name in the file.
    names
        .filter(|name| replaced(text, part, name, "") != *text)
        .collect()
}

#[test]
fn names_of_locals_do_not_change_the_hash() {
    let mut count = 0;
    for (file, text) in files() {
        let program = program(&text).unwrap();
        for function in functions(&program) {
            let part = extent(&text, function);
            let fields = match function.name.as_str() {
                "moves" | "left" => &program.fields[..],
                _ => &[],
            };
            for name in locals(&text, &part, function) {
                let new = format!("other_{name}");
                assert!(!text.contains(&new));
                let changed = replaced(&text, &part, name, &new);
                let is_field = fields.iter().any(|(field, _)| field == name);
                let is_same = meaning(&changed) == meaning(&text);
                let function = &function.name;
                assert_eq!(
                    is_same, !is_field,
                    "{file}: {name} of {function}\n{changed}"
                );
                count += usize::from(is_same);
            }
        }
    }
    assert!(count > 500, "{count} renamed locals");
}

#[test]
fn names_of_globals_and_functions_change_the_hash() {
    for (file, text) in files() {
        let program = program(&text).unwrap();
        let own = functions(&program).into_iter();
        let own = own.map(|function| function.name.as_str());
        let globals = program.globals.iter().map(|global| global.name.as_str());
        for name in own.chain(globals) {
            let new = format!("other_{name}");
            let changed = replaced(&text, &(0..text.len()), name, &new);
            if let Some(changed) = super::program(&changed) {
                assert_ne!(changed.meaning, program.meaning, "{file}: {name}");
            }
        }
    }
}
