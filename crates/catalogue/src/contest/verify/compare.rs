//! Compares a program's output with the expected one, line by line.

use kibitz_game::Wdl;
use kibitz_game::contest::CaseGenerator;

use super::lines::{lines, shown};
use super::{Discrepancy, Verdict};

/// Output allowed beyond the answers before the program is stopped.
const SLACK: usize = 1 << 16;

/// The expected answers.
pub(super) struct Key<'a, C: CaseGenerator> {
    pub(super) format: &'a C,
    pub(super) cases: &'a [C::Case],
    /// A line for each case.
    pub(super) answers: &'a [String],
}

/// The line for case `i`, from 0, if its position has this value.
pub(super) fn line<C: CaseGenerator>(
    format: &C,
    i: usize,
    case: &C::Case,
    value: C::Value,
) -> String {
    let mut line = Vec::new();
    format.write(i as u64 + 1, case, value, &mut line);
    String::from_utf8_lossy(&line).trim_end().to_owned()
}

impl<C: CaseGenerator> Key<'_, C> {
    fn line(&self, i: usize, value: Wdl) -> String {
        line(self.format, i, &self.cases[i], value.into())
    }

    /// The value of case `i` that a line claims.
    fn value(&self, i: usize, line: &str) -> Option<Wdl> {
        let mut values = self.format.outcomes().iter().copied();
        values.find(|value| self.line(i, *value) == line)
    }

    /// Output limit in bytes: twice the longest answers, and some slack.
    pub(super) fn output_limit(&self) -> usize {
        let answers = (0..self.cases.len()).map(|i| {
            let lines = self
                .format
                .outcomes()
                .iter()
                .map(|v| self.line(i, *v).len());
            lines.max().unwrap_or(0) + 1
        });
        2 * answers.sum::<usize>() + SLACK
    }

    /// The first discrepancy of an output.
    pub(super) fn discrepancy(&self, output: &[u8]) -> Option<Discrepancy> {
        let mut lines = lines(output);
        for (i, answer) in self.answers.iter().enumerate() {
            match lines.next() {
                Some(line) if line == answer.as_bytes() => {}
                Some(line) => return Some(self.wrong_line(i, line)),
                None => return Some(self.too_few(i)),
            }
        }
        lines.next().map(|line| self.too_many(line))
    }

    fn wrong_line(&self, i: usize, line: &[u8]) -> Discrepancy {
        let claim = std::str::from_utf8(line).ok();
        let claim = claim.and_then(|line| self.value(i, line));
        let truth = self.value(i, &self.answers[i]);
        let found = shown(line);
        // Another program's answers may differ from the format's.
        let (kind, what) = match (claim, truth) {
            (Some(_), _) | (None, None) => (Verdict::WrongAnswer, String::new()),
            (None, Some(_)) => {
                let values = self.format.outcomes().iter();
                let answers: Vec<String> = values.map(|v| self.line(i, *v)).collect();
                let answers = answers.join("` or `");
                let what = format!("line {}: found `{found}`, expected `{answers}`", i + 1);
                (Verdict::PresentationError, what)
            }
        };
        Discrepancy {
            kind,
            what,
            at: Some(i),
            found: Some(found),
            expected: Some(self.answers[i].clone()),
            claim,
            truth,
            stderr: String::new(),
        }
    }

    fn too_few(&self, i: usize) -> Discrepancy {
        let what = format!("too few lines: {i} for {}", count(self.cases.len(), "case"));
        let mut discrepancy = Discrepancy::of_program(Verdict::PresentationError, what, "");
        discrepancy.at = Some(i);
        discrepancy.expected = Some(self.answers[i].clone());
        discrepancy.truth = self.value(i, &self.answers[i]);
        discrepancy
    }

    fn too_many(&self, line: &[u8]) -> Discrepancy {
        let cases = self.cases.len();
        let what = format!(
            "too many lines for {}: line {} is `{}`",
            count(cases, "case"),
            cases + 1,
            shown(line)
        );
        let mut discrepancy = Discrepancy::of_program(Verdict::PresentationError, what, "");
        discrepancy.found = Some(shown(line));
        discrepancy
    }
}

fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
