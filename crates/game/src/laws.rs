//! The laws that every game obeys, checked on the game itself.
//!
//! An engine trusts a game's word: that ranks and positions agree, that
//! un-moves are moves seen backwards, that symmetric positions play alike. A
//! game that breaks its word gets wrong answers from a correct engine, so each
//! law is checked over the whole game where it is small, and the violation
//! names the law and the position.

mod bundled;

use std::collections::HashMap;
use std::fmt::Debug;

use crate::{Descending, Expander, Flow, Game, Indexed, MORE, Notation, Retro, Step, Turn};

pub use bundled::bundle_agrees;

/// A law that a game broke, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {at}")]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// Where it does not hold.
    pub at: String,
}

fn broken<T>(law: &'static str, at: impl Debug) -> Result<T, Broken> {
    Err(Broken {
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
) -> Result<(), Broken> {
    let seen: Result<Flow, _> = game.expand(p, |step| {
        visit(step);
        MORE
    });
    match seen {
        Ok(_) => Ok(()),
        Err(fault) => broken("the rules give an answer", (p, fault.to_string())),
    }
}

fn is_decided<G: Game>(game: &G, p: &G::Pos) -> Result<bool, Broken> {
    match game.decided(p) {
        Ok(value) => Ok(value.is_some()),
        Err(fault) => broken("the rules give an answer", (p, fault.to_string())),
    }
}

/// `rank` and `unrank` agree: `unrank(rank(p))` stands for `p`, and a rank
/// that is no hole is the rank of its position.
///
/// # Errors
/// The first rank at which they do not.
pub fn ranks_agree<G: Indexed>(game: &G) -> Result<(), Broken> {
    for rank in 0..game.size() {
        if let Some(p) = game.unrank(rank)
            && game.rank(&p) != rank
        {
            return broken("rank(unrank(i)) is i", (rank, p));
        }
    }
    Ok(())
}

/// Moves lead to positions of the index.
///
/// # Errors
/// The first move that does not.
pub fn moves_stay_inside<G: Indexed>(game: &G) -> Result<(), Broken> {
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
            return broken("moves lead to positions of the index", (p, q));
        }
    }
    Ok(())
}

/// `degree` counts what `expand` visits, and `expand` stops when it is told to.
///
/// # Errors
/// The first position at which it does not.
pub fn degree_counts<G: Game>(game: &G, p: &G::Pos) -> Result<(), Broken> {
    let mut visited = 0;
    for_each_step(game, p, |_| visited += 1)?;
    if game.degree(p).ok() != Some(visited) {
        return broken("degree counts the moves", p);
    }
    let mut seen = 0;
    let flow = game.expand(p, |_| {
        seen += 1;
        crate::ENOUGH
    });
    if visited > 0 && (seen != 1 || flow.ok() != Some(crate::ENOUGH)) {
        return broken("expand stops when the visitor has seen enough", p);
    }
    Ok(())
}

/// An expander gives the moves of `expand` in their order, their number, and
/// what is decided. The expander may have been asked about other positions
/// before.
///
/// # Errors
/// The law that does not hold at `p`.
pub fn expander_agrees<G: Game>(
    game: &G,
    expander: &mut impl Expander<Pos = G::Pos, Fault = G::Fault>,
    p: &G::Pos,
) -> Result<(), Broken> {
    let decided = game.decided(p).ok();
    if decided.is_none() || expander.decided(p).ok() != decided {
        return broken("an expander knows what is decided", p);
    }
    if decided.flatten().is_some() {
        return Ok(());
    }
    let mut steps = Vec::new();
    for_each_step(game, p, |step| steps.push(step))?;
    let mut moves = Vec::new();
    let is_same = expander.expand(p, &mut moves).is_ok()
        && steps
            .iter()
            .map(|s| (&s.to, s.turn))
            .eq(moves.iter().map(|(to, turn)| (to, *turn)));
    if !is_same {
        return broken("an expander gives the moves of expand", p);
    }
    if expander.degree(p).ok() != Some(steps.len() as u64) {
        return broken("an expander counts the moves", p);
    }
    Ok(())
}

/// The number of moves p → q equals the number of un-moves q → p, after
/// folding, extra turns included; and no un-move comes from a decided
/// position.
///
/// # Errors
/// A pair of positions for which it does not.
pub fn unmoves_are_moves<G: Retro>(game: &G) -> Result<(), Broken> {
    const LAW: &str = "un-moves are the moves seen backwards";
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
        Some((&(from, to, turn), n)) => broken(
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

/// The same law at one representative, for games that are too large to look at
/// all of: its moves, and its un-moves, are those of its neighbours.
///
/// # Errors
/// A neighbour for which they are not.
pub fn unmoves_agree_at<G: Retro>(game: &G, p: &G::Pos) -> Result<(), Broken> {
    const LAW: &str = "un-moves are the moves seen backwards";
    let rank = game.rank(p);
    let moves = moves_by_rank(game, p)?;
    let unmoves = unmoves_by_rank(game, p);
    for (edges, is_forward) in [(moves, true), (unmoves, false)] {
        for ((other, turn), count) in edges {
            let Some(q) = game.unrank(other) else {
                return broken(
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
                return broken(LAW, (p, q, turn, "moves", is_forward));
            }
        }
    }
    Ok(())
}

/// How often `p` moves to each rank.
fn moves_by_rank<G: Indexed>(game: &G, p: &G::Pos) -> Result<HashMap<(u64, Turn), u64>, Broken> {
    let mut edges = HashMap::new();
    if !is_decided(game, p)? {
        for_each_step(game, p, |step| {
            *edges.entry((game.rank(&step.to), step.turn)).or_default() += 1;
        })?;
    }
    Ok(edges)
}

/// How often each rank moves to `p`, by its un-moves.
fn unmoves_by_rank<G: Retro>(game: &G, p: &G::Pos) -> HashMap<(u64, Turn), u64> {
    let mut edges = HashMap::new();
    game.unmoves(p, |back| {
        *edges.entry((game.rank(&back.from), back.turn)).or_default() += 1;
    });
    edges
}

/// Every step leads to a smaller rank.
///
/// # Errors
/// The first step that does not.
pub fn ranks_descend<G: Descending>(game: &G) -> Result<(), Broken> {
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
            return broken("steps lead to smaller ranks", (p, q));
        }
    }
    Ok(())
}

/// What is written is read back, different moves have different names, and a
/// move that is read from its name is that move.
///
/// # Errors
/// Where it does not hold at `p`.
pub fn notation_survives<G: Notation>(game: &G, p: &G::Pos) -> Result<(), Broken> {
    let text = game.write(p);
    match game.parse(&text) {
        Ok(read) if read == *p => {}
        Ok(read) => return broken("a written position is read back", (p, text, read)),
        Err(e) => return broken("a written position is read back", (p, text, e)),
    }
    if is_decided(game, p)? {
        return Ok(());
    }
    let mut names: HashMap<String, G::Move> = HashMap::new();
    let mut twice = None;
    let mut mistaken = None;
    for_each_step(game, p, |step| {
        let name = game.write_move(p, &step.by);
        if game.read_step(p, &name).is_some_and(|read| read != step) {
            mistaken = Some(name.clone());
        }
        if let Some(other) = names.insert(name.clone(), step.by.clone())
            && other != step.by
        {
            twice = Some(name);
        }
    })?;
    match (twice, mistaken) {
        (None, None) => Ok(()),
        (Some(name), _) => broken("different moves have different names", (p, name)),
        (_, Some(name)) => broken("a written move is read back", (p, name)),
    }
}
