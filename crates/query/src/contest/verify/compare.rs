//! A program's output, line by line, beside the right one.

use kibitz_game::Wdl;
use kibitz_game::contest::Sampled;

use super::lines::{lines, shown};
use super::{Fault, Kind};

/// Room for what a program may write beyond its answers before it is stopped.
const SLACK: usize = 1 << 16;

/// The right answers.
pub(super) struct Key<'a, C: Sampled> {
    pub(super) format: &'a C,
    pub(super) cases: &'a [C::Case],
    pub(super) values: &'a [Wdl],
}

impl<C: Sampled> Key<'_, C> {
    /// The line for case `i` if its position has this value.
    fn line(&self, i: usize, value: Wdl) -> String {
        let mut line = Vec::new();
        let number = i as u64 + 1;
        self.format.write(number, &self.cases[i], value, &mut line);
        String::from_utf8_lossy(&line).trim_end().to_owned()
    }

    /// A program that writes more bytes is not worth listening to.
    pub(super) fn plausible(&self) -> usize {
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

    /// What is wrong with an output.
    pub(super) fn fault(&self, output: &[u8]) -> Option<Fault> {
        let mut lines = lines(output);
        for (i, value) in self.values.iter().enumerate() {
            let right = self.line(i, *value);
            match lines.next() {
                Some(line) if line == right.as_bytes() => {}
                Some(line) => return Some(self.wrong_line(i, line, right)),
                None => return Some(self.too_few(i, right)),
            }
        }
        lines.next().map(|line| self.too_many(line))
    }

    fn wrong_line(&self, i: usize, line: &[u8], right: String) -> Fault {
        let claims = self.format.outcomes().iter().copied();
        let claim = claims.clone().find(|v| self.line(i, *v).as_bytes() == line);
        let found = shown(line);
        let (kind, what) = match claim {
            Some(_) => (Kind::WrongAnswer, String::new()),
            None => {
                let answers: Vec<String> = claims.map(|v| self.line(i, v)).collect();
                let answers = answers.join("` or `");
                let what = format!("line {}: found `{found}`, expected `{answers}`", i + 1);
                (Kind::WrongFormat, what)
            }
        };
        Fault {
            kind,
            what,
            at: Some(i),
            found: Some(found),
            expected: Some(right),
            claim,
            truth: Some(self.values[i]),
            stderr: String::new(),
        }
    }

    fn too_few(&self, i: usize, right: String) -> Fault {
        let what = format!("too few lines: {i} for {}", count(self.cases.len(), "case"));
        let mut fault = Fault::of_program(Kind::WrongFormat, what, "");
        fault.at = Some(i);
        fault.expected = Some(right);
        fault.truth = Some(self.values[i]);
        fault
    }

    fn too_many(&self, line: &[u8]) -> Fault {
        let cases = self.cases.len();
        let what = format!(
            "too many lines for {}: line {} is `{}`",
            count(cases, "case"),
            cases + 1,
            shown(line)
        );
        let mut fault = Fault::of_program(Kind::WrongFormat, what, "");
        fault.found = Some(shown(line));
        fault
    }
}

fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
