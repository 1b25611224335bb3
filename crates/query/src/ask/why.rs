//! Explanations from the values alone: a winning strategy, refutations, a cycle
//! or a tie.

mod score;
mod words;

use std::collections::HashMap;

use kibitz_game::{Reason, Turn, Wdl, counted};
use kibitz_solve::{Evaluation, SolveError};
use serde::Serialize;

use super::line::Line;
use super::probe::Probe;
use kibitz_catalogue::{By, Known, NamedLine, Pos, Rated};

use words::{draw_words, refutation_words, strategy_words};

/// Maximum number of moves of a strategy, whatever depth was requested.
const MAX_NODES: usize = 20_000;

/// Moves by result for the player making them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    win: u64,
    draw: u64,
    loss: u64,
}

/// A move of a strategy: the winner's best move, or any of the loser's moves.
#[derive(Debug, Serialize)]
struct Node {
    #[serde(rename = "move")]
    by: String,
    position: String,
    value: &'static str,
    plies: Option<u32>,
    /// Whether the same player moves again; then `next` has that player's
    /// moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Node>,
}

/// A position that is statically decided or has no moves.
#[derive(Serialize)]
struct Over {
    moves: Counts,
}

/// A win or a loss: the winner's reply to every move of the loser.
#[derive(Serialize)]
struct Forced {
    moves: Counts,
    length: Option<u32>,
    line: Vec<String>,
    /// The moves of the line, from 0, after which the same player moves again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    again: Vec<usize>,
    strategy: Vec<Node>,
    /// Whether the strategy was truncated at `MAX_NODES`.
    is_cut: bool,
}

/// A draw, by infinite play or by a tie.
#[derive(Serialize)]
struct Draw {
    moves: Counts,
    /// Moves before the cycle, or up to the tie.
    lead: Vec<String>,
    /// The moves of the cycle; empty if the game ends in a tie.
    cycle: Vec<String>,
    /// The alternatives at each position of the line.
    leaving: Vec<Leaving>,
}

/// The moves at a position of the line, and the best losing one.
#[derive(Serialize)]
struct Leaving {
    position: String,
    /// `mover` is the player to move at the analysed position, `opponent` the
    /// other one.
    side: &'static str,
    #[serde(rename = "move")]
    by: String,
    moves: Counts,
    /// The losing move that resists longest.
    best_loss: Option<BestLoss>,
}

#[derive(Serialize)]
struct BestLoss {
    #[serde(rename = "move")]
    by: String,
    plies: Option<u32>,
}

impl Counts {
    fn of<'a>(evaluations: impl IntoIterator<Item = &'a Evaluation>) -> Counts {
        let mut counts = Counts::default();
        for evaluation in evaluations {
            match evaluation.wdl {
                Wdl::Win => counts.win += 1,
                Wdl::Draw => counts.draw += 1,
                Wdl::Loss => counts.loss += 1,
            }
        }
        counts
    }

    fn all(self) -> u64 {
        self.win + self.draw + self.loss
    }
}

/// A position and what the analysis has computed of it.
pub(crate) struct Subject<'a> {
    pub(crate) p: &'a Pos,
    pub(crate) evaluation: Evaluation,
    pub(crate) moves: &'a [Rated],
    pub(crate) line: &'a Line,
    pub(crate) named: &'a NamedLine,
    pub(crate) first_move_gain: Option<i64>,
    pub(crate) depth: usize,
}

