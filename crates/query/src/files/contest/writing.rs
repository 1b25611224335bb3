//! Results to lines of output, and cases to contest input.

use std::sync::{Arc, PoisonError};

use kibitz_rules::contest::{Answers, Length};
use kibitz_rules::{Failure, SettingValue};

use super::{Case, CaseValue, FileContest};

/// The most lines of the function `answer` that are kept, and that are searched one by one.
const MAX_LINES: usize = 1 << 12;
const MAX_FIRST: usize = 8;
/// Written for a result for which the function `answer` fails, or needs a score; such a case is not
/// answered.
const NO_ANSWER: &str = "(no answer)";

impl FileContest {
    /// Appends the line for a value.
    pub(super) fn write_answer(
        &self,
        number: u64,
        case: &Case,
        value: CaseValue,
        out: &mut Vec<u8>,
    ) {
        match &self.format.answers {
            Answers::Lines(lines) => {
                if let Some((_, line)) = lines.iter().find(|(own, _)| *own == value.result) {
                    line.write(number, value.score, out);
                }
            }
            Answers::Function(_) => {
                let line = self.line(case, value);
                out.extend_from_slice(line.as_deref().unwrap_or(NO_ANSWER).as_bytes());
                out.push(b'\n');
            }
        }
    }

    /// The line that the function `answer` returns.
    pub(super) fn line(&self, case: &Case, value: CaseValue) -> Result<Arc<str>, Failure> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |values: &[SettingValue]| {
            let own = self.of_answer.iter().map(|item| &case.values[*item]);
            values.iter().eq(own)
        };
        let mut first = lines.first.iter();
        let known = first.find(|(of, values, _)| *of == value && is_own(values));
        if let Some((_, _, line)) = known {
            return Ok(Arc::clone(line));
        }
        let values = self.of_answer.iter().map(|item| case.values[*item].clone());
        let key = (value, values.collect::<Vec<_>>());
        if let Some(line) = lines.all.get(&key) {
            return Ok(Arc::clone(line));
        }
        let CaseValue { result, score } = value;
        let line = match self.of_rules.is_empty() {
            true => self.rules.case_answer(&case.values, result, score)?,
            false => {
                let own = self.rules_of(&case.values)?;
                own.rules.case_answer(&case.values, result, score)?
            }
        };
        let line: Arc<str> = line.as_deref().unwrap_or(NO_ANSWER).into();
        if lines.first.len() < MAX_FIRST {
            lines.first.push((value, key.1, Arc::clone(&line)));
            return Ok(line);
        }
        if lines.all.len() == MAX_LINES {
            lines.all.clear();
        }
        lines.all.insert(key, Arc::clone(&line));
        Ok(line)
    }

    /// Appends a case as contest input: a row of an array on a line of its own, the others as
    /// the format says.
    pub(super) fn write_case(&self, case: &Case, out: &mut Vec<u8>) {
        let mut line = LineWriter {
            out,
            is_empty: true,
        };
        for (item, value) in self.format.items.iter().zip(&case.values) {
            if item.starts_line {
                line.end();
            }
            let lengths: Vec<bool> = item
                .dimensions
                .iter()
                .map(|one| matches!(one.length, Length::Preceded(_)))
                .collect();
            line.value(value, &lengths);
        }
        line.end();
    }
}

struct LineWriter<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl LineWriter<'_> {
    fn end(&mut self) {
        if !self.is_empty {
            self.out.push(b'\n');
            self.is_empty = true;
        }
    }

    fn word(&mut self, word: &str) {
        if !self.is_empty {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(word.as_bytes());
        self.is_empty = false;
    }

    /// Writes an array; `lengths` says for each dimension whether its length precedes it.
    fn value(&mut self, value: &SettingValue, lengths: &[bool]) {
        match value {
            SettingValue::List(items) | SettingValue::Tuple(items) => {
                let (has_length, inner) = lengths.split_first().unwrap_or((&false, &[]));
                if *has_length {
                    self.word(&items.len().to_string());
                }
                for item in items {
                    if !inner.is_empty() {
                        self.end();
                    }
                    self.value(item, inner);
                }
                if !inner.is_empty() {
                    self.end();
                }
            }
            SettingValue::Text(text) => self.word(text),
            SettingValue::Bool(is_true) => self.word(if *is_true { "1" } else { "0" }),
            other => self.word(&other.to_string()),
        }
    }
}
