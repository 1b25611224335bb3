//! What `verify` has found, for people and for programs.

use std::fmt::Write;
use std::time::Duration;

use kibitz_query::{Kind, LineOut, Order, Report, SetOut, Smallest, Trouble};
use kibitz_solve::Thousands;
use serde::Serialize;

use super::refute::{Refutation, Reply};
use crate::output::{coloured, heading, in_plies};

/// Lines of an input that people get to see.
const MOST_LINES: usize = 40;
/// Characters of such a line.
const WIDEST: usize = 400;
/// First moves with their answers that people get to see, and moves of a line.
const MOST_MOVES: usize = 12;
const LONGEST_LINE: usize = 24;

/// All that is known.
pub(super) struct Shown<'a> {
    pub(super) game: &'a str,
    pub(super) set: SetOut,
    pub(super) exec: &'a str,
    pub(super) order: &'a Order,
    pub(super) limit: Duration,
    pub(super) report: &'a Report,
    pub(super) refutation: Option<&'a Refutation>,
}

/// The JSON document.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    game: &'a str,
    set: &'a SetOut,
    program: &'a str,
    cases: u64,
    seed: u64,
    verdict: &'static str,
    /// Cases that agreed before the first that does not.
    agreed: u64,
    /// Contest input that shows the disagreement.
    case: Option<&'a str>,
    /// How many cases that is, and which of them is at fault.
    case_count: Option<u64>,
    case_number: Option<u64>,
    /// Whether all smaller cases were tried.
    smallest: Option<bool>,
    position: Option<&'a str>,
    expected: Option<&'a str>,
    found: Option<&'a str>,
    /// What is wrong with the format, or how the program ended.
    detail: Option<&'a str>,
    stderr: Option<&'a str>,
    value: Option<&'static str>,
    why: Option<&'a str>,
    line: &'a [LineOut],
    replies: &'a [Reply],
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongAnswer => "wrong answer",
        Kind::TimeLimit => "time limit",
        Kind::Crash => "crash",
        Kind::WrongFormat => "wrong format",
    }
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

