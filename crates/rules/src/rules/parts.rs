//! Sums: several starting positions, and `split`.

use kibitz_game::{CONTINUE, Flow, Side, SuccessorBuffer};

use super::Rules;
use super::failure::Failure;
use super::position::Position;
use super::worker::Worker;
use crate::fault::{Fault, FaultKind};
use crate::source::Span;

/// Maximum depth of repeated splitting.
const MAX_SPLITS: usize = 1_000;
/// Maximum number of components of a position: each move copies all of them.
pub(super) const MAX_PARTS: usize = 100_000;

/// The fault of a position with too many components.
pub(super) fn too_many(span: Span) -> Fault {
    let message = format!("a sum of more than {MAX_PARTS} components");
    let help = "omit components without moves and pairs of equal components, which cancel out";
    Fault::at(FaultKind::Parts, span, message).help(help)
}

impl Rules {
    /// The starting position: canonical components that do not split further.
    ///
    /// # Errors
    /// Returns a failure if the rules fault.
    pub fn start(&self) -> Result<Position, Failure> {
        let side = self.has_sides().then_some(Side::Left);
        self.position(self.starts.clone(), side)
    }

    /// The position with these state vectors, canonicalised and split.
    pub(super) fn position(
        &self,
        rows: Vec<Vec<i64>>,
        side: Option<Side>,
    ) -> Result<Position, Failure> {
        let mut worker = self.worker();
        let mut parts = Vec::new();
        for mut row in rows {
            worker.canonicalise(&mut row)?;
            worker.parts(row, &mut parts)?;
        }
        Ok(Position { parts, side })
    }
}

impl Worker<'_> {
    /// Appends the components of a canonical state vector, split until they do
    /// not split further.
    ///
    /// # Errors
    /// Returns a failure if `split` faults or does not terminate.
    pub fn parts(&mut self, row: Vec<i64>, parts: &mut Vec<Box<[i64]>>) -> Result<(), Failure> {
        let Some(split) = self.rules().program.roles.split else {
            parts.push(row.into());
            return Ok(());
        };
        let mut waiting = vec![(row, 0)];
        while let Some((row, depth)) = waiting.pop() {
            if depth > MAX_SPLITS {
                let message = "`split` does not terminate: its components split again and again";
                let fault = Fault::at(FaultKind::Value, self.rules().span(split), message);
                let help = "a position that does not split must yield itself";
                return Err(self.rules().failed(fault.help(help), "splitting", &row));
            }
            let pieces = self.split(split, &row)?;
            if parts.len() + waiting.len() + pieces.len() > MAX_PARTS {
                let fault = too_many(self.rules().span(split));
                return Err(self.rules().failed(fault, "splitting", &row));
            }
            if pieces.len() == 1 && pieces[0] == row {
                parts.push(row.into());
            } else {
                let pieces = pieces.into_iter().rev();
                waiting.extend(pieces.map(|piece| (piece, depth + 1)));
            }
        }
        Ok(())
    }

    /// The options of a component, each a sum.
    ///
    /// # Errors
    /// As for [`visit_options`](Worker::visit_options).
    pub fn options(&mut self, row: &[i64]) -> Result<Vec<Vec<Box<[i64]>>>, Failure> {
        let mut options = Vec::new();
        self.visit_options(row, |option| {
            options.push(option.to_vec());
            CONTINUE
        })?;
        Ok(options)
    }

    /// Visits the options of a component, each a sum, until the visitor breaks.
    ///
    /// # Errors
    /// Returns a failure if the rules fault or a move gives an extra turn, in
    /// which case there are no Grundy values.
    pub fn visit_options(
        &mut self,
        row: &[i64],
        mut visit: impl FnMut(&[Box<[i64]>]) -> Flow,
    ) -> Result<(), Failure> {
        let mut moves = Vec::new();
        self.moves(row, None, &mut moves)?;
        let splits = self.rules().program.roles.split.is_some();
        // Reused: there may be millions of options.
        let mut parts = vec![Box::from(row)];
        for step in moves.chunks_exact(row.len() + 1) {
            let (to, tag) = step.split_at(row.len());
            if tag[0] != SuccessorBuffer::PASSES {
                return Err(self.no_sum(row));
            }
            match splits {
                true => {
                    parts.clear();
                    self.parts(to.to_vec(), &mut parts)?;
                }
                false => parts[0].copy_from_slice(to),
            }
            if visit(&parts).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The fault for extra turns, under which Grundy values do not exist.
    fn no_sum(&self, row: &[i64]) -> Failure {
        let message = "sums are solved by Grundy values, which do not exist with extra turns \
                       (`again`)";
        let span = self.rules().span(self.rules().mover(None));
        let fault = Fault::at(FaultKind::Value, span, message);
        let help = "combine all components into one position, without `split`";
        self.rules().failed(fault.help(help), "expanding", row)
    }
}
