//! Text and JSON on standard output.

use std::fmt::Write as _;
use std::io::{self, Write};

use kibitz_game::{Reason, View};
use kibitz_query::{SetOut, SetValue, SideOut};
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::progress::watchdog;
use crate::standard;

/// Writes one JSON document.
pub(crate) fn json(document: &impl Serialize) -> Result<(), Failure> {
    standard::check_output().map_err(Failure::Output)?;
    // Streamed: the text may be much larger than the data it represents.
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, document).map_err(|error| {
        match error.io_error_kind() {
            Some(_) => Failure::Output(error.into()),
            None => anyhow::Error::from(error).into(),
        }
    })?;
    let written = out.write_all(b"\n").and_then(|()| out.flush());
    written.map_err(Failure::Output)
}

/// Writes text without processing escape sequences.
pub(crate) fn plain(text: &str) -> Result<(), Failure> {
    bytes(text.as_bytes())
}

/// Like [`plain`], for any bytes.
pub(crate) fn bytes(text: &[u8]) -> Result<(), Failure> {
    write(io::stdout().lock(), text)
}

/// Writes text; colours are stripped unless standard output supports them.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    write(anstream::stdout().lock(), text.as_bytes())
}

fn write(mut out: impl Write, text: &[u8]) -> Result<(), Failure> {
    watchdog::output_begins();
    let written = standard::check_output()
        .and_then(|()| out.write_all(text))
        .and_then(|()| out.flush());
    written.map_err(Failure::Output)
}

/// The lines of an explanation. Lines are not broken inside a move or position;
/// those that the text contains are listed in the facts.
pub(crate) fn wrapped_reason(why: &Reason) -> Vec<String> {
    let mut names = Vec::new();
    for (field, fact) in &why.facts {
        add_names(fact, is_name(field), &mut names);
    }
    names.retain(|name| why.text.contains(name));
    wrapped(&why.text, &names)
}

/// Whether a field of the facts contains moves or positions.
fn is_name(field: &str) -> bool {
    ["move", "answer", "position", "line", "lead", "cycle"].contains(&field)
}

/// Collects the texts of such fields that contain spaces.
fn add_names<'a>(fact: &'a Value, is_named: bool, names: &mut Vec<&'a str>) {
    match fact {
        Value::String(text) if is_named && text.contains(' ') => names.push(text),
        Value::Array(items) => {
            let add = |item| add_names(item, is_named, names);
            items.iter().for_each(add);
        }
        Value::Object(fields) => {
            for (field, fact) in fields {
                add_names(fact, is_name(field), names);
            }
        }
        _ => {}
    }
}

/// Wraps text at spaces that are not inside one of the names. Continuation lines
/// are indented.
pub(crate) fn wrapped(text: &str, names: &[&str]) -> Vec<String> {
    const WIDTH: usize = 78;
    const NO_BREAK: char = '\u{a0}';
    let mut names: Vec<&str> = names.to_vec();
    names.sort_unstable_by_key(|name| (std::cmp::Reverse(name.len()), *name));
    names.dedup();
    // Very long names have to be broken anyway.
    names.retain(|name| name.chars().count() < WIDTH / 2);
    let protect = |text: String, name: &&str| text.replace(*name, &name.replace(' ', "\u{a0}"));
    let protected = names.iter().fold(text.to_owned(), protect);
    let wrap = |line: &str| -> Vec<String> {
        let indent = " ".repeat(line.len() - line.trim_start().len() + 2);
        let options = textwrap::Options::new(WIDTH)
            .subsequent_indent(&indent)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        let lines = textwrap::wrap(line, options).into_iter();
        lines.map(|line| line.replace(NO_BREAK, " ")).collect()
    };
    protected.lines().flat_map(wrap).collect()
}

/// The name at the head of an entry, in bold.
pub(crate) fn heading(name: &str) -> String {
    format!("\x1b[1m{name}\x1b[0m")
}

