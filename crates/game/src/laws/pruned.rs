//! What a game tells at a glance is what its moves say.

use std::ops::Range;

use super::{Broken, broken, for_each_step, is_decided};
use crate::pruned::{is_at_a_glance, plain_outlook, plain_parents};
use crate::{Outlook, Pruned, Turn, Wdl};

/// For some neighbouring ranks: the outlook follows from the moves, alone and
/// in a row; an undecided position has its rank among the undecided ones; its
/// parents are where its un-moves lead; and its children are decided in a way
/// that makes it right to look at them once.
///
/// # Errors
/// The first rank for which it does not hold.
pub fn glance_agrees<G: Pruned>(game: &G, ranks: Range<u64>) -> Result<(), Broken> {
    let mut row = Vec::new();
    let told = game.outlooks(ranks.clone(), |outlook| row.push(outlook));
    if told.is_err() || row.len() as u64 != ranks.end - ranks.start {
        return broken("every rank of a row has an outlook", ranks);
    }
    for (rank, in_row) in ranks.zip(row) {
        let plain = plain_outlook(game, rank).ok();
        if Some(in_row) != plain || game.outlook(rank).ok() != plain {
            return broken("an outlook follows from the moves", (rank, plain, in_row));
        }
        if in_row != Outlook::Absent {
            undecided_agrees(game, rank)?;
        }
    }
    Ok(())
}

fn undecided_agrees<G: Pruned>(game: &G, rank: u64) -> Result<(), Broken> {
    if rank >= game.undecided() {
        return broken("an undecided rank is among the undecided", rank);
    }
    let (mut parents, mut plain) = (Vec::new(), Vec::new());
    game.parents(rank, |parent| parents.push(parent));
    plain_parents(game, rank, |parent| plain.push(parent));
    parents.sort_unstable();
    plain.sort_unstable();
    if parents != plain {
        return broken(
            "parents are where un-moves lead",
            (rank, game.unrank(rank), parents, plain),
        );
    }
    let Some(p) = game.unrank(rank) else {
        return broken("an outlook is a position's", rank);
    };
    let mut is_right = game.stuck() != Wdl::Win;
    for_each_step(game, &p, |step| {
        let decided = game.decided(&step.to).ok().flatten();
        is_right &= step.turn == Turn::Passes && decided.is_none_or(is_at_a_glance);
    })?;
    match is_right && !is_decided(game, &p)? {
        true => Ok(()),
        false => broken("moves pass the turn, and what is decided ends at once", p),
    }
}
