//! Why, from the values alone: a strategy, refutations, a cycle or a tie.

use std::collections::HashMap;
use std::fmt::Write;

use kibitz_game::{Findings, Listed, Reason, Turn, Watch, Wdl, counted, listed};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::{Line, Open, Rated};
use crate::Verdict;
use crate::oracle::Oracle;

/// Moves of one kind that the words name at most; the facts have all.
const SHOWN: usize = 12;
/// Positions of a draw at which something can be lost, in words.
const WAYS_SHOWN: usize = 6;
/// Moves of the line in words.
const LINE_SHOWN: usize = 12;
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
pub(super) struct Subject<'a, G: Listed> {
    pub(super) p: &'a G::Pos,
    pub(super) verdict: Verdict,
    pub(super) moves: &'a [Rated<G>],
    pub(super) line: &'a Line<G>,
    pub(super) importance: Option<u64>,
    pub(super) depth: usize,
}

impl<G: Listed, O: Oracle<G>> Open<G, O> {
    /// The reason in the game's own terms, else in those of its theory, else
    /// from the values of its moves.
    pub(super) fn why(
        &self,
        subject: &Subject<'_, G>,
        watch: &Watch,
    ) -> Result<Reason, SolveError> {
        let findings = Findings {
            line: &subject.line.steps,
            is_line_cut: subject.line.is_cut,
            score: subject.verdict.score,
            importance: subject.importance,
        };
        if let Some(reason) = self.game.why(subject.p, &findings) {
            return Ok(reason);
        }
        let moves: Vec<_> = subject.moves.iter().map(|r| r.step.clone()).collect();
        let by_theory = self.oracle.reason(&self.game, subject.p, &moves, watch)?;
        if let Some(reason) = by_theory {
            return Ok(reason);
        }
        let moves = Counts::of(subject.moves.iter().map(|r| &r.worth));
        if moves.all() == 0 {
            return self.over(subject, moves);
        }
        match subject.verdict.wdl {
            Wdl::Draw => self.held(subject, moves, watch),
            _ => self.forced(subject, moves, watch),
        }
    }

    fn over(&self, subject: &Subject<'_, G>, moves: Counts) -> Result<Reason, SolveError> {
        let fault = |e| SolveError::fault(subject.p, &e);
        let is_decided = self.game.decided(subject.p).map_err(fault)?.is_some();
        let cause = match (is_decided, self.game.stuck()) {
            (true, _) => "The game is over",
            (false, Wdl::Loss) => "The mover has no move, and who cannot move loses",
            (false, Wdl::Win) => "The mover has no move, and who cannot move wins",
            (false, Wdl::Draw) => "The mover has no move, which is a tie",
        };
        let outcome = match (is_decided, subject.verdict.wdl) {
            (false, _) => "",
            (true, Wdl::Win) => ": the mover has won",
            (true, Wdl::Draw) => ": it is a tie",
            (true, Wdl::Loss) => ": the mover has lost",
        };
        let text = format!("{cause}{outcome}.");
        Ok(Reason::new("over", text, &Over { moves }))
    }

