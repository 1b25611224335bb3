//! nine: bit-parallel, 256 deals at a time.

use kibitz_game::{RunContext, Wdl};
use kibitz_games::nine::{Cards, Deck, Judge, Nine};
use kibitz_solve::SolveError;

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Nine {
    type Format<'a> = Deck;
    type Solver<'a> = NineSolver;

    fn format(&self) -> Deck {
        self.deck().clone()
    }

    fn batch_solver(&self) -> NineSolver {
        NineSolver {
            deck: self.deck().clone(),
            judge: Judge::new(self.deck()),
            wins: Vec::new(),
        }
    }
}

pub struct NineSolver {
    deck: Deck,
    judge: Judge,
    wins: Vec<bool>,
}

impl BatchSolver<Deck> for NineSolver {
    fn answer(
        &mut self,
        cases: &[Cards],
        values: &mut Vec<Wdl>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        self.wins.clear();
        self.wins.resize(cases.len(), false);
        self.judge.alice_wins(cases, &mut self.wins, context)?;
        let value = |wins: &bool| if *wins { Wdl::Win } else { Wdl::Loss };
        values.extend(self.wins.iter().map(value));
        Ok(())
    }

    /// The more often consecutive cards are held by different players, the
    /// longer both wait.
    fn length(&mut self, alice: &Cards, _: &RunContext) -> Result<u64, SolveError> {
        Ok(self.deck.changes_of_hand(*alice))
    }
}
