//! The tables of names in `docs/language.md`: those of the checker, with an example each that
//! means what it means in CPython. `KIBITZ_OVERWRITE=1` rewrites them and keeps the examples.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kibitz_rules::check::vocabulary;

use crate::interpret::cpython::{Case, assert_none, compare};
use crate::interpret::table::{case, expression, narrow};

/// Where the tables begin and end.
const BEGIN: &str = "<!-- names of the checker -->\n";
const END: &str = "<!-- end of the names -->\n";

/// The example of a name that the files on the page show.
const IN_A_FILE: &str = "above";

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md")
}

/// The text before the tables, the tables, and the text after them.
fn parts(page: &str) -> [&str; 3] {
    let (before, rest) = page.split_once(BEGIN).expect("the tables begin");
    let (tables, after) = rest.split_once(END).expect("the tables end");
    [before, tables, after]
}

/// The examples by title and name.
fn examples(tables: &str) -> HashMap<(String, String), String> {
    let mut found = HashMap::new();
    let mut title = "";
    for line in tables.lines() {
        title = line.strip_prefix("### ").unwrap_or(title);
        if let Some((name, example)) = line
            .strip_prefix("| `")
            .and_then(|row| row.split_once("` | "))
        {
            let example = example.trim_end_matches(" |").to_owned();
            found.insert((title.to_owned(), name.to_owned()), example);
        }
    }
    found
}

/// The tables with all names, and the examples that are known.
fn written(examples: &HashMap<(String, String), String>) -> String {
    let mut text = String::new();
    for (title, names) in vocabulary() {
        write!(text, "\n### {title}\n\n| name | example |\n| --- | --- |\n").unwrap();
        for name in names {
            let example = examples.get(&(title.clone(), name.to_owned()));
            let example = example.map_or("missing", String::as_str);
            writeln!(text, "| `{name}` | {example} |").unwrap();
        }
    }
    text.push('\n');
    text
}

#[test]
fn documented_names_are_those_of_the_checker() {
    let page_text = std::fs::read_to_string(page()).unwrap();
    let [before, tables, after] = parts(&page_text);
    let tables_due = written(&examples(tables));
    if tables != tables_due && std::env::var_os("KIBITZ_OVERWRITE").is_some() {
        let text = [before, BEGIN, &tables_due, END, after].concat();
        std::fs::write(page(), text).unwrap();
    }
    let missing: Vec<&str> = tables_due
        .lines()
        .filter(|row| row.ends_with("| missing |"))
        .collect();
    assert!(missing.is_empty(), "write examples: {missing:#?}");
    assert_eq!(tables, tables_due, "KIBITZ_OVERWRITE=1 rewrites the tables");
}

#[test]
fn examples_of_names_mean_what_they_mean_in_cpython() {
    let page_text = std::fs::read_to_string(page()).unwrap();
    let [_, tables, _] = parts(&page_text);
    let files: Vec<&str> = page_text
        .split("```")
        .filter(|part| part.starts_with("python"))
        .collect();
    let calls = narrow();
    let mut cases: Vec<Case> = Vec::new();
    for ((title, name), example) in examples(tables) {
        if example == IN_A_FILE {
            let is_shown = files.iter().any(|file| file.contains(&name));
            assert!(is_shown, "no file on the page shows `{name}`");
            continue;
        }
        assert!(
            example.contains(&name),
            "{title}: {example} does not show `{name}`"
        );
        let body = example
            .trim_matches('`')
            .split("; ")
            .collect::<Vec<_>>()
            .join("\n");
        let body = match body.contains("return ") {
            true => body,
            false => expression(&body),
        };
        cases.push(case(&body, &calls));
    }
    assert!(cases.len() > 80, "{} examples", cases.len());
    assert_none(&compare(&cases));
}
