//! Output of `interact`, as text and as JSON.

use std::fmt::Write;

use kibitz_query::play::{Mistake, Ply, Seat};
use kibitz_query::{Session, SetOut};
use serde::Serialize;

use super::game::{Outcome, Verdict, by_points};
use super::{InteractOptions, Side};
use crate::output::{self, heading};

/// Maximum number of moves printed at either end of a game.
const SHOWN: usize = 20;

/// The last game.
pub(super) struct Shown<'a> {
    pub(super) session: &'a Session,
    pub(super) options: &'a InteractOptions,
    pub(super) start: &'a str,
    /// Its number, from 1.
    pub(super) game: u64,
    pub(super) seed: u64,
    pub(super) outcome: &'a Outcome,
}

/// The JSON document.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    game: String,
    set: SetOut,
    program: &'a str,
    side: &'static str,
    start: &'a str,
    verdict: &'static str,
    detail: &'a str,
    /// The games played; the others fields are about the last one.
    games: u64,
    seed: u64,
    result: Option<&'static str>,
    expected: &'static str,
    /// In score play, by how much the program won, and would have won by perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_score: Option<i64>,
    moves: Vec<Move<'a>>,
    mistake: Option<MistakeOut<'a>>,
    stderr: Option<&'a str>,
}

#[derive(Serialize)]
struct Move<'a> {
    by: &'static str,
    #[serde(rename = "move")]
    name: &'a str,
    position: &'a str,
}

#[derive(Serialize)]
struct MistakeOut<'a> {
    /// The number of the move, from 1.
    ply: usize,
    #[serde(rename = "move")]
    by: &'a str,
    position: &'a str,
    before: &'static str,
    after: &'static str,
    /// In score play, the points that it cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<i64>,
    better: &'a str,
    why: Option<&'a str>,
}

impl Shown<'_> {
    fn is_programs(&self, ply: &Ply) -> bool {
        (ply.seat == Seat::First) == (self.options.side == Side::First)
    }

    fn player(&self, ply: &Ply) -> &'static str {
        match self.is_programs(ply) {
            true => "program",
            false => "opponent",
        }
    }

    pub(super) fn document(&self) -> Document<'_> {
        let outcome = self.outcome;
        Document {
            game: self.session.info().name.to_owned(),
            set: self.session.settings(),
            program: &self.options.exec,
            side: match self.options.side {
                Side::First => "first",
                Side::Second => "second",
            },
            start: self.start,
            verdict: outcome.verdict.name(),
            detail: &outcome.what,
            games: self.game,
            seed: self.seed,
            result: outcome.result.map(kibitz_game::Wdl::name),
            expected: outcome.expected.name(),
            score: outcome.score.and_then(|score| score.made),
            expected_score: outcome.score.map(|score| score.expected),
            moves: outcome
                .plies
                .iter()
                .map(|ply| Move {
                    by: self.player(ply),
                    name: &ply.by,
                    position: &ply.to,
                })
                .collect(),
            mistake: outcome.mistake.as_ref().map(|(mistake, why)| MistakeOut {
                ply: mistake.number,
                by: &mistake.by,
                position: &outcome.plies[mistake.number - 1].from,
                before: mistake.before.name(),
                after: mistake.after.name(),
                cost: mistake.cost,
                better: &mistake.better,
                why: why.as_deref(),
            }),
            stderr: (!outcome.stderr.is_empty()).then_some(outcome.stderr.as_str()),
        }
    }

    /// One line, as testlib's checkers print it.
    pub(super) fn testlib(&self) -> String {
        let outcome = self.outcome;
        let word = match outcome.verdict.testlib_code() {
            0 => "ok",
            1 => "wrong answer",
            _ => "wrong output format",
        };
        let mut text = format!("{word} {}", outcome.what);
        if let Some((mistake, _)) = &outcome.mistake {
            let (number, by) = (mistake.number, &mistake.by);
            let _ = write!(text, "; move {number}, {by}, {}", change(mistake));
        }
        text
    }

    pub(super) fn text(&self) -> String {
        let outcome = self.outcome;
        let mut text = String::new();
        let verdict = heading(outcome.verdict.name());
        let _ = writeln!(text, "{verdict}: {}", outcome.what);
        let games = match self.game {
            1 => "1 game".to_owned(),
            n => format!("{n} games"),
        };
        if outcome.verdict == Verdict::Accepted {
            let _ = writeln!(
                text,
                "played    {games}; perfect play is a {}",
                self.expected()
            );
            return text;
        }
        let _ = writeln!(text, "where     game {} of seed {}", self.game, self.seed);
        let _ = writeln!(text, "expected  a {} for the program", self.expected());
        let _ = writeln!(text, "start     {}", self.start);
        self.write_moves(&mut text);
        self.write_mistake(&mut text);
        if !outcome.stderr.is_empty() {
            let _ = writeln!(text, "end of standard error");
            for line in outcome.stderr.lines() {
                let plain = |c: char| if c.is_control() && c != '\t' { '·' } else { c };
                let line: String = line.chars().map(plain).collect();
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    /// What perfect play gives: `win`, in score play `win by 3 points`.
    fn expected(&self) -> String {
        let score = self.outcome.score.map(|score| by_points(score.expected));
        let name = self.outcome.expected.name();
        format!("{name}{}", score.unwrap_or_default())
    }

    fn write_moves(&self, text: &mut String) {
        let plies = &self.outcome.plies;
        let width = plies.iter().map(|ply| ply.by.chars().count()).max();
        let width = width.unwrap_or(0);
        for (i, ply) in plies.iter().enumerate() {
            if i == SHOWN && plies.len() > 2 * SHOWN {
                let hidden = plies.len() - 2 * SHOWN;
                let _ = writeln!(text, "  … {hidden} more moves (--json shows all)");
            }
            if i >= SHOWN && i + SHOWN < plies.len() {
                continue;
            }
            let (number, player, by) = (i + 1, self.player(ply), &ply.by);
            let padding = " ".repeat(width - by.chars().count());
            let _ = writeln!(text, "{number:>4}  {player:<8}  {by}{padding}  {}", ply.to);
        }
    }

    fn write_mistake(&self, text: &mut String) {
        let Some((mistake, why)) = &self.outcome.mistake else {
            return;
        };
        let change = change(mistake);
        let (number, by, better) = (mistake.number, &mistake.by, &mistake.better);
        let _ = writeln!(
            text,
            "mistake   move {number}, {by}, {change}; better: {better}"
        );
        let mut label = "why";
        for line in why.iter().flat_map(|why| output::wrapped(why, &[])) {
            let _ = writeln!(text, "{label:<10}{line}");
            label = "";
        }
    }
}

/// What a mistake did.
fn change(mistake: &Mistake) -> String {
    match mistake.cost {
        Some(1) => "costs 1 point".to_owned(),
        Some(cost) => format!("costs {cost} points"),
        None => format!(
            "turns a {} into a {}",
            mistake.before.name(),
            mistake.after.name()
        ),
    }
}