    /// A win by some move, or a loss by all.
    fn forced(
        &self,
        subject: &Subject<'_, G>,
        moves: Counts,
        watch: &Watch,
    ) -> Result<Reason, SolveError> {
        let is_win = subject.verdict.wdl == Wdl::Win;
        let mut room = MOST_NODES;
        let first = match is_win {
            true => &subject.moves[..1],
            false => subject.moves,
        };
        // The winner's own first move is no reply to anything.
        let depth = subject.depth.saturating_add(usize::from(is_win));
        let strategy = self.nodes(subject.p, first, is_win, depth, &mut room, watch)?;
        let facts = Forced {
            moves,
            length: subject.verdict.plies.map(kibitz_game::Plies::get),
            line: subject.line.names(&self.game, subject.p),
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
        at: &G::Pos,
        moves: &[Rated<G>],
        winner_moves: bool,
        depth: usize,
        room: &mut usize,
        watch: &Watch,
    ) -> Result<Vec<Node>, SolveError> {
        let depth = depth.saturating_sub(usize::from(winner_moves));
        let mut nodes = Vec::new();
        for rated in moves {
            if *room == 0 {
                break;
            }
            *room -= 1;
            watch.check()?;
            let step = &rated.step;
            let winner_next = winner_moves == (step.turn == Turn::Again);
            let next = if depth == 0 {
                Vec::new()
            } else {
                let mut replies = self.rate(&step.to, watch)?;
                replies.truncate(if winner_next { 1 } else { usize::MAX });
                self.nodes(&step.to, &replies, winner_next, depth, room, watch)?
            };
            nodes.push(Node {
                by: self.game.write_move(at, &step.by),
                position: self.game.write(&step.to),
                value: rated.worth.wdl.name(),
                plies: rated.worth.plies.map(kibitz_game::Plies::get),
                next,
            });
        }
        Ok(nodes)
    }

    /// A draw: the line comes back to where it was, or ends in a tie.
    fn held(
        &self,
        subject: &Subject<'_, G>,
        moves: Counts,
        watch: &Watch,
    ) -> Result<Reason, SolveError> {
        let steps = &subject.line.steps;
        let mut seen = HashMap::from([(subject.p, 0)]);
        let mut back = None;
        for (i, step) in steps.iter().enumerate() {
            if let Some(first) = seen.insert(&step.to, i + 1) {
                back = Some((first, i + 1));
                break;
            }
        }
        let names = subject.line.names(&self.game, subject.p);
        let (from, to) = back.unwrap_or((names.len(), names.len()));
        let facts = Held {
            moves,
            lead: names[..from].to_vec(),
            cycle: names[from..to].to_vec(),
            leaving: self.leaving(subject, to, watch)?,
        };
        let kind = match (back, subject.line.is_cut) {
            (Some(_), _) => "cycle",
            (None, false) => "tie",
            (None, true) => "draw",
        };
        Ok(Reason::new(kind, held_words(kind, &facts), &facts))
    }

    /// What may be done instead at the first `to` positions of the line.
    fn leaving(
        &self,
        subject: &Subject<'_, G>,
        to: usize,
        watch: &Watch,
    ) -> Result<Vec<Leaving>, SolveError> {
        let mut leaving = Vec::new();
        let mut at = subject.p;
        let mut is_mover = true;
        for step in &subject.line.steps[..to] {
            let moves = self.rate(at, watch)?;
            let lost = moves.iter().find(|r| r.worth.wdl == Wdl::Loss);
            leaving.push(Leaving {
                position: self.game.write(at),
                side: if is_mover { "mover" } else { "opponent" },
                by: self.game.write_move(at, &step.by),
                moves: Counts::of(moves.iter().map(|r| &r.worth)),
                best_loss: lost.map(|r| BestLoss {
                    by: self.game.write_move(at, &r.step.by),
                    plies: r.worth.plies.map(kibitz_game::Plies::get),
                }),
            });
            is_mover ^= step.turn == Turn::Passes;
            at = &step.to;
        }
        Ok(leaving)
    }
}

fn in_plies(plies: Option<u32>) -> String {
    plies.map_or_else(String::new, |n| format!(" in {}", counted(n.into(), "ply")))
}

/// `Of 4 moves, 1 wins, 3 draw.`
fn count_words(moves: Counts) -> String {
    let all = moves.all();
    let verbs = [
        (moves.win, "wins", "win"),
        (moves.draw, "draws", "draw"),
        (moves.loss, "loses", "lose"),
    ];
    let some = verbs.iter().filter(|(n, _, _)| *n > 0);
    if let Some((_, one, many)) = some.clone().find(|(n, _, _)| *n == all) {
        return match all {
            1 => format!("The only move {one}."),
            2 => format!("Both moves {many}."),
            _ => format!("All {all} moves {many}."),
        };
    }
    let part =
        |(n, one, many): &(u64, &str, &str)| format!("{n} {}", if *n == 1 { one } else { many });
    let parts: Vec<String> = some.map(part).collect();
    format!("Of {all} moves, {}.", parts.join(", "))
}

fn line_words(facts: &Forced, is_line_cut: bool) -> Option<String> {
    let length = facts.length?;
    let dots = if is_line_cut || facts.line.len() > LINE_SHOWN {
        ", …"
    } else {
        ""
    };
    let moves: Vec<&str> = facts
        .line
        .iter()
        .take(LINE_SHOWN)
        .map(String::as_str)
        .collect();
    Some(format!(
        "Best play by both takes {}: {}{dots}",
        counted(length.into(), "ply"),
        moves.join(", ")
    ))
}

fn strategy_words(facts: &Forced, is_line_cut: bool) -> String {
    let mut lines = vec![count_words(facts.moves)];
    if let Some(best) = facts.strategy.first() {
        let plies = in_plies(best.plies);
        let ends = best.plies == Some(1);
        lines.push(match (ends, best.next.is_empty()) {
            (true, _) => format!("{} wins at once.", best.by),
            (false, true) => format!(
                "{} wins{plies}: it leads to {}, which is lost for the opponent.",
                best.by, best.position
            ),
            (false, false) => format!("{} wins{plies}, whatever the answer:", best.by),
        });
        lines.extend(node_lines(&best.next, 1));
    }
    lines.extend(cut_words(facts));
    lines.extend(line_words(facts, is_line_cut));
    lines.join("\n")
}

fn refutation_words(facts: &Forced, is_line_cut: bool) -> String {
    let moves = facts.moves.all();
    let first = match (moves, facts.strategy.first()) {
        (1, _) => "The only move loses:".to_owned(),
        (_, Some(longest)) if longest.plies.is_some() => format!(
            "All {moves} moves lose; {} holds out longest, {}:",
            longest.by,
            counted(longest.plies.unwrap_or(0).into(), "ply")
        ),
        _ => format!("All {moves} moves lose:"),
    };
    let mut lines = vec![first];
    lines.extend(node_lines(&facts.strategy, 1));
    lines.extend(cut_words(facts));
    lines.extend(line_words(facts, is_line_cut));
    lines.join("\n")
}

fn cut_words(facts: &Forced) -> Option<String> {
    let text = "The strategy is cut here: it has too many moves to list.";
    facts.is_cut.then(|| text.to_owned())
}

/// The loser's moves, each with the answer, and what follows that.
fn node_lines(nodes: &[Node], level: usize) -> Vec<String> {
    let indent = "  ".repeat(level);
    let mut lines = Vec::new();
    for node in nodes.iter().take(SHOWN) {
        let mut line = format!("{indent}{}", node.by);
        let next = match node.next.as_slice() {
            [] if node.plies == Some(1) => {
                let _ = write!(line, " ends the game");
                &[][..]
            }
            [] => {
                let _ = write!(line, " loses{}", in_plies(node.plies));
                &[][..]
            }
            [answer] => {
                let _ = write!(line, " is answered by {}", answer.by);
                if answer.plies == Some(1) {
                    let _ = write!(line, ", which wins");
                }
                answer.next.as_slice()
            }
            all => all,
        };
        lines.push(line);
        lines.extend(node_lines(next, level + 1));
    }
    if nodes.len() > SHOWN {
        lines.push(format!("{indent}… and {} more moves", nodes.len() - SHOWN));
    }
    lines
}

fn held_words(kind: &str, facts: &Held) -> String {
    let lead = listed(&facts.lead, LINE_SHOWN);
    let cycle = listed(&facts.cycle, LINE_SHOWN);
    let mut lines = vec![count_words(facts.moves)];
    lines.push(match kind {
        "tie" => format!("Best play ends in a tie: {lead}"),
        "cycle" if lead.is_empty() => {
            format!("Neither side can win, for play can go round for ever: {cycle}, and again.")
        }
        "cycle" => format!(
            "Neither side can win, for play can go round for ever: first {lead}; then {cycle}, \
             again and again."
        ),
        _ => format!("Best play keeps the draw: {lead}"),
    });
    lines.extend(leaving_words(&facts.leaving));
    lines.join("\n")
}

/// Where on the way a move that does not keep the draw loses.
fn leaving_words(ways: &[Leaving]) -> Vec<String> {
    let risky: Vec<&Leaving> = ways.iter().filter(|way| way.best_loss.is_some()).collect();
    if risky.is_empty() {
        return vec!["Nobody can go wrong on the way: every move draws.".to_owned()];
    }
    let mut lines = vec!["Who leaves it loses:".to_owned()];
    for way in risky.iter().take(WAYS_SHOWN) {
        let Some(loss) = &way.best_loss else { continue };
        let lost = match way.moves.loss {
            1 => format!("{} loses{}", loss.by, in_plies(loss.plies)),
            n => format!("{n} lose, at best{} ({})", in_plies(loss.plies), loss.by),
        };
        let kept = match way.moves.draw {
            1 => format!("only {} draws", way.by),
            n => format!("{} draw", counted(n, "move")),
        };
        lines.push(format!(
            "  the {} at {}: {kept}, {lost}",
            way.side, way.position
        ));
    }
    if risky.len() > WAYS_SHOWN {
        let more = counted((risky.len() - WAYS_SHOWN) as u64, "more position");
        lines.push(format!("  … and at {more} on the way"));
    }
    lines
}
