//! The names of functions and methods that rule files may use, for their documentation.

use super::desugar::LIBRARY;
use super::dict::{OF_COUNTERS, OF_DICTS};
use super::known::Known;
use super::{deque, method, set};

/// Built-in functions that desugaring replaces.
pub(super) const REWRITTEN: [&str; 5] = ["filter", "float", "format", "map", "next"];

/// Groups of names: a title, and the names in the order of the checker's tables.
#[must_use]
pub fn vocabulary() -> Vec<(String, Vec<&'static str>)> {
    let mut groups = Vec::new();
    let built_in = Known::built_in_names().chain(REWRITTEN);
    groups.push(("Built-in functions".to_owned(), built_in.collect()));
    let of_lists = method::OF_LISTS.iter().map(|(name, ..)| *name);
    let of_strings = method::OF_STRINGS.iter().map(|(name, ..)| *name);
    let of_strings = of_strings.chain(["join", "translate"]);
    let of_strings = of_strings.chain(method::WRITTEN_OF_STRINGS);
    let of_deques = ["appendleft", "popleft"].into_iter().chain(deque::OF_LISTS);
    let of_dicts = OF_DICTS.iter().chain(OF_COUNTERS).copied();
    groups.push(("Methods of lists".to_owned(), of_lists.collect()));
    groups.push(("Methods of strings".to_owned(), of_strings.collect()));
    groups.push(("Methods of dicts".to_owned(), of_dicts.collect()));
    groups.push(("Methods of sets".to_owned(), set::OF_SETS.to_vec()));
    groups.push(("Methods of deques".to_owned(), of_deques.collect()));
    let library = LIBRARY.iter().map(|(name, all)| (*name, all.to_vec()));
    for (module, names) in Known::imported_names().into_iter().chain(library) {
        groups.push((format!("Module `{module}`"), names));
    }
    groups
}

/// Whether a value of the language, or a module, has an attribute of this name.
pub(super) fn is_method(name: &str) -> bool {
    const OTHER: [&str; 7] = [
        "add",
        "discard",
        "update",
        "bit_length",
        "bit_count",
        "inf",
        "value",
    ];
    let groups = vocabulary();
    OTHER.contains(&name) || groups.iter().any(|(_, names)| names.contains(&name))
}
