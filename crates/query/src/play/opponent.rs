//! A computer opponent.

use std::cmp::Reverse;

use kibitz_game::RunContext;

use crate::{MoveOut, QueryError, Session};

/// A computer player of some strength.
#[derive(Debug)]
pub struct Opponent {
    strength: u8,
    /// Whether it chooses optimal moves after which few moves are optimal.
    sets_traps: bool,
    random: fastrand::Rng,
}

/// The strength of perfect play, in per cent.
const PERFECT: u8 = 100;
/// The most moves that are examined as traps.
const MAX_TRAPS: usize = 200;

impl Opponent {
    /// A player who makes an optimal move with a probability of `strength` per
    /// cent and a uniformly random one otherwise: 100 is perfect, 0 plays at
    /// random. Deterministic for a given seed.
    #[must_use]
    pub fn new(strength: u8, seed: u64) -> Opponent {
        Opponent {
            strength: strength.min(PERFECT),
            sets_traps: false,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// A perfect player who sets traps: of the moves that keep the result, in score play the
    /// score, it makes one after which the fewest replies keep it for the other player.
    #[must_use]
    pub fn trapping(seed: u64) -> Opponent {
        Opponent {
            sets_traps: true,
            ..Opponent::new(PERFECT, seed)
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
        if self.sets_traps {
            return self.trap(session, &moves, context);
        }
        let chosen = self.random.usize(..best_moves(&moves).max(1));
        let chosen = moves.get(chosen).map(|m| m.by.clone());
        chosen.ok_or(QueryError::NoMoves)
    }

    /// A move that keeps the result, after which the fewest moves keep it for the other player;
    /// of those one after which the most others do not.
    fn trap(
        &mut self,
        session: &Session,
        moves: &[MoveOut],
        context: &RunContext,
    ) -> Result<String, QueryError> {
        let mut traps = Vec::new();
        let mut fewest = None;
        for m in moves
            .iter()
            .filter(|m| kept(m) == kept(&moves[0]))
            .take(MAX_TRAPS)
        {
            let replies = session.moves(&m.position, usize::MAX, context)?;
            // After an extra turn or at the end there is nothing to go wrong.
            let good = match replies.first().filter(|_| !m.again) {
                Some(best) => replies.iter().filter(|r| kept(r) == kept(best)).count(),
                None => usize::MAX,
            };
            let rank = (good, Reverse(replies.len()));
            if fewest.is_none_or(|fewest| rank < fewest) {
                fewest = Some(rank);
                traps.clear();
            }
            if fewest == Some(rank) {
                traps.push(&m.by);
            }
        }
        let chosen = self.random.choice(traps);
        chosen.cloned().ok_or(QueryError::NoMoves)
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

/// What a move must have in common with a best one to keep the result: in score play the score.
fn kept(m: &MoveOut) -> (&'static str, Option<i64>) {
    (m.value, m.score.filter(|_| m.plies.is_none()))
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
