//! Retrograde analysis that leaves out what is decided at a glance.

use std::ops::Range;

use crate::{MORE, Plies, Retro, Value};

/// What can be told of a rank by looking at its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// No undecided position has this rank.
    Absent,
    /// Its value is known: it has no move, or only decided children, or one
    /// that is good.
    Known(Value),
    /// So many moves lead to undecided positions, at least one, and no move to
    /// one that is lost for who would move there.
    Open(u64),
}

/// A game in which the positions that are decided at a glance need neither be
/// stored nor reached: half of all positions and most of the moves, where a
/// threat that is overlooked ends the game.
///
/// Every step passes the turn, who is stuck does not win, and a decided position
/// is lost in 0 plies, or won in 0 or 1. That makes it right to look at decided
/// children once, beforehand: a child that is lost in 0 makes a win in 1, and
/// there is no quicker one; a child that is won at a glance delays no loss, for
/// every other child that is won is won in 1 or later. So a counter of the
/// undecided children is enough.
///
/// All methods have an answer that follows from the moves and un-moves; a game
/// writes them where it knows a faster way, and `laws::glance_agrees` compares.
pub trait Pruned: Retro {
    /// The ranks of undecided positions are below this.
    fn undecided(&self) -> u64 {
        self.size()
    }

    /// What can be told of a rank.
    ///
    /// # Errors
    /// Where the rules themselves fail there.
    fn outlook(&self, rank: u64) -> Result<Outlook, Self::Fault> {
        plain_outlook(self, rank)
    }

    /// What can be told of neighbouring ranks, in order: neighbours have much
    /// in common.
    ///
    /// # Errors
    /// Where the rules themselves fail at one of them.
    fn outlooks<F>(&self, ranks: Range<u64>, mut visit: F) -> Result<(), Self::Fault>
    where
        F: FnMut(Outlook),
    {
        for rank in ranks {
            visit(self.outlook(rank)?);
        }
        Ok(())
    }

    /// Visits the undecided ranks with a move to an undecided one, as often as
    /// they have one.
    fn parents<F>(&self, rank: u64, visit: F)
    where
        F: FnMut(u64),
    {
        plain_parents(self, rank, visit);
    }
}

/// What the moves of a rank tell.
pub(crate) fn plain_outlook<G: Retro + ?Sized>(game: &G, rank: u64) -> Result<Outlook, G::Fault> {
    let Some(p) = game.unrank(rank) else {
        return Ok(Outlook::Absent);
    };
    if game.decided(&p)?.is_some() {
        return Ok(Outlook::Absent);
    }
    let mut open = 0;
    let mut best: Option<Value> = None;
    let mut fault = None;
    let _ = game.expand(&p, |step| {
        match game.decided(&step.to) {
            Ok(None) => open += 1,
            Ok(Some(value)) => {
                let value = value.over(step.turn);
                best = Some(best.map_or(value, |b| b.max(value)));
            }
            Err(e) => fault = Some(e),
        }
        MORE
    })?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    Ok(match best {
        Some(Value::Win(n)) => Outlook::Known(Value::Win(n)),
        _ if open > 0 => Outlook::Open(open),
        Some(value) => Outlook::Known(value),
        None => Outlook::Known(Value::now(game.stuck())),
    })
}

/// The undecided ranks that the un-moves of a rank lead to.
pub(crate) fn plain_parents<G: Retro + ?Sized>(game: &G, rank: u64, mut visit: impl FnMut(u64)) {
    if let Some(p) = game.unrank(rank) {
        game.unmoves(&p, |back| visit(game.rank(&back.from)));
    }
}

/// Whether a game may be [`Pruned`] that decides a position so.
pub(crate) fn is_at_a_glance(value: Value) -> bool {
    match value {
        Value::Loss(n) => n == Plies::ZERO,
        Value::Win(n) => n <= Plies::new(1),
        Value::Draw => false,
    }
}
