//! What went wrong in a game.

use kibitz_game::{Turn, Watch, Wdl};

use super::{Play, Ply, Seat};
use crate::{QueryError, Wanted};

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
    let session = play.session();
    let watch = watch.afresh();
    let worth = session.verdict(position, Wanted::ALL, &watch)?.wdl;
    let best = session.moves(position, 1, &watch)?.into_iter().next();
    Ok((worth, best.ok_or(QueryError::NoMoves)?.by))
}

/// What a move was worth to the player who made it.
fn worth(play: &Play<'_>, ply: &Ply, watch: &Watch) -> Result<Wdl, QueryError> {
    let session = play.session();
    let verdict = session.verdict(&ply.to, Wanted::ALL, &watch.afresh())?;
    let turn = match ply.next == ply.seat {
        true => Turn::Again,
        false => Turn::Passes,
    };
    Ok(verdict.wdl.over(turn))
}
