//! Somebody to play against.

use kibitz_game::Watch;

use crate::{MoveOut, QueryError, Session};

/// A player of some strength.
#[derive(Debug)]
pub struct Opponent {
    strength: u8,
    random: fastrand::Rng,
}

/// Strength is a number of such parts.
const PERFECT: u8 = 100;

impl Opponent {
    /// A player who makes a best move with a probability of `strength` per
    /// cent, and any move otherwise: 100 is perfect, 0 plays at random. The
    /// seed tells which moves those are.
    #[must_use]
    pub fn new(strength: u8, seed: u64) -> Opponent {
        Opponent {
            strength: strength.min(PERFECT),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// The name of the move that this player makes.
    ///
    /// # Errors
    /// Where the text is no position, the game is over, or a budget is used up.
    pub fn choose(
        &mut self,
        session: &Session,
        position: &str,
        watch: &Watch,
    ) -> Result<String, QueryError> {
        if self.random.u8(..PERFECT) >= self.strength
            && let Some(by) = self.any_move(session, position)?
        {
            return Ok(by);
        }
        let moves = session.moves(position, usize::MAX, watch)?;
        let chosen = self.random.usize(..best_moves(&moves).max(1));
        let chosen = moves.get(chosen).map(|m| m.by.clone());
        chosen.ok_or(QueryError::NoMoves)
    }

    /// Any move, all alike; `None` where there are too many to be listed, and
    /// only those that an answer shows can be chosen from.
    fn any_move(
        &mut self,
        session: &Session,
        position: &str,
    ) -> Result<Option<String>, QueryError> {
        let sight = session.look(position, usize::MAX)?;
        let is_whole = sight.moves.len() as u64 == sight.move_count;
        let chosen = self.random.choice(&sight.moves).filter(|_| is_whole);
        Ok(chosen.map(|step| step.by.clone()))
    }
}

/// How many moves at the head of a list are as good as the first.
fn best_moves(moves: &[MoveOut]) -> usize {
    let Some(best) = moves.first() else {
        return 0;
    };
    let is_best = |m: &&MoveOut| m.value == best.value && m.plies == best.plies;
    moves.iter().take_while(is_best).count()
}
