//! What went wrong in a game.

use kibitz_game::{Turn, Watch, Wdl};

use super::{Play, Ply, Seat};
use crate::{Limits, QueryError};

/// A player's moves, looked at afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What the position was worth to the player before their first choice;
    /// `None` where there was no choice.
    pub hoped: Option<Wdl>,
    /// The first move that gave something away.
    pub mistake: Option<Mistake>,
}

/// A move that turned a win into a draw or a loss, or a draw into a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Which ply of the game it was, from 1.
    pub number: usize,
    /// The move.
    pub by: String,
    /// What the position before it was worth.
    pub before: Wdl,
    /// What the move left of that.
    pub after: Wdl,
    /// A best move in its place.
    pub better: String,
}

/// Looks at the moves that a player has made.
///
/// # Errors
/// Where a budget is used up.
pub fn review(play: &Play<'_>, seat: Seat, watch: &Watch) -> Result<Review, QueryError> {
    let mut review = Review {
        hoped: None,
        mistake: None,
    };
    let plies = play.plies().iter().zip(1..);
    for (ply, number) in plies.filter(|(ply, _)| ply.seat == seat && !ply.is_forced_pass) {
        let (before, better) = best(play, &ply.from, watch)?;
        let after = worth(play, ply, watch)?;
        review.hoped.get_or_insert(before);
        if after < before {
            review.mistake = Some(Mistake {
                number,
                by: ply.by.clone(),
                before,
                after,
                better,
            });
            break;
        }
    }
    Ok(review)
}

/// What a position is worth to the mover, and a best move.
fn best(play: &Play<'_>, position: &str, watch: &Watch) -> Result<(Wdl, String), QueryError> {
    let one = Limits {
        moves: 1,
        line: 0,
        depth: 0,
    };
    let answer = play.session().ask(position, one, &watch.afresh())?;
    let best = answer.moves.first().ok_or(QueryError::NoMoves)?;
    Ok((wdl(answer.value), best.by.clone()))
}

/// What a move was worth to the player who made it.
fn worth(play: &Play<'_>, ply: &Ply, watch: &Watch) -> Result<Wdl, QueryError> {
    let nothing_more = Limits {
        moves: 0,
        line: 0,
        depth: 0,
    };
    let answer = play.session().ask(&ply.to, nothing_more, &watch.afresh())?;
    let turn = match ply.next == ply.seat {
        true => Turn::Again,
        false => Turn::Passes,
    };
    Ok(wdl(answer.value).over(turn))
}

/// The value that an answer names.
fn wdl(name: &str) -> Wdl {
    match name {
        "win" => Wdl::Win,
        "loss" => Wdl::Loss,
        _ => Wdl::Draw,
    }
}
