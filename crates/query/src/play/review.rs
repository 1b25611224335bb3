//! Review of a game: the first error of a player.

use kibitz_game::{RunContext, Step, Turn, Wdl};
use kibitz_solve::Evaluation;

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

/// A move that turned a win into a draw or a loss, or a draw into a loss; in score play one that
/// cost points.
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
    /// In score play, the points that it cost.
    pub cost: Option<i64>,
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
        let after = evaluation(play, ply, context)?;
        review.initial_result.get_or_insert(before.wdl);
        // Without distances scores are what the players want.
        let scores = before.score.zip(after.score);
        let cost = scores
            .filter(|_| before.plies.is_none())
            .map(|(best, made)| best - made);
        if cost.map_or(after.wdl < before.wdl, |cost| cost > 0) {
            review.mistake = Some(Mistake {
                number,
                by: ply.by.clone(),
                before: before.wdl,
                after: after.wdl,
                cost,
                better,
            });
            break;
        }
    }
    Ok(review)
}

/// The evaluation of a position for the mover, and a best move.
fn best(
    play: &GameRecord<'_>,
    position: &str,
    context: &RunContext,
) -> Result<(Evaluation, String), QueryError> {
    let session = play.session();
    let context = context.restart_clock();
    let evaluation = session.probe(position, RequestedFields::ALL, &context)?;
    let best = session.moves(position, 1, &context)?.into_iter().next();
    Ok((evaluation, best.ok_or(QueryError::NoMoves)?.by))
}

/// The evaluation of a move for the player who made it.
fn evaluation(
    play: &GameRecord<'_>,
    ply: &Ply,
    context: &RunContext,
) -> Result<Evaluation, QueryError> {
    let session = play.session();
    let evaluation = session.probe(&ply.to, RequestedFields::ALL, &context.restart_clock())?;
    let turn = match ply.next == ply.seat {
        true => Turn::Same,
        false => Turn::Other,
    };
    Ok(evaluation.backed_up(&Step {
        to: (),
        turn,
        points: ply.points,
        by: (),
    }))
}
