//! Validation of contest input as by a problem setter's validator: the line
//! structure, the contest's limits, and its guarantees.
//!
//! The cases are read by the format's reader and written again; the input must have
//! the same lines, except that words whose order is insignificant may be in any
//! order.

use kibitz_game::contest::{CaseGenerator, Input};

use super::ContestError;
use super::judge::{announced, is_over};
use super::verify::{head, text_of};

/// Checks contest input; returns the number of cases.
pub(crate) fn validate<C: CaseGenerator>(
    format: &C,
    name: &str,
    text: &[u8],
) -> Result<u64, ContestError> {
    let cases = read(format, name, text)?;
    let fail = |(line, what)| ContestError::Strict {
        name: name.to_owned(),
        line,
        what,
    };
    check_lines(text, &text_of(format, &cases)).map_err(fail)?;
    let number = cases.len() as u64;
    if let Some(max) = format.max_cases().filter(|max| number > *max) {
        let what = format!("{number} cases; the contest has at most {max}");
        return Err(fail((1, what)));
    }
    let mut line = 1 + newlines(&head(format, number));
    for (case, k) in cases.iter().zip(1..) {
        if let Some(what) = violation(format, case) {
            return Err(fail((line, format!("case {k}: {what}"))));
        }
        let mut text = Vec::new();
        format.put(case, &mut text);
        line += newlines(&text);
    }
    Ok(number)
}

fn read<C: CaseGenerator>(
    format: &C,
    name: &str,
    text: &[u8],
) -> Result<Vec<C::Case>, ContestError> {
    let mut input = Input::new(name, text);
    let announced = announced(format.count(), &mut input)?;
    let mut cases = Vec::new();
    while !is_over(&mut input, announced, cases.len() as u64)? {
        input.set_case(Some(cases.len() as u64 + 1));
        cases.push(format.read(&mut input)?);
    }
    Ok(cases)
}

/// A limit or a guarantee of the contest that a case violates.
fn violation<C: CaseGenerator>(format: &C, case: &C::Case) -> Option<String> {
    let mut found = None;
    let sizes = format.sizes();
    format.sizes_of(case, &mut |name, number| {
        let size = sizes.iter().find(|size| size.name == name);
        if let Some(size) = size.filter(|size| !size.contest.contains(&number)) {
            let (least, max) = (size.contest.start(), size.contest.end());
            let meaning = size.meaning;
            found.get_or_insert(format!(
                "{meaning}: {number} is not within {least}..{max}, the contest's limits"
            ));
        }
    });
    let guarantee = || {
        Some(format!(
            "the contest guarantees that {}",
            format.guarantee(case)?
        ))
    };
    found.or_else(guarantee)
}

/// Compares the lines with those that are written for the same cases.
fn check_lines(text: &[u8], written: &[u8]) -> Result<(), (usize, String)> {
    let mut lines = text.split(|byte| *byte == b'\n');
    for (expected, number) in written.split(|byte| *byte == b'\n').zip(1..) {
        match lines.next() {
            Some(line) if is_same(line, expected) => {}
            Some(line) => return Err((number, difference(line, expected))),
            None => {
                return Err((
                    number - 1,
                    "no line feed at the end of the last line".to_owned(),
                ));
            }
        }
    }
    match lines.next() {
        None => Ok(()),
        Some(_) => Err((
            1 + newlines(written),
            "more lines than the cases have; expected the end of the input".to_owned(),
        )),
    }
}

/// Whether a line is the expected one, or has the same words, separated by single
/// blanks, in another order. Indented lines must be exact.
fn is_same(line: &[u8], expected: &[u8]) -> bool {
    let is_plain = |line: &[u8]| words(line).join(&b' ') == line;
    let sorted = |line| {
        let mut words = words(line);
        words.sort_unstable();
        words
    };
    line == expected || is_plain(line) && is_plain(expected) && sorted(line) == sorted(expected)
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    let words = line.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty()).collect()
}

/// How a line differs from the expected one.
fn difference(line: &[u8], expected: &[u8]) -> String {
    let (found, due) = (words(line).len(), words(expected).len());
    if line.ends_with(b"\r") {
        return "a carriage return at the end of the line".to_owned();
    }
    if found != due {
        let what = if due == 1 { "word" } else { "words" };
        return format!("found {found}, expected {due} {what} in this line");
    }
    if words(line) == words(expected) || line.trim_ascii() != line {
        return "white space: expected single blanks between words, and none at the ends \
            except for indentation"
            .to_owned();
    }
    // Of the numbers only those with leading zeros or a sign differ.
    "numbers are written without leading zeros and signs".to_owned()
}

fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}
