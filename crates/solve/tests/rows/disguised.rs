//! A game whose rows are written in other numbers.

use kibitz_game::{SlotWorker, Slotted, Steps, Wdl};

/// A game whose slots hold other numbers: each `v` is written `v * times + plus`.
#[derive(Debug)]
pub(crate) struct Disguised<G> {
    pub(crate) game: G,
    pub(crate) times: i64,
    pub(crate) plus: i64,
}

impl<G> Disguised<G> {
    /// The row as it is written here.
    pub(crate) fn write(&self, row: &[i64]) -> Vec<i64> {
        row.iter().map(|v| v * self.times + self.plus).collect()
    }

    fn read(&self, row: &[i64]) -> Vec<i64> {
        row.iter().map(|v| (v - self.plus) / self.times).collect()
    }
}

impl<G: Slotted> Slotted for Disguised<G> {
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
            steps: Steps::new(self.slots()),
        }
    }

    fn stuck(&self) -> Wdl {
        self.game.stuck()
    }
}

/// Applies the rules to rows in disguise.
pub(crate) struct Reader<'a, G: Slotted> {
    disguised: &'a Disguised<G>,
    worker: G::Worker<'a>,
    steps: Steps,
}

impl<G: Slotted> SlotWorker for Reader<'_, G> {
    type Fault = G::Fault;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, G::Fault> {
        self.worker.decided(&self.disguised.read(position))
    }

    fn expand(&mut self, position: &[i64], steps: &mut Steps) -> Result<(), G::Fault> {
        let position = self.disguised.read(position);
        self.worker.expand(&position, &mut self.steps)?;
        steps.clear();
        for (row, turn) in self.steps.iter() {
            steps.push(&self.disguised.write(row), turn);
        }
        Ok(())
    }
}
