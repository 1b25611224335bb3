//! Output of `verify`, as text and as JSON.

use std::fmt::Write;
use std::time::Duration;

use kibitz_game::Reason;
use kibitz_query::{CaseSpec, LineOut, Memory, Minimality, Mismatch, Report, SetOut, Verdict};
use kibitz_solve::Thousands;
use serde::Serialize;

use super::refute::{Refutation, Reply};
use super::replay::Replay;
use crate::output::{coloured, heading, in_plies};

/// Maximum number of input lines printed.
const MAX_LINES: usize = 40;
/// Maximum number of characters printed of a line.
const MAX_WIDTH: usize = 400;
/// Maximum length of an address, of which no part is of use. One of a rule file contains the file.
const MAX_ADDRESS: usize = 4000;
/// Maximum numbers printed of first moves with replies, and of moves of a line.
const MAX_MOVES: usize = 12;
const MAX_LINE_LEN: usize = 24;

/// The result of a run.
pub(super) struct Shown<'a> {
    pub(super) game: &'a str,
    pub(super) set: SetOut,
    pub(super) exec: &'a str,
    pub(super) spec: &'a CaseSpec,
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
    /// Number of cases that agreed before the first mismatch.
    agreed: u64,
    /// How many of them are the smallest cases, which come after the random ones.
    agreed_smallest: u64,
    /// The number of all cases, if it is known, and whether all agreed.
    all_cases: Option<u64>,
    complete: bool,
    /// Contest input that reproduces the mismatch.
    case: Option<&'a str>,
    /// Number of cases in it, and which of them is the mismatch.
    case_count: Option<u64>,
    case_number: Option<u64>,
    /// What the program used, except while the mismatch was minimised.
    usage: Option<UsageOut>,
    /// Whether minimality is proved: all smaller cases were tried.
    smallest: Option<bool>,
    position: Option<&'a str>,
    expected: Option<&'a str>,
    found: Option<&'a str>,
    /// The format error, or how the program terminated.
    detail: Option<&'a str>,
    stderr: Option<&'a str>,
    value: Option<&'static str>,
    why: Option<&'a str>,
    /// The explanation of the value, as of `solve`.
    reason: Option<&'a Reason>,
    line: &'a [LineOut],
    replies: &'a [Reply],
    replay: Option<&'a Replay>,
}

/// The most that the runs of the program used.
#[derive(Serialize)]
struct UsageOut {
    /// Processor time of the slowest run, in seconds, and its cases, counted over all.
    seconds: f64,
    first_case: u64,
    last_case: u64,
    /// The largest memory of a run in bytes, and whether it is only an upper bound.
    memory: u64,
    memory_is_bound: bool,
}

fn name(kind: Verdict) -> &'static str {
    match kind {
        Verdict::WrongAnswer => "wrong answer",
        Verdict::TimeLimit => "time limit",
        Verdict::RuntimeError => "crash",
        Verdict::PresentationError => "wrong format",
    }
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