impl Shown<'_> {
    pub(super) fn document(&self) -> Document<'_> {
        let trouble = self.report.trouble.as_deref();
        let refutation = self.refutation;
        let asked = trouble.and_then(|t| t.asked.as_ref());
        Document {
            game: self.game,
            set: &self.set,
            program: self.exec,
            cases: self.order.cases,
            seed: self.order.seed,
            verdict: match (trouble, &self.report.stop) {
                (Some(trouble), _) => name(trouble.kind),
                (None, Some(_)) => "stopped",
                (None, None) => "agreed",
            },
            agreed: self.report.agreed,
            case: trouble.map(|t| t.input.as_str()),
            case_count: trouble.map(|t| t.cases),
            case_number: trouble.and_then(|t| t.case),
            smallest: trouble.map(|t| matches!(t.smallest, Smallest::Proved(_))),
            position: asked.map(|asked| asked.position.as_str()),
            expected: trouble.and_then(|t| t.expected.as_deref()),
            found: trouble.and_then(|t| t.found.as_deref()),
            detail: trouble.and_then(|t| filled(&t.what)),
            stderr: trouble.and_then(|t| filled(&t.stderr)),
            value: refutation.map(|r| r.answer.value),
            why: refutation.and_then(|r| r.why.as_deref()),
            line: refutation.map_or(&[], |r| &r.answer.line),
            replies: refutation.map_or(&[], |r| &r.replies),
        }
    }

    pub(super) fn text(&self) -> String {
        let Some(trouble) = self.report.trouble.as_deref() else {
            let (agreed, all) = (Thousands(self.report.agreed), Thousands(self.order.cases));
            return match self.report.agreed {
                _ if self.report.stop.is_some() => {
                    format!("{agreed} of {all} cases agree, and no others were compared\n")
                }
                1 => "1 case agrees\n".to_owned(),
                _ => format!("{agreed} cases agree\n"),
            };
        };
        let mut text = String::new();
        self.write_verdict(&mut text, trouble);
        self.write_input(&mut text, trouble);
        if let Some(found) = &trouble.found {
            let _ = writeln!(text, "found     {found}");
        }
        if let Some(expected) = &trouble.expected {
            let _ = writeln!(text, "expected  {expected}");
        }
        if let Some(refutation) = self.refutation {
            write_refutation(&mut text, refutation);
        }
        if !trouble.stderr.is_empty() {
            let _ = writeln!(text, "standard error ended with");
            for line in trouble.stderr.lines() {
                let plain = |c: char| if c.is_control() && c != '\t' { '·' } else { c };
                let line: String = line.chars().map(plain).collect();
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    fn write_verdict(&self, text: &mut String, trouble: &Trouble) {
        let verdict = name(trouble.kind);
        let what = match trouble.kind {
            Kind::TimeLimit => format!(": more than {:?}", self.limit),
            _ if trouble.what.is_empty() => String::new(),
            _ => format!(": {}", trouble.what),
        };
        let _ = writeln!(text, "{}{what}", heading(verdict));
        let (first, last) = (self.report.agreed + 1, self.report.tried);
        let place = match last - first {
            0 => format!("case {}", Thousands(first)),
            _ => format!("among cases {} to {}", Thousands(first), Thousands(last)),
        };
        let seed = self.order.seed;
        let _ = writeln!(text, "seen      {place} of seed {seed}");
        let smallest = match trouble.smallest {
            Smallest::Proved(0) => "there is no smaller case".to_owned(),
            Smallest::Proved(1) => "the one smaller case agrees".to_owned(),
            Smallest::Proved(n) => format!("all {} smaller cases agree", Thousands(n)),
            Smallest::Alone => "no smaller case fails in this way, but some in another".to_owned(),
            Smallest::Shrunk if trouble.cases > 1 => {
                format!("these {} cases together, no fewer seen", trouble.cases)
            }
            Smallest::Shrunk => "made smaller as far as steps led; not all were tried".to_owned(),
            Smallest::GivenUp => {
                "perhaps not the smallest: the search for smaller ones was not finished".to_owned()
            }
            Smallest::Unsteady => "run again, the program did something else".to_owned(),
        };
        let _ = writeln!(text, "smallest  {smallest}");
    }

    fn write_input(&self, text: &mut String, trouble: &Trouble) {
        let _ = writeln!(text, "input");
        let lines: Vec<&str> = trouble.input.lines().collect();
        for line in lines.iter().take(MOST_LINES) {
            let shown = format!("  {}", cut(line));
            let _ = writeln!(text, "{}", shown.trim_end());
        }
        if lines.len() > MOST_LINES {
            let hidden = Thousands((lines.len() - MOST_LINES) as u64);
            let _ = writeln!(text, "  … and {hidden} more lines (--json shows all)");
        }
    }
}

/// The beginning of a line, where it is too long to be read.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDEST) {
        None => line.to_owned(),
        Some((end, _)) => {
            let hidden = Thousands(line[end..].chars().count() as u64);
            format!(
                "{}… and {hidden} more characters (--json shows all)",
                &line[..end]
            )
        }
    }
}

fn write_refutation(text: &mut String, refutation: &Refutation) {
    let answer = &refutation.answer;
    let _ = writeln!(text, "position  {}", cut(&answer.position));
    let value = coloured(answer.value);
    let mover = match &answer.mover {
        Some(name) => format!("{name}, who moves"),
        None => "whoever moves".to_owned(),
    };
    let plies = in_plies(answer.plies);
    let _ = writeln!(text, "value     {value}{plies} for {mover}");
    if let Some(why) = &refutation.why {
        let _ = writeln!(text, "why       {why}");
    }
    write_replies(text, &refutation.replies);
    let shown = answer.line.len().min(LONGEST_LINE);
    let moves: Vec<&str> = answer.line[..shown].iter().map(|s| s.by.as_str()).collect();
    if !moves.is_empty() {
        let is_cut = answer.is_line_cut || shown < answer.line.len();
        let dots = if is_cut { ", …" } else { "" };
        let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
    }
}

fn write_replies(text: &mut String, replies: &[Reply]) {
    let shown = &replies[..replies.len().min(MOST_MOVES)];
    let width = shown.iter().map(|r| r.by.chars().count()).max();
    let width = width.unwrap_or(0);
    for reply in shown {
        let padding = " ".repeat(width - reply.by.chars().count());
        let answered = match &reply.reply {
            Some(by) => format!("then {by}"),
            None => "then the game is over".to_owned(),
        };
        let value = coloured(reply.value);
        let _ = writeln!(text, "  {}{padding}  {value}  {answered}", reply.by);
    }
    if replies.len() > shown.len() {
        let hidden = replies.len() - shown.len();
        let _ = writeln!(text, "  … and {hidden} more (--json shows all)");
    }
}
