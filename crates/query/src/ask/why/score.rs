//! Explanations in score play: what best play gives each player.

use kibitz_game::{Reason, Turn, counted};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::Subject;
use crate::ask::probe::Probe;

/// Maximum number of moves of the line in a text; the JSON facts have all.
const SHOWN: usize = 12;

/// What best play gives, and what the other moves give.
#[derive(Serialize)]
struct ScoreFacts {
    /// The difference, for the mover.
    score: i64,
    /// The number of moves.
    moves: u64,
    /// The number of moves that reach the score.
    best: u64,
    /// A best move among the others.
    next_best: Option<Alternative>,
    /// The points of the mover on the line.
    mover: i64,
    /// The points of the opponent on the line.
    opponent: i64,
    /// What the rest of the game gives, for the mover: what `over` returns at the end of the line.
    rest: i64,
    line: Vec<Scored>,
}

/// A move that reaches less.
#[derive(Serialize)]
struct Alternative {
    #[serde(rename = "move")]
    by: String,
    score: i64,
}

/// A move of the line.
#[derive(Serialize)]
struct Scored {
    #[serde(rename = "move")]
    by: String,
    /// `mover` is the player to move at the analysed position, `opponent` the other one.
    side: &'static str,
    points: i64,
}

impl Probe<'_> {
    /// The score of a position: the points on the line of best play, and the moves that miss it.
    pub(super) fn score_reason(
        &self,
        subject: &Subject<'_>,
        score: i64,
    ) -> Result<Reason, SolveError> {
        let is_best = |of: &kibitz_catalogue::Rated| of.evaluation.score == Some(score);
        let best = subject.moves.iter().filter(|of| is_best(of)).count() as u64;
        let other = subject.moves.iter().find(|of| !is_best(of));
        let next_best = match other {
            None => None,
            Some(other) => {
                let name = self.solution.names(subject.p, &[other.step.by])?;
                let (by, _) = name.into_iter().next().unwrap_or_default();
                let score = other.evaluation.score.unwrap_or_default();
                Some(Alternative { by, score })
            }
        };
        let (mut mover, mut opponent) = (0, 0);
        let mut line = Vec::new();
        let mut is_mover = true;
        for (step, by) in subject.line.steps.iter().zip(&subject.named.names) {
            let (side, total) = match is_mover {
                true => ("mover", &mut mover),
                false => ("opponent", &mut opponent),
            };
            *total += step.points;
            line.push(Scored {
                by: by.clone(),
                side,
                points: step.points,
            });
            is_mover ^= step.turn == Turn::Other;
        }
        let facts = ScoreFacts {
            score,
            moves: subject.moves.len() as u64,
            best,
            next_best,
            mover,
            opponent,
            rest: score - (mover - opponent),
            line,
        };
        let kind = if facts.moves == 0 { "over" } else { "score" };
        let text = words(&facts, subject.line.is_cut);
        Ok(Reason::new(kind, text, &facts))
    }
}

fn words(facts: &ScoreFacts, is_line_cut: bool) -> String {
    if facts.moves == 0 {
        return match facts.score {
            0 => "The game is over; no points are left.".to_owned(),
            score => format!("The game is over: {score:+} for the player to move."),
        };
    }
    let rest = match (facts.rest, is_line_cut) {
        (0, _) => String::new(),
        (rest, true) => format!(", and the rest of the game {rest:+}"),
        (rest, false) => format!(", and the end of the game {rest:+}"),
    };
    let mut lines = vec![format!(
        "With best play the player to move gets {} and the opponent {}{rest}: {:+}.",
        points(facts.mover),
        facts.opponent,
        facts.score
    )];
    let all = facts.moves;
    lines.push(match (&facts.next_best, facts.best) {
        (None, 1) => "It is the only move.".to_owned(),
        (None, _) => format!("All {all} moves reach this."),
        (Some(next), best) => {
            let reach = if best == 1 {
                "1 reaches"
            } else {
                &format!("{best} reach")
            };
            format!(
                "Of {all} moves, {reach} this; the next best, {}, {:+}.",
                next.by, next.score
            )
        }
    });
    let moves: Vec<String> = facts.line.iter().take(SHOWN).map(scored).collect();
    let is_cut = is_line_cut || facts.line.len() > SHOWN;
    let dots = if is_cut { ", …" } else { "" };
    lines.push(format!("Principal variation: {}{dots}", moves.join(", ")));
    lines.join("\n")
}

fn points(number: i64) -> String {
    match u64::try_from(number) {
        Ok(number) => counted(number, "point"),
        Err(_) => format!("{number} points"),
    }
}

/// `take 3 (+3)`, of the opponent `take 3 (-3)`: what it adds to the mover's difference.
fn scored(one: &Scored) -> String {
    match (one.points, one.side) {
        (0, _) => one.by.clone(),
        (points, "mover") => format!("{} ({points:+})", one.by),
        (points, _) => format!("{} ({:+})", one.by, -i128::from(points)),
    }
}
