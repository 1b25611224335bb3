//! Checks of the trait laws that engines rely on: `rank` inverts `unrank`, un-moves are the
//! transposed moves, canonical forms preserve values.
//!
//! A game that violates a law gets wrong values from a correct engine. The checks are exhaustive on
//! small games; a violation names the law and the position.

mod bit_parallel;

use std::collections::HashMap;
use std::fmt::Debug;

use crate::{
    CONTINUE, Expander, Flow, Game, Indexed, Notation, Retro, Step, TopologicalIndex, Turn,
};

pub use bit_parallel::bundle_agrees;

/// A violated law and the place of the violation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {at}")]
pub struct Violation {
    /// The law.
    pub law: &'static str,
    /// Where it does not hold.
    pub at: String,
}

fn violation<T>(law: &'static str, at: impl Debug) -> Result<T, Violation> {
    Err(Violation {
        law,
        at: format!("{at:?}"),
    })
}

/// Every position of the index, holes left out.
pub fn positions<G: Indexed>(game: &G) -> impl Iterator<Item = G::Pos> + '_ {
    (0..game.size()).filter_map(|rank| game.unrank(rank))
}

fn for_each_step<G: Game>(
    game: &G,
    p: &G::Pos,
    mut visit: impl FnMut(Step<G::Pos, G::Move>),
) -> Result<(), Violation> {
    let seen: Result<Flow, _> = game.expand(p, |step| {
        visit(step);
        CONTINUE
    });
    match seen {
        Ok(_) => Ok(()),
        Err(fault) => violation("the rules do not fail", (p, fault.to_string())),
    }
}

fn is_decided<G: Game>(game: &G, p: &G::Pos) -> Result<bool, Violation> {
    match game.static_value(p) {
        Ok(value) => Ok(value.is_some()),
        Err(fault) => violation("the rules do not fail", (p, fault.to_string())),
    }
}

/// `rank` and `unrank` agree: `unrank(rank(p))` is the canonical form of `p`, and a rank that is
/// not a hole is the rank of its position.
///
/// # Errors
/// Returns the first rank at which they disagree.
pub fn ranks_agree<G: Indexed>(game: &G) -> Result<(), Violation> {
    for rank in 0..game.size() {
        if let Some(p) = game.unrank(rank)
            && game.rank(&p) != rank
        {
            return violation("rank(unrank(i)) is i", (rank, p));
        }
    }
    Ok(())
}

/// Moves lead to positions of the index.
///
/// # Errors
/// Returns the first move that does not.
pub fn moves_stay_inside<G: Indexed>(game: &G) -> Result<(), Violation> {
    for p in positions(game) {
        if is_decided(game, &p)? {
            continue;
        }
        let mut outside = None;
        for_each_step(game, &p, |step| {
            let rank = game.rank(&step.to);
            if rank >= game.size() || game.unrank(rank).is_none() {
                outside = Some(step.to);
            }
        })?;
        if let Some(q) = outside {
            return violation("moves lead to positions of the index", (p, q));
        }
    }
    Ok(())
}

/// `degree` counts what `expand` visits, and `expand` stops when the visitor breaks.
///
/// # Errors
/// Returns a violation if this does not hold at `p`.
pub fn degree_counts<G: Game>(game: &G, p: &G::Pos) -> Result<(), Violation> {
    let mut visited = 0;
    for_each_step(game, p, |_| visited += 1)?;
    if game.degree(p).ok() != Some(visited) {
        return violation("degree counts the moves", p);
    }
    let mut seen = 0;
    let flow = game.expand(p, |_| {
        seen += 1;
        crate::BREAK
    });
    if visited > 0 && (seen != 1 || flow.ok() != Some(crate::BREAK)) {
        return violation("expand stops when the visitor breaks", p);
    }
    Ok(())
}

/// An expander returns the moves of `expand` in the same order, their number, and the static
/// values. It may have been used for other positions before.
///
/// # Errors
/// Returns the law that does not hold at `p`.
pub fn expander_agrees<G: Game>(
    game: &G,
    expander: &mut impl Expander<Pos = G::Pos, Fault = G::Fault>,
    p: &G::Pos,
) -> Result<(), Violation> {
    let decided = game.static_value(p).ok();
    if decided.is_none() || expander.static_value(p).ok() != decided {
        return violation("an expander returns the static value", p);
    }
    if decided.flatten().is_some() {
        return Ok(());
    }
    let mut steps = Vec::new();
    for_each_step(game, p, |step| steps.push(step))?;
    let mut moves = Vec::new();
    let is_same = expander.expand(p, &mut moves).is_ok()
        && steps
            .into_iter()
            .map(|step| step.relabelled(()))
            .eq(moves.iter().cloned());
    if !is_same {
        return violation("an expander returns the moves of expand", p);
    }
    if expander.degree(p).ok() != Some(moves.len() as u64) {
        return violation("an expander counts the moves", p);
    }
    Ok(())
}

