//! Somebody to play against.

use kibitz_game::Watch;

use crate::{Answer, Limits, QueryError, Session};

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
        session: &dyn Session,
        position: &str,
        watch: &Watch,
    ) -> Result<String, QueryError> {
        if self.random.u8(..PERFECT) >= self.strength
            && let Some(by) = self.any_move(session, position)?
        {
            return Ok(by);
        }
        let all = Limits {
            moves: usize::MAX,
            line: 0,
            depth: 0,
        };
        let answer = session.ask(position, all, watch)?;
        let best = best_moves(&answer);
        let chosen = self.random.usize(..best.max(1));
        let chosen = answer.moves.get(chosen).map(|m| m.by.clone());
        chosen.ok_or(QueryError::NoMoves)
    }

    /// Any move, all alike; `None` where there are too many to be listed, and
    /// only those that an answer shows can be chosen from.
    fn any_move(
        &mut self,
        session: &dyn Session,
        position: &str,
    ) -> Result<Option<String>, QueryError> {
        let sight = session.look(position, usize::MAX)?;
        let is_whole = sight.moves.len() as u64 == sight.move_count;
        let chosen = self.random.choice(&sight.moves).filter(|_| is_whole);
        Ok(chosen.map(|step| step.by.clone()))
    }
}

/// How many moves at the head of an answer are as good as the first.
fn best_moves(answer: &Answer) -> usize {
    let Some(best) = answer.moves.first() else {
        return 0;
    };
    let is_best = |m: &&crate::MoveOut| m.value == best.value && m.plies == best.plies;
    answer.moves.iter().take_while(is_best).count()
}