impl Shown<'_> {
    pub(super) fn document(&self) -> Document<'_> {
        let mismatch = self.report.mismatch.as_deref();
        let refutation = self.refutation;
        let query = mismatch.and_then(|t| t.query.as_ref());
        Document {
            game: self.game,
            set: &self.set,
            program: self.exec,
            cases: self.spec.cases,
            seed: self.spec.seed,
            verdict: match (mismatch, &self.report.stop) {
                (Some(mismatch), _) => name(mismatch.kind),
                (None, Some(_)) => "stopped",
                (None, None) => "agreed",
            },
            agreed: self.report.agreed,
            agreed_smallest: self.report.smallest,
            all_cases: self.report.total,
            complete: self.report.is_complete,
            case: mismatch.map(|t| t.input.as_str()),
            case_count: mismatch.map(|t| t.cases),
            case_number: mismatch.and_then(|t| t.case),
            usage: self.report.slowest.as_ref().map(|slowest| UsageOut {
                seconds: slowest.usage.time.as_secs_f64(),
                first_case: *slowest.cases.start(),
                last_case: *slowest.cases.end(),
                memory: slowest.usage.memory.bytes(),
                memory_is_bound: matches!(slowest.usage.memory, Memory::AtMost(_)),
            }),
            smallest: mismatch.map(|t| matches!(t.smallest, Minimality::Proved(_))),
            position: query.map(|query| query.position.as_str()),
            expected: mismatch.and_then(|t| t.expected.as_deref()),
            found: mismatch.and_then(|t| t.found.as_deref()),
            detail: mismatch.and_then(|t| filled(&t.what)),
            stderr: mismatch.and_then(|t| filled(&t.stderr)),
            value: refutation.map(|r| r.analysis.value),
            why: refutation.and_then(|r| r.why.as_deref()),
            reason: refutation.and_then(|r| r.analysis.why.as_ref()),
            replay: refutation.map(|r| &r.replay),
            line: refutation.map_or(&[], |r| &r.analysis.line),
            replies: refutation.map_or(&[], |r| &r.replies),
        }
    }

    pub(super) fn text(&self) -> String {
        let Some(mismatch) = self.report.mismatch.as_deref() else {
            let (agreed, all) = (Thousands(self.report.agreed), Thousands(self.spec.cases));
            return match self.report.agreed {
                n if self.report.stop.is_some() && n <= self.spec.cases => {
                    format!("{agreed} of {all} cases agree; the others were not compared\n")
                }
                _ => self.agreement() + &self.usage(),
            };
        };
        let mut text = String::new();
        self.write_verdict(&mut text, mismatch);
        write_answers(&mut text, mismatch);
        // Of a wrong answer other things matter.
        if matches!(mismatch.kind, Verdict::TimeLimit | Verdict::RuntimeError) {
            text.push_str(&self.usage());
        }
        if let Some(refutation) = self.refutation {
            let mover = mismatch.query.as_ref().and_then(|query| query.mover);
            write_refutation(&mut text, refutation, mover);
        }
        if !mismatch.stderr.is_empty() {
            let _ = writeln!(text, "end of standard error");
            for line in mismatch.stderr.lines() {
                let plain = |c: char| if c.is_control() && c != '\t' { '·' } else { c };
                let line: String = line.chars().map(plain).collect();
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    /// How many cases agree, of how many.
    fn agreement(&self) -> String {
        let report = self.report;
        let total = report.total.map(Thousands);
        if let Some(total) = total.as_ref().filter(|_| report.is_complete) {
            return format!("all {total} cases agree\n");
        }
        let random = Thousands(report.agreed - report.smallest);
        let of = total.map_or(String::new(), |total| format!(" of {total}"));
        match (report.agreed, report.smallest) {
            (1, 0) => format!("1 case{of} agrees\n"),
            (_, 0) => format!("{random} cases{of} agree\n"),
            (_, smallest) => {
                let smallest = Thousands(smallest);
                format!("{random} random cases and the {smallest} smallest{of} agree\n")
            }
        }
    }

    /// Time and memory of the program.
    fn usage(&self) -> String {
        let Some(slowest) = &self.report.slowest else {
            return String::new();
        };
        let (first, last) = (slowest.cases.start(), slowest.cases.end());
        let cases = match first == last {
            true => format!("case {}", Thousands(*first)),
            false => format!("cases {} to {}", Thousands(*first), Thousands(*last)),
        };
        let megabytes = slowest.usage.memory.bytes().div_ceil(1 << 20);
        let memory = match slowest.usage.memory {
            Memory::Peak(_) => format!("{megabytes} MiB"),
            Memory::AtMost(_) => format!("at most {megabytes} MiB"),
        };
        let seconds = slowest.usage.time.as_secs_f64();
        format!("program   {seconds:.2} s of processor time ({cases}), {memory}\n")
    }

    fn write_verdict(&self, text: &mut String, mismatch: &Mismatch) {
        let verdict = name(mismatch.kind);
        let what = match mismatch.kind {
            Verdict::TimeLimit => format!(
                ": more than {:?} of processor time, or twice as long asleep",
                self.limit
            ),
            _ if mismatch.what.is_empty() => String::new(),
            _ => format!(": {}", mismatch.what),
        };
        let _ = writeln!(text, "{}{what}", heading(verdict));
        // The smallest cases come after the random ones.
        let random = self.spec.cases;
        let (before, order) = match self.report.agreed {
            agreed if agreed < random => (0, format!("of seed {}", self.spec.seed)),
            _ => (random, "in the order of size".to_owned()),
        };
        let (first, last) = (self.report.agreed + 1 - before, self.report.tried - before);
        let place = match last - first {
            0 => format!("case {}", Thousands(first)),
            _ => format!("among cases {} to {}", Thousands(first), Thousands(last)),
        };
        let _ = writeln!(text, "where     {place} {order}");
        let smallest = match mismatch.smallest {
            Minimality::Proved(0) => "no smaller case exists".to_owned(),
            Minimality::Proved(1) => "the only smaller case agrees".to_owned(),
            Minimality::Proved(n) => format!("all {} smaller cases agree", Thousands(n)),
            Minimality::Alone => {
                "no smaller case fails in this way, but some fail differently".to_owned()
            }
            Minimality::Shrunk if mismatch.cases > 1 => {
                format!("none of these {} cases can be left out", mismatch.cases)
            }
            Minimality::Shrunk => "locally minimal, not exhaustive".to_owned(),
            Minimality::GivenUp if self.spec.shrink.is_zero() => "not minimised".to_owned(),
            Minimality::GivenUp => {
                "not proved: the search for smaller cases was not finished (--shrink)".to_owned()
            }
            Minimality::Unsteady => "not reproducible".to_owned(),
        };
        let _ = writeln!(text, "minimal   {smallest}");
    }
}

/// A mismatch as it was found, before it is minimised.
pub(super) fn first(mismatch: &Mismatch, shrink: Duration) -> String {
    let mut text = format!(
        "{}, to be minimised for at most {shrink:?} (Ctrl-C ends that)\n",
        name(mismatch.kind)
    );
    write_answers(&mut text, mismatch);
    text
}

/// The input, the answer and the right one.
fn write_answers(text: &mut String, mismatch: &Mismatch) {
    let _ = writeln!(text, "input");
    let lines: Vec<&str> = mismatch.input.lines().collect();
    for line in lines.iter().take(MAX_LINES) {
        let shown = format!("  {}", cut(line));
        let _ = writeln!(text, "{}", shown.trim_end());
    }
    if lines.len() > MAX_LINES {
        let hidden = Thousands((lines.len() - MAX_LINES) as u64);
        let _ = writeln!(text, "  … and {hidden} more lines (--json shows all)");
    }
    if let Some(found) = &mismatch.found {
        let _ = writeln!(text, "found     {found}");
    }
    if let Some(expected) = &mismatch.expected {
        let _ = writeln!(text, "expected  {expected}");
    }
}

/// A line, truncated to [`MAX_WIDTH`] characters.
fn cut(line: &str) -> String {
    match line.char_indices().nth(MAX_WIDTH) {
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

fn write_refutation(text: &mut String, refutation: &Refutation, mover: Option<&str>) {
    let analysis = &refutation.analysis;
    let _ = writeln!(text, "position  {}", cut(&analysis.position));
    let value = coloured(analysis.value);
    let mover = match analysis.mover.as_deref().or(mover) {
        Some(name) => format!("{name} (to move)"),
        None => "the player to move".to_owned(),
    };
    let plies = in_plies(analysis.plies);
    let _ = writeln!(text, "value     {value}{plies} for {mover}");
    if let Some(why) = &refutation.why {
        let _ = writeln!(text, "why       {why}");
    }
    if let Some(reason) = &analysis.why {
        for line in reason.text.lines().take(MAX_LINES) {
            let _ = writeln!(text, "  {}", cut(line));
        }
    }
    write_replies(text, &refutation.replies);
    let shown = analysis.line.len().min(MAX_LINE_LEN);
    let moves: Vec<&str> = analysis.line[..shown]
        .iter()
        .map(|s| s.by.as_str())
        .collect();
    if !moves.is_empty() {
        let is_cut = analysis.is_line_cut || shown < analysis.line.len();
        let dots = if is_cut { ", …" } else { "" };
        let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
    }
    let _ = writeln!(text, "play      {}", cut(&refutation.replay.command));
    let page = &refutation.replay.page;
    match page.len() <= MAX_ADDRESS {
        true => _ = writeln!(text, "page      {page}"),
        false => _ = writeln!(text, "page      (--json shows its address)"),
    }
}

fn write_replies(text: &mut String, replies: &[Reply]) {
    let shown = &replies[..replies.len().min(MAX_MOVES)];
    let width = shown.iter().map(|r| r.by.chars().count()).max();
    let width = width.unwrap_or(0);
    for reply in shown {
        let padding = " ".repeat(width - reply.by.chars().count());
        let reply_text = match &reply.reply {
            Some(by) => format!("then {by}"),
            None => "then the game is over".to_owned(),
        };
        let value = coloured(reply.value);
        let _ = writeln!(text, "  {}{padding}  {value}  {reply_text}", reply.by);
    }
    if replies.len() > shown.len() {
        let hidden = replies.len() - shown.len();
        let _ = writeln!(text, "  … and {hidden} more (--json shows all)");
    }
}