/// The number of moves p → q equals the number of un-moves q → p, up to symmetry and including
/// extra turns; and no un-move comes from a statically decided position.
///
/// # Errors
/// Returns a pair of positions for which this does not hold.
pub fn unmoves_are_moves<G: Retro>(game: &G) -> Result<(), Violation> {
    const LAW: &str = "un-moves are the transposed moves";
    let mut edges: HashMap<(u64, u64, Turn), i64> = HashMap::new();
    for q in positions(game) {
        let to = game.rank(&q);
        game.unmoves(&q, |back| {
            *edges
                .entry((game.rank(&back.from), to, back.turn))
                .or_default() -= 1;
        });
    }
    for p in positions(game) {
        if is_decided(game, &p)? {
            continue;
        }
        let from = game.rank(&p);
        for_each_step(game, &p, |step| {
            *edges
                .entry((from, game.rank(&step.to), step.turn))
                .or_default() += 1;
        })?;
    }
    match edges.iter().find(|(_, n)| **n != 0) {
        None => Ok(()),
        Some((&(from, to, turn), n)) => violation(
            LAW,
            (
                game.unrank(from),
                game.unrank(to),
                turn,
                "moves less un-moves",
                n,
            ),
        ),
    }
}

/// The same law at one canonical position, for games too large for the exhaustive check: its moves
/// and un-moves agree with those of its neighbours.
///
/// # Errors
/// Returns a neighbour for which they do not.
pub fn unmoves_agree_at<G: Retro>(game: &G, p: &G::Pos) -> Result<(), Violation> {
    const LAW: &str = "un-moves are the transposed moves";
    let rank = game.rank(p);
    let moves = moves_by_rank(game, p)?;
    let unmoves = unmoves_by_rank(game, p);
    for (edges, is_forward) in [(moves, true), (unmoves, false)] {
        for ((other, turn), count) in edges {
            let Some(q) = game.unrank(other) else {
                return violation(
                    "moves and un-moves lead to positions of the index",
                    (p, other),
                );
            };
            let back = if is_forward {
                unmoves_by_rank(game, &q)
            } else {
                moves_by_rank(game, &q)?
            };
            if back.get(&(rank, turn)) != Some(&count) {
                return violation(LAW, (p, q, turn, "moves", is_forward));
            }
        }
    }
    Ok(())
}

/// The number of moves from `p` to each rank.
fn moves_by_rank<G: Indexed>(game: &G, p: &G::Pos) -> Result<HashMap<(u64, Turn), u64>, Violation> {
    let mut edges = HashMap::new();
    if !is_decided(game, p)? {
        for_each_step(game, p, |step| {
            *edges.entry((game.rank(&step.to), step.turn)).or_default() += 1;
        })?;
    }
    Ok(edges)
}

/// The number of moves from each rank to `p`, by its un-moves.
fn unmoves_by_rank<G: Retro>(game: &G, p: &G::Pos) -> HashMap<(u64, Turn), u64> {
    let mut edges = HashMap::new();
    game.unmoves(p, |back| {
        *edges.entry((game.rank(&back.from), back.turn)).or_default() += 1;
    });
    edges
}

/// Every move leads to a smaller rank.
///
/// # Errors
/// Returns the first move that does not.
pub fn ranks_descend<G: TopologicalIndex>(game: &G) -> Result<(), Violation> {
    for p in positions(game) {
        if is_decided(game, &p)? {
            continue;
        }
        let mut risen = None;
        for_each_step(game, &p, |step| {
            if game.rank(&step.to) >= game.rank(&p) {
                risen = Some(step.to);
            }
        })?;
        if let Some(q) = risen {
            return violation("steps lead to smaller ranks", (p, q));
        }
    }
    Ok(())
}

/// A written position parses to itself, different moves have different names, and a move read by
/// its name is that move.
///
/// # Errors
/// Returns a violation if this does not hold at `p`.
pub fn notation_round_trips<G: Notation>(game: &G, p: &G::Pos) -> Result<(), Violation> {
    let text = game.write(p);
    match game.parse(&text) {
        Ok(read) if read == *p => {}
        Ok(read) => return violation("a written position is read back", (p, text, read)),
        Err(e) => return violation("a written position is read back", (p, text, e)),
    }
    if is_decided(game, p)? {
        return Ok(());
    }
    let mut names: HashMap<String, G::Move> = HashMap::new();
    let mut twice = None;
    let mut misread = None;
    for_each_step(game, p, |step| {
        let name = game.write_move(p, &step.by);
        if game.read_step(p, &name).is_some_and(|read| read != step) {
            misread = Some(name.clone());
        }
        if let Some(other) = names.insert(name.clone(), step.by.clone())
            && other != step.by
        {
            twice = Some(name);
        }
    })?;
    match (twice, misread) {
        (None, None) => Ok(()),
        (Some(name), _) => violation("different moves have different names", (p, name)),
        (_, Some(name)) => violation("a written move is read back", (p, name)),
    }
}
