//! An array to paste into a program.

use std::fmt::Write;

use kibitz_game::{TextError, Wdl};
use kibitz_query::QueryError;

use super::nested::{self, Style};
use super::{Cell, Language, Show, Shown, is_number};
use crate::failure::Failure;

pub(super) fn text(shown: &Shown<'_>, language: Language) -> Result<String, Failure> {
    if shown.show == Show::Losing {
        refuse_words(shown)?;
    }
    let mut text = String::new();
    for line in comments(shown) {
        let sign = match language {
            Language::Cpp => "//",
            Language::Python => "#",
        };
        let _ = writeln!(text, "{sign} {line}");
    }
    if language == Language::Cpp {
        text.push_str("#include <cstdint>\n");
        if shown.show == Show::Losing {
            text.push_str("#include <array>\n#include <vector>\n");
        }
    }
    match shown.show {
        Show::Losing => write_losing(&mut text, shown, language),
        _ => write_cells(&mut text, shown, language),
    }
    Ok(text)
}

/// What the array is, where it comes from, and what its numbers mean.
fn comments(shown: &Shown<'_>) -> Vec<String> {
    let axes: Vec<String> = shown.axes.iter().map(describe).collect();
    let indices: String = shown
        .axes
        .iter()
        .map(|axis| format!("[{}]", plain(&axis.name)))
        .collect();
    let what = match shown.show {
        Show::Losing => {
            let names: Vec<&str> = shown.axes.iter().map(|axis| axis.name.as_str()).collect();
            format!(
                "positions that are lost for the player who moves, as ({})",
                plain(&names.join(", "))
            )
        }
        show => format!("{}{indices}, each index counting from 0", show.name()),
    };
    let mut lines = vec![
        format!("Made by `{}`.", command_line()),
        format!("{what}; {}.", axes.join("; ")),
    ];
    lines.extend(
        match shown.show {
            Show::Outcome => {
                Some("1: the player who moves wins, 0: loses, 2: draw, -1: no position.")
            }
            Show::Grundy => Some("Grundy values; -1: no position, or one without a Grundy value."),
            Show::Plies => Some("plies until the end; -1: no position, or a draw, or not known."),
            Show::Losing => None,
        }
        .map(str::to_owned),
    );
    lines
}

/// `n = 1, 2, …, 40`.
fn describe(axis: &kibitz_query::Axis) -> String {
    let values = match axis.values.as_slice() {
        [first, second, _, .., last] => format!("{first}, {second}, …, {last}"),
        few => few.join(", "),
    };
    plain(&format!("{} = {values}", axis.name))
}

/// The command as it would be typed.
fn command_line() -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/".contains(c);
    let quoted = std::env::args().skip(1).map(|word| {
        if word.chars().all(is_safe) && !word.is_empty() {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    let words: Vec<String> = std::iter::once("kibitz".to_owned()).chain(quoted).collect();
    plain(&words.join(" "))
}

/// On one line, so that no text can end a comment.
fn plain(text: &str) -> String {
    let safe = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(safe).collect()
}

fn refuse_words(shown: &Shown<'_>) -> Result<(), Failure> {
    for axis in shown.axes {
        if let Some(word) = axis.values.iter().find(|value| !is_number(value)) {
            let message = format!("an array of positions needs numbers, and {word} is none");
            return Err(Failure::Query(QueryError::Argument {
                flag: "--emit".to_owned(),
                text: format!("{}={word}", axis.name),
                problem: TextError::new(
                    axis.name.len() + 1..axis.name.len() + 1 + word.len(),
                    message,
                ),
            }));
        }
    }
    Ok(())
}

/// The smallest integer type of C++ that holds all numbers.
fn integer(has_negative: bool, greatest: u64) -> &'static str {
    let bits = 64 - greatest.leading_zeros();
    match (has_negative, bits) {
        (true, 0..=7) => "std::int8_t",
        (true, 8..=15) => "std::int16_t",
        (true, 16..=31) => "std::int32_t",
        (true, _) => "std::int64_t",
        (false, 0..=8) => "std::uint8_t",
        (false, 9..=16) => "std::uint16_t",
        (false, 17..=32) => "std::uint32_t",
        (false, _) => "std::uint64_t",
    }
}

/// A number as an array holds it.
fn number(cell: Cell) -> Option<u64> {
    match cell {
        Cell::Empty => None,
        Cell::Value(Wdl::Loss) => Some(0),
        Cell::Value(Wdl::Win) => Some(1),
        Cell::Value(Wdl::Draw) => Some(2),
        Cell::Number(n) => Some(n),
    }
}

fn write_cells(text: &mut String, shown: &Shown<'_>, language: Language) {
    let greatest = shown.cells().filter_map(number).max().unwrap_or(0);
    let has_negative = shown.cells().any(|cell| number(cell).is_none());
    let name = shown.show.name();
    let ([open, close], end) = match language {
        Language::Cpp => {
            let counts = shown.axes.iter().map(|axis| axis.values.len());
            let dimensions: String = counts.map(|n| format!("[{n}]")).collect();
            let kind = integer(has_negative, greatest);
            let _ = write!(text, "const {kind} {name}{dimensions} = ");
            (['{', '}'], ";\n")
        }
        Language::Python => {
            let _ = write!(text, "{name} = ");
            (['[', ']'], "\n")
        }
    };
    let margins = ["\n    ", "\n"];
    let style = Style {
        open,
        close,
        margins,
    };
    let suffix = suffix(language, greatest);
    nested::write(text, shown, &style, |text, cell| {
        let _ = match number(cell) {
            Some(n) => write!(text, "{n}{suffix}"),
            None => write!(text, "-1"),
        };
    });
    text.push_str(end);
}

/// A literal that no signed type of C++ holds has a suffix.
fn suffix(language: Language, greatest: u64) -> &'static str {
    match language {
        Language::Cpp if greatest > i64::MAX as u64 => "u",
        _ => "",
    }
}

fn write_losing(text: &mut String, shown: &Shown<'_>, language: Language) {
    let parsed = |value: &&str| value.parse::<u64>().unwrap_or(u64::MAX);
    let numbers = shown.losing().flatten().map(|value| parsed(&value));
    let greatest = numbers.max().unwrap_or(0);
    let axes = shown.axes.len();
    let end = match language {
        Language::Cpp => {
            let kind = integer(false, greatest);
            let _ = write!(
                text,
                "const std::vector<std::array<{kind}, {axes}>> losing = {{"
            );
            "\n};\n"
        }
        Language::Python => {
            text.push_str("losing = [");
            "\n]\n"
        }
    };
    let suffix = suffix(language, greatest);
    let apart = format!("{suffix}, ");
    for (i, values) in shown.losing().enumerate() {
        text.push_str(if i == 0 { "\n    " } else { ",\n    " });
        let values = values.join(&apart);
        let _ = match language {
            Language::Cpp => write!(text, "{{{{{values}{suffix}}}}}"),
            Language::Python if axes == 1 => write!(text, "{values}"),
            Language::Python => write!(text, "({values})"),
        };
    }
    text.push_str(end);
}
