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
    pub(super) values: &'a [Wdl],
}

impl<C: CaseGenerator> Key<'_, C> {
    /// The line for case `i` if its position has this value.
    fn line(&self, i: usize, value: Wdl) -> String {
        let mut line = Vec::new();
        let number = i as u64 + 1;
        self.format.write(number, &self.cases[i], value, &mut line);
        String::from_utf8_lossy(&line).trim_end().to_owned()
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
        for (i, value) in self.values.iter().enumerate() {
            let expected_line = self.line(i, *value);
            match lines.next() {
                Some(line) if line == expected_line.as_bytes() => {}
                Some(line) => return Some(self.wrong_line(i, line, expected_line)),
                None => return Some(self.too_few(i, expected_line)),
            }
        }
        lines.next().map(|line| self.too_many(line))
    }

    fn wrong_line(&self, i: usize, line: &[u8], expected_line: String) -> Discrepancy {
        let claims = self.format.outcomes().iter().copied();
        let claim = claims.clone().find(|v| self.line(i, *v).as_bytes() == line);
        let found = shown(line);
        let (kind, what) = match claim {
            Some(_) => (Verdict::WrongAnswer, String::new()),
            None => {
                let answers: Vec<String> = claims.map(|v| self.line(i, v)).collect();
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
            expected: Some(expected_line),
            claim,
            truth: Some(self.values[i]),
            stderr: String::new(),
        }
    }

    fn too_few(&self, i: usize, expected_line: String) -> Discrepancy {
        let what = format!("too few lines: {i} for {}", count(self.cases.len(), "case"));
        let mut discrepancy = Discrepancy::of_program(Verdict::PresentationError, what, "");
        discrepancy.at = Some(i);
        discrepancy.expected = Some(expected_line);
        discrepancy.truth = Some(self.values[i]);
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