/// A game and its parameters on one line.
pub(crate) fn title(game: &str, set: &SetOut) -> String {
    let mut text = heading(game);
    for value in shown_settings(set) {
        let _ = write!(text, "  {}={}", value.name, value.text);
    }
    text
}

/// The parameters that are printed: all but empty ones and constant tables of
/// rule files, which are lists with names in capitals.
pub(crate) fn shown_settings(set: &SetOut) -> impl Iterator<Item = &SetValue> {
    let is_table = |value: &SetValue| {
        value.text.starts_with('[') && !value.name.chars().any(char::is_lowercase)
    };
    let settings = set.0.iter();
    settings.filter(move |value| !value.text.is_empty() && !is_table(value))
}

/// The output of a rule file's `show` with a label; empty if it only repeats the
/// position.
pub(crate) fn picture(view: &View, position: &str) -> String {
    match view {
        View::Text { text } if text != position => {
            let mut label = "picture";
            let mut drawn = String::new();
            for line in text.lines() {
                let row = format!("{label:<10}{line}");
                let _ = writeln!(drawn, "{}", row.trim_end());
                label = "";
            }
            drawn
        }
        _ => String::new(),
    }
}

/// `win` in green, `draw` in yellow, `loss` in red.
pub(crate) fn coloured(value: &str) -> String {
    let colour = match value {
        "win" => 32,
        "draw" => 33,
        _ => 31,
    };
    format!("\x1b[{colour}m{value}\x1b[0m")
}

/// ` in 5 plies`, or an empty text if the distance is unknown.
pub(crate) fn in_plies(plies: Option<u32>) -> String {
    match plies {
        None => String::new(),
        Some(1) => " in 1 ply".to_owned(),
        Some(n) => format!(" in {n} plies"),
    }
}

/// `, score +3, grundy 5`, or what is known of it.
pub(crate) fn score_and_grundy(score: Option<i64>, grundy: Option<u64>) -> String {
    let score = score.map(|score| format!(", score {score:+}"));
    let grundy = grundy.map(|grundy| format!(", grundy {grundy}"));
    score.unwrap_or_default() + &grundy.unwrap_or_default()
}

/// The outcome class of a partizan game, with both results.
pub(crate) fn outcome(left: &SideOut, right: &SideOut, class: &str) -> String {
    let of = |side: &SideOut| format!("{}{}", coloured(side.value), in_plies(side.plies));
    let meaning = match class {
        "N" => "N (first player wins)",
        "P" => "P (second player wins)",
        "L" => "L (Left wins)",
        "R" => "R (Right wins)",
        both => both,
    };
    format!(
        "{meaning}: Left first, {}; Right first, {}",
        of(left),
        of(right)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_not_broken_inside_moves() {
        let moves = ["upright at 1, 1", "across at 3, 1", "b4-a3", "2: -4"];
        let all: Vec<&str> = moves.iter().copied().cycle().take(40).collect();
        let text = format!("Best play by both: {}", all.join(", "));
        let lines = wrapped(&text, &moves);
        assert!(lines.len() > 5 && lines.iter().all(|line| line.chars().count() <= 78));
        for line in &lines {
            let line = line.trim_start().trim_start_matches("Best play by both: ");
            let whole = |rest: &str| {
                moves
                    .iter()
                    .find_map(|by| rest.strip_prefix(by))
                    .map(str::to_owned)
            };
            let mut rest = line.trim_end_matches(',').to_owned();
            while let Some(next) = whole(&rest) {
                rest = next.trim_start_matches(", ").to_owned();
            }
            assert_eq!(rest, "", "{line}");
        }
        let again = lines.iter().map(|line| line.trim_start());
        assert_eq!(again.collect::<Vec<_>>().join(" "), text);
    }

    #[test]
    fn a_name_longer_than_a_line_is_broken() {
        let name = "1 ".repeat(200);
        let lines = wrapped(&format!("at {name}"), &[&name]);
        assert!(lines.iter().all(|line| line.chars().count() <= 78));
    }
}
