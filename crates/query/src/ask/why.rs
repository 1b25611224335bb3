//! Why, from the values alone: a strategy, refutations, a cycle or a tie.

mod words;

use std::collections::HashMap;

use kibitz_game::{Reason, Turn, Wdl, counted};
use kibitz_solve::{SolveError, Verdict};
use serde::Serialize;

use super::line::Line;
use super::probe::Probe;
use crate::erased::{By, Known, NamedLine, Pos, Rated};

use words::{held_words, refutation_words, strategy_words};

/// A strategy has at most so many moves, however deep it was asked for.
const MOST_NODES: usize = 20_000;

/// How the moves of a position are worth to the player who makes them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    win: u64,
    draw: u64,
    loss: u64,
}

/// A move of a strategy. Where the winner moves there is one, the best; where
/// the loser moves there are all.
#[derive(Debug, Serialize)]
struct Node {
    #[serde(rename = "move")]
    by: String,
    position: String,
    value: &'static str,
    plies: Option<u32>,
    /// Whether the same player moves again: `next` has moves of that player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Node>,
}

/// A position that is decided, or has no moves.
#[derive(Serialize)]
struct Over {
    moves: Counts,
}

/// A win, or a loss: what the winner plays against everything.
#[derive(Serialize)]
struct Forced {
    moves: Counts,
    length: Option<u32>,
    line: Vec<String>,
    /// The moves of the line, from 0, after which the same player moves again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    again: Vec<usize>,
    strategy: Vec<Node>,
    /// Whether the strategy was cut short, because it has too many moves.
    is_cut: bool,
}

/// A draw: play goes on for ever, or ends in a tie.
#[derive(Serialize)]
struct Held {
    moves: Counts,
    /// Moves before the cycle, or up to the tie.
    lead: Vec<String>,
    /// Moves that come again and again; none where the rules call it a tie.
    cycle: Vec<String>,
    /// What each player has on the way, and loses by leaving it.
    leaving: Vec<Leaving>,
}

/// What a player may do instead of keeping the draw.
#[derive(Serialize)]
struct Leaving {
    position: String,
    /// The player who moves at the position that was asked about, or the other.
    side: &'static str,
    #[serde(rename = "move")]
    by: String,
    moves: Counts,
    /// The longest resistance after a mistake.
    best_loss: Option<BestLoss>,
}

#[derive(Serialize)]
struct BestLoss {
    #[serde(rename = "move")]
    by: String,
    plies: Option<u32>,
}

