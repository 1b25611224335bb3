//! A game with re-encoded state vectors.

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

/// A game whose slots hold other numbers: each `v` is encoded as `v * times + plus`.
#[derive(Debug)]
pub(crate) struct Disguised<G> {
    pub(crate) game: G,
    pub(crate) times: i64,
    pub(crate) plus: i64,
}

impl<G> Disguised<G> {
    /// The encoded vector.
    pub(crate) fn write(&self, row: &[i64]) -> Vec<i64> {
        row.iter().map(|v| v * self.times + self.plus).collect()
    }

    fn read(&self, row: &[i64]) -> Vec<i64> {
        row.iter().map(|v| (v - self.plus) / self.times).collect()
    }
}

impl<G: StateVectorGame> StateVectorGame for Disguised<G> {
    type Fault = G::Fault;
    type Worker<'a>
        = Reader<'a, G>
    where
        G: 'a;

    fn slots(&self) -> usize {
        self.game.slots()
    }

    fn worker(&self) -> Reader<'_, G> {
        Reader {
            disguised: self,
            worker: self.game.worker(),
            steps: SuccessorBuffer::new(self.slots()),
        }
    }

    fn no_move_result(&self) -> Wdl {
        self.game.no_move_result()
    }
}

/// Applies the rules to encoded vectors.
pub(crate) struct Reader<'a, G: StateVectorGame> {
    disguised: &'a Disguised<G>,
    worker: G::Worker<'a>,
    steps: SuccessorBuffer,
}

impl<G: StateVectorGame> SuccessorGenerator for Reader<'_, G> {
    type Fault = G::Fault;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, G::Fault> {
        self.worker.decided(&self.disguised.read(position))
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), G::Fault> {
        let position = self.disguised.read(position);
        self.worker.expand(&position, &mut self.steps)?;
        steps.clear();
        for (row, turn) in self.steps.iter() {
            steps.push(&self.disguised.write(row), turn);
        }
        Ok(())
    }
}