impl Probe<'_> {
    /// The explanation in the game's own terms, else by the solver's theory,
    /// else from the scores or the values of the moves.
    pub(crate) fn why(&self, subject: &Subject<'_>) -> Result<Reason, SolveError> {
        let known = Known {
            is_line_cut: subject.line.is_cut,
            score: subject.evaluation.score,
            first_move_gain: subject.first_move_gain,
        };
        if let Some(reason) = self.solution.why(subject.p, subject.named, known) {
            return Ok(reason);
        }
        let moves: Vec<By> = subject.moves.iter().map(|r| r.step.by).collect();
        if let Some(reason) = self.solution.reason(subject.p, &moves, self.context)? {
            return Ok(reason);
        }
        if let Some(score) = subject.evaluation.score {
            return self.score_reason(subject, score);
        }
        let moves = Counts::of(subject.moves.iter().map(|r| &r.evaluation));
        if moves.all() == 0 {
            return self.over(subject, moves);
        }
        match subject.evaluation.wdl {
            Wdl::Draw => self.draw(subject, moves),
            _ => self.forced(subject, moves),
        }
    }

    fn over(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let is_static = self.game.static_value(subject.p.any())?.is_some();
        let cause = match (is_static, self.game.no_move_result()) {
            (true, _) => "The game is over",
            (false, Wdl::Loss) => "The player to move has no legal move and loses",
            (false, Wdl::Win) => "The player to move has no legal move and wins",
            (false, Wdl::Draw) => "The player to move has no legal move: a tie",
        };
        // A statically decided position need not be terminal: then its distance
        // is positive.
        let plies = subject.evaluation.plies.map_or(0, kibitz_game::Plies::get);
        let left = counted(plies.into(), "ply");
        let text = match (is_static, subject.evaluation.wdl) {
            (false, _) => format!("{cause}."),
            (true, Wdl::Win) if plies > 0 => {
                format!("Decided by the rules: the player to move wins in {left}.")
            }
            (true, Wdl::Loss) if plies > 0 => {
                format!("Decided by the rules: the player to move loses in {left}.")
            }
            (true, Wdl::Win) => format!("{cause}: the player to move has won."),
            (true, Wdl::Draw) => format!("{cause}: a tie."),
            (true, Wdl::Loss) => format!("{cause}: the player to move has lost."),
        };
        Ok(Reason::new("over", text, &Over { moves }))
    }

    /// A win by some move, or a loss whatever the move.
    fn forced(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let is_win = subject.evaluation.wdl == Wdl::Win;
        let mut remaining = MAX_NODES;
        let first = match is_win {
            true => &subject.moves[..1],
            false => subject.moves,
        };
        // The winner's own first move does not count as a reply.
        let depth = subject.depth.saturating_add(usize::from(is_win));
        let strategy = self.nodes(subject.p, first, is_win, depth, &mut remaining)?;
        let facts = Forced {
            moves,
            length: subject.evaluation.plies.map(kibitz_game::Plies::get),
            line: subject.named.names.clone(),
            again: subject.line.extra_turns(),
            strategy,
            is_cut: remaining == 0,
        };
        let kind = if is_win { "strategy" } else { "refutation" };
        let text = match is_win {
            true => strategy_words(&facts, subject.line.is_cut),
            false => refutation_words(&facts, subject.line.is_cut),
        };
        Ok(Reason::new(kind, text, &facts))
    }

    /// The given moves from `at` and their continuations: all moves of the
    /// loser, the best move of the winner, until the winner has replied `depth`
    /// times.
    fn nodes(
        &self,
        at: &Pos,
        moves: &[Rated],
        winner_moves: bool,
        depth: usize,
        remaining: &mut usize,
    ) -> Result<Vec<Node>, SolveError> {
        let depth = depth.saturating_sub(usize::from(winner_moves));
        let mut nodes = Vec::new();
        let moves = &moves[..moves.len().min(*remaining)];
        for out in self.moves_out(at, moves)? {
            nodes.push(Node {
                by: out.by,
                position: out.position,
                value: out.value,
                plies: out.plies,
                again: out.again,
                next: Vec::new(),
            });
        }
        for (number, Rated { step, .. }) in moves.iter().enumerate() {
            if *remaining == 0 {
                nodes.truncate(number);
                break;
            }
            *remaining -= 1;
            self.context.check()?;
            let winner_next = winner_moves == (step.turn == Turn::Same);
            if depth > 0 {
                let mut replies = self.rate(&step.to)?;
                replies.truncate(if winner_next { 1 } else { usize::MAX });
                nodes[number].next =
                    self.nodes(&step.to, &replies, winner_next, depth, remaining)?;
            }
        }
        Ok(nodes)
    }

    /// A draw: the line repeats a position or ends in a tie.
    fn draw(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let steps = &subject.line.steps;
        let mut seen = HashMap::from([(subject.p, 0)]);
        let mut repetition = None;
        for (i, step) in steps.iter().enumerate() {
            if let Some(first) = seen.insert(&step.to, i + 1) {
                repetition = Some((first, i + 1));
                break;
            }
        }
        let names = &subject.named.names;
        let (from, to) = repetition.unwrap_or((names.len(), names.len()));
        let facts = Draw {
            moves,
            lead: names[..from].to_vec(),
            cycle: names[from..to].to_vec(),
            leaving: self.leaving(subject, to)?,
        };
        let kind = match (repetition, subject.line.is_cut) {
            (Some(_), _) => "cycle",
            (None, false) => "tie",
            (None, true) => "draw",
        };
        Ok(Reason::new(kind, draw_words(kind, &facts), &facts))
    }

    /// The alternatives at the first `to` positions of the line.
    fn leaving(&self, subject: &Subject<'_>, to: usize) -> Result<Vec<Leaving>, SolveError> {
        let mut leaving = Vec::new();
        let mut at = subject.p;
        let mut is_mover = true;
        let names = subject.named.names.iter();
        for (step, by) in subject.line.steps[..to].iter().zip(names) {
            let moves = self.rate(at)?;
            let lost = moves.iter().find(|r| r.evaluation.wdl == Wdl::Loss);
            let name = self
                .solution
                .names(at, lost.map(|r| r.step.by).as_slice())?;
            leaving.push(Leaving {
                position: self.game.write(at),
                side: if is_mover { "mover" } else { "opponent" },
                by: by.clone(),
                moves: Counts::of(moves.iter().map(|r| &r.evaluation)),
                best_loss: lost
                    .zip(name.into_iter().next())
                    .map(|(r, (by, _))| BestLoss {
                        by,
                        plies: r.evaluation.plies.map(kibitz_game::Plies::get),
                    }),
            });
            is_mover ^= step.turn == Turn::Other;
            at = &step.to;
        }
        Ok(leaving)
    }
}