impl Counts {
    fn of<'a>(worths: impl IntoIterator<Item = &'a Verdict>) -> Counts {
        let mut counts = Counts::default();
        for worth in worths {
            match worth.wdl {
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

/// The position, and what an answer has found out about it.
pub(crate) struct Subject<'a> {
    pub(crate) p: &'a Pos,
    pub(crate) verdict: Verdict,
    pub(crate) moves: &'a [Rated],
    pub(crate) line: &'a Line,
    pub(crate) named: &'a NamedLine,
    pub(crate) first_move_gain: Option<i64>,
    pub(crate) depth: usize,
}

impl Probe<'_> {
    /// The reason in the game's own terms, else in those of its theory, else
    /// from the values of its moves.
    pub(crate) fn why(&self, subject: &Subject<'_>) -> Result<Reason, SolveError> {
        let known = Known {
            is_line_cut: subject.line.is_cut,
            score: subject.verdict.score,
            first_move_gain: subject.first_move_gain,
        };
        if let Some(reason) = self.solution.why(subject.p, subject.named, known) {
            return Ok(reason);
        }
        let moves: Vec<By> = subject.moves.iter().map(|r| r.step.by).collect();
        if let Some(reason) = self.solution.reason(subject.p, &moves, self.watch)? {
            return Ok(reason);
        }
        let moves = Counts::of(subject.moves.iter().map(|r| &r.worth));
        if moves.all() == 0 {
            return self.over(subject, moves);
        }
        match subject.verdict.wdl {
            Wdl::Draw => self.held(subject, moves),
            _ => self.forced(subject, moves),
        }
    }

    fn over(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let is_decided = self.game.decided(subject.p.any())?.is_some();
        let cause = match (is_decided, self.game.stuck()) {
            (true, _) => "The game is over",
            (false, Wdl::Loss) => "The mover has no move, and who cannot move loses",
            (false, Wdl::Win) => "The mover has no move, and who cannot move wins",
            (false, Wdl::Draw) => "The mover has no move, which is a tie",
        };
        // A game may end where the next move would: then there are plies left.
        let plies = subject.verdict.plies.map_or(0, kibitz_game::Plies::get);
        let left = counted(plies.into(), "ply");
        let text = match (is_decided, subject.verdict.wdl) {
            (false, _) => format!("{cause}."),
            (true, Wdl::Win) if plies > 0 => {
                format!("The rules decide it here: the mover wins in {left}.")
            }
            (true, Wdl::Loss) if plies > 0 => {
                format!("The rules decide it here: the mover loses in {left}.")
            }
            (true, Wdl::Win) => format!("{cause}: the mover has won."),
            (true, Wdl::Draw) => format!("{cause}: it is a tie."),
            (true, Wdl::Loss) => format!("{cause}: the mover has lost."),
        };
        Ok(Reason::new("over", text, &Over { moves }))
    }

    /// A win by some move, or a loss by all.
    fn forced(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let is_win = subject.verdict.wdl == Wdl::Win;
        let mut room = MOST_NODES;
        let first = match is_win {
            true => &subject.moves[..1],
            false => subject.moves,
        };
        // The winner's own first move is no reply to anything.
        let depth = subject.depth.saturating_add(usize::from(is_win));
        let strategy = self.nodes(subject.p, first, is_win, depth, &mut room)?;
        let facts = Forced {
            moves,
            length: subject.verdict.plies.map(kibitz_game::Plies::get),
            line: subject.named.names.clone(),
            again: subject.line.extra_turns(),
            strategy,
            is_cut: room == 0,
        };
        let kind = if is_win { "strategy" } else { "refutation" };
        let text = match is_win {
            true => strategy_words(&facts, subject.line.is_cut),
            false => refutation_words(&facts, subject.line.is_cut),
        };
        Ok(Reason::new(kind, text, &facts))
    }

    /// The moves given from `at`, and what follows them: all moves where the
    /// loser moves, the best where the winner does, until the winner has
    /// replied `depth` times.
    fn nodes(
        &self,
        at: &Pos,
        moves: &[Rated],
        winner_moves: bool,
        depth: usize,
        room: &mut usize,
    ) -> Result<Vec<Node>, SolveError> {
        let depth = depth.saturating_sub(usize::from(winner_moves));
        let mut nodes = Vec::new();
        let moves = &moves[..moves.len().min(*room)];
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
            if *room == 0 {
                nodes.truncate(number);
                break;
            }
            *room -= 1;
            self.watch.check()?;
            let winner_next = winner_moves == (step.turn == Turn::Again);
            if depth > 0 {
                let mut replies = self.rate(&step.to)?;
                replies.truncate(if winner_next { 1 } else { usize::MAX });
                nodes[number].next = self.nodes(&step.to, &replies, winner_next, depth, room)?;
            }
        }
        Ok(nodes)
    }

    /// A draw: the line comes back to where it was, or ends in a tie.
    fn held(&self, subject: &Subject<'_>, moves: Counts) -> Result<Reason, SolveError> {
        let steps = &subject.line.steps;
        let mut seen = HashMap::from([(subject.p, 0)]);
        let mut back = None;
        for (i, step) in steps.iter().enumerate() {
            if let Some(first) = seen.insert(&step.to, i + 1) {
                back = Some((first, i + 1));
                break;
            }
        }
        let names = &subject.named.names;
        let (from, to) = back.unwrap_or((names.len(), names.len()));
        let facts = Held {
            moves,
            lead: names[..from].to_vec(),
            cycle: names[from..to].to_vec(),
            leaving: self.leaving(subject, to)?,
        };
        let kind = match (back, subject.line.is_cut) {
            (Some(_), _) => "cycle",
            (None, false) => "tie",
            (None, true) => "draw",
        };
        Ok(Reason::new(kind, held_words(kind, &facts), &facts))
    }

    /// What may be done instead at the first `to` positions of the line.
    fn leaving(&self, subject: &Subject<'_>, to: usize) -> Result<Vec<Leaving>, SolveError> {
        let mut leaving = Vec::new();
        let mut at = subject.p;
        let mut is_mover = true;
        let names = subject.named.names.iter();
        for (step, by) in subject.line.steps[..to].iter().zip(names) {
            let moves = self.rate(at)?;
            let lost = moves.iter().find(|r| r.worth.wdl == Wdl::Loss);
            let name = self
                .solution
                .names(at, lost.map(|r| r.step.by).as_slice())?;
            leaving.push(Leaving {
                position: self.game.write(at),
                side: if is_mover { "mover" } else { "opponent" },
                by: by.clone(),
                moves: Counts::of(moves.iter().map(|r| &r.worth)),
                best_loss: lost.zip(name.into_iter().next()).map(|(r, by)| BestLoss {
                    by,
                    plies: r.worth.plies.map(kibitz_game::Plies::get),
                }),
            });
            is_mover ^= step.turn == Turn::Passes;
            at = &step.to;
        }
        Ok(leaving)
    }
}
