//! Review of a game: the first error of a player.

use kibitz_game::{RunContext, Turn, Wdl};

use super::{GameRecord, Ply, Seat};
use crate::{QueryError, RequestedFields};

/// The review of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The result of the position for the player before their first choice;
    /// `None` if there was no choice.
    pub initial_result: Option<Wdl>,
    /// The first move that worsened the result.
    pub mistake: Option<Mistake>,
}

/// A move that turned a win into a draw or a loss, or a draw into a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The ply of the game, from 1.
    pub number: usize,
    /// The move.
    pub by: String,
    /// The result before the move.
    pub before: Wdl,
    /// The result after the move.
    pub after: Wdl,
    /// A best move instead.
    pub better: String,
}

/// Reviews the moves of a player.
///
/// # Errors
/// Returns an error if a limit is reached.
pub fn review(
    play: &GameRecord<'_>,
    seat: Seat,
    context: &RunContext,
) -> Result<Review, QueryError> {
    let mut review = Review {
        initial_result: None,
        mistake: None,
    };
    let plies = play.plies().iter().zip(1..);
    for (ply, number) in plies.filter(|(ply, _)| ply.seat == seat && !ply.is_forced_pass) {
        let (before, better) = best(play, &ply.from, context)?;
        let after = result(play, ply, context)?;
        review.initial_result.get_or_insert(before);
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

/// The result of a position for the mover, and a best move.
fn best(
    play: &GameRecord<'_>,
    position: &str,
    context: &RunContext,
) -> Result<(Wdl, String), QueryError> {
    let session = play.session();
    let context = context.restart_clock();
    let result = session.probe(position, RequestedFields::ALL, &context)?.wdl;
    let best = session.moves(position, 1, &context)?.into_iter().next();
    Ok((result, best.ok_or(QueryError::NoMoves)?.by))
}

/// The result of a move for the player who made it.
fn result(play: &GameRecord<'_>, ply: &Ply, context: &RunContext) -> Result<Wdl, QueryError> {
    let session = play.session();
    let evaluation = session.probe(&ply.to, RequestedFields::ALL, &context.restart_clock())?;
    let turn = match ply.next == ply.seat {
        true => Turn::Same,
        false => Turn::Other,
    };
    Ok(evaluation.wdl.backed_up(turn))
}
