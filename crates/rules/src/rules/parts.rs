//! Positions that fall apart: several starts, and `split`.

use kibitz_game::Side;

use super::Rules;
use super::failure::Failure;
use super::position::Position;
use super::worker::Worker;
use crate::fault::{Fault, FaultKind};
use crate::source::Span;

/// Parts are split again, but not for ever.
const MOST_SPLITS: usize = 1_000;
/// A position has no more parts than this: each move makes all of them anew.
pub(super) const MOST_PARTS: usize = 100_000;

/// The fault of a position with too many parts.
pub(super) fn too_many(span: Span) -> Fault {
    let message = format!("a sum of more than {MOST_PARTS} parts");
    let help = "leave out parts without moves, and parts that are there twice: they cancel out";
    Fault::at(FaultKind::Parts, span, message).help(help)
}

impl Rules {
    /// Where play begins: representatives, and parts that do not fall apart.
    ///
    /// # Errors
    /// Where the rules fail.
    pub fn start(&self) -> Result<Position, Failure> {
        let side = self.has_sides().then_some(Side::Left);
        self.position(self.starts.clone(), side)
    }

    /// The position with these rows, as the rules see it.
    pub(super) fn position(
        &self,
        rows: Vec<Vec<i64>>,
        side: Option<Side>,
    ) -> Result<Position, Failure> {
        let mut asker = self.asker();
        let mut parts = Vec::new();
        for mut row in rows {
            asker.fold(&mut row)?;
            asker.parts(row, &mut parts)?;
        }
        Ok(Position { parts, side })
    }
}

impl Worker<'_> {
    /// Appends the parts of a representative that do not fall apart.
    ///
    /// # Errors
    /// Where `split` fails, or never ends.
    pub fn parts(&mut self, row: Vec<i64>, parts: &mut Vec<Box<[i64]>>) -> Result<(), Failure> {
        let Some(split) = self.rules().program.roles.split else {
            parts.push(row.into());
            return Ok(());
        };
        let mut waiting = vec![(row, 0)];
        while let Some((row, depth)) = waiting.pop() {
            if depth > MOST_SPLITS {
                let message = "`split` never ends: its parts fall apart again and again";
                let fault = Fault::at(FaultKind::Value, self.rules().span(split), message);
                let help = "a position that does not fall apart yields itself";
                return Err(self.rules().failed(fault.help(help), "splitting", &row));
            }
            let pieces = self.split(split, &row)?;
            if parts.len() + waiting.len() + pieces.len() > MOST_PARTS {
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

    /// The options of a part, each a sum of parts.
    ///
    /// # Errors
    /// Where the rules fail, or a player may move again: then there is no sum.
    pub fn options(&mut self, row: &[i64]) -> Result<Vec<Vec<Box<[i64]>>>, Failure> {
        let mut moves = Vec::new();
        self.moves(row, None, &mut moves)?;
        let mut options = Vec::new();
        for step in moves.chunks_exact(row.len() + 1) {
            let (to, is_again) = step.split_at(row.len());
            if is_again[0] != 0 {
                return Err(self.no_sum(row));
            }
            let mut parts = Vec::new();
            self.parts(to.to_vec(), &mut parts)?;
            options.push(parts);
        }
        Ok(options)
    }

    /// Extra turns leave no room for Grundy values.
    fn no_sum(&self, row: &[i64]) -> Failure {
        let message = "the value of a sum comes from Grundy values, and extra turns (`again`) \
                       leave none";
        let span = self.rules().span(self.rules().mover(None));
        let fault = Fault::at(FaultKind::Value, span, message);
        let help = "make one position of all parts, without `split`";
        self.rules().failed(fault.help(help), "expanding", row)
    }
}
