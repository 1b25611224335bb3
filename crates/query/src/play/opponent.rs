//! A computer opponent.

use kibitz_game::RunContext;

use crate::{MoveOut, QueryError, Session};

/// A computer player of some strength.
#[derive(Debug)]
pub struct Opponent {
    strength: u8,
    random: fastrand::Rng,
}

/// The strength of perfect play, in per cent.
const PERFECT: u8 = 100;

impl Opponent {
    /// A player who makes an optimal move with a probability of `strength` per
    /// cent and a uniformly random one otherwise: 100 is perfect, 0 plays at
    /// random. Deterministic for a given seed.
    #[must_use]
    pub fn new(strength: u8, seed: u64) -> Opponent {
        Opponent {
            strength: strength.min(PERFECT),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// Chooses a move and returns its name.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid, the game is over or a limit
    /// is reached.
    pub fn choose(
        &mut self,
        session: &Session,
        position: &str,
        context: &RunContext,
    ) -> Result<String, QueryError> {
        if self.random.u8(..PERFECT) >= self.strength
            && let Some(by) = self.any_move(session, position)?
        {
            return Ok(by);
        }
        let moves = session.moves(position, usize::MAX, context)?;
        let chosen = self.random.usize(..best_moves(&moves).max(1));
        let chosen = moves.get(chosen).map(|m| m.by.clone());
        chosen.ok_or(QueryError::NoMoves)
    }

    /// A uniformly random move; `None` if there are too many to list.
    fn any_move(
        &mut self,
        session: &Session,
        position: &str,
    ) -> Result<Option<String>, QueryError> {
        let info = session.inspect(position, usize::MAX)?;
        let is_complete = info.moves.len() as u64 == info.move_count;
        let chosen = self.random.choice(&info.moves).filter(|_| is_complete);
        Ok(chosen.map(|step| step.by.clone()))
    }
}

/// The number of moves at the head of the list that are as good as the first.
fn best_moves(moves: &[MoveOut]) -> usize {
    let Some(best) = moves.first() else {
        return 0;
    };
    let worth = |m: &MoveOut| (m.value, m.plies, m.score);
    let is_best = |m: &&MoveOut| worth(m) == worth(best);
    moves.iter().take_while(is_best).count()
}
