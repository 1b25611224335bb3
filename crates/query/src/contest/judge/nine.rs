//! nine: 256 deals at a time, one bit each.

use kibitz_game::{Watch, Wdl};
use kibitz_games::nine::{Cards, Deck, Judge, Nine};
use kibitz_solve::SolveError;

use super::{Arbiter, Bench};

impl Arbiter for Nine {
    type Format<'a> = Deck;
    type Bench<'a> = NineBench;

    fn format(&self) -> Deck {
        self.deck().clone()
    }

    fn bench(&self) -> NineBench {
        NineBench {
            deck: self.deck().clone(),
            judge: Judge::new(self.deck()),
            wins: Vec::new(),
        }
    }
}

pub(crate) struct NineBench {
    deck: Deck,
    judge: Judge,
    wins: Vec<bool>,
}

impl Bench<Deck> for NineBench {
    fn answer(
        &mut self,
        cases: &[Cards],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        self.wins.clear();
        self.wins.resize(cases.len(), false);
        self.judge.alice_wins(cases, &mut self.wins, watch)?;
        let value = |wins: &bool| if *wins { Wdl::Win } else { Wdl::Loss };
        values.extend(self.wins.iter().map(value));
        Ok(())
    }

    /// Where the next card is often the other player's, both wait for long.
    fn length(&mut self, alice: &Cards, _: &Watch) -> Result<u64, SolveError> {
        Ok(self.deck.changes_of_hand(*alice))
    }
}
