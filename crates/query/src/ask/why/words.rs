//! Texts of explanations.

use std::fmt::Write;

use kibitz_game::{counted, listed};

use super::{Counts, Draw, Forced, Leaving, Node};

/// Maximum number of moves listed in a text; the JSON facts have all.
const SHOWN: usize = 12;
/// Maximum number of positions listed at which a move loses a draw.
const DEVIATIONS_SHOWN: usize = 6;
/// Maximum number of moves of the line in a text.
const LINE_SHOWN: usize = 12;

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
        "Principal variation, {}: {}{dots}",
        counted(length.into(), "ply"),
        moves.join(", ")
    ))
}

pub(super) fn strategy_words(facts: &Forced, is_line_cut: bool) -> String {
    let mut lines = vec![count_words(facts.moves)];
    if let Some(best) = facts.strategy.first() {
        let plies = in_plies(best.plies);
        let ends = best.plies == Some(1);
        lines.push(match (ends, best.next.is_empty()) {
            (true, _) => format!("{} wins immediately.", best.by),
            (false, _) if best.again => format!("{} wins{plies}, with an extra turn:", best.by),
            (false, true) => format!(
                "{} wins{plies}: it leads to {}, a loss for the opponent.",
                best.by, best.position
            ),
            (false, false) => format!("{} wins{plies} against every reply:", best.by),
        });
        lines.extend(node_lines(&best.next, 1));
    }
    lines.extend(cut_words(facts));
    lines.extend(line_words(facts, is_line_cut));
    lines.join("\n")
}

pub(super) fn refutation_words(facts: &Forced, is_line_cut: bool) -> String {
    let moves = facts.moves.all();
    let all = match moves {
        2 => "Both moves lose".to_owned(),
        _ => format!("All {moves} moves lose"),
    };
    let first = match (moves, facts.strategy.first()) {
        (1, _) => "The only move loses:".to_owned(),
        (_, Some(longest)) if longest.plies.is_some() => format!(
            "{all}; {} resists longest, {}:",
            longest.by,
            counted(longest.plies.unwrap_or(0).into(), "ply")
        ),
        _ => format!("{all}:"),
    };
    let mut lines = vec![first];
    lines.extend(node_lines(&facts.strategy, 1));
    lines.extend(cut_words(facts));
    lines.extend(line_words(facts, is_line_cut));
    lines.join("\n")
}

fn cut_words(facts: &Forced) -> Option<String> {
    let text = "Strategy truncated here: too many moves to list.";
    facts.is_cut.then(|| text.to_owned())
}

/// The loser's moves, each with the winner's reply and its continuation; or the
/// moves of an extra turn.
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
                let verb = if node.value == "win" { "wins" } else { "loses" };
                let _ = write!(line, " {verb}{}", in_plies(node.plies));
                &[][..]
            }
            next if node.again => {
                let _ = write!(line, " gives an extra turn:");
                next
            }
            [reply] => {
                let _ = write!(line, " is answered by {}", reply.by);
                if reply.plies == Some(1) && reply.value == "win" {
                    let _ = write!(line, ", which wins");
                } else if reply.again && !reply.next.is_empty() {
                    let _ = write!(line, ", which gives an extra turn:");
                }
                reply.next.as_slice()
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

pub(super) fn draw_words(kind: &str, facts: &Draw) -> String {
    let lead = listed(&facts.lead, LINE_SHOWN);
    let cycle = listed(&facts.cycle, LINE_SHOWN);
    let mut lines = vec![count_words(facts.moves)];
    lines.push(match kind {
        "tie" => format!("Best play ends in a tie: {lead}"),
        "cycle" if lead.is_empty() => {
            format!("Draw by infinite play: {cycle}, repeated.")
        }
        "cycle" => format!("Draw by infinite play: {lead}; then {cycle}, repeated."),
        _ => format!("Best play keeps the draw: {lead}"),
    });
    lines.extend(deviation_words(&facts.leaving));
    lines.join("\n")
}

/// The positions of the line at which a move loses the draw.
fn deviation_words(ways: &[Leaving]) -> Vec<String> {
    let risky: Vec<&Leaving> = ways.iter().filter(|way| way.best_loss.is_some()).collect();
    if risky.is_empty() {
        return vec!["Every move on this line draws.".to_owned()];
    }
    let mut lines = vec!["Losing deviations:".to_owned()];
    for way in risky.iter().take(DEVIATIONS_SHOWN) {
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
    if risky.len() > DEVIATIONS_SHOWN {
        let more = counted((risky.len() - DEVIATIONS_SHOWN) as u64, "more position");
        lines.push(format!("  … and at {more} of the line"));
    }
    lines
}
